import { isOpen, noCredential } from '../../openapi/credentials.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { refuses } from './credential-faults.ts';
import { clientAdvice, contractAdvice, placeOf, section, serverAdvice } from './operation-security.ts';

/** An operation that everybody may call. */
export const securityOpen = defineKind({
  id: '{operationId}.security.open',
  section,
  list: (context, operation) =>
    operation === null || !isOpen(operation)
      ? []
      : [
          {
            subject: { operationId: operation.id },
            ...placeOf(context, operation),
            statement: 'Everybody may call it, without a credential.',
          },
        ],
  contractAdvice,
  server: {
    reach: {
      by: 'cases',
      cases: (_, operation) =>
        isOpen(operation)
          ? [
              {
                subject: { operationId: operation.id },
                title: 'no credential',
                expectation: { kind: 'accepted' },
                build: async (at, isFresh) => ({
                  ...(await at.source.base(operation, 'all', isFresh)),
                  credential: noCredential,
                }),
              },
            ]
          : [],
    },
    faults: (context, { subject }) => refuses(context, context.isTo(operationOf(context, subject))),
    advice: serverAdvice,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => undefined,
      judge: ({ credential }) => (credential.verdict.kind === 'none needed' ? 'kept' : undefined),
    },
    // Whatever is sent to an open operation keeps this.
    faults: () => [],
    advice: clientAdvice,
  },
});
