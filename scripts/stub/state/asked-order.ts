import { type Exact, isSame } from '../../http/exact-json.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { valueIn } from '../../openapi/resources/item-attributes.ts';
import type { Sort, SortOrder } from '../../openapi/resources/sort-orders.ts';
import { rankOf } from '../../openapi/values/value-rank.ts';
import type { Thing } from './store.ts';

/**
 * Things in the order that the parameters of a list ask for, ascending where these do not say, and what has no such
 * value at the end; as they are where the parameters ask for no order. Of several, the first one comes first. Where
 * they ask for a direction alone, descending is the other way round.
 */
export function inAskedOrder(
  things: readonly Thing[],
  sort: Sort | undefined,
  valueOf: (parameter: Parameter) => Exact | undefined,
): readonly Thing[] {
  const asked = sort && valueOf(sort.parameter);
  if (sort?.orders.length === 0) return /^desc/i.test(String(asked)) ? things.toReversed() : things;
  const values = Array.isArray(asked) ? asked.toReversed().map((value) => [value]) : [asked];
  return values.reduce<readonly Thing[]>((sorted, value) => {
    const order = askedIn(sort, (parameter) => (parameter === sort?.parameter ? value : valueOf(parameter)));
    return order === undefined ? sorted : inOrder(sorted, order);
  }, things);
}

function askedIn(sort: Sort | undefined, valueOf: (parameter: Parameter) => Exact | undefined): SortOrder | undefined {
  const isAsked = ([parameter, value]: readonly [Parameter, Exact]) => isSame(valueOf(parameter) ?? null, value);
  const orders = sort?.orders.filter(({ query }) => query.slice(0, 1).every(isAsked)) ?? [];
  return orders.find(({ query }) => query.every(isAsked)) ?? orders[0];
}

/** Things in the order of a property, and what has no value of it at the end. */
export function inOrder(
  things: readonly Thing[],
  { property, ranking, isAscending = true }: Pick<SortOrder, 'property' | 'ranking' | 'isAscending'>,
): Thing[] {
  const placed = things.flatMap((thing) => {
    const value = valueIn(thing.item, property);
    const text = typeof value === 'string' ? value.toLowerCase() : undefined;
    const place = ranking === 'text' ? text : rankOf(ranking, value);
    return place === undefined ? [] : [{ thing, place }];
  });
  const sign = isAscending ? 1 : -1;
  const sorted = placed
    .toSorted((one, other) => sign * (one.place < other.place ? -1 : Number(one.place > other.place)))
    .map(({ thing }) => thing);
  const having = new Set(sorted);
  return [...sorted, ...things.filter((thing) => !having.has(thing))];
}
