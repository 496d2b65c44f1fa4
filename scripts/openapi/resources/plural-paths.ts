import type { Contract } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { componentAt } from '../schemas/schema-pointers.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { barePath } from './bare-path.ts';
import { heldPart } from './item-identifier.ts';
import { joinedWords } from './joined-words.ts';
import { listOperation } from './list-operation.ts';
import { isPluralOf } from './plural.ts';

/**
 * By the path before the identifier of one thing, that of all of them, where this is its plural: `/drinks` lists what
 * `/drink/{name}` reads. Nothing else stands beneath that path, and both show one schema, by itself or in `data`.
 */
export function pluralPaths(contract: Contract, operations: readonly Operation[]): ReadonlyMap<string, string> {
  const lists = operations.flatMap((operation) => {
    const list = operation.method === 'GET' ? listOperation(contract, operation) : undefined;
    return list === undefined ? [] : [{ path: barePath(operation), item: componentAt(contract, list.item) }];
  });
  const byItem = Map.groupBy(lists, ({ item }) => item);
  const found = operations.flatMap((operation): [string, string][] => {
    const [, one] = /^(.*)\/\{[^}/]+\}$/.exec(barePath(operation)) ?? [];
    const shown = successSchema(contract, operation);
    if (one === undefined || operation.method !== 'GET' || shown === undefined) return [];
    const held = heldPart(viewSchema(contract, shown));
    const kinds = [shown, ...(held === undefined ? [] : [held])].map((pointer) => componentAt(contract, pointer));
    const all = kinds.flatMap((kind) => byItem.get(kind) ?? []).find(({ path }) => isPluralPath(path, one));
    if (all === undefined) return [];
    const hasItems = operations.some((other) => other.path.startsWith(`${all.path}/{`));
    return hasItems ? [] : [[one, all.path]];
  });
  return new Map(found);
}

function isPluralPath(many: string, one: string): boolean {
  const [above, other] = [many, one].map((path) => path.slice(0, path.lastIndexOf('/')));
  const [name, single] = [many, one].map((path) => joinedWords(path.slice(path.lastIndexOf('/') + 1)));
  return above === other && isPluralOf(name ?? '', single ?? '');
}
