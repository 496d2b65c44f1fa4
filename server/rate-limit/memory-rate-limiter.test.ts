import { beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../clock.ts';
import { describeRateLimiter, key, settings, start } from '../test/rate-limiter-behaviour.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { type Caller, rulesFor } from './rate-limit.ts';

describeRateLimiter('the rate limiter in memory', () => ({
  open: (of, clock) => new MemoryRateLimiter(of, clock),
  setClock: () => undefined,
  close: () => undefined,
}));

describe('the rate limiter in memory', () => {
  let limiter: MemoryRateLimiter;
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
    limiter = new MemoryRateLimiter(settings, clock);
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

  test('gives the present as the reset of a caller for whom nothing counts', () => {
    const caller: Caller = { kind: 'address', address: '192.0.2.1' };
    const expectAllLeft = () =>
      expect(limiter.look(caller)).toEqual({
        'X-RateLimit-Limit': 3,
        'X-RateLimit-Remaining': 3,
        'X-RateLimit-Reset': wall / 1000,
      });
    pass(10_000);
    expectAllLeft();
    limiter.count(caller);
    pass(70_000);
    expectAllLeft();
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
    limiter = new MemoryRateLimiter(settings, clock);
    limiter.keys.restore(uses);
    expect(await next(spent)).toEqual([3, 0, 86_300, undefined, undefined]);
    expect(await next(banned)).toEqual([1, 0, 200, 'key_banned', 200]);
    expect(limiter.keys.takeUses()).toMatchObject([
      { id: 'one', refused: 0, lastSeen: new Date(wall) },
      { id: 'two', refused: 6, lastSeen: new Date(wall) },
    ]);
    pass(86_300_000);
    expect(await next(spent)).toEqual([3, 2, 86_400, undefined, undefined]);
  });

  test('bans for refusals before and after a restart together', async () => {
    await skip(key(1, 100), 3);
    const uses = limiter.keys.takeUses();
    limiter = new MemoryRateLimiter(settings, clock);
    limiter.keys.restore(uses);
    await skip(key(1, 100), 1);
    expect((await next(key(1, 100)))[3]).toBe('rate_limited');
    expect((await next(key(1, 100)))[3]).toBe('key_banned');
  });

  test('knows from an earlier process when a key was seen', async () => {
    limiter.keys.use('one');
    const uses = limiter.keys.takeUses();
    pass(1000);
    limiter.keys.restore(uses);
    expect(limiter.keys.look('one')?.lastSeen).toEqual(new Date(start));
  });

  test('says when a window ends by the wall clock as it is set now, be it by a second', async () => {
    limiter.count(key(9, 100));
    wall += 1000;
    expect(limiter.count(key(9, 100)).headers['X-RateLimit-Reset']).toBe(start / 1000 + 61);
  });

  test.each([-3_600_000, 3_600_000])('keeps its windows when the wall clock is set by %d', async (milliseconds) => {
    const caller = key(1, 100);
    await skip(caller, 1);
    wall += milliseconds;
    expect(await next(caller)).toEqual([1, 0, 60, 'rate_limited', 60]);
    const uses = limiter.keys.takeUses();
    wall -= milliseconds;
    limiter = new MemoryRateLimiter(settings, clock);
    limiter.keys.restore(uses);
    expect(Number((await next(caller))[4] ?? 0)).toBeLessThanOrEqual(60);
  });

  test('ends a ban after its length, where the wall clock is set back between two runs or during the ban', async () => {
    const banned = key(1, 10);
    await skip(banned, 6);
    const runAgain = () => {
      const uses = limiter.keys.takeUses();
      limiter = new MemoryRateLimiter(settings, clock);
      return uses;
    };
    const before = runAgain();
    wall -= 86_400_000;
    limiter.keys.restore(before);
    expect(await next(banned)).toEqual([1, 0, 300, 'key_banned', 300]);
    const during = runAgain();
    limiter.keys.restore(during);
    expect(await next(banned)).toEqual([1, 0, 300, 'key_banned', 300]);
  });

  test.each([-3_600_000, 3_600_000])(
    'bans for no longer where the wall clock is set twice: by %d, then back',
    async (by) => {
      const banned = key(1, 10);
      await skip(banned, 6);
      for (const milliseconds of [by, -by, -86_400_000]) {
        wall += milliseconds;
        const uses = (limiter.count(banned), limiter.keys.takeUses());
        limiter = new MemoryRateLimiter(settings, clock);
        wall -= 1000;
        limiter.keys.restore(uses);
      }
      expect(Number((await next(banned))[4] ?? 0)).toBeLessThanOrEqual(300);
    },
  );

  test('shows one reset for a window where two clocks are read at two moments', async () => {
    const caller = key(9, 100);
    const { headers: first } = limiter.count(caller);
    wall += 1;
    const { headers: second } = limiter.count(caller);
    expect(second['X-RateLimit-Reset']).toBe(first['X-RateLimit-Reset']);
  });

  test('says before and after a window that all is left', async () => {
    const address: Caller = { kind: 'address', address: '192.0.2.1' };
    const left = () => limiter.look(address)['X-RateLimit-Remaining'];
    expect(left()).toBe(3);
    await skip(address, 2);
    pass(59_999);
    expect(left()).toBe(1);
    pass(1);
    expect(left()).toBe(3);
  });

  test.each([0, 10, 29, 50])(
    'keeps the window of an address until it ends, whoever comes: from %i s on',
    async (from) => {
      const address = (number: number): Caller => ({ kind: 'address', address: `address ${number}` });
      pass(from * 1000);
      await skip(address(0), 3);
      for (let second = 1; second < 60; second++) {
        pass(1000);
        await skip(address(second), 1);
      }
      pass(999);
      expect((await next(address(0)))[3]).toBe('rate_limited');
    },
  );

  test('counts on in the window of an address when others come', async () => {
    const address = (number: number): Caller => ({ kind: 'address', address: `address ${number}` });
    pass(50_000);
    await skip(address(0), 2);
    pass(20_000);
    await skip(address(1), 1);
    await skip(address(0), 1);
    expect((await next(address(0)))[3]).toBe('rate_limited');
  });

  test('forgets the address that came first where there are too many, and no key', async () => {
    const address = (number: number): Caller => ({ kind: 'address', address: `address ${number}` });
    const caller = key(10, 10);
    await skip(caller, 1);
    for (let number = 0; number <= 100_000; number++) limiter.count(address(number));
    expect((await next(address(0)))[1]).toBe(2);
    expect((await next(address(100_000)))[1]).toBe(1);
    expect((await next(caller))[1]).toBe(8);
  });
});

test('an address has a limit of the minute alone, and is never banned', () => {
  expect(rulesFor({ kind: 'address', address: '192.0.2.1' }, settings)).toEqual({
    requestsPerMinute: settings.anonymousPerMinute,
    requestsPerDay: Number.POSITIVE_INFINITY,
    banAfterRefusals: Number.POSITIVE_INFINITY,
    banMilliseconds: 0,
  });
});
