import type { Contract } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { isOfOwnKind } from '../schemas/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { barePath } from './bare-path.ts';
import { joinedWords } from './joined-words.ts';
import type { ListOperation } from './resource.ts';

/** What an operation is answered with, where that is a list of things: by itself, or the only one in an envelope. */
export function listOperation(contract: Contract, operation: Operation): ListOperation | undefined {
  const pointer = successSchema(contract, operation);
  if (pointer === undefined) return undefined;
  const view = viewSchema(contract, pointer);
  if (view.items !== undefined) return { operation, segments: [], item: view.items };
  // What an item has a list of is no list of items.
  if (barePath(operation).endsWith('}')) return undefined;
  const lists = listsIn(contract, view).map((list) => ({ operation, ...list }));
  // What has things of its own kind is one of them, as the root of a tree, and no envelope.
  if (lists.some(({ item }) => isOfOwnKind(contract, pointer, item))) return undefined;
  if (lists.length === 0) return heldList(contract, operation, view);
  // Beside the `data` of a compound document, JSON:API has what those things name, in `included`.
  return lists.length === 1 ? lists[0] : lists.find(({ segments: [name] }) => name === 'data');
}

type ListPlace = Omit<ListOperation, 'operation'>;

function listsIn(contract: Contract, { properties }: SchemaView): ListPlace[] {
  return [...properties].flatMap(([name, at]) => {
    const { items } = viewSchema(contract, at);
    return items === undefined || !holdsObjects(viewSchema(contract, items)) ? [] : [{ segments: [name], item: items }];
  });
}

const holders = /^(?:_?embedded|data|results?|response|payload|content|body)$/i;
const usualNames = /^(?:items|results|records|entries|elements|list|content|data|rows)$/i;

/**
 * The only list within a part of an envelope: HAL has it in `_embedded`; in `data`, it is called as the path is. A part
 * that is called so has it as its `data` or `items`.
 */
function heldList(contract: Contract, operation: Operation, { properties }: SchemaView): ListOperation | undefined {
  const last = joinedWords(barePath(operation).split('/').at(-1) ?? '');
  const isPart = (holder: string) => holders.test(holder) || joinedWords(holder) === last;
  const held = [...properties].flatMap(([holder, at]) =>
    isPart(holder)
      ? listsIn(contract, viewSchema(contract, at)).map(({ segments: [name = ''], item }) => ({ holder, name, item }))
      : [],
  );
  const [only, ...others] = held;
  if (only === undefined || others.length > 0) return undefined;
  const { holder, name, item } = only;
  const isOfPath = holders.test(holder) && joinedWords(name) === last;
  const isCalledSo = /embedded$/i.test(holder) || usualNames.test(name) || isOfPath;
  return isCalledSo ? { operation, segments: [holder, name], item } : undefined;
}

/**
 * True for a list that is what its operation is about: the answer itself, or called as the path is, or as any list. Of
 * a `/dashboard`, `overdue_members` are not.
 */
export function isOwnList({ operation, segments }: ListOperation): boolean {
  const name = segments.at(-1) ?? '';
  const steps = operation.path.split('/').filter((step) => step !== '' && !step.startsWith('{'));
  const isOfPath = steps.some((step) => joinedWords(name).includes(joinedWords(step)));
  return segments.length === 0 || usualNames.test(name) || holders.test(name) || isOfPath;
}

function holdsObjects(view: SchemaView): boolean {
  return view.types.includes('object') || view.alternatives.length > 0;
}
