import type { Contract } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { successSchema } from '../success-responses.ts';
import { barePath } from './bare-path.ts';
import { usualIdentifiers } from './item-identifier.ts';
import { viewItem } from './item-view.ts';
import { joinedWords } from './joined-words.ts';
import { isPluralOf } from './plural.ts';
import type { ListOperation } from './resource.ts';

/**
 * True for a POST to a collection whose answer is another thing that names the new item beside itself, as a message
 * with `id` and `conversation_id` at `/conversations`: its `id` is none of the item's.
 */
export function refersToItem(
  contract: Contract,
  post: Operation,
  read: Operation | undefined,
  list: ListOperation | undefined,
): boolean {
  const namesIn = (pointer: string | undefined) =>
    pointer === undefined ? undefined : [...viewItem(contract, pointer).properties.keys()];
  const shown = namesIn((read && successSchema(contract, read)) ?? list?.item);
  const answered = namesIn(successSchema(contract, post));
  if (shown === undefined || answered?.some((name) => usualIdentifiers.includes(name)) !== true) return false;
  const collection = joinedWords(barePath(post).split('/').at(-1) ?? '');
  return answered.some((name) => {
    const [, one] = /^(.+?)(?:_id|Id|ID)$/.exec(name) ?? [];
    return one !== undefined && isPluralOf(collection, joinedWords(one)) && !shown.includes(name);
  });
}
