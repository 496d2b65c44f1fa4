import { isOpen } from '../../openapi/credentials.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { isGivenFor } from '../planning-context.ts';
import { carriedBy } from './carried-credential.ts';
import { refuses, sendsKey, sendsNoKey } from './credential-faults.ts';
import {
  clientAdvice,
  contractAdvice,
  namesOf,
  placeOf,
  section,
  serverAdvice,
  unauthorized,
} from './operation-security.ts';

/** One of the ways to show who calls an operation. `schemes`: the names of all that are needed together. */
export const securityAccepts = defineKind({
  id: '{operationId}.security.accepts.{schemes}',
  section,
  list: (context, operation) =>
    operation === null || isOpen(operation)
      ? []
      : operation.security.map((alternative) => {
          const schemes = namesOf(alternative);
          const listed = {
            subject: { operationId: operation.id, schemes },
            ...placeOf(context, operation),
            statement: `A valid credential for ${schemes} must be accepted.`,
          };
          // Where no refusal is documented, whoever calls is served.
          return unauthorized(context.description, operation) === undefined
            ? { ...listed, side: 'client' as const }
            : listed;
        }),
  contractAdvice,
  server: {
    reach: {
      by: 'cases',
      cases: (context, operation) =>
        unauthorized(context.description, operation) === undefined
          ? []
          : operation.security
              .filter((alternative) => context.isGiven(alternative))
              .map((alternative) => ({
                subject: { operationId: operation.id, schemes: namesOf(alternative) },
                title: namesOf(alternative),
                expectation: { kind: 'accepted' },
                build: async (at, isFresh) => ({
                  ...(await at.source.base(operation, 'all', isFresh)),
                  credential: at.credentialFor(alternative),
                }),
              })),
    },
    outOfReach: (keys, { schemes }) =>
      schemes.split(' and ').every((scheme) => isGivenFor(keys, scheme))
        ? undefined
        : `It takes a credential for ${schemes}: give one with --credential.`,
    faults: (context, { subject }) => {
      const isTo = context.isTo(operationOf(context, subject));
      return refuses(context, (request, { key }) => isTo(request) && carriedBy(context, request, key).key === key);
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => undefined,
      judge: ({ credential: { verdict } }, { schemes }) =>
        verdict.kind === 'right' && verdict.alternatives.includes(schemes) ? 'kept' : undefined,
      mayBeMissing: 'The client carries its key in another way that the contract offers.',
    },
    faults: (context, { subject }) => [
      sendsNoKey(context, subject),
      sendsKey(context, subject, 'another key', () => 'nobodys', subject.schemes),
    ],
    advice: clientAdvice,
  },
});
