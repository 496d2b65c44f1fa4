import { beforeEach, describe, expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import type { Clock } from './clock.ts';
import { type Caller, RateLimiter } from './rate-limit.ts';

const start = Date.UTC(2026, 10, 20);
const settings = { anonymousPerMinute: 3, banAfterRefusals: 4, banSeconds: 300 };

function key(requestsPerMinute: number, requestsPerDay: number, id = 'one'): Caller {
  return { kind: 'key', id, limits: { requestsPerMinute, requestsPerDay } };
}

describe('the rate limiter', () => {
  let limiter: RateLimiter;
  let elapsed: number;
  let wall: number;
  const clock: Clock = { now: () => wall, elapsed: () => elapsed };
  const pass = (milliseconds: number) => {
    elapsed += milliseconds;
    wall += milliseconds;
  };
  beforeEach(() => {
    elapsed = 0;
    wall = start;
    limiter = new RateLimiter(settings, clock);
  });

  /** What the headers and the refusal of the next request say: limit, left, seconds to the reset, code, Retry-After. */
  async function next(caller: Caller) {
    const { headers, refusal } = limiter.count(caller);
    const reset = headers['X-RateLimit-Reset'] - wall / 1000;
    return [
      headers['X-RateLimit-Limit'],
      headers['X-RateLimit-Remaining'],
      reset,
      refusal?.body.code,
      refusal?.headers['Retry-After'],
    ];
  }

  async function skip(caller: Caller, count: number): Promise<void> {
    for (let index = 0; index < count; index++) limiter.count(caller);
  }

  test('counts down within the minute, refuses, and starts anew after the announced time', async () => {
    const caller = key(2, 100);
    expect(await next(caller)).toEqual([2, 1, 60, undefined, undefined]);
    pass(20_000);
    expect(await next(caller)).toEqual([2, 0, 40, undefined, undefined]);
    expect(await next(caller)).toEqual([2, 0, 40, 'rate_limited', 40]);
    pass(39_999);
    expect((await next(caller)).slice(3)).toEqual(['rate_limited', 1]);
    pass(1);
    expect(await next(caller)).toEqual([2, 1, 60, undefined, undefined]);
  });

  test('speaks of the day where fewer requests are left in it', async () => {
    const caller = key(3, 4);
    await skip(caller, 3);
    pass(60_000);
    expect(await next(caller)).toEqual([4, 0, 86_340, undefined, undefined]);
    expect(await next(caller)).toEqual([4, 0, 86_340, 'rate_limited', 86_340]);
    pass(86_340_000);
    expect(await next(caller)).toEqual([3, 2, 60, undefined, undefined]);
  });

  test('speaks of the day where as many requests are left in both', async () => {
    expect(await next(key(5, 5))).toEqual([5, 4, 86_400, undefined, undefined]);
  });

  test('does not spend the day with requests that the minute refuses', async () => {
    const caller = key(1, 3);
    await skip(caller, 4);
    pass(60_000);
    expect((await next(caller))[3]).toBeUndefined();
    pass(60_000);
    expect((await next(caller))[3]).toBeUndefined();
    pass(60_000);
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
    pass(299_000);
    expect(await next(caller)).toEqual([1, 0, 1, 'key_banned', 1]);
    pass(1000);
    expect(await next(caller)).toEqual([1, 0, 60, undefined, undefined]);
  });

  test('makes a banned key wait until its day is over where that is spent', async () => {
    const caller = key(10, 1);
    await skip(caller, 5);
    expect(await next(caller)).toEqual([10, 0, 86_400, 'key_banned', 86_400]);
    pass(86_400_000);
    expect((await next(caller))[3]).toBeUndefined();
  });

  test('forgets refusals that are a minute apart', async () => {
    const caller = key(1, 100);
    for (let minute = 0; minute < 5; minute++) {
      await skip(caller, 1);
      expect((await next(caller))[3]).toBe('rate_limited');
      pass(60_000);
    }
  });

  test('counts on from the uses of an earlier process, whose clock was another one', async () => {
    const [spent, banned] = [key(10, 3), key(1, 10, 'two')];
    await skip(spent, 2);
    await skip(banned, 6);
    const uses = limiter.keys.takeUses();
    expect(uses).toMatchObject([
      { id: 'one', refused: 0, ban: null },
      { id: 'two', refused: 5, ban: { since: new Date(start), until: new Date(start + 300_000) } },
    ]);
    expect(limiter.keys.takeUses()).toEqual([]);
    pass(100_000);
    elapsed = 5;
    limiter = new RateLimiter(settings, clock);
    limiter.keys.restore(uses);
    expect(await next(spent)).toEqual([3, 0, 86_300, undefined, undefined]);
    expect(await next(banned)).toEqual([1, 0, 200, 'key_banned', 200]);
    pass(86_300_000);
    expect(await next(spent)).toEqual([3, 2, 86_400, undefined, undefined]);
  });

  test.each([-3_600_000, 3_600_000])('keeps its windows when the wall clock is set by %d', async (milliseconds) => {
    const caller = key(1, 100);
    await skip(caller, 1);
    wall += milliseconds;
    expect(await next(caller)).toEqual([1, 0, 60, 'rate_limited', 60]);
    const uses = limiter.keys.takeUses();
    wall -= milliseconds;
    limiter = new RateLimiter(settings, clock);
    limiter.keys.restore(uses);
    expect(Number((await next(caller))[4] ?? 0)).toBeLessThanOrEqual(60);
  });

  test('shows one reset for a window where two clocks are read at two moments', async () => {
    const caller = key(9, 100);
    const { headers: first } = limiter.count(caller);
    wall += 1;
    const { headers: second } = limiter.count(caller);
    expect(second['X-RateLimit-Reset']).toBe(first['X-RateLimit-Reset']);
  });

  test('forgets the address that came first where there are too many, and no key', async () => {
    const address = (number: number): Caller => ({ kind: 'address', address: `address ${number}` });
    const caller = key(10, 10);
    await skip(caller, 1);
    for (let number = 0; number <= 100_000; number++) await skip(address(number), 1);
    expect((await next(address(0)))[1]).toBe(2);
    expect((await next(address(100_000)))[1]).toBe(1);
    expect((await next(caller))[1]).toBe(8);
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
