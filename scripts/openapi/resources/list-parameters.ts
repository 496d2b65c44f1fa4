import { type Exact, within } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import type { Description } from '../description.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { remembered } from '../remembered.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { besideItems } from './beside-items.ts';
import { bodyParameters } from './body-parameters.ts';
import { withAttributes, withRelated } from './item-attributes.ts';
import { usualIdentifiers } from './item-identifier.ts';
import { viewItem } from './item-view.ts';
import { filteredProperty, filterOf, isFreeText, type ListFilter } from './list-filters.ts';
import { continuing, isOffset, isPageNumber, isSize, pagingName } from './page-parameters.ts';
import { propertyParameters } from './property-parameters.ts';
import { type RangeFilter, rangeFilterOf } from './range-filters.ts';
import type { ListOperation } from './resource.ts';
import { type Sort, sortOf } from './sort-orders.ts';

/** A parameter that continues where the last page ended. */
export interface Cursor {
  parameter: Parameter;
  /** The path in a page of the value that leads to the next one, or of the items that the page has. */
  path: readonly string[];
  /** The property of the last item that has the value; undefined where the page says it beside the items. */
  property: string | undefined;
}

/** Parameters by the part they play in a list, recognised by their names and schemas. */
export interface ListParameters {
  /** Bounds the number of items. */
  size: Parameter | undefined;
  filters: ListFilter[];
  /** Those that give only the items on one side of a value. */
  ranges: RangeFilter[];
  /** Says in which order items are listed. */
  sort: Sort | undefined;
  /** Continues where the last page ended. */
  cursor: Cursor | undefined;
  /** Leads back: names the item before which a page ends, or the place at which the page after it starts. */
  before: Cursor | undefined;
  /** Skips items. */
  offset: Parameter | undefined;
  /** Number of a page. */
  page: Parameter | undefined;
  /** Those that give only what has a text, in whatever property. */
  searches: Parameter[];
}

const nextPlace = /^next[-_]?(page[-_]?)?(cursor|token)$|^continuation[-_]?token$|^end[-_]?cursor$/i;

/** A name that says that the value is the identifier of an item. */
const afterItem = /^(starting[-_]?after([-_]?id)?|after[-_]?id)$/i;
const beforeItem = /^(ending[-_]?before([-_]?id)?|before[-_]?id)$/i;

const searchNames = /^(q|query|search([-_]?(term|text|query))?|keywords?|term)$/i;

/** The number of the first page, where pages have numbers: that which comes where none is asked for. */
export function firstPageNumber(contract: Contract, { page }: Pick<ListParameters, 'page'>): number {
  if (page === undefined) return 1;
  if (typeof page.default === 'number') return page.default;
  return numberAt(viewSchema(contract, parameterSchema(page)), 'minimum') ?? 1;
}

/** What a list can be asked for: in its query, or in the body of a search. */
function askingOf(contract: Contract, operation: Operation): Parameter[] {
  if (operation.method === 'POST') return bodyParameters(contract, operation);
  return operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.mediaType === null)
    .flatMap((parameter) => [parameter, ...propertyParameters(contract, parameter)]);
}

/** What the parameters of a list are for. */
export const listParametersOf = remembered((description: Description, list: ListOperation): ListParameters => {
  const { contract } = description;
  const { operation, item } = list;
  const query = askingOf(contract, operation);
  const view = withAttributes(contract, viewItem(contract, item));
  const sizes = query.filter(
    (parameter) =>
      isSize(parameter) &&
      // Of files, `maxSize` and `size` are about their bytes.
      rangeFilterOf(contract, view, parameter) === undefined,
  );
  const size = sizes.find((parameter) => filteredProperty(contract, view, parameter) === undefined) ?? sizes[0];
  const comparable = withRelated(contract, view);
  const filters = query.flatMap((parameter) =>
    parameter === size ? [] : (filterOf(contract, comparable, parameter) ?? []),
  );
  return {
    size,
    filters,
    ranges: query.flatMap((parameter) => (parameter === size ? [] : (rangeFilterOf(contract, view, parameter) ?? []))),
    sort: sortOf(contract, view, query),
    cursor: cursorBeside(description, list, query) ?? cursorOfItems(contract, list, query, afterItem),
    before: cursorOfItems(contract, list, query, beforeItem) ?? startBeside(description, list, query),
    offset: query.find(isOffset),
    page: query.find(isPageNumber),
    searches: query.filter(
      (parameter) =>
        searchNames.test(parameter.name.replace(/^filter\[(.+)\]$/, '$1')) &&
        !filters.some((filter) => filter.parameter === parameter) &&
        isFreeText(viewSchema(contract, parameterSchema(parameter))),
    ),
  };
});

