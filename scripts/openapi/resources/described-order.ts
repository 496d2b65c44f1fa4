import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../contract.ts';
import { descriptionAt, textsAt } from '../contract.ts';
import type { SchemaView } from '../schemas/schema-view.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { withAttributes } from './item-attributes.ts';
import { viewItem } from './item-view.ts';
import { nameWith, timeOfCreation, wordsOf } from './name-words.ts';
import type { ListOperation } from './resource.ts';
import { type SortOrder, sortedAs, standsAbove, unlistedOrder } from './sort-orders.ts';

/** The order of a list that nobody asks for another one: by one of the properties, where several may be meant. */
export interface DescribedOrder {
  properties: readonly Pick<SortOrder, 'property' | 'ranking'>[];
  /** Undefined where the description does not say which. */
  isAscending: boolean | undefined;
}

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

const coming = /(?:(?:com|appear)(?:es?|s|ing)? )?/.source;
const newest = anyOf(
  new RegExp(`\\b(?:newest|latest|most recent(?:ly [a-z]+)?)(?: [a-z]+)?,? ${coming}(?:at the )?(?:first|top)\\b`),
  /\blast,? (?:comes )?first\b/,
  /\breverse[- ]chronological/,
  /\b(?:newest|latest) to oldest\b/,
);
// What is asked for page by page: of the latest messages alone, the last one may be at the end.
const asking = /^(?:gets?|lists?|returns?|shows?|fetch(?:es)?|retrieves?|reads?|finds?) (?:the |all )?/.source;
const recent = new RegExp(`${asking}(?:most recent|newest|latest) [a-z]+s\\b`, 'i');
const oldest = anyOf(new RegExp(`\\b(?:oldest|earliest)(?: [a-z]+)? ${coming}first\\b`), /\boldest to newest\b/);
const asMade =
  /\bin the order (?:in which |that )?(?:they|it) (?:are|is|was|were|have been) (?:made|created|added|placed|taken)\b/i;
const soonest = new RegExp(`\\bsoonest(?: [a-z]+)?,? ${coming}first\\b`, 'i');
const sorting = /\b(?:sort(?:ed)?|order(?:ed)?|alphabetical(?:ly)?)\b(?: [a-z]+){0,2}?/;
const by = / (?:by|of) (?:the |their |its )?`?([a-z]\w*)\b`?(?! or\b)/;
const named = anyOf(
  new RegExp(`${sorting.source}${by.source}`),
  /^by (?:the |their |its )?`?([a-z]\w*)`?[.,]?$/,
  / by (?:the |their |its )?`?([a-z]\w*)`?,? in (?:ascending|descending|alphabetical) order\b/,
  /\bin (?:ascending|descending) `?([a-z]\w*)`? order\b/,
);

/** "Latest `spentOn` first", "cheapest price first". */
const superlative = 'newest|latest|most recent|oldest|earliest|highest|lowest|largest|biggest|smallest';
const utmost = new RegExp(`\\b(${superlative}) \`?([a-z]\\w*)\`?,? (?:comes? |goes )?first\\b`, 'i');

/** "Highest first" alone, of what has one number. */
const extreme = /\b(highest|largest|biggest|lowest|smallest),? (?:comes? |goes )?first\b/i;

const falling = /\b(?:desc(?:ending)?|highest|largest|biggest|most expensive|newest|latest|longest|reversed?)\b/i;
const rising = anyOf(
  /\b(?:asc(?:ending)?|alphabetical(?:ly)?|lowest|smallest|cheapest|oldest|earliest|shortest)\b/,
  /\ba to z\b/,
);

/** What leaves open which order it is, or for what. */
const hedges = anyOf(
  /\b(?:unless|except|but|if|when|where|usually|typically|then|within|each|every|per|otherwise)\b/,
  /\b(?:pinned|group|grouped|relevan\w+|best|random|arbitrary|no|not|unspecified)\b/,
);

const changing = /^(?:last_?)?(?:updated|modified|changed|edited)_?(?:at|on|date|time|timestamp)?$/i;

/**
 * The order in which a list has its items by a description, of the operation or its success, as "newest first"; else by
 * a default that is none of the values of its parameter.
 */
export function describedOrderOf(contract: Contract, { operation, item }: ListOperation): DescribedOrder | undefined {
  const view = withAttributes(contract, viewItem(contract, item));
  if (standsAbove(view)) return undefined;
  const query = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  const successes = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
  const answers = successes.map(([, { pointer }]) => descriptionAt(contract, pointer));
  const sentences = [...textsAt(contract, operation.pointer), ...answers]
    .flatMap((text) => text.replaceAll(/\s+/g, ' ').split(/(?<=[.:;!?]) /))
    .map((sentence) => withoutParameters(sentence, query));
  const isPaged = query.some((name) => /^(?:offset|skip|page)$/i.test(name));
  const orders = sentences.flatMap((sentence) => orderIn(contract, view, sentence, isPaged) ?? []);
  const [order, ...others] = orders;
  const byDefault = order === undefined ? unlistedOrder(contract, view, operation.parameters) : undefined;
  if (byDefault !== undefined) return { properties: [byDefault], isAscending: byDefault.isAscending };
  return others.every((other) => isDeepStrictEqual(other, order)) ? order : undefined;
}

