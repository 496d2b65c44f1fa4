import { carry } from '../../openapi/credentials.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { carriedBy } from './carried-credential.ts';
import { contractAdvice, listClosed, section, singleCarriers } from './operation-security.ts';
import { wrongCases } from './wrong-credentials.ts';

/** A key that was valid once. */
export const securityRevoked = defineKind({
  id: '{operationId}.security.revoked',
  section,
  list: (context, operation) => {
    const isShown = singleCarriers(context.description.service, operation).length > 0;
    const listed = listClosed(context, operation, 'A key that was revoked must be refused.', isShown);
    return listed.filter(({ side }) => side !== 'client');
  },
  contractAdvice,
  server: {
    outOfReach: ({ revokedKey }) =>
      revokedKey === undefined ? 'It takes a key that was revoked: give one with --revoked-key.' : undefined,
    reach: {
      by: 'cases',
      cases: (context, operation) => {
        const { revokedKey } = context.keys;
        if (revokedKey === undefined) return [];
        return wrongCases(context, operation, (carrier) => [
          { title: 'a revoked key', credential: carry(carrier, revokedKey) },
        ]);
      },
    },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const isTo = context.isTo(operation);
      const answer = answering(
        (request, { key, revokedKey }) => isTo(request) && carriedBy(context, request, key).key === revokedKey,
        (request, send, { key }) => send(context.withKey(request, operation, key)),
      );
      return [faultDraft('takes a revoked key', answer)];
    },
    advice: () => 'Check with each request that the key is still valid.',
  },
  client: null,
});
