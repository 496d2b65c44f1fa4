import { decodedHeaders } from './headers.ts';
import { retryAfterOf } from './retry-after.ts';

/** The rate limit that was in force for a response. */
export interface RateLimit {
  /** Requests allowed in the window in force. */
  limit: number;
  /** Requests left in it. */
  remaining: number;
  /** When it resets. */
  reset: Date;
  /** Seconds to wait before the next request; undefined where the response asks for no wait. */
  retryAfter: number | undefined;
}

/**
 * Decodes the rate limit headers of a response.
 *
 * Undefined when one of them is missing or is not what the contract says, so that no caller reckons with nonsense.
 */
export function rateLimitOf(response: Response, now: number = Date.now()): RateLimit | undefined {
  const headers = decodedHeaders(response);
  const limit = headers['X-RateLimit-Limit'];
  const remaining = headers['X-RateLimit-Remaining'];
  const resetSeconds = headers['X-RateLimit-Reset'];
  if (!isCount(limit) || !isCount(remaining) || !isCount(resetSeconds)) return undefined;
  const reset = new Date(resetSeconds * 1000);
  if (Number.isNaN(reset.getTime())) return undefined;
  return { limit, remaining, reset, retryAfter: retryAfterOf(response, now) };
}

function isCount(value: number | undefined): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
