import { headerOf } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { LimitedAnswer } from '../../../requirements/rate-limit/limit-observation.ts';
import { rateLimitRetryAfter } from '../../../requirements/rate-limit/retry-after.ts';
import { requirementId } from '../../../requirements/requirement.ts';
import type { LimitedKey } from './limited-key.ts';

// Milliseconds: two clocks may be as far apart after a minute, and no client is more punctual.
const leeway = 100;
// More than seconds can be rounded: a refusal that contradicts itself is reported as such.
const rounding = 2500;

/**
 * Waits as long as a refusal says, and no longer, then sends a request; undefined where it does not say it in seconds.
 * Throws NoResponse.
 */
export async function requestAfterWait(
  key: LimitedKey,
  operation: Operation,
  refused: LimitedAnswer,
): Promise<LimitedAnswer | undefined> {
  const { receivedAt } = refused.response;
  const text = headerOf(refused.response, 'Retry-After') ?? '';
  const moment = /^\d{1,9}$/.test(text) ? receivedAt + Number(text) * 1000 : Number.NaN;
  const { resetsAt = moment } = refused.state;
  if (!(moment - resetsAt <= rounding)) {
    const id = requirementId(rateLimitRetryAfter.id, {});
    const { ledger } = key.session;
    if (ledger.has(id)) ledger.outOfReach(id, 'The server does not say in seconds how long to wait for the reset.');
    return undefined;
  }
  const parts = await key.requestTo(operation);
  await key.waitUntil(moment, leeway);
  const answer = await key.send(parts);
  key.observe({ of: 'request after the wait', refused, answer });
  return answer;
}
