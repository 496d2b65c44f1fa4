import type { Exact } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import { stringOf } from '../json.ts';
import type { Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { enumOf, type SchemaView, textAt, viewSchema } from '../schemas/schema-view.ts';
import { describedFormat } from '../values/described-format.ts';
import { examplesAt } from '../values/examples.ts';
import { textsOfPattern } from '../values/few-texts.ts';
import { type Ranking, rankingOf, rankOf } from '../values/value-rank.ts';
import { nameWith, timeOfCreation, wordsOf } from './name-words.ts';

/** An order that a list can be asked for. */
export interface SortOrder {
  /** What the parameters have for it. */
  query: readonly (readonly [parameter: Parameter, value: Exact])[];
  property: string;
  /** How its values compare. */
  ranking: Ranking | 'text';
  /** Undefined where the contract does not say which. */
  isAscending: boolean | undefined;
}

/** Two orders that a list can be asked for at once. */
export interface SortPair {
  query: SortOrder['query'];
  /** The property that items are sorted by first. */
  first: string;
  /** The order of items that have the same value of that. */
  second: SortOrder;
}

/** The parameter that says in which order items are listed. */
export interface Sort {
  parameter: Parameter;
  orders: readonly SortOrder[];
  /** Those of which it takes two, one after the other. */
  pairs: readonly SortPair[];
  /** What it has for either direction, where it says nothing but that: both cannot give the same list. */
  ways: readonly SortOrder['query'][];
}

const sortNames = /^(sort|order|sort by|order by|sorting|ordering|sort key|sort field)$/;
const directionNames =
  /^(order|direction|sort order|sort direction|sort dir|order direction|order dir|dir|sorting order)$/;
const directions = /^(asc|desc)(ending)?$/i;

/** True for items of which some stand above the others, in every order. */
export function standsAbove(item: SchemaView): boolean {
  return [...item.properties.keys()].some((name) => /pinned|sticky|featured|promoted/i.test(name));
}

/** What the query parameters of a list say of its order, for properties of the items. */
export function sortOf(contract: Contract, item: SchemaView, query: readonly Parameter[]): Sort | undefined {
  if (standsAbove(item)) return undefined;
  const rankings = new Map(
    [...item.properties].flatMap(([name, pointer]): [string, Ranking | 'text'][] => {
      const own = sortedAs(name, viewSchema(contract, pointer));
      return own === undefined ? [] : [[name, own]];
    }),
  );
  const names = [...item.properties.keys()];
  for (const parameter of query) {
    if (!isSort(parameter)) continue;
    const few = textsOf(contract, parameter);
    const all = few.length > 0 ? few : describedTexts(contract, parameter, [...rankings.keys()]);
    const direction = query.find((other) => other !== parameter && directionsOf(contract, other) !== undefined);
    const orders = all.flatMap((text): SortOrder[] => {
      const named = orderNamed(text, names, all);
      const ranking = named === undefined ? undefined : rankings.get(named.property);
      if (named === undefined || ranking === undefined) return [];
      const { property, isAscending } = named;
      const asked: [Parameter, Exact] = [parameter, parameter.types.includes('array') ? [text] : text];
      if (direction === undefined) return [{ query: [asked], property, ranking, isAscending }];
      // Two directions may hold together in many ways.
      if (isAscending !== undefined && !names.includes(text)) return [];
      return (directionsOf(contract, direction) ?? []).map((way) => ({
        query: [asked, [direction, way]],
        property,
        ranking,
        isAscending: /^asc/i.test(way),
      }));
    });
    if (orders.length > 0)
      return { parameter, orders, pairs: pairsOf(contract, parameter, names, orders, all), ways: [] };
  }
  return sortByDirection(contract, names, rankings, query);
}

/**
 * The order that a parameter has by default, where that is none of its values, as `-createdAt` beside `createdAt`: no
 * request can ask for it.
 */
export function unlistedOrder(
  contract: Contract,
  item: SchemaView,
  query: readonly Parameter[],
): Pick<SortOrder, 'property' | 'ranking' | 'isAscending'> | undefined {
  for (const parameter of query.filter(isSort)) {
    const texts = textsOf(contract, parameter);
    const value = textAt(viewSchema(contract, parameterSchema(parameter)), 'default') ?? '';
    if (texts.length === 0 || texts.includes(value)) continue;
    const named = orderNamed(value, [...item.properties.keys()], texts);
    const ranking = named && sortedAs(named.property, viewSchema(contract, item.properties.get(named.property) ?? ''));
    if (named?.isAscending !== undefined && ranking !== undefined) return { ...named, ranking };
  }
  return undefined;
}

/** A parameter for the direction alone: of the order by the property that its description names, if it does. */
function sortByDirection(
  contract: Contract,
  names: readonly string[],
  rankings: ReadonlyMap<string, SortOrder['ranking']>,
  query: readonly Parameter[],
): Sort | undefined {
  const [parameter, ...others] = query.filter(({ name }) => /sort|order|^dir/i.test(name));
  const texts = parameter && others.length === 0 ? textsOf(contract, parameter) : [];
  const isDirection = texts.length === 2 && texts.every((text) => directions.test(text));
  if (parameter === undefined || !isDirection || parameter.types.includes('array')) return undefined;
  const asked = texts.map((way) => ({ query: [[parameter, way]] as const, isAscending: /^asc/i.test(way) }));
  if (asked[0]?.isAscending === asked[1]?.isAscending) return undefined;
  const property = propertySaid(descriptionAt(contract, parameter.pointer), names);
  const ranking = rankings.get(property ?? '');
  const isSaid = property !== undefined && ranking !== undefined;
  const orders = isSaid ? asked.map((one) => ({ ...one, property, ranking })) : [];
  return { parameter, orders, pairs: [], ways: asked.map((one) => one.query) };
}

/** "Order of creation", "Sort by `name`". */
function propertySaid(description: string, names: readonly string[]): string | undefined {
  const [, word = ''] = /\bby (?:the |their )?[`'"]?([a-z]\w*)\b(?! or\b)/i.exec(description) ?? [];
  const own = nameWith(wordsOf(word), names);
  if (own !== undefined) return own;
  const [time, ...more] = names.filter((name) => timeOfCreation.test(wordsOf(name).join('_')));
  return /\bcreat(?:ed|ion)\b/i.test(description) && more.length === 0 ? time : undefined;
}

/** What a parameter that takes several values can ask for: a value of any property, and another one as its second. */
function pairsOf(
  contract: Contract,
  parameter: Parameter,
  names: readonly string[],
  orders: readonly SortOrder[],
  texts: readonly string[],
): SortPair[] {
  const { types, keywords } = viewSchema(contract, parameterSchema(parameter));
  const most = keywords.get('maxItems')?.value;
  if (!types.includes('array') || (typeof most === 'number' && most < 2)) return [];
  return orders.flatMap((second) => {
    const [[, value = null] = [], ...others] = second.query;
    if (second.isAscending === undefined || others.length > 0) return [];
    return texts.flatMap((text): SortPair[] => {
      const first = orderNamed(text, names, texts)?.property;
      return first === undefined || first === second.property
        ? []
        : [{ query: [[parameter, [text, ...[value].flat()]]], first, second }];
    });
  });
}

function isSort({ name }: Parameter): boolean {
  return sortNames.test(wordsOf(name).join(' '));
}

/** True for a parameter by which things are sorted, and whose schema allows any text: it may have to be a name. */
export function isFreeSort(contract: Contract, parameter: Parameter): boolean {
  if (!isSort(parameter)) return false;
  const view = viewSchema(contract, parameterSchema(parameter));
  const one = view.items === undefined ? view : viewSchema(contract, view.items);
  return one.types.includes('string') && textsOf(contract, parameter).length === 0;
}

// As in `property,(asc|desc)` and `field:asc|desc`.
const saidFormat = /\b(?:property|field|attribute|column)\W?([,:])\W?asc(?:ending)?\W{1,2}desc/i;

// As in "prefix it with `-` for descending order", or "in descending order use `-name`".
const minus = '(?:[`\'"(]-[\\w`\'")]|\\b(?:minus|hyphen|dash)\\b)';
const signed = new RegExp(
  `${minus}[^.;]*\\b(?:descend|desc\\b|revers)|\\b(?:descend|desc\\b|revers)[^.;]*${minus}`,
  'i',
);

/** The values of a parameter whose description or example says how a property and a direction are written. */
function describedTexts(contract: Contract, parameter: Parameter, names: readonly string[]): string[] {
  const description = descriptionAt(contract, parameter.pointer);
  const [, separator] = saidFormat.exec(description) ?? [];
  if (separator === undefined && signed.test(description)) {
    const said = new Set([...description.matchAll(/[`'"]-?([\w.]+)[`'"]/g)].map(([, name]) => name));
    return names.filter((name) => said.has(name)).flatMap((name) => [name, `-${name}`]);
  }
  if (separator !== undefined) return names.flatMap((name) => [`${name}${separator}asc`, `${name}${separator}desc`]);
  return exemplaryTexts(contract, parameter);
}

/** Both directions of each example, as of `createdAt,desc` or `-createdAt`: a server may sort by nothing else. */
function exemplaryTexts(contract: Contract, { pointer }: Parameter): string[] {
  const texts = examplesAt(contract, pointer).flatMap(({ value: example }) => {
    if (typeof example !== 'string') return [];
    const [, way, name = '', separator = '', last] = /^([-+])?(\w+)(?:([,:.])(asc|desc))?$/i.exec(example) ?? [];
    if (last !== undefined)
      return (/^[A-Z]/.test(last) ? ['ASC', 'DESC'] : ['asc', 'desc']).map((one) => `${name}${separator}${one}`);
    return way === '-' ? [name, example] : [];
  });
  return [...new Set(texts)];
}

/** The values of a parameter that has few. */
function textsOf(contract: Contract, parameter: Parameter): string[] {
  const view = viewSchema(contract, parameterSchema(parameter));
  const one = view.items === undefined ? view : viewSchema(contract, view.items);
  const written = enumOf(one)?.flatMap((value) => stringOf(value) ?? []);
  return written ?? textsOfPattern(textAt(one, 'pattern') ?? '') ?? [];
}

/** The values of a parameter that says in which direction a list is sorted, and nothing else. */
function directionsOf(contract: Contract, parameter: Parameter): string[] | undefined {
  const texts = directionNames.test(wordsOf(parameter.name).join(' ')) ? textsOf(contract, parameter) : [];
  return texts.length > 0 && texts.every((text) => directions.test(text)) ? texts : undefined;
}

/** The property that a value names, and the direction that it gives: `name`, `-name`, `name:asc`, `nameDesc`. */
function orderNamed(
  text: string,
  names: readonly string[],
  all: readonly string[],
): Pick<SortOrder, 'property' | 'isAscending'> | undefined {
  const sign = /^[-+]/.exec(text)?.[0];
  const words = wordsOf(text);
  const whole = nameWith(words, names);
  if (whole !== undefined) {
    // Beside its opposite, the name alone is ascending.
    const isBare = sign === undefined && !all.includes(`-${text}`);
    return { property: whole, isAscending: isBare ? undefined : sign !== '-' };
  }
  const last = words.at(-1) ?? '';
  const property = sign === undefined && directions.test(last) ? nameWith(words.slice(0, -1), names) : undefined;
  return property === undefined ? undefined : { property, isAscending: last.startsWith('asc') };
}

// Texts that may have a rank of their own: a low priority comes before a high one.
const ranked = /priority|severity|status|state|level|rank|grade|size|type|kind|stage|month|day|version/i;

/** How the values of a property are sorted; undefined where a server may have its own way. */
export function sortedAs(name: string, view: SchemaView): Ranking | 'text' | undefined {
  const isText =
    view.types.includes('string') &&
    view.types.every((type) => type === 'string' || type === 'null') &&
    !['enum', 'const', 'format'].some((keyword) => view.keywords.has(keyword)) &&
    !ranked.test(name);
  const ofAmount = textAt(view, 'format') === 'decimal' ? 'decimal' : undefined;
  const isPlain = isText || /^(email|ulid)$/.test(textAt(view, 'format') ?? '');
  const described = isText ? describedFormat(textAt(view, 'description') ?? '') : undefined;
  const ofTime = described === 'date' || described === 'date-time' ? described : undefined;
  return rankingOf(view) ?? ofAmount ?? ofTime ?? (isPlain ? 'text' : undefined);
}

/** Whether a value comes before (-1) or after (1) another one in ascending order; undefined where that is not sure. */
export function comparedIn(
  ranking: SortOrder['ranking'],
  one: Exact | undefined,
  other: Exact | undefined,
): -1 | 1 | undefined {
  if (ranking === 'text') return comparedTexts(one, other);
  const [own, second] = [rankOf(ranking, one), rankOf(ranking, other)];
  if (own === undefined || second === undefined) return undefined;
  if (own < second) return -1;
  return own > second ? 1 : undefined;
}

// Long, in lower case, perhaps behind what kind of thing it is of: `ord_01h1s5z6vf2mm1mz3hevnn9va7`.
const identifier = /^(?:[a-z]+_)?[\da-z]{20,}$/;

/** By the first character in which they differ, where both are letters, or digits that are no part of a number. */
function comparedIdentifiers(one: string, other: string): -1 | 1 | undefined {
  const place = [...one].findIndex((sign, index) => sign !== other[index]);
  const differing = [one, other].map((text) => text.slice(place, place + 2));
  const isAlike = [/^[a-z]/, /^\d(?!\d)/].some((kind) => differing.every((text) => kind.test(text)));
  if (place < 0 || !isAlike) return undefined;
  return one < other ? -1 : 1;
}

/** By the first character, and only where all ways to sort texts agree. */
function comparedTexts(one: Exact | undefined, other: Exact | undefined): -1 | 1 | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  if ([one, other].every((text) => identifier.test(text)) && one.length === other.length)
    return comparedIdentifiers(one, other);
  const [own, second] = [one, other].map((text) =>
    /^(the|an?)\s/i.test(text) ? undefined : /^([a-z]|[A-Z]|\d+)/.exec(text)?.[0],
  );
  if (own === undefined || second === undefined || own === second || classOf(own) !== classOf(second)) return undefined;
  return own < second ? -1 : 1;
}

/** Numbers in texts may be sorted by their values: those of as many digits are in the same order either way. */
function classOf(start: string): string {
  if (/\d/.test(start)) return `${start.length} digits`;
  return start === start.toLowerCase() ? 'lower' : 'upper';
}
