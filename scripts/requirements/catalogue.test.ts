import { expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { readContract } from '../openapi/read-contract.ts';
import { specificationOf } from '../verify/specification.ts';
import { catalogueOf, requirementsOf, requirementsOfKinds } from './catalogue.ts';
import { kinds } from './registry.ts';

const contract = await readContract(projectFile('scripts/mutate/sample-contracts/rentals.yaml'));

test.each(['server', 'client'] as const)(
  'what is required of a %s in one operation does not depend on what was asked for before',
  (side) => {
    const [once, other] = [specificationOf(contract), specificationOf(contract)];
    const all = catalogueOf(once, side);
    const operations = other.description.operations.toReversed();
    expect(operations.length).toBeGreaterThan(0);
    for (const operation of operations) {
      const own = requirementsOf(other, side, operation);
      expect(own).toEqual(all.filter(({ operationId }) => operationId === operation.id));
    }
    expect(catalogueOf(other, side)).toEqual(all);
    expect(new Set(requirementsOfKinds(other, side, kinds).map(({ id }) => id))).toEqual(
      new Set(all.map(({ id }) => id)),
    );
  },
);
