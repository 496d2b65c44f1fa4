import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { LimitedAnswer } from '../../../requirements/rate-limit/limit-observation.ts';
import { isEnforced } from '../../../requirements/rate-limit/limited-operations.ts';
import { retryAfterOf, returnsBeforeReset } from '../../../requirements/rate-limit/rate-limit-headers.ts';
import { isFromAfterReset } from '../../../requirements/rate-limit/resets.ts';
import { longestWait } from '../session/request-sender.ts';
import { exhaust } from './exhaust.ts';
import { cheapest, type LimitedKey } from './limited-key.ts';
import { requestAfterWait } from './wait.ts';

const mostAttempts = 4;
// Milliseconds after an announced reset from which on it is over: seconds may have been rounded down.
const afterRounding = 1300;

/** Sees whether requests are served again when a refusal has announced it, and not before. Throws NoResponse. */
export async function checkReset(key: LimitedKey): Promise<void> {
  const operation = cheapest(key.operations.filter(isEnforced));
  if (operation === undefined) return;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) if (await isOver(key, operation)) return;
}

/**
 * Waits for the reset that a refusal has announced: sends a request some seconds before it, one after the time that the
 * refusal of that asks to wait, and where that is refused, one when the reset is over for sure. False where the first
 * of them came too late to show anything, and has spent of the next window.
 */
async function isOver(key: LimitedKey, operation: Operation): Promise<boolean> {
  const refused = await currentRefusal(key);
  const resetsAt = refused === undefined ? undefined : resetOf(refused);
  if (refused === undefined || resetsAt === undefined) return true;
  if (returnsBeforeReset(refused.response, refused.state)) {
    await checkReturns(key, operation, refused);
    return true;
  }
  const ahead = resetsAt - key.session.clock.now();
  if (isTooFar(key, ahead)) return true;
  const last = ahead > 8000 ? await requestBefore(key, operation, resetsAt) : refused;
  if (isFromAfterReset(last, resetsAt)) return false;
  const next = last.response.status === 429 ? await requestAfterWait(key, operation, last) : undefined;
  const served = next?.response.status === 429 ? undefined : next;
  if (served !== undefined && isBackBeforeReset(served, resetsAt)) await checkWhole(key, operation, served);
  else {
    const answer = served ?? (await requestAfter(key, operation, resetsAt));
    key.observe({ of: 'request after the reset', refused, answer });
  }
  return true;
}

/** True where some requests have come back, and not all of them, while the reset may still be ahead. */
function isBackBeforeReset(answer: LimitedAnswer, resetsAt: number): boolean {
  const { receivedAt } = answer.response;
  return isSuccess(answer.response) && receivedAt < resetsAt + afterRounding && !hasAllOthersLeft(answer);
}

/** False, or the reason recorded why nothing can be seen of the reset. */
function isTooFar(key: LimitedKey, ahead: number): boolean {
  if (ahead > longestWait) key.leave(`the limit resets in ${Math.round(ahead / 1000)} seconds only`);
  return ahead > longestWait;
}

/** Where requests come back one by one: one is served when the refusal says so, and all are left at the next reset. */
async function checkReturns(key: LimitedKey, operation: Operation, refused: LimitedAnswer): Promise<void> {
  const last = (await requestAfterWait(key, operation, refused)) ?? refused;
  const { resetsAt = 0 } = refused.state;
  if (hasAllOthersLeft(last)) key.observe({ of: 'request before the reset', resetsAt, answer: last });
  else await checkWhole(key, operation, last);
}

/** Whether all requests are left at the reset that an answer announces. */
async function checkWhole(key: LimitedKey, operation: Operation, last: LimitedAnswer): Promise<void> {
  const { resetsAt = 0 } = last.state;
  if (isTooFar(key, resetsAt - key.session.clock.now())) return;
  const answer = await requestAfter(key, operation, resetsAt);
  key.observe({ of: 'request after the reset', refused: last, answer });
}

function hasAllOthersLeft({ response, state: { limit, remaining } }: LimitedAnswer): boolean {
  return isSuccess(response) && limit !== undefined && remaining === limit - 1;
}

async function requestBefore(key: LimitedKey, operation: Operation, resetsAt: number): Promise<LimitedAnswer> {
  await key.waitUntil(resetsAt, -4000);
  const answer = await key.send(await key.requestTo(operation));
  key.observe({ of: 'request before the reset', resetsAt, answer });
  return answer;
}

async function requestAfter(key: LimitedKey, operation: Operation, resetsAt: number): Promise<LimitedAnswer> {
  await key.waitUntil(resetsAt, afterRounding);
  return key.send(await key.requestTo(operation));
}

/** A refusal of the window that is running now: the one in which the key was spent may be over by now. */
async function currentRefusal(key: LimitedKey): Promise<LimitedAnswer | undefined> {
  const { refusal, operations, session } = key;
  const [operation] = operations;
  if (refusal === undefined || operation === undefined) return undefined;
  if ((resetOf(refusal) ?? 0) - session.clock.now() > 3000) return refusal;
  const answer = await key.send(await key.requestTo(operation));
  if (answer.response.status === 429) return answer;
  key.refusal = undefined;
  await exhaust(key);
  return key.refusal;
}

/** When requests are served again, by the later of what a refusal says; milliseconds since the epoch. */
function resetOf({ response, state }: LimitedAnswer): number | undefined {
  const seconds = retryAfterOf(response);
  const moments = [state.resetsAt, seconds === undefined ? undefined : response.receivedAt + seconds * 1000].filter(
    (moment) => moment !== undefined,
  );
  return moments.length === 0 ? undefined : Math.max(...moments);
}
