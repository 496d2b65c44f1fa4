import { type Exact, within } from '../../http/exact-json.ts';
import { type Contract, resolvePart } from '../contract.ts';
import type { Description } from '../description.ts';
import { objectOf, stringOf } from '../json.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { numberAt, type SchemaView, typesOf, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { bodyParameters } from './body-parameters.ts';
import { withAttributes, withRelated } from './item-attributes.ts';
import { usualIdentifiers } from './item-identifier.ts';
import { viewItem } from './item-view.ts';
import { joinedWords } from './joined-words.ts';
import { wordsOf } from './name-words.ts';
import { propertyParameters } from './property-parameters.ts';
import { type RangeFilter, rangeFilterOf } from './range-filters.ts';
import type { ListOperation } from './resource.ts';
import { type Sort, sortOf } from './sort-orders.ts';

/** A parameter that gives only the items whose property of that name has the value. */
export interface ListFilter {
  parameter: Parameter;
  property: string;
  /** True for free text: items that have it in another case, as a part, or elsewhere may be listed as well. */
  isText: boolean;
  /** True for an address: no other text is one, so that the list is asked for those that items have. */
  isAddress: boolean;
}

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
  /** Leads back: names the item before which a page ends. */
  before: Cursor | undefined;
  /** Skips items. */
  offset: Parameter | undefined;
  /** Number of a page. */
  page: Parameter | undefined;
  /** Those that give only what has a text, in whatever property. */
  searches: Parameter[];
}

const sizeNames =
  /^(limit|((page|max|batch|([a-z]+[-_]?)?per)[-_]?)(size|page|items|results|count)|size|count|top|first|take|max)$/i;

/** The names of what continues where the last page ended. */
export const continuing = /^(cursor|page[-_]?token|next[-_]?token|continuation[-_]?token|starting[-_]?after)$/i;
const nextPlace = /^next[-_]?(page[-_]?)?(cursor|token)$|^continuation[-_]?token$/i;

/** A name that says that the value is the identifier of an item. */
const afterItem = /^(starting[-_]?after([-_]?id)?|after[-_]?id)$/i;
const beforeItem = /^(ending[-_]?before([-_]?id)?|before[-_]?id)$/i;

const searchNames = /^(q|query|search([-_]?(term|text|query))?|keywords?|term)$/i;

/** `page[size]` is `size`, `page[number]` is `page`, as JSON:API has them, and `$top` is `top`. */
function pagingName(name: string): string {
  const bare = name.replace(/^\$/, '');
  const [, part] = /^page\[(.+)\]$/i.exec(bare) ?? [];
  return part === 'number' ? 'page' : (part ?? bare);
}

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

export function listParametersOf(description: Description, list: ListOperation): ListParameters {
  const { contract } = description;
  const { operation, item } = list;
  const query = askingOf(contract, operation);
  const view = withAttributes(contract, viewItem(contract, item));
  const sizes = query.filter(
    (parameter) =>
      sizeNames.test(pagingName(parameter.name)) &&
      parameter.types.includes('integer') &&
      // Of files, `maxSize` and `size` are about their bytes.
      rangeFilterOf(contract, view, parameter) === undefined,
  );
  const size = sizes.find((parameter) => filteredProperty(contract, view, parameter) === undefined) ?? sizes[0];
  const comparable = withRelated(contract, view);
  const filters = query.flatMap((parameter) => {
    const name = filteredProperty(contract, comparable, parameter);
    const at = name === undefined ? undefined : comparable.properties.get(name);
    if (name === undefined || at === undefined || parameter === size) return [];
    const property = viewSchema(contract, at);
    const isText = isTextFilter(contract, parameter, property);
    return isText || isExactFilter(contract, parameter, property)
      ? [{ parameter, property: name, isText, isAddress: isAddress(property) }]
      : [];
  });
  return {
    size,
    filters,
    ranges: query.flatMap((parameter) => (parameter === size ? [] : (rangeFilterOf(contract, view, parameter) ?? []))),
    sort: sortOf(contract, view, query),
    cursor: cursorBeside(description, list, query) ?? cursorOfItems(contract, list, query, afterItem),
    before: cursorOfItems(contract, list, query, beforeItem),
    offset: query.find(({ name }) => /^(offset|skip)$/i.test(pagingName(name))),
    page: query.find(
      ({ name, types }) =>
        /^(current[-_]?)?page([-_]?(number|num|no|index))?$/i.test(pagingName(name)) && types.includes('integer'),
    ),
    searches: query.filter(
      (parameter) =>
        searchNames.test(parameter.name) &&
        !filters.some((filter) => filter.parameter === parameter) &&
        isFreeText(viewSchema(contract, parameterSchema(parameter))),
    ),
  };
}

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

