import { type Exact, within } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { levelsWithin, nearestPlaces } from '../schemas/nearest-places.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { enumOf, type SchemaView, viewSchema } from '../schemas/schema-view.ts';
import { isDecimal, type Ranking, rankingOf, rankOf } from '../values/value-rank.ts';
import { valueIn } from './item-attributes.ts';
import { isOfAnyTime, nameWith, wordsOf } from './name-words.ts';

/** A parameter that gives only the items whose property is on one side of its value. */
export interface RangeFilter {
  parameter: Parameter;
  property: string;
  /** Where that is an object, the property of it that has the value: the amount of a price. */
  part: string | undefined;
  /** Other times of an item that may be meant: of which of them it is, the name does not say. */
  others: readonly string[];
  /** True for what must be more than the value, false for what must be less. */
  isLeast: boolean;
  /** Whether the value itself is in the range; undefined where neither name nor description says. */
  isIncluded: boolean | undefined;
  /** How values of the parameter, and those of the property, are written. */
  bound: Ranking;
  own: Ranking;
}

interface Side {
  isLeast: boolean;
  isIncluded?: boolean;
  /** Of times alone: a number after another one may be the next of a list. */
  isOfTimes?: true;
}

const sides = new Map<string, Side>([
  ['after', { isLeast: true, isOfTimes: true }],
  ['since', { isLeast: true, isOfTimes: true }],
  ['from', { isLeast: true }],
  ['min', { isLeast: true, isIncluded: true }],
  ['minimum', { isLeast: true, isIncluded: true }],
  ['gte', { isLeast: true, isIncluded: true }],
  ['ge', { isLeast: true, isIncluded: true }],
  ['gt', { isLeast: true, isIncluded: false }],
  ['before', { isLeast: false, isOfTimes: true }],
  ['until', { isLeast: false, isOfTimes: true }],
  ['to', { isLeast: false }],
  ['max', { isLeast: false, isIncluded: true }],
  ['maximum', { isLeast: false, isIncluded: true }],
  ['lte', { isLeast: false, isIncluded: true }],
  ['le', { isLeast: false, isIncluded: true }],
  ['lt', { isLeast: false, isIncluded: false }],
]);

// Before the name of a property, others than these are of times alone: `from_account` is a place.
const leading = /^(min|max)(imum)?$/;

// Deeper in an item, no time is looked for.
const mostDepth = 4;

// By themselves, `after` and `before` may be places in a list.
const bare = /^(from|to|since|until)$/;

