import type { Exact } from '../../../http/exact-json.ts';
import { isInRange, type RangeFilter, rangedValue } from '../../../openapi/resources/range-filters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { rankOf } from '../../../openapi/values/value-rank.ts';
import type { PlanningContext } from '../../planning-context.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;
const decade = 3653 * day;

/** Whether an item must be listed; undefined also where it is in the range by one of its times, and not by another. */
export function isSurelyListed(filter: RangeFilter, item: Exact, bound: Exact): boolean | undefined {
  const [first, ...rest] = [filter.property, ...filter.others].map((name) =>
    isSurelyInRange(filter, rangedValue(filter, item, name), bound),
  );
  return rest.every((one) => one === first) ? first : undefined;
}

/**
 * Whether an item with a value must be listed; undefined where a server may see it either way: at a bound of which the
 * neither name nor description says whether it is in the range, and where a time is nearer to it than how it is written
 * tells apart.
 */
export function isSurelyInRange(filter: RangeFilter, value: Exact | undefined, bound: Exact): boolean | undefined {
  const [own, limit] = [rankOf(filter.own, value), rankOf(filter.bound, bound)];
  if (own === undefined || limit === undefined) return undefined;
  const isTime = filter.own === 'date-time' || filter.bound === 'date-time';
  if (isTime) {
    // A day begins elsewhere at another time.
    const near = filter.own === filter.bound ? second : 2 * day;
    if (isSureAtTime(filter) && own >= limit && own <= limit) return filter.isIncluded;
    return Math.abs(Number(own) - Number(limit)) <= near ? undefined : isInRange(filter, value, bound);
  }
  // A fraction need not be the one that is stored.
  const isWritten = filter.own === 'date' || filter.own === 'decimal' || Number.isInteger(Number(own));
  const isExact = filter.isIncluded !== undefined && isWritten;
  return own >= limit && own <= limit && !isExact ? undefined : isInRange(filter, value, bound);
}

/**
 * Whether a time is surely in the range, or out of it, where it is the bound: it may be stored with a fraction that is
 * not shown, and so be a little later.
 */
export function isSureAtTime({ own, bound, isLeast, isIncluded }: RangeFilter): boolean {
  return own === 'date-time' && bound === 'date-time' && isIncluded === isLeast;
}

/**
 * Values for a filter: one that the items are on both sides of, else two that all of them are on one side of, and one
 * that they have, where the name says whether it is in the range. The first leaves out everything.
 */
export function rangeBounds(context: PlanningContext, filter: RangeFilter, items: readonly Exact[]): Exact[] {
  const { parameter, property, others, own, bound } = filter;
  const isAllowed = (value: Exact) => value !== 0 && context.isValid('request', parameterSchema(parameter), value);
  const values = items
    .flatMap((item) => [property, ...others].flatMap((name) => rangedValue(filter, item, name) ?? []))
    .flatMap((value) => {
      const rank = rankOf(own, value);
      if (rank === undefined) return [];
      // An amount that is a text may be asked for as a number.
      const asked = own === 'decimal' && bound === 'number' ? Number(rank) : value;
      return [{ value, asked, rank: Number(rank) }];
    })
    .toSorted((one, other) => one.rank - other.rank);
  const [least, most] = [values.at(0), values.at(-1)];
  if (least === undefined || most === undefined) return [];
  const between = values.filter(({ asked }) => {
    const ends = [least, most].map((end) => isSurelyInRange(filter, end.value, asked));
    return isAllowed(asked) && !ends.includes(undefined) && ends[0] !== ends[1];
  });
  const middle = between[Math.floor(between.length / 2)];
  if (middle !== undefined && others.length === 0) return [middle.asked];
  const isSureAtBound = isSurelyInRange(filter, least.value, least.asked) !== undefined && isAllowed(least.asked);
  const [below, above] = [beyond(filter, least.rank, -1), beyond(filter, most.rank, 1)].map((some) =>
    some.find(isAllowed),
  );
  const far = filter.isLeast ? [above, below] : [below, above];
  return [...far, ...(isSureAtBound ? [least.asked] : [])].flatMap((value) => value ?? []);
}

/** Values far beyond a value, the farthest first. */
function beyond({ bound }: RangeFilter, rank: number, sign: 1 | -1): Exact[] {
  if (bound === 'integer' || bound === 'number')
    return [1000, 1]
      .map((step) => (sign === 1 ? Math.floor(rank) : Math.ceil(rank)) + sign * step)
      .filter(Number.isSafeInteger);
  if (bound === 'decimal')
    return [1000, 1].flatMap((step) => [0, 1, 2, 3, 4].map((digits) => (rank + sign * step).toFixed(digits)));
  const time = new Date(rank + sign * decade);
  if (Number.isNaN(time.getTime())) return [];
  const text = time.toISOString();
  return [bound === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`];
}
