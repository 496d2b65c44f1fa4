import { ContractError } from '../../cli/problem.ts';
import { type Contract, partAt, referenceOf } from '../contract.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, pointerTo, segmentsOf } from '../json.ts';
import { type DocumentPart, partsOf } from '../source/document-walk.ts';
import { figure, limits } from '../source/limits.ts';

/**
 * Throws ContractError for a schema that is too wide, or compares one value with too many schemas: each of forty that
 * has the next one twice, by `allOf` or `oneOf`, doubles them.
 */
export function checkCosts(contract: Contract): void {
  const costs = new Map<JsonObject, number>();
  for (const { kind, node } of partsOf(contract.document)) {
    if (kind !== 'schema') continue;
    checkWidth(contract, node);
    if (costOf(contract, node.value, costs) <= limits.comparisons) continue;
    const message = `One value is compared with ${figure(limits.comparisons)} schemas at most; here with more.`;
    throw new ContractError([{ location: contract.locate(node.pointer), message }]);
  }
}

/** Throws ContractError for more properties, or more alternatives, than validators compile of in bounded time. */
function checkWidth(contract: Contract, schema: DocumentPart): void {
  const check = (keyword: string, count: number, most: number, what: string) => {
    if (count <= most) return;
    const message = `A schema has ${figure(most)} ${what} at most; here it has ${figure(count)}.`;
    throw new ContractError([{ location: contract.locate(`${schema.pointer}/${keyword}`), message }]);
  };
  const members = objectOf(schema.value);
  check('properties', Object.keys(objectOf(members['properties'])).length, limits.properties, 'properties');
  for (const keyword of compositions)
    check(keyword, listOf(members[keyword]).length, limits.alternatives, `schemas in ${keyword}`);
}

const compositions = ['allOf', 'anyOf', 'oneOf'];
const conditions = ['not', 'if', 'then', 'else'];

/** How many schemas the value of a schema is compared with; one that holds itself counts once. */
function costOf(contract: Contract, schema: Json, costs: Map<JsonObject, number>): number {
  if (!isObject(schema)) return 1;
  const known = costs.get(schema);
  if (known !== undefined) return known;
  costs.set(schema, 1);
  const add = (sum: number, one: Json) => sum + costOf(contract, one, costs);
  const reference = referenceOf(schema);
  let cost = 1;
  if (reference !== undefined) cost = add(cost, partAt(contract, pointerTo(...segmentsOf(reference))).value);
  for (const keyword of compositions) cost = listOf(schema[keyword]).reduce(add, cost);
  for (const keyword of conditions) if (isObject(schema[keyword])) cost = add(cost, schema[keyword]);
  cost = Object.values(objectOf(schema['dependentSchemas'])).reduce(add, cost);
  costs.set(schema, cost);
  return cost;
}
