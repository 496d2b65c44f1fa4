import type { Exact } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { type Ranking, rankingOf, rankOf } from '../values/value-rank.ts';
import { valueIn } from './item-attributes.ts';
import { viewItem } from './item-view.ts';
import { wordsOf } from './name-words.ts';
import type { ListOperation } from './resource.ts';

/** A parameter that gives only the items of one day, whichever of their times is meant. */
export interface DayFilter {
  parameter: Parameter;
  times: readonly { property: string; ranking: Ranking }[];
}

const day = 24 * 60 * 60 * 1000;
// Where the day is, nobody knows, and something may end on the next one.
const leeway = 2 * day;

const filtering = /\bfilter\w*\b[^.]*\b(?:date|day)\b/i;
const ofOneDay =
  /\b(?:for|on|of) (?:a|the|this|that|one) (?:(?:given|specific|specified|particular|certain) )?(?:date|day)\b/i;
const beyond = /\b(?:later|earlier|after|before|since|until|from|as of|up to|onwards?|closest|nearest)\b/i;
const comingBack = /recur|repeat|frequency|interval|rrule|weekday|^days?$|days?_?of_?week/i;
// What is so from a time on, with no end, is so on any later day.
const beginning = new Set([
  'start',
  'starts',
  'started',
  'from',
  'since',
  'begin',
  'begins',
  'effective',
  'valid',
  'open',
]);
const ofRecord = /^(?:creat|updat|modif|chang|edit|delet|publish|birth)/i;

/** The filters of a list by day that have the name of no property, as `date` of flights that depart and arrive. */
export function dayFiltersOf(contract: Contract, { operation, item }: ListOperation): DayFilter[] {
  const ofDay =
    operation.method === 'GET' ? operation.parameters.filter((one) => isOfDay(contract, operation, one)) : [];
  const times = ofDay.length === 0 ? [] : timesOf(contract, item);
  return times.length === 0
    ? []
    : ofDay
        .filter(({ name }) => times.every(({ property }) => property !== name))
        .map((parameter) => ({ parameter, times }));
}

function isOfDay(contract: Contract, operation: Operation, parameter: Parameter): boolean {
  const { in: place, name, pointer } = parameter;
  if (place !== 'query' || !/^(?:date|day)$/i.test(name)) return false;
  if (rankingOf(viewSchema(contract, parameterSchema(parameter))) !== 'date') return false;
  const own = descriptionAt(contract, pointer);
  return !beyond.test(own) && [own, descriptionAt(contract, operation.pointer)].some((text) => says(text));
}

function says(text: string): boolean {
  return filtering.test(text) || ofOneDay.test(text);
}

/** The times of an item; none where another property may say the day, or one of them is no day of the item. */
function timesOf(contract: Contract, item: string): DayFilter['times'] {
  const properties = [...viewItem(contract, item).properties].map(([property, pointer]) => {
    const view = viewSchema(contract, pointer);
    return { property, view, ranking: rankingOf(view) };
  });
  const times = properties.flatMap(({ property, ranking }) =>
    ranking === 'date' || ranking === 'date-time' ? [{ property, ranking }] : [],
  );
  const [only, ...others] = times;
  const isOpenEnded = others.length === 0 && wordsOf(only?.property ?? '').some((word) => beginning.has(word));
  const mayBeElsewhere = properties.some(
    ({ property, view: { types }, ranking }) =>
      comingBack.test(property) ||
      types.length === 0 ||
      types.some((type) => type === 'object' || type === 'array') ||
      (ranking === undefined && wordsOf(property).some((word) => ['date', 'day', 'time', 'when'].includes(word))),
  );
  return isOpenEnded || mayBeElsewhere || times.every(({ property }) => ofRecord.test(property)) ? [] : times;
}

/** True for an item that lies days before or after a day with all of its times; not where it has not all of them. */
export function isOfOtherDay({ times }: DayFilter, item: Exact, date: string): boolean {
  const asked = Date.parse(date);
  const own = times.map(({ property, ranking }) => rankOf(ranking, valueIn(item, property)));
  const known = own.flatMap((time) => (time === undefined ? [] : [Number(time)]));
  if (known.length < times.length) return false;
  return known.every((time) => time < asked - leeway) || known.every((time) => time > asked + leeway);
}
