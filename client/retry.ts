import type { CallDescription } from '../generated/calls.ts';
import { within } from './abortable.ts';
import { type Answer, read } from './answer.ts';
import type { Gate } from './gate.ts';
import type { Hooks, Sent } from './hooks.ts';
import { retryAfterOf } from './retry-after.ts';
import type { Timing } from './timing.ts';

/** The `fetch` underneath: the global one, or a server in the same process. */
export type Send = (request: Request) => Response | Promise<Response>;

/** Times in seconds. */
export interface Bounds {
  /** How often a request is sent again. */
  maxRetries: number;
  /** The longest wait before a retry. */
  maxRetryAfter: number;
  /** The longest time for a call, from when it leaves the queue. */
  timeout: number;
  /** The longest time for one request and its response. */
  attemptTimeout: number;
}

/** Half of the first one, in milliseconds. */
const backoffBase = 500;
const idempotent = /^(GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/;
const passing = /^50[0234]$/;

/**
 * Sends a request again where that is safe, and gives what it was answered last.
 *
 * Refused before it was processed (429, and 503 with `Retry-After`): any method. Failed otherwise (500, 502, 503, 504,
 * no connection, no answer in time): idempotent methods only. It waits for `Retry-After`, else a random part of
 * 1 s, 2 s, 4 s …; a longer `Retry-After` than `maxRetryAfter` is not waited for. The signal ends a wait.
 * Whatever is sent passes the gate.
 */
export function retrying(
  send: Send,
  { maxRetries, maxRetryAfter, timeout, attemptTimeout }: Bounds,
  timing: Timing,
  gate: Gate,
  hooks: Hooks,
): (request: Request, operation: CallDescription, signal: AbortSignal | undefined) => Promise<Answer> {
  const backoff = (attempt: number) => timing.random() * Math.min(maxRetryAfter * 1000, backoffBase * 2 ** attempt);

  /** Milliseconds to the next request; undefined where none must follow. */
  function waitAfter({ attempt, request: { method }, response, error }: Sent): number | undefined {
    const isRepeatable = idempotent.test(method);
    if (attempt > maxRetries) return undefined;
    if (response === undefined) return isRepeatable && isPassing(error) ? backoff(attempt) : undefined;
    const retryAfter = retryAfterOf(response, timing.now());
    const isRefused = response.status === 429 || (response.status === 503 && retryAfter !== undefined);
    if (!isRefused && !(isRepeatable && passing.test(String(response.status)))) return undefined;
    if (retryAfter === undefined) return backoff(attempt);
    return retryAfter <= maxRetryAfter ? retryAfter * 1000 : undefined;
  }

  /** Sends once, and notes what came of it in `sent`. Gives the answer unless it is not to be handed on. */
  async function attempt(sent: Sent, signal: AbortSignal): Promise<Answer | undefined> {
    try {
      return await within(attemptTimeout, signal, async (own) => {
        own.throwIfAborted();
        sent.response = await send(new Request(sent.request, { signal: own }));
        sent.wait = waitAfter(sent);
        if (sent.wait === undefined) return read(sent.response);
        // An unread body would hold its connection; whether it could still be cancelled makes no difference.
        sent.response.body?.cancel().catch(() => undefined);
        return undefined;
      });
    } catch (error) {
      // The fetch of Node.js keeps there what is no HTTP of an answer; a server may have echoed the key in it.
      if (isPassing(error)) delete Object(Object(error).cause).data;
      sent.error = error;
      sent.wait = signal.aborted ? undefined : waitAfter(sent);
      return undefined;
    }
  }

  return async (request, { id: operationId }, caller) => {
    const place = gate.arrive();
    let refusal = await gate.enter(place, caller);
    return within(timeout, caller, async (signal) => {
      for (let number = 1; refusal === undefined; number++) {
        const sent: Sent = { operationId, attempt: number, request: request.clone() };
        const started = timing.now();
        let answer: Answer | undefined;
        try {
          hooks.onRequest?.(sent);
          answer = await attempt(sent, signal);
        } finally {
          gate.leave(sent.response, answer);
        }
        hooks.onResponse?.({ ...sent, milliseconds: timing.now() - started });
        if (answer) return answer;
        if (sent.wait === undefined) throw sent.error;
        await timing.sleep(sent.wait, signal);
        refusal = await gate.enter(place, signal);
      }
      return refusal;
    });
  };
}

/** Fetch says TypeError for every network failure; whatever else is thrown would be thrown again. */
function isPassing(error: unknown): boolean {
  return /^(Type|Timeout)Error$/.test(Object(error).name);
}
