import type { PlanLimits } from '../api-keys/api-key.ts';
import { Refusal } from '../refusal.ts';
import type { KeyCount, KeyCounts } from './key-counts.ts';
import type { Window } from './windows.ts';

/** Who a request counts for: a key with the limits of its plan, or a client address without a valid key. */
export type Caller = KeyCaller | { kind: 'address'; address: string };

export interface KeyCaller {
  kind: 'key';
  id: string;
  limits: PlanLimits;
}

/** What the rate-limit headers of one response say. */
export interface RateLimit {
  headers: { 'X-RateLimit-Limit': number; 'X-RateLimit-Remaining': number; 'X-RateLimit-Reset': number };
  /** Set when the request must not be served. */
  refusal?: Refusal;
}

export interface RateLimiter {
  /** Counts one request of the caller; a banned key spends nothing. At once where this process alone counts. */
  count(caller: Caller): RateLimit | Promise<RateLimit>;
  /** What the next response says of a caller whose request was counted already. */
  look(caller: Caller): RateLimit['headers'];
  /** What is counted for keys, as far as this process knows, to be saved and restored. */
  readonly keys: KeyCounts;
  /** True while others count with this process, and it cannot reach what they count in. */
  readonly isAway: boolean;
  close(): void | Promise<void>;
}

export interface RateLimitSettings {
  /** Requests a minute from one address that carry no valid key. */
  anonymousPerMinute: number;
  /** Refusals within a minute after which a key is banned. */
  banAfterRefusals: number;
  banSeconds: number;
}

/** What a caller may do. Infinity is no limit. */
export interface Rules extends PlanLimits {
  /** Refusals within a minute after which it is banned. */
  banAfterRefusals: number;
  banMilliseconds: number;
}

export function rulesFor(caller: Caller, settings: RateLimitSettings): Rules {
  if (caller.kind === 'key')
    return {
      ...caller.limits,
      banAfterRefusals: settings.banAfterRefusals,
      banMilliseconds: settings.banSeconds * 1000,
    };
  return {
    requestsPerMinute: settings.anonymousPerMinute,
    requestsPerDay: Number.POSITIVE_INFINITY,
    banAfterRefusals: Number.POSITIVE_INFINITY,
    banMilliseconds: 0,
  };
}

/** A window with its limit. */
interface LimitedWindow {
  name: 'minute' | 'day';
  limit: number;
  remaining: number;
  endsAt: number;
  exceeded: boolean;
}

/**
 * What a response says when so much is counted. `toEpoch` gives the date, in milliseconds, of a moment of the clock by
 * which it is `now`.
 */
export function rateLimitOf(
  limits: PlanLimits,
  count: Pick<KeyCount, 'minute' | 'day' | 'ban'>,
  now: number,
  toEpoch: (moment: number) => number,
): RateLimit {
  const minute = limited('minute', limits.requestsPerMinute, count.minute, now);
  const day = limited('day', limits.requestsPerDay, count.day, now);
  const headers = ({ limit, remaining, endsAt }: Pick<LimitedWindow, 'limit' | 'remaining' | 'endsAt'>) => ({
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': Math.ceil(toEpoch(endsAt) / 1000),
  });
  if (isBanned(count, now)) {
    // A banned key learns when its next request can be served: after the ban, and after each window that it has spent.
    const spent = [minute, day].filter(({ remaining }) => remaining === 0);
    const endsAt = Math.max(count.ban?.endsAt ?? 0, ...spent.map((window) => window.endsAt));
    const reason = 'The API key is banned for a time because it went on after its limit was exceeded';
    return {
      headers: headers({ limit: limits.requestsPerMinute, remaining: 0, endsAt }),
      refusal: refusalUntil('key_banned', reason, endsAt - now),
    };
  }
  const window = inForce(minute, day);
  if (!minute.exceeded && !day.exceeded) return { headers: headers(window) };
  const reason = `The limit of ${window.limit} requests per ${window.name} is exceeded`;
  return { headers: headers(window), refusal: refusalUntil('rate_limited', reason, window.endsAt - now) };
}

export function isBanned({ ban }: Pick<KeyCount, 'ban'>, now: number): boolean {
  return ban !== undefined && now < ban.endsAt;
}

function limited(name: LimitedWindow['name'], limit: number, window: Window | undefined, now: number): LimitedWindow {
  const { count, endsAt } = window !== undefined && now < window.endsAt ? window : { count: 0, endsAt: now };
  return { name, limit, remaining: Math.max(0, limit - count), endsAt, exceeded: count > limit };
}

/** The window with fewer requests left; of two with as many left, the one that resets later. */
function inForce(minute: LimitedWindow, day: LimitedWindow): LimitedWindow {
  const isDay = day.remaining === minute.remaining ? day.endsAt > minute.endsAt : day.remaining < minute.remaining;
  return isDay ? day : minute;
}

function refusalUntil(code: 'rate_limited' | 'key_banned', reason: string, milliseconds: number): Refusal {
  const retryAfter = Math.ceil(milliseconds / 1000);
  const seconds = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`;
  return new Refusal(429, code, `${reason}; try again in ${seconds}.`, { 'Retry-After': retryAfter });
}
