import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import type { SaidRange } from '../../openapi/resources/said-ranges.ts';

// Words by which names say which end of a range they are.
const ends = new Map([
  ['from', 'to'],
  ['since', 'until'],
  ['start', 'end'],
  ['starts', 'ends'],
  ['started', 'ended'],
  ['begin', 'end'],
  ['begins', 'ends'],
  ['open', 'close'],
  ['opens', 'closes'],
  ['in', 'out'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['earliest', 'latest'],
  ['lower', 'upper'],
  ['after', 'before'],
]);

/**
 * True where a body has a range that ends where it begins, or before: many servers refuse it, no schema says so.
 * `said`: ranges besides those that names show.
 */
export function hasReversedRange(body: Exact, said: readonly SaidRange[] = []): boolean {
  const isSaid =
    isExactObject(body) &&
    said.some(({ first, last }) => isNotBefore(ownValue(body, first) ?? null, ownValue(body, last)));
  return isSaid || hasRange(body, isNotBefore);
}

/**
 * True where a query has one end of a range alone, by the names that its other parameters have: a beginning in the
 * future, or an end in the past. Where the other end is now by default, such a range ends before it begins.
 */
export function hasHalfRange(query: Exact, names: readonly string[], now: number): boolean {
  if (!isExactObject(query)) return false;
  const timeOf = (name: string) => {
    const value = ownValue(query, name);
    return typeof value === 'string' ? Date.parse(value) : Number.NaN;
  };
  return names.some((first) => {
    const ended = endsOf(wordsOf(first).join(' '));
    return names
      .filter((name) => ended.includes(wordsOf(name).join(' ')))
      .some((last) => {
        const [isFirst, isLast] = [first, last].map((name) => Object.hasOwn(query, name));
        return (isFirst && !isLast && timeOf(first) > now) || (isLast && !isFirst && timeOf(last) < now);
      });
  });
}

/** True where a body has a range of more than a year: a description may say that it is too long. */
export function hasLongRange(body: Exact): boolean {
  return hasRange(body, (first, last) => {
    if (typeof first !== 'string' || typeof last !== 'string') return false;
    return Date.parse(last) - Date.parse(first) > 366 * 86_400_000;
  });
}

const length = new RegExp(
  "\\b(?:at most|up to|(?:no|not|n't) (?:be )?(?:more|longer) than|max(?:imum|imal)?(?: (?:of|is))?:?|" +
    'exceeds?|longer than|within) `?\\w+`? (?:minutes?|hours?|days?|nights?|weeks?|months?)\\b',
  'i',
);

/** True for a description that bounds how long something is: "A stay has at most 90 nights." */
export function boundsLength(text: string): boolean {
  return length.test(text);
}

function hasRange(body: Exact, test: (first: Exact, last: Exact | undefined) => boolean): boolean {
  if (Array.isArray(body)) return body.some((one) => hasRange(one, test));
  if (!isExactObject(body)) return false;
  const byWords = new Map(Object.entries(body).map(([name, value]) => [wordsOf(name).join(' '), value]));
  const isSo = [...byWords].some(([words, first]) => endsOf(words).some((name) => test(first, byWords.get(name))));
  return isSo || Object.values(body).some((one) => hasRange(one, test));
}

/** The ranges that names show: `check_in` and `check_out`. */
export function rangesNamed(names: readonly string[]): SaidRange[] {
  const byWords = new Map(names.map((name) => [wordsOf(name).join(' '), name]));
  return [...byWords].flatMap(([words, first]) =>
    endsOf(words).flatMap((end) => {
      const last = byWords.get(end);
      return last === undefined ? [] : [{ first, last }];
    }),
  );
}

/** What the end of a range is called whose beginning has these words. */
function endsOf(words: string): string[] {
  const split = words.split(' ');
  return split.flatMap((word, index) => {
    const end = ends.get(word);
    return end === undefined ? [] : [split.with(index, end).join(' ')];
  });
}

/** True for numbers, dates or times of which the first is not less than the other. */
export function isNotBefore(first: Exact, last: Exact | undefined): boolean {
  if (typeof first === 'number' && typeof last === 'number') return first >= last;
  if (typeof first !== 'string' || typeof last !== 'string') return false;
  const [one, other] = [Date.parse(first), Date.parse(last)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one >= other;
  const time = /^\d\d:\d\d/;
  return time.test(first) && time.test(last) && first >= last;
}
