import { namePattern } from '../../cli/name-pattern.ts';
import { CannotRun } from '../../cli/problem.ts';
import { resolvePart } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { listOf, objectOf } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';

/** Which operations are verified, by their ids, or methods and paths, with `*` for anything; and by their tags. */
export interface Filters {
  operations: readonly string[];
  tags: readonly string[];
  excluded: readonly string[];
}

/**
 * The ids of the operations that filters leave; undefined where they leave everything, also what is about none.
 * Throws CannotRun for a filter that matches nothing.
 */
export function selected({ contract, operations }: Description, filters: Filters): ReadonlySet<string> | undefined {
  const { operations: names, tags, excluded } = filters;
  if (names.length + tags.length + excluded.length === 0) return undefined;
  const tagsOf = ({ pointer }: Operation) => listOf(objectOf(resolvePart(contract, pointer).value)['tags']);
  for (const name of [...names, ...excluded])
    if (!operations.some((operation) => isNamed(operation, name)))
      throw new CannotRun(
        `The contract has no operation ${name}: an operation is named by its operationId, or as 'GET /path'.`,
      );
  for (const tag of tags)
    if (!operations.some((operation) => tagsOf(operation).includes(tag)))
      throw new CannotRun(`No operation of the contract has the tag ${tag}.`);
  const isWanted = (operation: Operation) =>
    (names.length === 0 || names.some((name) => isNamed(operation, name))) &&
    (tags.length === 0 || tags.some((tag) => tagsOf(operation).includes(tag))) &&
    !excluded.some((name) => isNamed(operation, name));
  const left = operations.filter(isWanted);
  if (left.length === 0) throw new CannotRun('The filters leave no operation.');
  return new Set(left.map(({ id }) => id));
}

function isNamed({ id, method, path }: Operation, name: string): boolean {
  const pattern = namePattern(name);
  return [id, `${method} ${path}`].some((own) => pattern.test(own));
}
