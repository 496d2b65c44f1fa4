import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { service } from '../generated/operations.ts';
import { type Caller, RateLimiter } from './rate-limit.ts';

const start = Date.UTC(2026, 10, 20);
const settings = { anonymousPerMinute: 3, banAfterRefusals: 4, banSeconds: 300 };

function key(requestsPerMinute: number, requestsPerDay: number, id = 'one'): Caller {
  return { kind: 'key', id, limits: { requestsPerMinute, requestsPerDay } };
}

describe('the rate limiter', () => {
  let limiter: RateLimiter;
  beforeEach(() => {
    // The library reads the clock of the process.
    vi.useFakeTimers({ now: start });
    limiter = new RateLimiter(settings, Date.now);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What the headers and the refusal of the next request say: limit, left, seconds to the reset, code, Retry-After. */
  async function next(caller: Caller) {
    const { headers, refusal } = await limiter.count(caller);
    const reset = headers['X-RateLimit-Reset'] - Date.now() / 1000;
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
    vi.advanceTimersByTime(20_000);
    expect(await next(caller)).toEqual([2, 0, 40, undefined, undefined]);
    expect(await next(caller)).toEqual([2, 0, 40, 'rate_limited', 40]);
    vi.advanceTimersByTime(39_999);
    expect((await next(caller)).slice(3)).toEqual(['rate_limited', 1]);
    vi.advanceTimersByTime(1);
    expect(await next(caller)).toEqual([2, 1, 60, undefined, undefined]);
  });

  test('speaks of the day where fewer requests are left in it', async () => {
    const caller = key(3, 4);
    await skip(caller, 3);
    vi.advanceTimersByTime(60_000);
    expect(await next(caller)).toEqual([4, 0, 86_340, undefined, undefined]);
    expect(await next(caller)).toEqual([4, 0, 86_340, 'rate_limited', 86_340]);
    vi.advanceTimersByTime(86_340_000);
    expect(await next(caller)).toEqual([3, 2, 60, undefined, undefined]);
  });

  test('speaks of the day where as many requests are left in both', async () => {
    expect(await next(key(5, 5))).toEqual([5, 4, 86_400, undefined, undefined]);
  });

  test('does not spend the day with requests that the minute refuses', async () => {
    const caller = key(1, 3);
    await skip(caller, 4);
    vi.advanceTimersByTime(60_000);
    expect((await next(caller))[3]).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect((await next(caller))[3]).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect((await next(caller))[3]).toBe('rate_limited');
  });

  test('speaks of the day where both are spent', async () => {
    const caller = key(2, 2);
    await skip(caller, 2);
    expect(await next(caller)).toEqual([2, 0, 86_400, 'rate_limited', 86_400]);
  });

  test('bans a key that goes on after its refusals, for as long as it says, and counts nothing meanwhile', async () => {
    const caller = key(1, 3);
    await skip(caller, 5);
    expect(await next(caller)).toEqual([1, 0, 300, 'key_banned', 300]);
    vi.advanceTimersByTime(299_000);
    expect(await next(caller)).toEqual([1, 0, 1, 'key_banned', 1]);
    vi.advanceTimersByTime(1000);
    expect(await next(caller)).toEqual([1, 0, 60, undefined, undefined]);
  });

  test('makes a banned key wait until its day is over where that is spent', async () => {
    const caller = key(10, 1);
    await skip(caller, 5);
    expect(await next(caller)).toEqual([10, 0, 86_400, 'key_banned', 86_400]);
    vi.advanceTimersByTime(86_400_000);
    expect((await next(caller))[3]).toBeUndefined();
  });

  test('forgets refusals that are a minute apart', async () => {
    const caller = key(1, 100);
    for (let minute = 0; minute < 5; minute++) {
      await skip(caller, 1);
      expect((await next(caller))[3]).toBe('rate_limited');
      vi.advanceTimersByTime(60_000);
    }
  });

  test('counts on from a snapshot', async () => {
    const [spent, banned] = [key(10, 3), key(1, 10, 'two')];
    await skip(spent, 2);
    await skip(banned, 6);
    const snapshot = limiter.snapshot();
    vi.advanceTimersByTime(100_000);
    limiter = new RateLimiter(settings, Date.now);
    limiter.restore(snapshot);
    expect(await next(spent)).toEqual([3, 0, 86_300, undefined, undefined]);
    expect(await next(banned)).toEqual([1, 0, 200, 'key_banned', 200]);
    vi.advanceTimersByTime(86_300_000);
    expect(await next(spent)).toEqual([3, 2, 86_400, undefined, undefined]);
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
      const limits = { requestsPerMinute: Number(plan.requestsPerMinute), requestsPerDay: Number(plan.requestsPerDay) };
      const caller: Caller = { kind: 'key', id: 'one', limits };
      await skip(caller, limits.requestsPerMinute - 1);
      expect((await next(caller)).slice(0, 2)).toEqual([limits.requestsPerMinute, 0]);
      expect((await next(caller))[3]).toBe('rate_limited');
    },
  );
});
