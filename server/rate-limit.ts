import type { PlanLimits } from './api-key.ts';
import { Calendar, type Clock } from './clock.ts';
import { type KeyCount, KeyCounts } from './key-counts.ts';
import { Refusal } from './refusal.ts';
import { BoundedWindows, spend, type Window, windowLengths } from './windows.ts';

/** Who a request counts for: a key with the limits of its plan, or a client address without a valid key. */
export type Caller = KeyCaller | { kind: 'address'; address: string };

interface KeyCaller {
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

export interface RateLimitSettings {
  /** Requests a minute from one address that carry no valid key. */
  anonymousPerMinute: number;
  /** Refusals within a minute after which a key is banned. */
  banAfterRefusals: number;
  banSeconds: number;
}

/** A window with its limit. */
interface LimitedWindow {
  name: 'minute' | 'day';
  limit: number;
  remaining: number;
  endsAt: number;
  exceeded: boolean;
}

/** More addresses within a minute than this, some 20 MB, would be memory without a bound. */
const mostAddresses = 100_000;

/** Counts requests and refusals in the memory of this process. */
export class RateLimiter {
  /** What is counted for keys, to be saved and restored. */
  readonly keys: KeyCounts;
  readonly #settings: RateLimitSettings;
  readonly #clock: Clock;
  readonly #calendar: Calendar;
  readonly #addresses = new BoundedWindows(windowLengths.minute, mostAddresses);

  constructor(settings: RateLimitSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#calendar = new Calendar(clock);
    this.keys = new KeyCounts(clock);
  }

  /** Counts one request of the caller; a banned key spends nothing. */
  count(caller: Caller): RateLimit {
    const now = this.#clock.elapsed();
    if (caller.kind === 'address')
      return this.#answer(this.#ofAddress(this.#addresses.spend(caller.address, now), now));
    const key = this.keys.use(caller.id);
    const answer = isBanned(key, now) ? this.#banned(caller, key, now) : this.#spend(caller, key, now);
    if (answer.refusal !== undefined) key.refused += 1;
    return answer;
  }

  /** What the next response says of a caller whose request was counted already. */
  look(caller: Caller): RateLimit['headers'] {
    const now = this.#clock.elapsed();
    if (caller.kind === 'address') return this.#headersOf(this.#ofAddress(this.#addresses.look(caller.address), now));
    const key = this.keys.look(caller.id);
    return key !== undefined && isBanned(key, now)
      ? this.#banned(caller, key, now).headers
      : this.#headersOf(inForce(this.#windowsOf(caller, key, now)));
  }

  #spend(caller: KeyCaller, key: KeyCount, now: number): RateLimit {
    key.minute = spend(key.minute, windowLengths.minute, now);
    // A request that the minute refuses does not count for the day.
    if (key.minute.count <= caller.limits.requestsPerMinute) key.day = spend(key.day, windowLengths.day, now);
    const [minute, day] = this.#windowsOf(caller, key, now);
    const answer = this.#answer(inForce([minute, day]), minute.exceeded || day.exceeded);
    if (answer.refusal === undefined) return answer;
    key.refusals = spend(key.refusals, windowLengths.minute, now);
    if (key.refusals.count <= this.#settings.banAfterRefusals) return answer;
    key.ban = { since: new Date(this.#clock.now()), endsAt: now + this.#settings.banSeconds * 1000 };
    key.refusals = undefined;
    return this.#banned(caller, key, now);
  }

  #windowsOf(
    { limits }: KeyCaller,
    key: KeyCount | undefined,
    now: number,
  ): [minute: LimitedWindow, day: LimitedWindow] {
    return [
      this.#limited('minute', limits.requestsPerMinute, key?.minute, now),
      this.#limited('day', limits.requestsPerDay, key?.day, now),
    ];
  }

  #ofAddress(window: Window | undefined, now: number): LimitedWindow {
    return this.#limited('minute', this.#settings.anonymousPerMinute, window, now);
  }

  #limited(name: LimitedWindow['name'], limit: number, window: Window | undefined, now: number): LimitedWindow {
    const { count, endsAt } = window !== undefined && now < window.endsAt ? window : { count: 0, endsAt: now };
    return { name, limit, remaining: Math.max(0, limit - count), endsAt, exceeded: count > limit };
  }

  #answer(window: LimitedWindow, isExceeded = window.exceeded): RateLimit {
    const headers = this.#headersOf(window);
    if (!isExceeded) return { headers };
    const reason = `The limit of ${window.limit} requests per ${window.name} is exceeded`;
    return { headers, refusal: this.#refusal('rate_limited', reason, window.endsAt) };
  }

  /**
   * A banned key learns when its next request can be served: after the ban, and after each window that it has spent.
   */
  #banned(caller: KeyCaller, key: KeyCount, now: number): RateLimit {
    const spent = this.#windowsOf(caller, key, now).filter(({ remaining }) => remaining === 0);
    const endsAt = Math.max(key.ban?.endsAt ?? 0, ...spent.map((window) => window.endsAt));
    const reason = 'The API key is banned for a time because it went on after its limit was exceeded';
    return {
      headers: this.#headersOf({ limit: caller.limits.requestsPerMinute, remaining: 0, endsAt }),
      refusal: this.#refusal('key_banned', reason, endsAt),
    };
  }

  #refusal(code: 'rate_limited' | 'key_banned', reason: string, endsAt: number): Refusal {
    const retryAfter = Math.max(1, Math.ceil((endsAt - this.#clock.elapsed()) / 1000));
    return new Refusal(429, code, `${reason}; try again in ${retryAfter} seconds.`, { 'Retry-After': retryAfter });
  }

  #headersOf({ limit, remaining, endsAt }: Pick<LimitedWindow, 'limit' | 'remaining' | 'endsAt'>) {
    return {
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': Math.ceil(this.#calendar.toEpoch(endsAt) / 1000),
    };
  }
}

function isBanned({ ban }: KeyCount, now: number): boolean {
  return ban !== undefined && now < ban.endsAt;
}

/** The window with fewer requests left; of two with as many left, the one that resets later. */
function inForce([minute, day]: [minute: LimitedWindow, day: LimitedWindow]): LimitedWindow {
  const isDay = day.remaining === minute.remaining ? day.endsAt > minute.endsAt : day.remaining < minute.remaining;
  return isDay ? day : minute;
}
