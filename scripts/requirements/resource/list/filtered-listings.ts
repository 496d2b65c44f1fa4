import { type Exact, isSame, within, writeExact } from '../../../http/exact-json.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { enumOf, viewSchema } from '../../../openapi/schema-view.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { identityOf } from './list-resource.ts';
import type { Listing, ObservedList, Query } from './observed-list.ts';

/** What a list has for values of a filter. */
export interface FilteredListing {
  parameter: Parameter;
  query: Query;
  /** The filter for people: `status open or closed`. */
  text: string;
  listing: Listing;
  matches(item: Exact): boolean;
  /** Those of the known items that have one of the values. */
  expected: readonly Exact[];
  /** How many items are known. */
  known: number;
}

/** What the list has for each of its filters: for one value at a time, and for two where it takes several. */
export async function filteredListings(context: PlanningContext, list: ObservedList): Promise<FilteredListing[]> {
  const known = knownItems(list);
  const found: FilteredListing[] = [];
  for (const { parameter, property } of list.parameters.filters) {
    const values = filterValues(context, parameter, property, list.all.items);
    // Of several values of a list, an item that has one value has one of them.
    const isOne = known.every((item) => !Array.isArray(within(item, [property])));
    const takesTwo = parameter.types.includes('array') && isOne && values.length > 1;
    for (const chosen of [...values.map((value) => [value]), ...(takesTwo ? [values.slice(0, 2)] : [])]) {
      const [single = null] = chosen;
      const query: Query = [[parameter, parameter.types.includes('array') ? chosen : single]];
      const listing = await list.everything(query);
      if (listing === undefined) continue;
      const matches = (item: Exact) => chosen.some((value) => hasValue(within(item, [property]), value));
      const text = `${parameter.name} ${chosen.map(textOf).join(' or ')}`;
      found.push({ parameter, query, text, listing, matches, expected: known.filter(matches), known: known.length });
    }
  }
  return found;
}

/** Every item that some listing shows, by its identity, as the first one shows it. */
export async function seenItems(context: PlanningContext, list: ObservedList): Promise<Map<string, Exact>> {
  const seen = new Map(list.all.items.map((item) => [identityOf(list.resource, item), item]));
  for (const { listing } of await filteredListings(context, list)) {
    for (const item of listing.items) {
      const identity = identityOf(list.resource, item);
      if (!seen.has(identity)) seen.set(identity, item);
    }
  }
  return seen;
}

/** What is listed, and what the server has said it created and does not list. */
function knownItems({ resource, all, stored }: ObservedList): Exact[] {
  const listed = new Map(all.items.map((item) => [identityOf(resource, item), item]));
  const others = stored.present.filter(({ id }) => !listed.has(writeExact(id)));
  return [...listed.values(), ...others.map(({ item }) => item)];
}

/** Every value of an enumeration; else some that items have. */
function filterValues(
  context: PlanningContext,
  parameter: Parameter,
  property: string,
  items: readonly Exact[],
): Exact[] {
  const { contract } = context.description;
  const view = viewSchema(contract, `${parameter.pointer}/schema`);
  const item = view.items === undefined ? view : viewSchema(contract, view.items);
  const few = enumOf(item) ?? (item.types.includes('boolean') ? [true, false] : undefined);
  const had = items.flatMap((one) => within(one, [property]) ?? []).flat();
  const distinct = had.filter((value, index) => had.findIndex((other) => isSame(other, value)) === index);
  return (few ?? distinct.slice(0, 3)).filter(
    (value) =>
      value !== null &&
      context.isValid('request', `${parameter.pointer}/schema`, view.items === undefined ? value : [value]),
  );
}

/** A property matches a filter by its value, or as a list by one of its items. */
function hasValue(own: Exact | undefined, value: Exact): boolean {
  if (own === undefined) return false;
  return Array.isArray(own) ? own.some((item) => isSame(item, value)) : isSame(own, value);
}