/** True where a description names what is described elsewhere: of `before` and `after`, one takes `next_cursor`. */
function quotes(contract: Contract, pointer: string, name: string): boolean {
  const text = stringOf(objectOf(resolvePart(contract, pointer).value)['description']) ?? '';
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
export function nextCursor({ path, property }: Cursor, body: Exact | undefined): Exact | undefined {
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

/** What a list has beside its items: a property of the body, or of an object about the page. */
export interface BesideItems {
  path: string[];
  /** The last name of the path. */
  name: string;
  /** Its schema. */
  pointer: string;
}

export function besideItems({ contract }: Description, { operation, segments }: ListOperation): BesideItems[] {
  const whole = segments.length === 0 ? undefined : successSchema(contract, operation);
  const beside = whole === undefined ? [] : [...viewSchema(contract, whole).properties];
  return beside.flatMap(([name, pointer]) => [
    { path: [name], name, pointer },
    ...[...viewSchema(contract, pointer).properties].map(([inner, at]) => ({
      path: [name, inner],
      name: inner,
      pointer: at,
    })),
  ]);
}

/** Where a list says how many items there are in all: properties beside them, by their paths, and headers. */
export function totalsOf(description: Description, list: ListOperation): { properties: string[][]; headers: string[] } {
  const { operation } = list;
  const headers = Object.entries(operation.responses)
    .flatMap(([status, response]) => (/^2/.test(status) ? response.headers : []))
    .map(({ name }) => name);
  return {
    properties: besideItems(description, list).flatMap(({ path, name }) =>
      /^total([-_]?(count|items|results|elements))?$/i.test(name) ? [path] : [],
    ),
    headers: headers.filter((name) => /^x-total(-count)?$/i.test(name)),
  };
}

/** Where a list says how many pages there are: properties beside the items, by their paths. */
export function pageCountsOf(description: Description, list: ListOperation): string[][] {
  return besideItems(description, list).flatMap(({ path, name, pointer }) =>
    /^(total|num(ber)?([-_]?of)?)?[-_]?pages$|^pages?[-_]?(count|total)$/i.test(name) &&
    viewSchema(description.contract, pointer).types.includes('integer')
      ? [path]
      : [],
  );
}

/**
 * The property that a parameter has the name of, by itself, as `filter[author]` or as `author[]`, in whatever case: its
 * own, or for one value of a list, or one after the other, the name of the list, as `author` for `authors`.
 */
export function filteredProperty(
  contract: Contract,
  { properties }: SchemaView,
  parameter: Parameter,
): string | undefined {
  const { name, types } = parameter;
  const alone = name.replace(/\[\]$/, '');
  const bare = /^filter\[(.+)\]$/.exec(alone)?.[1] ?? alone;
  if (properties.has(bare)) return bare;
  const alike = [...properties.keys()].find((one) => joinedWords(one.replace('.', '')) === joinedWords(bare));
  if (alike !== undefined) return alike;
  // Of several identifiers, an item has one: `ids` are of what has the `id`.
  const single =
    types.includes('array') && /ids$/i.test(bare) && namesIdentifier(bare) ? joinedWords(bare).slice(0, -1) : undefined;
  const identifier = [...properties.keys()].find((one) => joinedWords(one.replace('.', '')) === single);
  if (identifier !== undefined) return identifier;
  const one = types.includes('array') ? singleOf(bare, [...properties.keys()]) : undefined;
  if (one !== undefined) return one;
  if (/^(in|of)$/.test(bare)) return placeProperty(contract, properties, parameter);
  const isOne = !shapeNames.test(bare) && !types.includes('object');
  const lists = [`${bare}s`, bare.replace(/y$/, 'ies')].filter((plural) => {
    const pointer = isOne ? properties.get(plural) : undefined;
    return pointer !== undefined && viewSchema(contract, pointer).items !== undefined;
  });
  return lists[0];
}

/** Of several values, an item has one: `statuses` are of what has the `status`. */
function singleOf(name: string, properties: readonly string[]): string | undefined {
  const singles = [name.replace(/s$/, ''), name.replace(/es$/, ''), name.replace(/ies$/, 'y')].map(joinedWords);
  return properties.find((one) => one !== name && singles.includes(joinedWords(one)));
}

/** What `in` alone asks for: the only identifier of another thing that has the schema of the parameter. */
function placeProperty(
  contract: Contract,
  properties: ReadonlyMap<string, string>,
  parameter: Parameter,
): string | undefined {
  const schema = resolvePart(contract, parameterSchema(parameter)).pointer;
  const alike = [...properties].filter(([, at]) => resolvePart(contract, at).pointer === schema);
  const [[name = ''] = [], ...others] = alike;
  const isOfOther = namesIdentifier(name) && wordsOf(name).length > 1;
  return isOfOther && others.length === 0 ? name : undefined;
}

/** Values that are one of few, identifiers, or days: to filter by them is to compare. */
function isExactFilter(contract: Contract, parameter: Parameter, property: SchemaView): boolean {
  const view = viewSchema(contract, parameterSchema(parameter));
  const of = view.items === undefined ? view : viewSchema(contract, view.items);
  const own = property.items === undefined ? identifierOf(contract, property) : viewSchema(contract, property.items);
  // Of a list of texts, one is asked for: to have it is to have exactly it.
  const isOfMany = property.items !== undefined && view.items !== undefined;
  const isScalar = ['boolean', 'integer'].some((type) => of.types.includes(type) && own.types.includes(type));
  const [format, ownFormat] = [of, own].map((one) => one.keywords.get('format')?.value);
  const isNamed = namesIdentifier(parameter.name) && [of, own].every(({ types }) => types.includes('string'));
  const isIdentifier = isNamed || (format === 'uuid' && format === ownFormat);
  // By the day on which something begins or ends, what is there from or until then may be meant.
  const isDay =
    format === 'date' && format === ownFormat && !wordsOf(parameter.name).some((word) => endWords.has(word));
  const [pattern, ownPattern] = [of, own].map((one) => one.keywords.get('pattern')?.value);
  // A code: what matches the whole pattern is no part of another one.
  const isCode = typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && pattern === ownPattern;
  return of.keywords.has('enum') || isScalar || isIdentifier || isDay || isOfMany || isCode;
}

/** Of a thing that is shown by its identifier, or as a whole where it is expanded, the identifier. */
function identifierOf(contract: Contract, property: SchemaView): SchemaView {
  const views = property.alternatives.map((pointer) => viewSchema(contract, pointer));
  const isWhole = (view: SchemaView) => typesOf(contract, view).every((type) => type === 'object');
  const [identifier, ...others] = views.filter((view) => !isWhole(view));
  return identifier !== undefined && others.length === 0 && views.length > 1 ? identifier : property;
}

const endWords = new Set(
  'start starts begin begins end ends from to since until by in out first last min max due expires valid'.split(' '),
);

// Parameters of these names say how items are shown.
const shapeNames =
  /^(locale|lang(uage)?|currency|time[-_]?zone|tz|units?|format|fields|include|expand|view|sort|order)$/i;

/** Free text, which may be searched for in other ways than by comparing. */
function isTextFilter(contract: Contract, parameter: Parameter, property: SchemaView): boolean {
  const view = viewSchema(contract, parameterSchema(parameter));
  const own =
    property.items === undefined || parameter.types.includes('array') ? property : viewSchema(contract, property.items);
  const isLike = isFreeText(view) ? isFreeText(own) || isAddress(own) : isAddress(view) && isAddress(own);
  return !shapeNames.test(parameter.name) && !namesIdentifier(parameter.name) && isLike;
}

/** True for `customerId`, and `ids`: of an identifier, nobody knows a part. */
export function namesIdentifier(name: string): boolean {
  return /^ids?$/.test(wordsOf(name).at(-1) ?? '');
}

function isAddress({ types, items, keywords }: SchemaView): boolean {
  const isOther = items !== undefined || ['enum', 'const', 'pattern'].some((name) => keywords.has(name));
  return types.includes('string') && !isOther && /^(email|hostname|uri)$/.test(String(keywords.get('format')?.value));
}

function isFreeText({ types, items, keywords }: SchemaView): boolean {
  return (
    types.includes('string') &&
    items === undefined &&
    !['enum', 'const', 'format', 'pattern'].some((name) => keywords.has(name))
  );
}
