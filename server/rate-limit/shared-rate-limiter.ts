import type { Clock } from '../clock.ts';
import { errorMessage } from '../error-message.ts';
import type { Log } from '../pipeline.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import {
  type Caller,
  type RateLimit,
  type RateLimiter,
  type RateLimitSettings,
  rateLimitOf,
  rulesFor,
} from './rate-limit.ts';
import type { Known, SharedCounts } from './shared-counts.ts';

/** Milliseconds between two looks whether an engine that was away is there again. */
const interval = 100;

/**
 * Counts requests together with other servers. What the engine says is kept: while it is away, this process counts on
 * from there for itself, and an engine that comes back without its memory learns it again.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #counts: SharedCounts;
  readonly #settings: RateLimitSettings;
  readonly #memory: MemoryRateLimiter;
  readonly #clock: Clock;
  readonly #log: Log;
  #isAway = false;
  #isClosed = false;

  constructor(counts: SharedCounts, settings: RateLimitSettings, clock: Clock, log: Log) {
    this.#counts = counts;
    this.#settings = settings;
    // Moments are those of the calendar, which servers and engine share.
    this.#clock = { now: () => clock.now(), elapsed: () => clock.now() };
    this.#memory = new MemoryRateLimiter(settings, this.#clock);
    this.#log = log;
  }

  get keys() {
    return this.#memory.keys;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  count(caller: Caller): RateLimit | Promise<RateLimit> {
    return this.#isAway ? this.#memory.count(caller) : this.#countShared(caller);
  }

  look(caller: Caller): RateLimit['headers'] {
    return this.#memory.look(caller);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#counts.close();
  }

  async #countShared(caller: Caller): Promise<RateLimit> {
    const rules = rulesFor(caller, this.#settings);
    try {
      const { now, ...count } = await this.#counts.spend(nameOf(caller), rules, this.#known(caller));
      if (caller.kind === 'key') Object.assign(this.keys.use(caller.id), count);
      else if (count.minute !== undefined) this.#memory.addresses.set(caller.address, count.minute, this.#clock.now());
      return rateLimitOf(rules, count, now, (moment) => moment);
    } catch (error) {
      this.#leave(error);
      return this.#memory.count(caller);
    }
  }

  #known(caller: Caller): Known {
    if (caller.kind === 'key') return this.keys.look(caller.id) ?? {};
    return { minute: this.#memory.addresses.look(caller.address) };
  }

  #leave(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    const reason = errorMessage(error);
    this.#log.error({ reason }, 'the shared rate limits cannot be reached: this server counts for itself');
    this.#lookAgainLater();
  }

  #lookAgainLater(): void {
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#tryToCount().then(
        () => {
          this.#isAway = false;
          this.#log.info({}, 'the shared rate limits can be reached again');
        },
        () => this.#lookAgainLater(),
      );
    }, interval).unref();
  }

  /** An engine that answers and takes no writes is away as well. */
  async #tryToCount(): Promise<void> {
    const caller: Caller = { kind: 'address', address: 'trial' };
    await this.#counts.spend(nameOf(caller), rulesFor(caller, this.#settings), {});
  }
}

function nameOf(caller: Caller): string {
  return caller.kind === 'key' ? `key:${caller.id}` : `address:${caller.address}`;
}