/** The range filter that a query parameter is by its name, for one property of the items. */
export function rangeFilterOf(contract: Contract, item: SchemaView, parameter: Parameter): RangeFilter | undefined {
  const bound = boundingOf(viewSchema(contract, parameterSchema(parameter)));
  if (bound === undefined || item.properties.has(parameter.name)) return undefined;
  const words = wordsOf(parameter.name.replace(/^filter(?=\[)/, ''));
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const rankings = rankingsOf(contract, item, bound);
  const ways: [word: string, rest: string[], isOfTimes: boolean][] = [
    [last, words.slice(0, -1), false],
    [first, words.slice(1), !leading.test(first)],
  ];
  for (const [word, rest, isOfTimes] of ways) {
    const side = sides.get(word);
    if (side === undefined || ((side.isOfTimes || isOfTimes) && !isTime(bound))) continue;
    const named =
      nameWith(rest, [...rankings.keys()]) ??
      // What starts does so on its `startDate`.
      (isTime(bound)
        ? nameWith(
            rest.map((one) => one.replace(/s$/, '')),
            [...rankings.keys()],
          )
        : undefined) ??
      meantBy(contract, parameter, rest, [...item.properties.keys()]);
    const times = bare.test(word) && isOfAnyTime(rest) ? timesMeant(contract, item, parameter, bound) : [];
    const [property, ...others] = named === undefined ? times : [named];
    const found = property === undefined ? undefined : rankings.get(property);
    const isIncluded = side.isIncluded ?? saidToBeIncluded(contract, parameter);
    if (property !== undefined && found !== undefined)
      return { parameter, property, others, isLeast: side.isLeast, isIncluded, bound, ...found };
  }
  return undefined;
}

// What an item has of something may be no more than these say: its price in all, or on average.
const neutral = new Set(['average', 'avg', 'mean', 'overall', 'current', 'total', 'estimated']);

/**
 * The one property that has all words of a name and more, as `average_rating` for `rating`, where these say nothing of
 * their own, or the description of the parameter has them as well.
 */
function meantBy(contract: Contract, parameter: Parameter, rest: readonly string[], names: readonly string[]) {
  const [meant, ...others] = names.filter((name) => rest.every((word) => wordsOf(name).includes(word)));
  if (rest.length === 0 || meant === undefined || others.length > 0) return undefined;
  const more = wordsOf(meant).filter((word) => !rest.includes(word));
  if (more.some((word) => sides.has(word))) return undefined;
  const said = wordsOf(descriptionAt(contract, parameter.pointer)).map(beginningOf);
  const isSaid = wordsOf(meant).every((word) => said.includes(beginningOf(word)));
  return isSaid || more.every((word) => neutral.has(word)) ? meant : undefined;
}

const excluding = /\b(?:exclusive|excluding|strictly|(?:not|non)[ -]inclusive)\b/i;
// Of the value itself: "before the event" says nothing of it.
const comparisons = '(?:before|after|(?:earlier|later|older|newer|less|more|lower|higher|greater) than)';
const bounds = '(?:date|time|moment|instant|timestamp|day|value|number|amount)';
const beyond = new RegExp(`\\b${comparisons} (?:this|that|the given|the specified) ${bounds}\\b`, 'i');
// "At most" may be said of how long the range is.
const including =
  /\binclusive(ly)?\b|\bor (later|earlier|newer|older|equal)\b|\b(at|on) or (after|before)\b|\bup to and including\b/i;

/** What the description says of the value itself: "at this time or later", "exclusive". */
function saidToBeIncluded(contract: Contract, parameter: Parameter): boolean | undefined {
  const text = descriptionAt(contract, parameter.pointer);
  if (excluding.test(text)) return including.test(text.replace(excluding, '')) ? undefined : false;
  if (including.test(text)) return true;
  return beyond.test(text) ? false : undefined;
}

/** What `weight` and `weighs` have in common. */
function beginningOf(word: string): string {
  return word.slice(0, 4);
}

function isTime(ranking: Ranking): boolean {
  return ranking === 'date' || ranking === 'date-time';
}

interface Ranked {
  part: string | undefined;
  own: Ranking;
}

/**
 * The properties that can be compared with a bound. What is an identifier may be a place in a list, and a version 1.10
 * comes after 1.9.
 */
function rankingsOf(contract: Contract, { properties }: SchemaView, bound: Ranking): Map<string, Ranked> {
  return new Map(
    [...properties].flatMap(([name, pointer]): [string, Ranked][] => {
      if (wordsOf(name).some((word) => word === 'id' || word === 'version')) return [];
      const view = viewSchema(contract, pointer);
      const own = boundingOf(view);
      if (own === undefined) return partRanked(contract, view, bound).map((part) => [name, part]);
      return isComparable(own, bound) ? [[name, { part: undefined, own }]] : [];
    }),
  );
}

function boundingOf(view: SchemaView): Ranking | undefined {
  return rankingOf(view) ?? (isDecimal(view) ? 'decimal' : undefined);
}

function isComparable(own: Ranking, bound: Ranking): boolean {
  // A bound with a fraction may be of another unit than whole numbers.
  if (isTime(bound)) return isTime(own);
  return own === bound || (own === 'number' && bound === 'integer') || (own === 'decimal' && bound === 'number');
}

/** What alone differs in an object: the amount of a price whose currency is always the same. */
function partRanked(contract: Contract, { properties }: SchemaView, bound: Ranking): Ranked[] {
  if (isTime(bound)) return [];
  const differing = [...properties].flatMap(([part, pointer]) => {
    const view = viewSchema(contract, pointer);
    return enumOf(view)?.length === 1 ? [] : [{ part, own: boundingOf(view) }];
  });
  const [found, ...others] = differing;
  if (found?.own === undefined || others.length > 0 || !isComparable(found.own, bound)) return [];
  return [{ part: found.part, own: found.own }];
}

/** The value of a property that a filter compares. */
export function rangedValue({ part }: RangeFilter, item: Exact, property: string): Exact | undefined {
  const own = valueIn(item, property);
  return part === undefined || own === undefined ? own : within(own, [part]);
}

/**
 * The times that an item has, where all are written as the bound is and no part of the item can have another one. Of
 * several, one must be of the thing itself, and not of what was done with it.
 */
function timesOf(contract: Contract, { properties }: SchemaView, bound: Ranking): string[] {
  const all = [...properties].map(([name, pointer]) => ({
    name,
    pointer,
    own: rankingOf(viewSchema(contract, pointer)),
  }));
  const times = all.filter(({ own }) => own !== undefined && isTime(own));
  const isWhole = all.every((one) => times.includes(one) || !mayHaveTime(contract, one.pointer));
  const isOfThing =
    times.length === 1 || times.some(({ name }) => !/^(creat|updat|modif|chang|edit|delet)/i.test(name));
  return isWhole && isOfThing && times.every(({ own }) => own === bound) ? times.map(({ name }) => name) : [];
}

/** "Starts" says which time is meant; "start of the range" and "start date" do not. */
const ofRange = '(?! (?:of|date|time|day|datetime|timestamp)\\b| ?[(.,:;]|$)';

/** The times that may be meant: the one that the description of the parameter has the word of, as "that starts at". */
function timesMeant(contract: Contract, item: SchemaView, parameter: Parameter, bound: Ranking): string[] {
  const text = descriptionAt(contract, parameter.pointer);
  const isSaid = (name: string) => {
    const own = wordsOf(name).filter((word) => !isOfAnyTime([word]));
    return (
      own.length > 0 && own.every((word) => new RegExp(`\\b${beginningOf(word)}\\w*\\b${ofRange}`, 'i').test(text))
    );
  };
  const [said, ...others] = [...item.properties]
    .filter(([name, pointer]) => isSaid(name) && rankingOf(viewSchema(contract, pointer)) === bound)
    .map(([name]) => name);
  return said === undefined || others.length > 0 ? timesOf(contract, item, bound) : [said];
}

/** True for a time, and for what may hold one, as objects of which not all is known. */
function mayHaveTime(contract: Contract, pointer: string): boolean {
  const within = ({ at, depth }: { at: string; depth: number }) => {
    const { properties, items } = viewSchema(contract, at);
    return [...properties.values(), ...(items === undefined ? [] : [items])].map((part) => ({
      at: part,
      depth: depth + 1,
    }));
  };
  const start = { at: pointer, depth: 0 };
  const isSmall = levelsWithin(start, mostDepth + 1, within) > mostDepth;
  const mayHave = ({ at, depth }: typeof start) => depth > mostDepth || isTimeOrOpen(viewSchema(contract, at));
  return !isSmall || nearestPlaces(start, mostDepth + 1, within).some(mayHave);
}

function isTimeOrOpen(view: SchemaView): boolean {
  const { types, properties, items } = view;
  const own = rankingOf(view);
  const isOpenList = types.includes('array') && items === undefined;
  const isOpenObject = types.includes('object') && properties.size === 0;
  return types.length === 0 || (own !== undefined && isTime(own)) || isOpenList || isOpenObject;
}

/** Whether a value is in the range. One at the bound is, where the name does not say otherwise; none is not. */
export function isInRange(filter: RangeFilter, value: Exact | undefined, bound: Exact): boolean {
  const [own, limit] = [rankOf(filter.own, value), rankOf(filter.bound, bound)];
  if (own === undefined || limit === undefined) return false;
  // Numbers and large integers compare by their values.
  const isEqual = own >= limit && own <= limit;
  return isEqual ? filter.isIncluded !== false : own > limit === filter.isLeast;
}
