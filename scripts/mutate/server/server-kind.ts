import { verifiableRequirements } from '../../requirements/catalogue.ts';
import type { Kind, Subject } from '../kind.ts';
import { serverFaults } from './server-faults.ts';
import { type Candidate, openServerTrial } from './server-trial.ts';

/** Reference servers that violate one requirement each: `verify` detects them. */
export const serverKind: Kind = {
  name: 'server',
  batch: 4,
  seconds: 0.17,
  list: async (subject) => candidatesOf(subject),
  open: (subject) => openServerTrial(subject.specification, candidatesOf(subject)),
  requirements: async ({ specification }) => verifiableRequirements(specification),
  mustReachAll: true,
  reports: 'requirements',
  advice: '`verify` does not detect it: add a case to the kind of this requirement in scripts/requirements.',
};

function candidatesOf({ specification }: Subject): Candidate[] {
  return serverFaults(specification).map(({ id, requirementId, what, wrap }) => ({
    id,
    requirementIds: [requirementId],
    what,
    wrap,
  }));
}