/** "…, unless `sort` says otherwise" is about other requests. */
function withoutParameters(sentence: string, query: readonly string[]): string {
  // What follows is the order of things with the same of the first.
  const first = sentence.replace(/,? (?:and )?then by [^.;]*/i, '');
  const bare = first.replace(/,? (?:by default|unless `?(\w+)`? (?:says|is|asks|has)\b[^.;]*)/i, (text, name) =>
    name === undefined || query.includes(name) ? '' : text,
  );
  return bare.trim();
}

function orderIn(contract: Contract, view: SchemaView, sentence: string, isPaged: boolean): DescribedOrder | undefined {
  if (hedges.test(sentence)) return undefined;
  const names = [...view.properties.keys()];
  const orderOf = (property: string): DescribedOrder['properties'] => {
    const ranking = sortedAs(property, viewSchema(contract, view.properties.get(property) ?? ''));
    return ranking === undefined ? [] : [{ property, ranking }];
  };
  const most = utmostIn(sentence, names, orderOf) ?? extremeIn(sentence, names, orderOf);
  if (most !== undefined) return most;
  const word = named
    .exec(sentence)
    ?.slice(1)
    .find((one) => one !== undefined);
  const property = word === undefined ? undefined : propertyNamed(word, names);
  if (property !== undefined) {
    const properties = orderOf(property);
    const isAscending = falling.test(sentence) ? false : rising.test(sentence) ? true : undefined;
    return properties.length === 0 ? undefined : { properties, isAscending };
  }
  return timeIn(sentence, names, orderOf, isPaged);
}

/** The time that an item is the first by: that of its creation or its last change, as the sentence says, or another. */
function timeIn(
  sentence: string,
  names: readonly string[],
  orderOf: (property: string) => DescribedOrder['properties'],
  isPaged: boolean,
): DescribedOrder | undefined {
  const timesOf = (some: readonly string[]) => some.flatMap(orderOf).filter(({ ranking }) => /^date/.test(ranking));
  if (soonest.test(sentence)) return onlyTime(timesOf(names.filter((name) => !isOfRecord(name))));
  const isNewest = newest.test(sentence) || (isPaged && recent.test(sentence));
  const isAsMade = asMade.test(sentence);
  if (isNewest === (isAsMade || oldest.test(sentence))) return undefined;
  const isOfChanges = /\b(?:changed|updated|modified|edited|activity|active)\b/i.test(sentence);
  const usual = names.filter((name) => (isOfChanges ? changing : timeOfCreation).test(wordsOf(name).join('_')));
  const main = usual.length > 0 ? usual : names.filter((name) => isSaidIn(sentence, wordsOf(name)));
  if (main.length === 0 && isAsMade) return onlyTime(timesOf(names));
  const [time, ...more] = main.flatMap(orderOf);
  if (time === undefined || more.length > 0) return undefined;
  // Of what has other times as well, it may be the newest by these.
  const others = timesOf(names.filter((name) => !main.includes(name)));
  return { properties: [time, ...others], isAscending: !isNewest };
}

function onlyTime([time, ...others]: DescribedOrder['properties']): DescribedOrder | undefined {
  return time === undefined || others.length > 0 ? undefined : { properties: [time], isAscending: true };
}

/** True for a time of what was done with the record, and not of the thing itself. */
function isOfRecord(name: string): boolean {
  const words = wordsOf(name).join('_');
  return timeOfCreation.test(words) || changing.test(words);
}

/** The property that a sentence says is the latest or the highest in the first item, where it can be that. */
function utmostIn(
  sentence: string,
  names: readonly string[],
  orderOf: (property: string) => DescribedOrder['properties'],
): DescribedOrder | undefined {
  const [, most = '', word = ''] = utmost.exec(sentence) ?? [];
  const property = word === '' ? undefined : propertyNamed(word, names);
  const properties = property === undefined ? [] : orderOf(property);
  const isOfTime = /^(?:newest|latest|most recent|oldest|earliest)$/i.test(most);
  const isFit = properties.some(({ ranking }) => ranking !== 'text' && /^date/.test(ranking) === isOfTime);
  return isFit ? { properties, isAscending: /^(?:oldest|earliest|lowest|smallest)$/i.test(most) } : undefined;
}

/** The one number by which the first item is the highest or the lowest, where a sentence names none. */
function extremeIn(
  sentence: string,
  names: readonly string[],
  orderOf: (property: string) => DescribedOrder['properties'],
): DescribedOrder | undefined {
  const [, most] = extreme.exec(sentence) ?? [];
  if (most === undefined || named.test(sentence)) return undefined;
  const numbers = names.filter((name) => !/id$/i.test(name)).flatMap(orderOf);
  const [number, ...others] = numbers.filter(({ ranking }) => ranking !== 'text' && !/^date/.test(ranking));
  return number === undefined || others.length > 0
    ? undefined
    : { properties: [number], isAscending: /^(?:lowest|smallest)$/i.test(most) };
}

/** What was reported last is so by `reportedAt`. */
function isSaidIn(sentence: string, [first = '', last = '', ...others]: readonly string[]): boolean {
  const isTime = others.length === 0 && /^(?:at|on|date|time)$/.test(last);
  return isTime && first.endsWith('ed') && wordsOf(sentence).includes(first);
}

/** "By their names" is by `name`. */
function propertyNamed(word: string, names: readonly string[]): string | undefined {
  return nameWith(wordsOf(word), names) ?? nameWith(wordsOf(word.replace(/s$/, '')), names);
}
