import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../cli/project.ts';
import { readContract } from '../../openapi/read-contract.ts';
import type { ClientFault } from '../../requirements/client/client-fault.ts';
import { verifyClient } from '../../verify/client/client-run.ts';
import { clientSpecificationOf } from '../../verify/client/client-specification.ts';
import { plainClient } from '../../verify/client/test/plain-client.ts';
import { specificationOf } from '../../verify/specification.ts';
import { clientFaults } from './client-faults.ts';

const specification = specificationOf(await readContract(join(projectFolder, 'spec', 'openapi.yaml')));
const own = clientSpecificationOf(specification, 424_242_424);
const kinds = new Map(own.requirements.map(({ id, kind }) => [id, kind]));

// What a client makes of what it gets is not between it and the stub.
const faults = clientFaults(specification, own.requirements).filter(({ between }) => between !== undefined);

/** One fault of each sort, for each kind of requirement. */
const sample: ClientFault[] = [
  ...Map.groupBy(faults, ({ requirementId, what }) => {
    const kind = kinds.get(requirementId);
    return kind === undefined ? '' : `${kind} ${what}`;
  }),
].flatMap(([sort, [first]]) => (sort === '' || first === undefined ? [] : [first]));

test.each(sample.map((fault) => [fault.id, fault] as const))('%s is detected', async (_, fault) => {
  const { requirements } = await verifyClient(own, plainClient(specification.description), {
    briefFor: fault.requirementId,
    ...(fault.between !== undefined && { between: fault.between }),
  });
  expect(requirements.filter(({ verdict }) => verdict === 'violated')).toHaveLength(1);
});
