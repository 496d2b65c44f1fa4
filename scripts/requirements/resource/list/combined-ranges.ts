import type { Exact } from '../../../http/exact-json.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { type RangeFilter, rangedValue } from '../../../openapi/resources/range-filters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { rankOf } from '../../../openapi/values/value-rank.ts';
import type { Violation } from '../../judgement.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { shownValue } from '../shown-value.ts';
import { filteringBy, filterValues } from './filtered-listings.ts';
import { identityOf } from './list-resource.ts';
import type { Listing, ObservedList, Page, Query } from './observed-list.ts';
import { isSurelyListed } from './range-bounds.ts';

/** What a filter asks for, and whether an item has that; undefined where it is not sure. */
interface Condition {
  query: Query;
  text: string;
  passes(item: Exact): boolean | undefined;
}

/** What a list has wrong with a range and another filter, each of which it keeps alone: an item must pass both. */
export async function* combinedRanges(
  context: PlanningContext,
  list: ObservedList,
  filter: RangeFilter,
): AsyncGenerator<{ page: Page; violation: Violation }> {
  const own = rangeConditions(context, filter, list.all.items);
  for (const others of [filterConditions(context, list), otherRanges(context, list, filter)]) {
    const pair = tellingPair(list.all.items, own, others);
    if (pair === undefined) continue;
    const found = await wrongWith(list, pair);
    if (found === undefined) continue;
    const [first, second] = [await wrongWith(list, pair.slice(0, 1)), await wrongWith(list, pair.slice(1))];
    if (first === undefined && second === undefined) yield found;
  }
}

async function wrongWith(list: ObservedList, conditions: readonly Condition[]) {
  const listing = await list.everything(conditions.flatMap(({ query }) => query));
  const violation = listing && violationIn(list, conditions, listing);
  return listing && violation && { page: listing.first, violation };
}

function violationIn(
  { resource, all }: ObservedList,
  conditions: readonly Condition[],
  { items, isComplete }: Listing,
): Violation | undefined {
  const text = conditions.map((one) => one.text).join(' and ');
  const stray = items.find((item) => conditions.some(({ passes }) => passes(item) === false));
  if (stray !== undefined) return { documented: `Only items with ${text}.`, received: shownValue(stray) };
  const listed = new Set(items.map((item) => identityOf(resource, item)));
  const missing = all.items.find((item) => passesAll(conditions, item) && !listed.has(identityOf(resource, item)));
  // Without an identifier, an item that has changed is none that is known.
  return missing !== undefined && isComplete && resource.idProperty !== undefined
    ? { documented: `Every item with ${text}.`, received: `without ${shownValue(missing)}` }
    : undefined;
}

/** Two conditions that some items have both of, and others the one or the other alone. */
function tellingPair(
  items: readonly Exact[],
  own: readonly Condition[],
  others: readonly Condition[],
): readonly [Condition, Condition] | undefined {
  const pairs = own.flatMap((one) => others.map((other) => [one, other] as const));
  return pairs.find(
    ([one, other]) =>
      items.some((item) => passesAll([one, other], item)) &&
      items.some((item) => one.passes(item) === true && other.passes(item) === false) &&
      items.some((item) => one.passes(item) === false && other.passes(item) === true),
  );
}

function passesAll(conditions: readonly Condition[], item: Exact): boolean {
  return conditions.every(({ passes }) => passes(item) === true);
}

/** A range with the value of an item in the first, the second or the third quarter of them. */
function rangeConditions(context: PlanningContext, filter: RangeFilter, items: readonly Exact[]): Condition[] {
  const { parameter, property, own, bound } = filter;
  // Where an amount is a text, or a time a day, the bound is written another way.
  if (own !== bound) return [];
  const ranked = items.flatMap((item) => {
    const value = rangedValue(filter, item, property);
    const rank = value === undefined ? undefined : rankOf(own, value);
    return value === undefined || rank === undefined ? [] : [[value, Number(rank)] as const];
  });
  const sorted = ranked.toSorted(([, one], [, other]) => one - other).map(([value]) => value);
  const values = [1, 2, 3].flatMap((quarter) => sorted[Math.floor((sorted.length * quarter) / 4)] ?? []);
  return values
    .filter((value) => value !== 0 && context.isValid('request', parameterSchema(parameter), value))
    .map((value) => ({
      query: [[parameter, value]],
      text: `${parameter.name} ${textOf(value)}`,
      passes: (item) => isSurelyListed(filter, item, value),
    }));
}

function otherRanges(context: PlanningContext, { parameters, all }: ObservedList, filter: RangeFilter): Condition[] {
  return parameters.ranges
    .filter((other) => other !== filter)
    .flatMap((other) => rangeConditions(context, other, all.items));
}

function filterConditions(context: PlanningContext, { parameters, all }: ObservedList): Condition[] {
  return parameters.filters
    .filter(({ isText }) => !isText)
    .flatMap((filter) =>
      filterValues(context, filter, all.items).map((value) => {
        const { query, text, matches, excludes } = filteringBy(context.description.contract, filter, [value]);
        return { query, text, passes: (item) => (matches(item) ? true : excludes(item) ? false : undefined) };
      }),
    );
}
