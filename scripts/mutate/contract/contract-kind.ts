import { heldFacts } from '../server/server-faults.ts';
import { contractMutants } from './contract-mutants.ts';
import { ContractTrial } from './contract-trial.ts';
import type { Kind, Subject } from '../kind.ts';

/** Contracts that differ from the real one in one fact, held against the code as it is. */
export const contractKind: Kind = {
  name: 'contract',
  batch: 64,
  seconds: 0.15,
  list: async ({ proof }) => contractMutants(proof),
  open: async (subject: Subject) => new ContractTrial(subject, contractMutants(subject.proof)),
  facts: async ({ proof }) => heldFacts(proof).map(({ fact }) => fact),
  mustReachAll: true,
  tells: 'checks',
  advice: 'no check tells this change of the contract: see scripts/mutate/contract/contract-trial.ts for what is asked.',
};
