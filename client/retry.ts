import { retryAfterOf } from './retry-after.ts';

/** The `fetch` underneath: the global one, or a server in the same process. */
export type Send = (request: Request) => Response | Promise<Response>;

export interface RetryBounds {
  /** How often a request is sent again. */
  maxRetries: number;
  /** The longest wait before a retry, in seconds. */
  maxRetryAfter: number;
}

/** The clock, the dice and the alarm, so that a test needs none of them. */
export interface Timing {
  now(): number;
  random(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const firstBackoff = 1000;
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);
const passing = new Set([500, 502, 503, 504]);

/**
 * A fetch that sends a request again where that is safe, and hands on what it was answered last.
 *
 * Refused before it was processed (429, and 503 with `Retry-After`): any method. Failed otherwise (500, 502, 503, 504, no
 * connection): idempotent methods only. It waits for `Retry-After`, else a random part of 1 s, 2 s, 4 s …; a longer
 * `Retry-After` than `maxRetryAfter` is not waited for. The request's signal ends a wait.
 */
export function retrying(
  send: Send,
  { maxRetries, maxRetryAfter }: RetryBounds,
  timing: Timing,
): (request: Request) => Promise<Response> {
  const longestWait = maxRetryAfter * 1000;
  const backoff = (retry: number) => timing.random() * Math.min(longestWait, firstBackoff * 2 ** retry);

  function waitAfter(response: Response, method: string, retry: number): number | undefined {
    const retryAfter = retryAfterOf(response, timing.now());
    const refused = response.status === 429 || (response.status === 503 && retryAfter !== undefined);
    if (!refused && !(passing.has(response.status) && idempotent.has(method))) return undefined;
    if (retryAfter === undefined) return backoff(retry);
    return retryAfter <= maxRetryAfter ? retryAfter * 1000 : undefined;
  }

  return async (request) => {
    for (let retry = 0; ; retry++) {
      request.signal.throwIfAborted();
      let wait: number | undefined;
      try {
        const response = await send(request.clone());
        wait = retry < maxRetries ? waitAfter(response, request.method, retry) : undefined;
        if (wait === undefined) return response;
        discard(response);
      } catch (error) {
        // Fetch says TypeError for every network failure; whatever else is thrown would be thrown again.
        if (!(error instanceof TypeError) || retry === maxRetries || !idempotent.has(request.method)) throw error;
        wait = backoff(retry);
      }
      await timing.sleep(wait, request.signal);
    }
  };
}

/** An unread body would hold its connection; whether it could still be cancelled makes no difference to the retry. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}

export const realTiming: Timing = {
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};
