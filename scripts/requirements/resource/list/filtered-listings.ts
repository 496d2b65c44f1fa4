import { type Exact, isExactObject, isSame, writeExact, writeIdentity } from '../../../http/exact-json.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { isCommaSeparated } from '../../../openapi/parameters/lenient-reading.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { isNoValueOf, type ListFilter, listedValues, soughtValue } from '../../../openapi/resources/list-filters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { OutOfReach } from '../../judgement.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { defaultOf, hasValue, passesDefaults } from './default-filters.ts';
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
  /** True for what must not be listed: of a text, what has it nowhere. */
  excludes(item: Exact): boolean;
  /** Those of the known items that have one of the values, and the defaults of the other filters. */
  expected: readonly Exact[];
}

/**
 * What the list has for each of its filters: for one value at a time, for two where it takes several, and beside a
 * value of another filter.
 */
export async function filteredListings(context: PlanningContext, list: ObservedList): Promise<FilteredListing[]> {
  const { contract } = context.description;
  const found: FilteredListing[] = [];
  for (const filter of list.parameters.filters) {
    const { parameter, property } = filter;
    const known = knownItems(list, parameter);
    const values = filterValues(context, filter, list.all.items);
    const isOne = known.every((item) => !Array.isArray(valueIn(item, property)));
    const isList =
      parameter.types.includes('array') ||
      (!filter.isText && isCommaSeparated(contract, list.resource.list.operation, parameter));
    const takesTwo = isList && values.length > 1;
    // Two values that items have show that neither is left out.
    const isHad = (value: Exact) =>
      known.some((item) => hasValue(valueIn(item, property), soughtValue(contract, filter.pointer, value)));
    const byUse = values.toSorted((one, other) => Number(isHad(other)) - Number(isHad(one)));
    const wanted = [...values.map((value) => [value]), ...(takesTwo ? [byUse.slice(0, 2)] : [])];
    const whole = wholeValues(contract, filter).map((value) => withoutFilter(filter, value));
    const filterings = [...wanted.map((chosen) => filteringBy(contract, filter, chosen)), ...whole];
    const singles = isOne ? filterings : filterings.slice(0, values.length);
    for (const given of [...filterings, ...besideAnother(context, list, filter, singles)]) {
      const listing = await list.everything(given.query);
      if (listing === undefined) continue;
      // Of what has several values itself, all of those that are asked for may be meant.
      const own = !isOne && listing.items.every(given.hasAll) ? { ...given, matches: given.hasAll } : given;
      const expected = known.filter((item) => own.matches(item) && passesDefaults(contract, list, item, parameter));
      found.push({ ...own, listing, expected });
    }
  }
  return found;
}

/** What a list is asked for by values of a filter. */
export interface Filtering extends Omit<FilteredListing, 'listing' | 'expected'> {
  /** True for an item that has each of the values. */
  hasAll(item: Exact): boolean;
}

/** Asks for what has one of the values: two where the filter takes several. */
export function filteringBy(contract: Contract, filter: ListFilter, chosen: readonly Exact[]): Filtering {
  const { parameter, property, pointer, isText } = filter;
  const [single = null, ...more] = chosen;
  const several = more.length === 0 ? single : chosen.map(textOf).join(',');
  const asked = parameter.types.includes('array') ? [...chosen] : several;
  const sought = chosen.map((value) => soughtValue(contract, pointer, value));
  // What is listed without the parameter may be listed with what it adds: `archived=true`.
  const preset = defaultOf(contract, parameter) ?? null;
  const mayAdd = sought[0] === true && soughtValue(contract, pointer, preset) === false;
  const matches = (item: Exact) => sought.some((value) => hasValue(valueIn(item, property), value));
  return {
    parameter,
    query: [[parameter, asked]],
    text: `${parameter.name} ${chosen.map(textOf).join(' or ')}`,
    matches,
    hasAll: (item) => sought.every((value) => hasValue(valueIn(item, property), value)),
    // A filter by OPEN may list what is open.
    excludes: (item) =>
      !mayAdd &&
      (isText
        ? !mentions(item, textOf(single))
        : !sought.some((value) => hasValue(withoutCase(valueIn(item, property)), withoutCase(value) ?? null))),
  };
}

/** What lists everything, whatever its value: `all` of those of a status. */
function withoutFilter({ parameter }: ListFilter, value: Exact): Filtering {
  return {
    parameter,
    query: [[parameter, parameter.types.includes('array') ? [value] : value]],
    text: `${parameter.name} ${textOf(value)}`,
    matches: () => true,
    hasAll: () => true,
    excludes: () => false,
  };
}

