import type { Requirement } from '../../requirements/requirement.ts';
import { type ClientSpecification, clientSpecificationOf } from '../../verify/client/client-specification.ts';
import { saidRequirements } from '../../verify/client/client-trials.ts';
import type { Kind, Subject } from '../kind.ts';
import { clientFaults } from './client-faults.ts';
import { openClientTrial } from './client-trial.ts';

// Which values are generated is the same in every process.
const seed = 2 ** 29;

/** Clients that violate one requirement each: `verify --client` detects them. */
export const clientKind: Kind = {
  name: 'client',
  batch: 8,
  seconds: 0.1,
  list: async (subject) => {
    const { own, requirements } = await heldBy(subject);
    return clientFaults(own.specification, requirements).map(({ id, requirementId, what }) => ({
      id,
      requirementIds: [requirementId],
      what,
    }));
  },
  open: async (subject) => {
    const { own, requirements } = await heldBy(subject);
    return openClientTrial(own, clientFaults(own.specification, requirements));
  },
  requirements: async (subject) => (await heldBy(subject)).requirements,
  mustReachAll: true,
  reports: 'requirements',
  advice:
    '`verify --client` does not detect it: add what shows it to the kind of this requirement in scripts/requirements.',
};

/** The requirements that some call of a client can show. */
async function heldBy({
  specification,
}: Subject): Promise<{ own: ClientSpecification; requirements: readonly Requirement[] }> {
  const own = clientSpecificationOf(specification, seed);
  const said = await saidRequirements(own);
  return { own, requirements: own.requirements.filter(({ id }) => said.has(id)) };
}
