import { type Exact, isExactObject } from '../../http/exact-json.ts';
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
  /** What has the ends; no object where the request has no place for them. */
  of(parts: RequestParts): Exact | undefined;
  /** The same request with other ends; undefined where none may have them. */
  withEnds(parts: RequestParts, first: Exact, last: Exact): RequestParts | undefined;
}

// Some take dates in the future alone, others in the past.
const mostTries = 4;

/** What becomes of a range that ends before it begins, once one of the same ends in order was served. */
export async function probeRange(
  { context, call }: ProbeRun,
  operation: Operation,
  range: RefusedRange,
  { of, withEnds }: Ends,
): Promise<{ answer: Answer; judgement: 'kept' | Violation | OutOfReach }> {
  const base = () => context.source.base(operation);
  const isValid = (pointer: string, value: Exact) => context.isValid('request', pointer, value);
  const parts = await base();
  let answer = await call(parts);
  const own = of(parts) ?? null;
  const tries = isExactObject(own) ? endsFor(range, own, isValid).slice(0, mostTries) : [];
  for (const [early, late] of tries) {
    const [inOrder, reversed] = [withEnds(await base(), early, late), withEnds(await base(), late, early)];
    if (inOrder === undefined || reversed === undefined) continue;
    answer = await call(inOrder);
    if (!isSuccess(answer.response)) continue;
    answer = await call(reversed);
    return { answer, judgement: judge(range, late, early, answer) };
  }
  const { first, last } = range;
  return { answer, judgement: { outOfReach: `No request was served that has ${last} after ${first}.` } };
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
