import { setImmediate as turn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPostgresStorage } from '../storage/postgres/storage.ts';
import { type PostgresServer, startPostgres } from '../storage/test/postgres.ts';
import { openProxy } from '../test/proxy.ts';
import { describeRateLimiter, key, type LimiterHarness, settings, start } from '../test/rate-limiter-behaviour.ts';
import { noRedis, type RedisServer, startRedis } from '../test/redis.ts';
import type { RateLimiter } from './rate-limit.ts';
import { redisCounts } from './redis-counts.ts';
import type { SharedCounts } from './shared-counts.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';

const log = { info: () => undefined, error: () => undefined };

let postgres: PostgresServer;
let redis: RedisServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), noRedis === undefined ? startRedis() : redis]);
});
afterAll(async () => {
  await Promise.all([postgres.close(), redis?.stop()]);
});

afterEach(() => {
  vi.useRealTimers();
});

/** An engine with a clock that stands still, and nothing in it. */
interface Engine {
  open(): SharedCounts;
  setClock(milliseconds: number): Promise<void>;
  /** The callers of whom something is still kept more than so many milliseconds after the start. */
  keptAfter(milliseconds: number): Promise<string[]>;
  /** Forgets everything, as in a crash. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

async function inPostgres(): Promise<Engine> {
  const url = await postgres.newDatabase();
  const { storage, openCounts } = await openPostgresStorage(url);
  const setClock = async (milliseconds: number) => {
    const body = `'SELECT ${milliseconds}::bigint'`;
    await postgres.run(url, `CREATE OR REPLACE FUNCTION engine_clock() RETURNS bigint LANGUAGE sql AS ${body}`);
  };
  return {
    open: () => openCounts(log),
    setClock,
    keptAfter: async (milliseconds) => {
      await setClock(start + milliseconds + 1);
      vi.advanceTimersByTime(60_000);
      const rows = await postgres.run<{ name: string }>(url, 'SELECT name FROM rate_count');
      return rows.map(({ name: kept }) => kept);
    },
    forget: async () => {
      await postgres.run(url, 'TRUNCATE rate_count');
    },
    close: async () => storage.close(),
  };
}

async function inRedis(): Promise<Engine> {
  const client = new Redis(redis.url);
  await client.flushall();
  const clock = "redis.call('LRANGE', 'clock', 0, -1)";
  let now = 0;
  const setClock = async (milliseconds: number) => {
    now = milliseconds;
    const time = [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1000];
    await client
      .multi()
      .del('clock')
      .rpush('clock', ...time)
      .exec();
  };
  return {
    open: () => redisCounts(redis.url, clock),
    setClock,
    // Redis removes them by a clock of its own.
    keptAfter: async (milliseconds) => {
      const names = await client.keys('adoption:*');
      const ends = await Promise.all(names.map((one) => client.pttl(one)));
      return names.filter((_, index) => (ends[index] ?? 0) < 0 || (ends[index] ?? 0) > milliseconds);
    },
    forget: async () => {
      await client.flushall();
      await setClock(now);
    },
    close: async () => client.disconnect(),
  };
}

const engines: [name: string, open: () => Promise<Engine>][] = [
  ['PostgreSQL', inPostgres],
  ...(noRedis === undefined ? ([['Redis', inRedis]] satisfies [string, () => Promise<Engine>][]) : []),
];

for (const [name, openEngine] of engines) {
  describeRateLimiter(`the rate limiter shared in ${name}`, async (): Promise<LimiterHarness> => {
    const { open, setClock, close } = await openEngine();
    return { open: (of, clock) => new SharedRateLimiter(open(), of, clock, log), setClock, close };
  });

  describe(`rate limits shared in ${name}`, () => {
    const clock = { now: () => start, elapsed: () => start };
    const withTwo = async (use: (engine: Engine, one: RateLimiter, other: RateLimiter) => Promise<void>) => {
      const engine = await openEngine();
      await engine.setClock(start);
      const open = () => new SharedRateLimiter(engine.open(), settings, clock, log);
      const both = [open(), open()] as const;
      try {
        await use(engine, ...both);
        for (const limiter of both) expect(limiter.isAway).toBe(false);
      } finally {
        for (const limiter of both) await limiter.close();
        await engine.close();
      }
    };

    test('400 requests at once at two servers with a limit of 60 are 60 that are served', async () => {
      await withTwo(async (_, ...both) => {
        const caller = key(60, 1000);
        const answers = await Promise.all(
          Array.from({ length: 400 }, (__, index) => both[index % 2 === 0 ? 0 : 1].count(caller)),
        );
        expect(answers.filter(({ refusal }) => refusal === undefined)).toHaveLength(60);
      });
    });

    test('many callers at once are each counted for themselves', async () => {
      await withTwo(async (_, ...both) => {
        const numbers = Array.from({ length: 20 }, (__, index) => index);
        // The others first, at the other server: in which order rows are locked must not matter.
        const requests = [numbers, numbers.toReversed()].flatMap((order, server) =>
          order.flatMap((number) => Array.from({ length: number + 1 }, () => ({ number, server }))),
        );
        const left = await Promise.all(
          requests.map(async ({ number, server }) => {
            const { headers } = await both[server === 0 ? 0 : 1].count(key(100, 1000, `key ${number}`));
            return { number, left: headers['X-RateLimit-Remaining'] };
          }),
        );
        for (const number of numbers)
          expect(
            left
              .filter((one) => one.number === number)
              .map((one) => one.left)
              .sort((a, b) => b - a),
          ).toEqual(Array.from({ length: 2 * (number + 1) }, (__, spent) => 99 - spent));
      });
    });

    test('a ban holds on both, and so does what an address has spent', async () => {
      await withTwo(async (_, one, other) => {
        const caller = key(1, 10);
        for (let sent = 0; sent < 6; sent++) await one.count(caller);
        expect((await other.count(caller)).refusal?.body.code).toBe('key_banned');
        expect(other.keys.look('one')?.ban).toEqual({ since: new Date(start), endsAt: start + 300_000 });
        const address = { kind: 'address', address: '192.0.2.1' } as const;
        for (let sent = 0; sent < 3; sent++) await one.count(address);
        expect((await other.count(address)).refusal?.body.code).toBe('rate_limited');
      });
    });

    test('an engine that has forgotten everything learns it again', async () => {
      await withTwo(async (engine, one, other) => {
        const [spent, day, banned] = [key(3, 10, 'a'), key(9, 3, 'b'), key(1, 10, 'c')];
        for (let sent = 0; sent < 3; sent++) for (const caller of [spent, day]) await one.count(caller);
        for (let sent = 0; sent < 6; sent++) await one.count(banned);
        await engine.forget();
        const codes = async (limiter: RateLimiter) => {
          const answers = [];
          for (const caller of [spent, day, banned]) answers.push((await limiter.count(caller)).refusal?.body.code);
          return answers;
        };
        expect(await codes(one)).toEqual(['rate_limited', 'rate_limited', 'key_banned']);
        expect(await codes(other)).toEqual(['rate_limited', 'rate_limited', 'key_banned']);
        expect([one, other].map(({ keys }) => keys.look('c')?.refused)).toEqual([6, 7]);
      });
    });

    test('what a server knows of a window that is over is not learned', async () => {
      await withTwo(async (engine, one, other) => {
        const cases = [
          { caller: key(9, 99, 'a'), length: 60_000 },
          { caller: key(99, 9, 'b'), length: 86_400_000 },
        ];
        for (const { caller, length } of cases) {
          const left = async (limiter: RateLimiter) => (await limiter.count(caller)).headers['X-RateLimit-Remaining'];
          await engine.setClock(start);
          for (let sent = 0; sent < 3; sent++) await one.count(caller);
          await engine.setClock(start + length);
          expect([await left(other), await left(one)]).toEqual([8, 7]);
        }
      });
    });

    test('an engine whose clock is behind when it comes back makes nobody wait longer than it says', async () => {
      await withTwo(async (engine, one) => {
        const callers = [key(1, 9, 'a'), key(9, 1, 'b'), key(1, 9, 'c')];
        for (const caller of callers) await one.count(caller);
        for (let sent = 0; sent < 5; sent++) await one.count(key(1, 9, 'c'));
        await engine.forget();
        await engine.setClock(start - 3_600_000);
        const waits = [];
        for (const caller of callers) waits.push((await one.count(caller)).refusal?.headers['Retry-After']);
        expect(waits).toEqual([60, 86_400, 300]);
      });
    });

    test('a caller is forgotten when nothing counts any more, and not before', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await withTwo(async (engine, one) => {
        await one.count(key(1, 9, 'a'));
        await one.count({ kind: 'address', address: '192.0.2.1' });
        await expect.poll(() => engine.keptAfter(60_000)).toEqual([expect.stringMatching(/key:a$/)]);
        await expect.poll(() => engine.keptAfter(86_400_000)).toEqual([]);
      });
    });

    test('a caller is not forgotten while its ban goes on', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await withTwo(async (engine, one) => {
        for (let sent = 0; sent < 6; sent++) await one.count(key(1, Number.POSITIVE_INFINITY));
        await expect.poll(() => engine.keptAfter(60_000)).toEqual([expect.stringMatching(/key:one$/)]);
        await expect.poll(() => engine.keptAfter(300_000)).toEqual([]);
      });
    });
  });
}

const rules = { requestsPerMinute: 1, requestsPerDay: 1, banAfterRefusals: 1, banMilliseconds: 1 };

test('of two servers that count in PostgreSQL at once, in whatever order, each counts on from the other', async () => {
  const url = await postgres.newDatabase();
  const opened = [await openPostgresStorage(url), await openPostgresStorage(url)];
  // In the order in which they ask, each would hold what the other waits for once the third lets go.
  const asked = opened.flatMap(({ openCounts }, server) => {
    const counts = openCounts(log);
    return (server === 0 ? ['a', 'held', 'b'] : ['b', 'held', 'a']).map((name) => ({ counts, name }));
  });
  const spend = () =>
    Promise.all(asked.map(({ counts, name }) => counts.spend(name, { ...rules, banAfterRefusals: 9 }, {})));
  await spend();
  const third = new Client(url);
  await third.connect();
  await third.query(`BEGIN; SELECT 1 FROM rate_count WHERE name = 'held' FOR UPDATE`);
  const spending = spend();
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => postgres.run(url, waiting)).toHaveLength(2);
  await third.end();
  expect((await spending).map(({ minute }) => minute?.count).sort()).toEqual([3, 3, 3, 4, 4, 4]);
  for (const { counts } of asked) await counts.close();
  for (const { storage } of opened) await storage.close();
});

test('counts that PostgreSQL does not remove are told by the log', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const url = await postgres.newDatabase();
  const { storage, openCounts } = await openPostgresStorage(url);
  const lines: string[] = [];
  const told = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const counts = openCounts({ info: told, error: told });
  await postgres.run(url, 'DROP TABLE rate_count');
  vi.advanceTimersByTime(60_000);
  const line =
    'counts that have ended are not removed: the table grows {"reason":"relation \\"rate_count\\" does not exist"}';
  await expect.poll(() => lines).toEqual([line]);
  await counts.close();
  await storage.close();
});

test.skipIf(noRedis !== undefined)('a Redis that does not answer with numbers is said to be none', async () => {
  const counts = redisCounts(redis.url, "redis.call('TIME') do return 'many' end");
  await expect(counts.spend('key:one', rules, {})).rejects.toThrow(new Error('Redis has not answered with numbers.'));
  await counts.close();
});

test.skipIf(noRedis !== undefined)('a Redis that answers no more is reached by another connection', async () => {
  const network = await openProxy(redis.port);
  const counts = redisCounts(redis.url.replace(String(redis.port), String(network.port)));
  const ask = () => counts.spend('key:one', rules, {});
  await ask();
  let attempts = 0;
  network.attempt().then(() => (attempts += 1));
  network.cut();
  await expect(ask()).rejects.toThrow();
  await expect.poll(() => attempts).toBe(1);
  network.mend();
  await expect.poll(() => ask().then(() => 'answered', String)).toBe('answered');
  await counts.close();
  await network.close();
});

test('where there is no Redis, nobody waits for one', async () => {
  const counts = redisCounts('redis://127.0.0.1:1');
  const ask = () => counts.spend('key:one', rules, {}).catch(() => 'refused');
  await ask();
  expect(await Promise.race([ask(), turn('waits')])).toBe('refused');
  await counts.close();
});

test('counts in a Redis that are closed before it is reached end quietly', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const counts = redisCounts('redis://127.0.0.1:1');
  await counts.close();
  await turn();
  vi.advanceTimersByTime(60_000);
  // An error that nobody handles, which would end the server, fails the run.
  await turn();
});
