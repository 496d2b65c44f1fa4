import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RateLimiter } from './rate-limit.ts';
import { redisCounts } from './redis-counts.ts';
import type { SharedCounts } from './shared-counts.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';
import { openPostgresStorage } from './storage/postgres/storage.ts';
import { type PostgresServer, startPostgres } from './storage/test/postgres.ts';
import { describeRateLimiter, key, type LimiterHarness, settings, start } from './test/rate-limiter-behaviour.ts';
import { noRedis, type RedisServer, startRedis } from './test/redis.ts';

const log = { info: () => undefined, error: () => undefined };

let postgres: PostgresServer;
let redis: RedisServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), noRedis === undefined ? startRedis() : redis]);
});
afterAll(async () => {
  await Promise.all([postgres.close(), redis?.stop()]);
});

/** An engine with a clock that stands still, and nothing in it. */
interface Engine {
  open(): SharedCounts;
  setClock(milliseconds: number): Promise<void>;
  /** Forgets everything, as in a crash. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

async function inPostgres(): Promise<Engine> {
  const url = await postgres.newDatabase();
  const { storage, openCounts } = await openPostgresStorage(url);
  return {
    open: openCounts,
    setClock: async (milliseconds) => {
      const body = `'SELECT ${milliseconds}::bigint'`;
      await postgres.run(url, `CREATE OR REPLACE FUNCTION engine_clock() RETURNS bigint LANGUAGE sql AS ${body}`);
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
        expect(one.keys.look('c')?.refused).toBe(6);
      });
    });
  });
}
