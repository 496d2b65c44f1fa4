import type { Kind, Subject } from '../kind.ts';
import { heldFacts, serverFaults } from './server-faults.ts';
import { type Candidate, openServerTrial } from './server-trial.ts';

/** Reference servers that depart from one fact each: `verify` tells them. */
export const serverKind: Kind = {
  name: 'server',
  batch: 4,
  seconds: 0.17,
  list: async (subject) => candidatesOf(subject),
  open: (subject) => openServerTrial(subject.proof, candidatesOf(subject)),
  facts: async ({ proof }) => heldFacts(proof).map(({ fact }) => fact),
  mustReachAll: true,
  tells: 'facts',
  advice: '`verify` does not notice: add a case for this fact in scripts/verify.',
};

function candidatesOf({ proof }: Subject): Candidate[] {
  return serverFaults(proof).map(({ id, factId, what, wrap }) => ({ id, factIds: [factId], what, wrap }));
}
