import { verifiableRequirements } from '../../requirements/catalogue.ts';
import type { Kind, Subject } from '../kind.ts';
import { contractMutants } from './contract-mutants.ts';
import { ContractTrial } from './contract-trial.ts';

/** Contracts that differ from the real one in one requirement, while the code stays as it is. */
export const contractKind: Kind = {
  name: 'contract',
  batch: 64,
  seconds: 0.15,
  list: async ({ specification }) => contractMutants(specification),
  open: async (subject: Subject) => new ContractTrial(subject, contractMutants(subject.specification)),
  requirements: async ({ specification }) => verifiableRequirements(specification),
  mustReachAll: true,
  reports: 'checks',
  advice:
    'Nothing but the comparison with the release detects it: see scripts/mutate/contract/contract-trial.ts for the ' +
    'checks. A criterion of a workflow that no faulty server needs is to be deleted.',
};
