import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';

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

/** True where a body has a range that ends where it begins, or before: many servers refuse it, no schema says so. */
export function hasReversedRange(body: Exact): boolean {
  if (Array.isArray(body)) return body.some(hasReversedRange);
  if (!isExactObject(body)) return false;
  const byWords = new Map(Object.entries(body).map(([name, value]) => [wordsOf(name).join(' '), value]));
  const isReversed = [...byWords].some(([words, first]) =>
    endsOf(words).some((name) => isNotBefore(first, byWords.get(name))),
  );
  return isReversed || Object.values(body).some(hasReversedRange);
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
function isNotBefore(first: Exact, last: Exact | undefined): boolean {
  if (typeof first === 'number' && typeof last === 'number') return first >= last;
  if (typeof first !== 'string' || typeof last !== 'string') return false;
  const [one, other] = [Date.parse(first), Date.parse(last)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one >= other;
  const time = /^\d\d:\d\d/;
  return time.test(first) && time.test(last) && first >= last;
}
