import { heldRequirements, serverFaults } from '../../requirements/server-faults.ts';
import type { Kind, Subject } from '../kind.ts';
import { type Candidate, openServerTrial } from './server-trial.ts';

/** Reference servers that violate one requirement each: `verify` tells them. */
export const serverKind: Kind = {
  name: 'server',
  batch: 4,
  seconds: 0.17,
  list: async (subject) => candidatesOf(subject),
  open: (subject) => openServerTrial(subject.specification, candidatesOf(subject)),
  requirements: async ({ specification }) => heldRequirements(specification).map(({ requirement }) => requirement),
  mustReachAll: true,
  tells: 'requirements',
  advice: '`verify` does not notice: add a case for this requirement in scripts/verify.',
};

function candidatesOf({ specification }: Subject): Candidate[] {
  return serverFaults(specification).map(({ id, requirementId, what, wrap }) => ({
    id,
    requirementIds: [requirementId],
    what,
    wrap,
  }));
}
