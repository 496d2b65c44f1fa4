import { Calendar, type Clock } from '../clock.ts';
import { type KeyCount, KeyCounts } from './key-counts.ts';
import {
  type Caller,
  isBanned,
  type RateLimit,
  type RateLimiter,
  type RateLimitSettings,
  type Rules,
  rateLimitOf,
  rulesFor,
} from './rate-limit.ts';
import { BoundedWindows, spend, windowLengths } from './windows.ts';

/** More addresses within a minute than this, some 20 MB, would be memory without a bound. */
const mostAddresses = 100_000;

/** Counts requests and refusals in the memory of this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly keys: KeyCounts;
  readonly isAway = false;
  readonly addresses = new BoundedWindows(windowLengths.minute, mostAddresses);
  readonly #settings: RateLimitSettings;
  readonly #clock: Clock;
  readonly #toEpoch: (moment: number) => number;

  constructor(settings: RateLimitSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    const calendar = new Calendar(clock);
    this.#toEpoch = (moment) => calendar.toEpoch(moment);
    this.keys = new KeyCounts(clock, settings.banSeconds * 1000);
  }

  count(caller: Caller): RateLimit {
    const now = this.#clock.elapsed();
    const rules = rulesFor(caller, this.#settings);
    if (caller.kind === 'address')
      return rateLimitOf(rules, { minute: this.addresses.spend(caller.address, now) }, now, this.#toEpoch);
    const key = this.keys.use(caller.id);
    if (!isBanned(key, now)) this.#spend(rules, key, now);
    const answer = rateLimitOf(rules, key, now, this.#toEpoch);
    if (answer.refusal !== undefined) key.refused += 1;
    return answer;
  }

  look(caller: Caller): RateLimit['headers'] {
    const count = caller.kind === 'key' ? this.keys.look(caller.id) : { minute: this.addresses.look(caller.address) };
    return rateLimitOf(rulesFor(caller, this.#settings), count ?? {}, this.#clock.elapsed(), this.#toEpoch).headers;
  }

  close(): void {}

  #spend({ requestsPerMinute, requestsPerDay, banAfterRefusals, banMilliseconds }: Rules, key: KeyCount, now: number) {
    key.minute = spend(key.minute, windowLengths.minute, now);
    // A request that the minute refuses does not count for the day.
    if (key.minute.count <= requestsPerMinute) {
      key.day = spend(key.day, windowLengths.day, now);
      if (key.day.count <= requestsPerDay) return;
    }
    key.refusals = spend(key.refusals, windowLengths.minute, now);
    if (key.refusals.count <= banAfterRefusals) return;
    key.ban = { since: new Date(this.#clock.now()), endsAt: now + banMilliseconds };
    key.refusals = undefined;
  }
}
