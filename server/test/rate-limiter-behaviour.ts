import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { service } from '../../generated/operations.ts';
import type { Clock } from '../clock.ts';
import type { Caller, RateLimiter, RateLimitSettings } from '../rate-limit/rate-limit.ts';

export const settings: RateLimitSettings = { anonymousPerMinute: 3, banAfterRefusals: 4, banSeconds: 300 };
/** The date at which the tests begin. */
export const start = Date.UTC(2026, 10, 20);

export function key(requestsPerMinute: number, requestsPerDay: number, id = 'one'): Caller {
  return { kind: 'key', id, limits: { requestsPerMinute, requestsPerDay } };
}

/** What is under test: limiters that count together, by a clock that stands still. */
export interface LimiterHarness {
  /** A limiter that counts with those that were opened before, where it does not count alone. */
  open(settings: RateLimitSettings, clock: Clock): RateLimiter;
  /** Sets the clock of the engine. */
  setClock(milliseconds: number): Promise<void> | void;
  close(): Promise<void> | void;
}

/** What every rate limiter must do; `prepare` gives one in which nothing is counted. */
export function describeRateLimiter(name: string, prepare: () => LimiterHarness | Promise<LimiterHarness>): void {
  describe(name, () => {
    let harness: LimiterHarness;
    let limiter: RateLimiter;
    let now: number;
    // As in a process, far apart: one is not to be taken for the other.
    const clock: Clock = { now: () => now, elapsed: () => now - start };
    const pass = async (milliseconds: number) => {
      now += milliseconds;
      await harness.setClock(now);
    };
    beforeEach(async () => {
      now = start;
      harness = await prepare();
      await harness.setClock(now);
      limiter = harness.open(settings, clock);
    });
    afterEach(async () => {
      await limiter.close();
      await harness.close();
    });

    /** What headers and refusal of the next request say: limit, left, seconds to the reset, code, Retry-After. */
    async function next(caller: Caller) {
      const { headers, refusal } = await limiter.count(caller);
      expect(limiter.isAway).toBe(false);
      expect(limiter.look(caller)).toEqual(headers);
      const reset = headers['X-RateLimit-Reset'] - now / 1000;
      return [
        headers['X-RateLimit-Limit'],
        headers['X-RateLimit-Remaining'],
        reset,
        refusal?.body.code,
        refusal?.headers['Retry-After'],
      ];
    }

    async function skip(caller: Caller, count: number): Promise<void> {
      for (let index = 0; index < count; index++) await limiter.count(caller);
    }

    test('counts down within the minute, refuses, and starts anew after the announced time', async () => {
      const caller = key(2, 100);
      expect(await next(caller)).toEqual([2, 1, 60, undefined, undefined]);
      await pass(20_000);
      expect(await next(caller)).toEqual([2, 0, 40, undefined, undefined]);
      expect(await next(caller)).toEqual([2, 0, 40, 'rate_limited', 40]);
      await pass(39_999);
      expect((await next(caller)).slice(3)).toEqual(['rate_limited', 1]);
      await pass(1);
      expect(await next(caller)).toEqual([2, 1, 60, undefined, undefined]);
    });

    test('ends a window to the millisecond', async () => {
      const caller = key(1, 100);
      await pass(500);
      expect(await next(caller)).toEqual([1, 0, 60.5, undefined, undefined]);
      await pass(59_999);
      expect((await next(caller))[3]).toBe('rate_limited');
      await pass(1);
      expect((await next(caller))[3]).toBeUndefined();
    });

    test('speaks of the day where fewer requests are left in it', async () => {
      const caller = key(3, 4);
      await skip(caller, 3);
      await pass(60_000);
      expect(await next(caller)).toEqual([4, 0, 86_340, undefined, undefined]);
      expect(await next(caller)).toEqual([4, 0, 86_340, 'rate_limited', 86_340]);
      await pass(86_340_000);
      expect(await next(caller)).toEqual([3, 2, 60, undefined, undefined]);
    });

    test('speaks of the day where as many requests are left in both', async () => {
      expect(await next(key(5, 5))).toEqual([5, 4, 86_400, undefined, undefined]);
    });

    test('speaks of the minute where as many requests are left in both, and the day ends before it', async () => {
      const caller = key(1, 2);
      await skip(caller, 1);
      await pass(86_390_000);
      expect(await next(caller)).toEqual([1, 0, 60, undefined, undefined]);
      expect(await next(caller)).toEqual([1, 0, 60, 'rate_limited', 60]);
    });

    test('does not spend the day with requests that the minute refuses', async () => {
      const caller = key(1, 3);
      await skip(caller, 4);
      await pass(60_000);
      expect((await next(caller))[3]).toBeUndefined();
      await pass(60_000);
      expect((await next(caller))[3]).toBeUndefined();
      await pass(60_000);
      expect((await next(caller))[3]).toBe('rate_limited');
    });

    test('speaks of the day where both are spent', async () => {
      const caller = key(2, 2);
      await skip(caller, 2);
      expect(await next(caller)).toEqual([2, 0, 86_400, 'rate_limited', 86_400]);
    });

    test('bans a key that goes on after its refusals for as long as it says, and spends nothing then', async () => {
      const caller = key(1, 3);
      await skip(caller, 4);
      expect((await next(caller))[3]).toBe('rate_limited');
      expect(await next(caller)).toEqual([1, 0, 300, 'key_banned', 300]);
      await pass(299_000);
      expect(await next(caller)).toEqual([1, 0, 1, 'key_banned', 1]);
      await pass(1000);
      expect(await next(caller)).toEqual([1, 0, 60, undefined, undefined]);
    });

    test('makes a banned key wait until its day is over where that is spent', async () => {
      const caller = key(10, 1);
      await skip(caller, 4);
      expect((await next(caller))[3]).toBe('rate_limited');
      expect(await next(caller)).toEqual([10, 0, 86_400, 'key_banned', 86_400]);
      await pass(86_400_000);
      expect((await next(caller))[3]).toBeUndefined();
    });

    test('makes it wait for the day as well where the last request of the day was the last of the minute', async () => {
      const caller = key(2, 2);
      await skip(caller, 6);
      expect(await next(caller)).toEqual([2, 0, 86_400, 'key_banned', 86_400]);
    });

    test('counts refusals anew after a ban', async () => {
      await limiter.close();
      limiter = harness.open({ ...settings, banSeconds: 1 }, clock);
      const caller = key(1, 100);
      await skip(caller, 5);
      // Its minute, which is spent, ends later than the ban.
      expect(await next(caller)).toEqual([1, 0, 60, 'key_banned', 60]);
      await pass(1000);
      expect((await next(caller))[3]).toBe('rate_limited');
    });

    test('forgets refusals that are a minute apart', async () => {
      const caller = key(1, 100);
      for (let minute = 0; minute < 5; minute++) {
        await skip(caller, 1);
        expect((await next(caller))[3]).toBe('rate_limited');
        await pass(60_000);
      }
    });

    test('counts each key and each address for itself', async () => {
      await skip(key(1, 10, 'one'), 2);
      expect((await next(key(1, 10, 'two')))[3]).toBeUndefined();
      const address: Caller = { kind: 'address', address: '192.0.2.1' };
      await skip(address, 3);
      expect(await next(address)).toEqual([3, 0, 60, 'rate_limited', 60]);
      expect((await next({ kind: 'address', address: '192.0.2.2' }))[3]).toBeUndefined();
    });

    test.each(Object.entries(service.rateLimitPlans).filter(([, plan]) => plan.requestsPerMinute !== 'custom'))(
      'allows what the plan %s has in a minute, and no more',
      async (_, plan) => {
        const limits = {
          requestsPerMinute: Number(plan.requestsPerMinute),
          requestsPerDay: Number(plan.requestsPerDay),
        };
        const caller: Caller = { kind: 'key', id: 'one', limits };
        await skip(caller, limits.requestsPerMinute - 1);
        expect((await next(caller)).slice(0, 2)).toEqual([limits.requestsPerMinute, 0]);
        expect((await next(caller))[3]).toBe('rate_limited');
      },
    );
  });
}
