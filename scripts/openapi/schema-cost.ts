import { ContractError } from '../cli/problem.ts';
import { type Contract, partAt, referenceOf } from './contract.ts';
import { partsOf } from './document-walk.ts';
import { isObject, type Json, listOf, objectOf, pointerTo, segmentsOf } from './json.ts';
import { figure, limits } from './limits.ts';

/**
 * Throws ContractError for a schema that is too wide, or compares one value with too many schemas: each of forty that
 * has the next one twice, by `allOf` or `oneOf`, doubles them.
 */
export function checkCosts(contract: Contract): void {
  const costs = new Map<string, number>();
  for (const { kind, node } of partsOf(contract.document)) {
    if (kind !== 'schema') continue;
    checkWidth(contract, node.pointer, node.value);
    if (costOf(contract, node.pointer, costs) <= limits.comparisons) continue;
    const message = `One value is compared with ${figure(limits.comparisons)} schemas at most; here with more.`;
    throw new ContractError([{ location: contract.locate(node.pointer), message }]);
  }
}

/** Throws ContractError for more properties, or more alternatives, than validators compile of in bounded time. */
function checkWidth(contract: Contract, pointer: string, schema: Json | undefined): void {
  const check = (keyword: string, count: number, most: number, what: string) => {
    if (count <= most) return;
    const message = `A schema has ${figure(most)} ${what} at most; here it has ${figure(count)}.`;
    throw new ContractError([{ location: contract.locate(`${pointer}/${keyword}`), message }]);
  };
  const members = objectOf(schema);
  check('properties', Object.keys(objectOf(members['properties'])).length, limits.properties, 'properties');
  for (const keyword of compositions)
    check(keyword, listOf(members[keyword]).length, limits.alternatives, `schemas in ${keyword}`);
}

const compositions = ['allOf', 'anyOf', 'oneOf'];

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
    ...compositions.flatMap((key) => [...listOf(value[key]).keys()].map((index) => `${at}/${key}/${index}`)),
    ...['not', 'if', 'then', 'else'].flatMap((key) => (isObject(value[key]) ? [`${at}/${key}`] : [])),
    ...Object.keys(objectOf(value['dependentSchemas'])).map((name) => `${at}/dependentSchemas${pointerTo(name)}`),
  ];
  const cost = below.reduce((sum, one) => sum + costOf(contract, one, costs), 1);
  costs.set(pointer, cost);
  return cost;
}
