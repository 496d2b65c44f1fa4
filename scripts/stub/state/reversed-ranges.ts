import { within } from '../../http/exact-json.ts';
import type { RefusedRange } from '../../requirements/request/refused-ranges.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import { isNotBefore } from '../../requirements/request/reversed-range.ts';

/** True where a range in the body or the query of a request ends before it begins; not where it ends as it begins. */
export function isReversed({ place, segments, first, last }: RefusedRange, { body, parameters }: SentValues): boolean {
  const [from, to] = [first, last].map((name) => {
    if (place === 'body') return within(body, [...segments, name]);
    return [...parameters].find(([parameter]) => parameter.in === 'query' && parameter.name === name)?.[1];
  });
  return from !== undefined && to !== undefined && isNotBefore(from, to) && !isNotBefore(to, from);
}
