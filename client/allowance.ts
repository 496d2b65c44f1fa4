import type { Answer } from './answer.ts';
import { rateLimitOf } from './rate-limit.ts';
import { retryAfterOf } from './retry-after.ts';
import type { Timing } from './timing.ts';

// How many requests may be left is not known before the first answer, nor after a window has ended.
const presumedLeft = 8;
const jitter = 1000;
/** Seconds for which a refusal is taken as said; then one request asks again, as a limit may have been raised. */
export const longestRefusal = 3600;

/** What the answers of a server say of the requests that it will still serve. */
export interface Allowance {
  /** How many requests may be on their way at once. */
  atOnce(): number;
  /** Milliseconds until anything may be sent. */
  closedFor(): number;
  /** Set where that is longer than a call waits: what the server said. */
  refusal(): Answer | undefined;
  /** Notes a response; `answer`: where it has been read. */
  note(response: Response, answer: Answer | undefined): void;
}

/**
 * As many requests at once as half of what the last answer said is left: where two clients share a key, both together
 * stay within it. None until the reset when nothing is left, and for `Retry-After` when the server refuses; each
 * refusal halves what is sent at once. `maxWait` in seconds.
 */
export function openAllowance({ now, random }: Timing, maxWait: number): Allowance {
  let left = presumedLeft;
  let share = 2;
  /** 0 while no answer has said it. */
  let resetsAt = 0;
  let closedUntil = 0;
  let longest = 0;
  let refusal: Answer | undefined;

  function close(milliseconds: number): void {
    // Timers have whole milliseconds.
    longest = Math.max(closedFor(), Math.ceil(milliseconds + random() * jitter));
    closedUntil = now() + longest;
  }

  function closedFor(): number {
    const wait = closedUntil - now();
    // More is left than there was where the clock was set back.
    if (wait > 0 && wait <= longest) return wait;
    if (longest > 0) {
      left = presumedLeft;
      share = Math.max(2, share / 2);
      longest = 0;
      refusal = undefined;
    }
    return 0;
  }

  return {
    atOnce: () => Math.max(1, left / share),
    closedFor,
    refusal: () => refusal,
    note(response, answer) {
      const limit = rateLimitOf(response, now());
      if (limit) {
        // Windows differ by their ends, which have whole seconds.
        const end = limit.reset.getTime();
        left = Math.abs(end - resetsAt) <= 1000 ? Math.min(left, limit.remaining) : limit.remaining;
        resetsAt = end;
      } else if (response.ok && resetsAt === 0) left = Infinity;
      if (response.status === 429) {
        share *= 2;
        const retryAfter = retryAfterOf(response, now()) ?? 0;
        close(Math.min(retryAfter, longestRefusal) * 1000);
        if (retryAfter > maxWait) refusal = answer;
      } else if (left === 0 && resetsAt - now() <= (maxWait + 1) * 1000) {
        // The reset is rounded up to a second. By a clock that is ahead, it is over.
        close(Math.max(1000, resetsAt - now()));
      }
    },
  };
}