function withoutCase(value: Exact | undefined): Exact | undefined {
  if (Array.isArray(value)) return value.map((one) => withoutCase(one) ?? null);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** A value of the filter with one of the next filter that tells apart what has the first one, where there are such. */
function besideAnother(
  context: PlanningContext,
  list: ObservedList,
  filter: ListFilter,
  filterings: readonly Filtering[],
): Filtering[] {
  const exact = list.parameters.filters.filter(({ isText }) => !isText);
  const other = exact[(exact.indexOf(filter) + 1) % exact.length];
  if (other === undefined || other === filter) return [];
  const { contract } = context.description;
  const others = filterValues(context, other, list.all.items).map((value) => filteringBy(contract, other, [value]));
  for (const one of filterings) {
    const second = others.find(
      ({ matches }) =>
        list.all.items.some((item) => one.matches(item) && matches(item)) &&
        list.all.items.some((item) => !one.matches(item) && matches(item)),
    );
    if (second === undefined) continue;
    return [
      {
        ...one,
        query: [...one.query, ...second.query],
        text: `${one.text} and ${second.text}`,
        matches: (item) => one.matches(item) && second.matches(item),
        hasAll: (item) => one.hasAll(item) && second.hasAll(item),
      },
    ];
  }
  return [];
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

/**
 * What is listed, and, of a list of everything, what the server has said it created and does not list. A list that must
 * be asked for by one value has everything as well, over all values.
 */
function knownItems({ resource, all, isAskedForPart: isPart, stored }: ObservedList, filter: Parameter): Exact[] {
  const required = resource.list.operation.parameters.filter((one) => one.in === 'query' && one.required);
  const isAskedForPart = isPart && (required.length === 0 || required.some((parameter) => parameter !== filter));
  const listed = new Map(all.items.map((item) => [identityOf(resource, item), item]));
  const others = isAskedForPart
    ? []
    : stored.present.filter(({ id, item }) => isFindable(resource, item) && !listed.has(writeIdentity(id)));
  return [...listed.values(), ...others.map(({ item }) => item)];
}

/** False for what was made by an answer that shows nothing of it, or not its identifier. */
function isFindable({ idProperty }: ObservedList['resource'], item: Exact): boolean {
  return (
    isExactObject(item) && (idProperty === undefined ? Object.keys(item).length > 0 : Object.hasOwn(item, idProperty))
  );
}

/** Why some servers show nothing of a filter. */
const textOutOfReach = {
  outOfReach: 'A filter for text need not compare whole values, and the items listed do not show what it does.',
};

/** Those of the filters of a list that have shown nothing, where a server need not. */
export function unshownTexts(
  { parameters: { filters } }: ObservedList,
  shown: ReadonlySet<string>,
): { parameter: string; why: OutOfReach }[] {
  return filters.flatMap(({ parameter: { name }, isText }) =>
    isText && !shown.has(name) ? [{ parameter: name, why: textOutOfReach }] : [],
  );
}

/** The values of a filter, where these are few; of one for text, those of this run. Undefined where there are many. */
export function fewValues(
  { description: { contract }, values }: PlanningContext,
  { parameter, pointer, isText, isAddress }: ListFilter,
): readonly Exact[] | undefined {
  if (isText && !isAddress) return values.unrelatedTexts;
  const view = viewSchema(contract, parameterSchema(parameter));
  const item = view.items === undefined ? view : viewSchema(contract, view.items);
  const asked =
    listedValues(contract, parameterSchema(parameter)) ?? (item.types.includes('boolean') ? [true, false] : undefined);
  // What no item has is no value to compare, as `all`.
  return asked?.filter((value) => !isNoValueOf(contract, pointer, value));
}

/** The values of a filter that no item has, and that ask for all of them. */
function wholeValues(contract: Contract, { parameter, pointer }: ListFilter): Exact[] {
  const values = listedValues(contract, parameterSchema(parameter)) ?? [];
  return values.filter((value) => /^(all|any)$/i.test(textOf(value)) && isNoValueOf(contract, pointer, value));
}

/** Every value where these are few; else some that items have. */
export function filterValues(context: PlanningContext, filter: ListFilter, items: readonly Exact[]): Exact[] {
  const { parameter, property } = filter;
  const view = viewSchema(context.description.contract, parameterSchema(parameter));
  const had = items.flatMap((one) => valueIn(one, property) ?? []).flat();
  const distinct = had.filter((value, index) => had.findIndex((other) => isSame(other, value)) === index);
  // What several items have shows more than what one has.
  const shared = distinct.filter((value) => had.filter((other) => isSame(other, value)).length > 1);
  return (fewValues(context, filter) ?? [...new Set([...shared, ...distinct])].slice(0, 3)).filter(
    (value) =>
      value !== null &&
      context.isValid('request', parameterSchema(parameter), view.items === undefined ? value : [value]),
  );
}

/** True when an item has a text somewhere, in whatever case. */
function mentions(item: Exact, text: string): boolean {
  return writeExact(item).toLowerCase().includes(text.toLowerCase());
}
