import type { Exact } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import type { ProbeRun } from '../kind.ts';
import { shownValue } from '../resource/shown-value.ts';
import { endsFor, type RefusedRange } from './refused-ranges.ts';
import type { RequestParts } from './request-parts.ts';

/** How a request has the ends of a range. */
interface Ends {
  of(parts: RequestParts): Exact | undefined;
  /** The same request with other ends. */
  withEnds(parts: RequestParts, first: Exact, last: Exact): RequestParts;
}

// Some take dates in the future alone, others in the past.
const mostTries = 4;

/**
 * What becomes of a range that ends before it begins, once one of the same ends in order was served. Undefined where
 * no request can have it.
 */
export async function probeRange(
  { context, call }: ProbeRun,
  operation: Operation,
  range: RefusedRange,
  { of, withEnds }: Ends,
): Promise<{ answer: Answer; judgement: 'kept' | Violation | OutOfReach } | undefined> {
  const base = () => context.source.base(operation);
  const isValid = (pointer: string, value: Exact) => context.isValid('request', pointer, value);
  const parts = await base();
  let answer: Answer | undefined;
  for (const [early, late] of endsFor(range, of(parts), isValid).slice(0, mostTries)) {
    answer = await call(withEnds(answer === undefined ? parts : await base(), early, late));
    if (!isSuccess(answer.response)) continue;
    const reversed = await call(withEnds(await base(), late, early));
    return { answer: reversed, judgement: judge(range, late, early, reversed) };
  }
  const { first, last } = range;
  return answer && { answer, judgement: { outOfReach: `No request was served that has ${last} after ${first}.` } };
}

function judge({ first, last, statuses }: RefusedRange, from: Exact, to: Exact, answer: Answer) {
  const { status } = answer.response;
  if (statuses.includes(status)) return 'kept';
  if (!isSuccess(answer.response) && ![400, 409, 422].includes(status))
    return { outOfReach: `The request was answered with ${status}.` };
  return {
    documented: `${statuses.join(' or ')}: ${last} ${shownValue(to)} is before ${first} ${shownValue(from)}.`,
    received: `${status}, ${excerpt(answer)}`,
  };
}
