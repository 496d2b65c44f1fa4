import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { key, settings, start } from '../test/rate-limiter-behaviour.ts';
import { type Caller, type Rules, rulesFor } from './rate-limit.ts';
import { argumentsOf, type Known, type SharedCounts, toSharedCount } from './shared-counts.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';

const address: Caller = { kind: 'address', address: '192.0.2.1' };
const minute = { count: 1, endsAt: start + 60_000 };
const day = { count: 2, endsAt: start + 86_400_000 };
const late = { since: new Date(start - 1000), endsAt: start + 299_000.6 };
const ban = { since: new Date(start - 1000), endsAt: start + 299_000 };

test.each<[what: string, caller: Caller, known: Known, numbers: number[]]>([
  ['a key of which nothing is known', key(5, 9), {}, [5, 9, 4, 300_000, 0, 0, 0, 0, 0, 0, 0]],
  ['an address, which has no limit of the day and no ban', address, {}, [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  [
    'all that is known',
    key(5, 9),
    { minute: { count: 1, endsAt: start + 0.6 }, day: { count: 2, endsAt: start + 1.6 }, ban: late, refused: 7 },
    [5, 9, 4, 300_000, 1, start + 1, 2, start + 2, start - 1000, start + 299_001, 7],
  ],
])('%s: the engines are given numbers', (_, caller, known, numbers) => {
  expect(argumentsOf(rulesFor(caller, settings), known)).toEqual(numbers);
});

test.each([
  [
    'a minute',
    [start, 1, minute.endsAt, 0, 0, 0, 0, 0],
    { now: start, minute, day: undefined, ban: undefined, refused: 0 },
  ],
  ['nothing', [], { now: 0, minute: { count: 0, endsAt: 0 }, day: undefined, ban: undefined, refused: 0 }],
  [
    'everything',
    [start, 1, minute.endsAt, 2, day.endsAt, start - 1000, start + 299_000, 7],
    { now: start, minute, day, ban, refused: 7 },
  ],
])('%s is read from the numbers that the engines answer', (_, numbers, count) => {
  expect(toSharedCount(numbers)).toEqual(count);
});

describe('a limiter that counts with others', () => {
  let isAway: boolean;
  let asked: [name: string, rules: Rules, known: Known][];
  let lines: string[];
  let limiter: SharedRateLimiter;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [isAway, asked, lines] = [false, [], []];
    // An engine in which each caller has sent one request in this minute, and two today.
    const engine: SharedCounts = {
      spend: async (...request) => {
        asked.push(request);
        if (isAway) throw new Error('the engine is away');
        return { now: start, minute, day, ban: undefined, refused: 3 };
      },
      close: () => void lines.push('closed'),
    };
    const log = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
    limiter = new SharedRateLimiter(
      engine,
      settings,
      { now: () => start, elapsed: () => 7 },
      { info: log, error: log },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const left = async (caller: Caller) => (await limiter.count(caller)).headers['X-RateLimit-Remaining'];

  test('says what the engine has counted, and tells it the next time', async () => {
    expect([await left(key(5, 9)), await left(address)]).toEqual([4, 2]);
    await limiter.count(key(5, 9));
    await limiter.count(address);
    expect(asked).toMatchObject([
      ['key:one', rulesFor(key(5, 9), settings), {}],
      ['address:192.0.2.1', rulesFor(address, settings), {}],
      ['key:one', {}, { minute, day, refused: 3 }],
      ['address:192.0.2.1', {}, { minute }],
    ]);
    expect(limiter.look(address)).toMatchObject({ 'X-RateLimit-Remaining': 2 });
    expect(limiter.keys.takeUses()).toMatchObject([{ id: 'one', refused: 3, minute: { count: 1 }, day: { count: 2 } }]);
  });

  test('counts on for itself while the engine is away, asks nothing of it, and says so once', async () => {
    await limiter.count(key(5, 9));
    isAway = true;
    expect([await left(key(5, 9)), await left(key(5, 9)), await left(address)]).toEqual([3, 2, 2]);
    expect(limiter.isAway).toBe(true);
    expect(asked).toHaveLength(2);
    expect(lines).toEqual([
      'the shared rate limits cannot be reached: this server counts for itself {"reason":"the engine is away"}',
    ]);
  });

  test('looks again until the engine is back', async () => {
    isAway = true;
    await Promise.all([limiter.count(key(5, 9)), limiter.count(address)]);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked.slice(2)).toMatchObject([
      ['address:trial', { requestsPerMinute: 3 }, {}],
      ['address:trial', {}, {}],
    ]);
    expect(limiter.isAway).toBe(true);
    isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(limiter.isAway).toBe(false);
    expect(asked).toHaveLength(5);
    expect(lines.slice(1)).toEqual(['the shared rate limits can be reached again {}']);
    expect(await left(key(5, 9))).toBe(4);
  });

  test('looks no more once it is closed', async () => {
    isAway = true;
    await limiter.count(address);
    await limiter.close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(1);
    expect(lines.slice(1)).toEqual(['closed']);
  });
});
