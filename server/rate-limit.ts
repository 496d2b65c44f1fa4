import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { PlanLimits } from './api-key.ts';
import { Refusal } from './refusal.ts';

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

interface Window {
  name: 'minute' | 'day';
  limit: number;
  remaining: number;
  /** Milliseconds since the epoch. */
  resetsAt: number;
  exceeded: boolean;
}

type Counts = ReturnType<RateLimiterMemory['dump']>;

interface Snapshot {
  windows: { name: Window['name']; limit: number; counts: Counts }[];
  refusals: Counts;
}

const seconds = { minute: 60, day: 86_400 };

/** Counts requests and refusals in the memory of this process; a snapshot carries them to the next one. */
export class RateLimiter {
  readonly #settings: RateLimitSettings;
  readonly #now: () => number;
  /** The library fixes a limit per limiter, so plans and agreed limits have one limiter each. */
  readonly #limiters = new Map<string, { name: Window['name']; limit: number; counter: RateLimiterMemory }>();
  readonly #refusals: RateLimiterMemory;

  constructor(settings: RateLimitSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.#refusals = new RateLimiterMemory({
      points: settings.banAfterRefusals,
      duration: seconds.minute,
      blockDuration: settings.banSeconds,
    });
  }

  /** Counts one request of the caller; a banned key spends nothing. */
  async count(caller: Caller): Promise<RateLimit> {
    if (caller.kind === 'address') {
      return this.#answer(await this.#spend('minute', this.#settings.anonymousPerMinute, caller.address));
    }
    const ban = await this.#refusals.get(caller.id);
    if (isBanning(ban, this.#settings)) return this.#banned(caller, ban);
    const window = await this.#spendWindows(caller);
    if (!window.exceeded) return this.#answer(window);
    const refusals = await settled(this.#refusals.consume(caller.id));
    return isBanning(refusals, this.#settings) ? this.#banned(caller, refusals) : this.#answer(window);
  }

  /** What the next response says of a caller whose request was counted already. */
  async look(caller: Caller): Promise<RateLimit['headers']> {
    if (caller.kind === 'address')
      return headersOf(await this.#look('minute', this.#settings.anonymousPerMinute, caller.address));
    const ban = await this.#refusals.get(caller.id);
    if (isBanning(ban, this.#settings)) return (await this.#banned(caller, ban)).headers;
    const { id, limits } = caller;
    return headersOf(
      inForce(
        await this.#look('minute', limits.requestsPerMinute, id),
        await this.#look('day', limits.requestsPerDay, id),
      ),
    );
  }

  async #spendWindows({ id, limits }: KeyCaller): Promise<Window> {
    const minute = await this.#spend('minute', limits.requestsPerMinute, id);
    // A request that the minute refuses does not count for the day.
    const day = await (minute.exceeded
      ? this.#look('day', limits.requestsPerDay, id)
      : this.#spend('day', limits.requestsPerDay, id));
    return { ...inForce(minute, day), exceeded: minute.exceeded || day.exceeded };
  }

  async #spend(name: Window['name'], limit: number, id: string): Promise<Window> {
    return this.#window(name, limit, await settled(this.#limiter(name, limit).consume(id)));
  }

  /** The window as it stands, without a request of its own. */
  async #look(name: Window['name'], limit: number, id: string): Promise<Window> {
    return this.#window(name, limit, await this.#limiter(name, limit).get(id));
  }

  #window(name: Window['name'], limit: number, counted: RateLimiterRes | null): Window {
    return {
      name,
      limit,
      remaining: counted?.remainingPoints ?? limit,
      resetsAt: this.#now() + (counted?.msBeforeNext ?? 0),
      exceeded: (counted?.consumedPoints ?? 0) > limit,
    };
  }

  #limiter(name: Window['name'], limit: number): RateLimiterMemory {
    const key = `${name} ${limit}`;
    const known = this.#limiters.get(key) ?? {
      name,
      limit,
      counter: new RateLimiterMemory({ points: limit, duration: seconds[name] }),
    };
    this.#limiters.set(key, known);
    return known.counter;
  }

  /** All that is counted, as a text that `restore` takes: a restart must not give a spent day back. */
  snapshot(): string {
    const windows = [...this.#limiters.values()].map(({ name, limit, counter }) => ({
      name,
      limit,
      counts: counter.dump(),
    }));
    return JSON.stringify({ windows, refusals: this.#refusals.dump() } satisfies Snapshot);
  }

  /**
   * Counts on from a snapshot of an earlier process; what has run out since is left out.
   * Throws when the text is no snapshot of this version.
   */
  restore(snapshot: string): void {
    // Wrong types make the library throw, or leave the entry out.
    const { windows, refusals } = JSON.parse(snapshot) as Snapshot;
    for (const { name, limit, counts } of windows) this.#limiter(name, limit).restore(counts);
    this.#refusals.restore(refusals);
  }

  #answer(window: Window): RateLimit {
    const headers = headersOf(window);
    if (!window.exceeded) return { headers };
    return {
      headers,
      refusal: this.#refusal(
        'rate_limited',
        `The limit of ${window.limit} requests per ${window.name} is exceeded`,
        window.resetsAt,
      ),
    };
  }

  /**
   * A banned key learns when its next request can be served: after the ban, and after each window that it has spent.
   */
  async #banned({ id, limits }: KeyCaller, ban: RateLimiterRes): Promise<RateLimit> {
    const windows = await Promise.all([
      this.#look('minute', limits.requestsPerMinute, id),
      this.#look('day', limits.requestsPerDay, id),
    ]);
    const spent = windows.filter(({ remaining }) => remaining === 0).map(({ resetsAt }) => resetsAt);
    const resetsAt = Math.max(this.#now() + ban.msBeforeNext, ...spent);
    const refusal = this.#refusal(
      'key_banned',
      'The API key is banned for a time because it went on after its limit was exceeded',
      resetsAt,
    );
    return { headers: headersOf({ limit: limits.requestsPerMinute, remaining: 0, resetsAt }), refusal };
  }

  #refusal(code: 'rate_limited' | 'key_banned', reason: string, resetsAt: number): Refusal {
    const retryAfter = Math.max(1, Math.ceil((resetsAt - this.#now()) / 1000));
    return new Refusal(429, code, `${reason}; try again in ${retryAfter} seconds.`, { 'Retry-After': retryAfter });
  }
}

/** The window with fewer requests left; of two with as many left, the one that resets later. */
function inForce(minute: Window, day: Window): Window {
  const isDay = day.remaining === minute.remaining ? day.resetsAt > minute.resetsAt : day.remaining < minute.remaining;
  return isDay ? day : minute;
}

/** The library rejects with its result when the limit is exceeded. */
async function settled(consumed: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await consumed;
  } catch (result) {
    if (result instanceof RateLimiterRes) return result;
    throw result;
  }
}

function isBanning(refusals: RateLimiterRes | null, settings: RateLimitSettings): refusals is RateLimiterRes {
  return refusals !== null && refusals.consumedPoints > settings.banAfterRefusals && refusals.msBeforeNext > 0;
}

function headersOf({
  limit,
  remaining,
  resetsAt,
}: Pick<Window, 'limit' | 'remaining' | 'resetsAt'>): RateLimit['headers'] {
  return {
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': Math.ceil(resetsAt / 1000),
  };
}
