import { ContractError } from '../cli/problem.ts';
import { type Contract, partAt, referenceOf } from './contract.ts';
import { partsOf } from './document-walk.ts';
import { isObject, listOf, objectOf, pointerTo, segmentsOf } from './json.ts';
import { figure, limits } from './limits.ts';

/**
 * Throws ContractError for a schema that compares one value with too many schemas: each of forty that has the next one
 * twice, by `allOf` or `oneOf`, doubles them.
 */
export function checkCosts(contract: Contract): void {
  const costs = new Map<string, number>();
  for (const { kind, node } of partsOf(contract.document)) {
    if (kind !== 'schema' || costOf(contract, node.pointer, costs) <= limits.comparisons) continue;
    const message = `One value is compared with ${figure(limits.comparisons)} schemas at most; here with more.`;
    throw new ContractError([{ location: contract.locate(node.pointer), message }]);
  }
}

/** How many schemas the value of a schema is compared with; one that holds itself counts once. */
function costOf(contract: Contract, pointer: string, costs: Map<string, number>): number {
  const known = costs.get(pointer);
  if (known !== undefined) return known;
  costs.set(pointer, 1);
  const { value, pointer: at } = partAt(contract, pointer);
  if (!isObject(value)) return 1;
  const reference = referenceOf(value);
  const below = [
    ...(reference === undefined ? [] : [pointerTo(...segmentsOf(reference))]),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
      [...listOf(value[key]).keys()].map((index) => `${at}/${key}/${index}`),
    ),
    ...['not', 'if', 'then', 'else'].flatMap((key) => (isObject(value[key]) ? [`${at}/${key}`] : [])),
    ...Object.keys(objectOf(value['dependentSchemas'])).map((name) => `${at}/dependentSchemas${pointerTo(name)}`),
  ];
  const cost = below.reduce((sum, one) => sum + costOf(contract, one, costs), 1);
  costs.set(pointer, cost);
  return cost;
}