/** A cursor whose next value a page says beside its items. */
function cursorBeside(description: Description, list: ListOperation, query: readonly Parameter[]): Cursor | undefined {
  const next = besideItems(description, list).find(
    ({ path, name }) =>
      nextPlace.test(name) ||
      // Deeper, these may be an address, and the place of the page itself.
      (path.length === 1 && /^next$|^cursor$/i.test(name)),
  );
  if (next === undefined) return undefined;
  const tokens = [continuing, /^after$/i, /^before$/i];
  const found = tokens.flatMap((names) => query.find(({ name }) => names.test(pagingName(name))) ?? []);
  const { contract } = description;
  const parameter =
    found.find(({ name, pointer }) => quotes(contract, pointer, next.name) || quotes(contract, next.pointer, name)) ??
    found[0];
  return parameter === undefined ? undefined : { parameter, path: next.path, property: undefined };
}

/** What leads back from a page that says beside its items where it starts: its `startCursor`, as `before`. */
function startBeside(description: Description, list: ListOperation, query: readonly Parameter[]): Cursor | undefined {
  const start = besideItems(description, list).find(({ name }) => /^start[-_]?cursor$/i.test(name));
  const parameter = query.find(({ name }) => /^before$/i.test(pagingName(name)));
  return start && parameter && { parameter, path: start.path, property: undefined };
}

/** True where a description names what is described elsewhere: of `before` and `after`, one takes `next_cursor`. */
function quotes(contract: Contract, pointer: string, name: string): boolean {
  const text = descriptionAt(contract, pointer);
  return ['`', '"', "'"].some((quote) => text.includes(`${quote}${name}${quote}`));
}

/** A cursor that is the identifier of an item of a page: of the last one as `starting_after`. */
function cursorOfItems(
  contract: Contract,
  { item, segments }: ListOperation,
  query: readonly Parameter[],
  names: RegExp,
): Cursor | undefined {
  const parameter = query.find(({ name }) => names.test(pagingName(name)));
  const { properties } = viewItem(contract, item);
  const property = usualIdentifiers.find((name) => properties.has(name));
  const pointer = property === undefined ? undefined : properties.get(property);
  if (parameter === undefined || pointer === undefined) return undefined;
  const { types } = viewSchema(contract, pointer);
  return types.some((type) => parameter.types.includes(type)) ? { parameter, path: segments, property } : undefined;
}

/** The value of the cursor that leads on from a page; undefined on the last one, as far as it says so. */
export function nextCursor(
  { path, property }: Pick<Cursor, 'path' | 'property'>,
  body: Exact | undefined,
): Exact | undefined {
  const found = within(body, path);
  const next = property === undefined ? found : within(Array.isArray(found) ? found.at(-1) : undefined, [property]);
  return next === null || next === '' ? undefined : next;
}

/** How many items the schema of a list allows. */
export function mostListed(contract: Contract, { operation, segments }: ListOperation): number {
  const whole = successSchema(contract, operation);
  const pointer = segments.reduce<string | undefined>(
    (at, segment) => (at === undefined ? undefined : viewSchema(contract, at).properties.get(segment)),
    whole,
  );
  return (
    (pointer === undefined ? undefined : numberAt(viewSchema(contract, pointer), 'maxItems')) ??
    Number.POSITIVE_INFINITY
  );
}
