import type { ContractHeader } from './retry-after.ts';
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
  const limit = count(response, 'X-RateLimit-Limit');
  const remaining = count(response, 'X-RateLimit-Remaining');
  const resetSeconds = count(response, 'X-RateLimit-Reset');
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  const reset = new Date(resetSeconds * 1000);
  if (Number.isNaN(reset.getTime())) return undefined;
  return { limit, remaining, reset, retryAfter: retryAfterOf(response, now) };
}

function count(response: Response, header: ContractHeader): number | undefined {
  const value = response.headers.get(header) ?? '';
  return /^\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}
