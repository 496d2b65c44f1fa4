import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from './operation.ts';
import { openStorage } from './storage/open.ts';
import { type PostgresServer, startPostgres } from './storage/test/postgres.ts';
import { runKeysIn, type ServerProcess, startServer } from './test/programs.ts';
import { openProxy, type Proxy } from './test/proxy.ts';
import { noRedis, type RedisServer, startRedis } from './test/redis.ts';
import { violationsOf } from './test/violations.ts';

/** Ends what hangs, and nothing else. */
const patience = { timeout: 120_000 };

let postgres: PostgresServer;
let redis: RedisServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), noRedis === undefined ? startRedis() : redis]);
});
afterAll(async () => {
  await Promise.all([postgres.close(), redis?.stop()]);
});

let folder: string;
let network: Proxy;
let database: string;
let server: ServerProcess;
let key: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-faults-'));
});
afterEach(async () => {
  server.signal('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  await network.close();
  rmSync(folder, { recursive: true });
});

/** Starts a server that reaches one of its engines by a network that can be cut. */
async function start(engine: 'PostgreSQL' | 'Redis', plan: string[]): Promise<void> {
  database = await postgres.newDatabase();
  key = (await runKeysIn({ DATABASE_URL: database }, 'create', '--plan', ...plan)).stdout.trimEnd();
  network = await openProxy(engine === 'PostgreSQL' ? postgres.port : redis.port);
  server = await startServer(
    folder,
    engine === 'PostgreSQL'
      ? // What is refused for a fault is not the fault of an address.
        { DATABASE_URL: by(database), ANONYMOUS_REQUESTS_PER_MINUTE: '3' }
      : { DATABASE_URL: database, REDIS_URL: by(redis.url), METRICS_PORT: '0' },
  );
}

/** An address of the engine on the other side of the network. */
const by = (url: string) => Object.assign(new URL(url), { port: String(network.port) }).href;

/**
 * That it is true once a client that uses the engine itself has asked it ten times. A turn is a tenth of a second where
 * the machine is not slow; where it is, it is so for both.
 */
async function expectSoon(isTrue: () => boolean | Promise<boolean>, direct: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < 10 && !(await isTrue()); turn++) await sleep(100).then(direct);
  expect(await isTrue()).toBe(true);
}

async function ask(id: OperationId, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(patience.timeout);
  const response = await fetch(`${server.address}/pets`, { ...init, headers, signal });
  expect(await violationsOf(id, response.clone())).toEqual([]);
  return response;
}
const list = () => ask('listPets');
const create = (name: string) => ask('createPet', { method: 'POST', body: JSON.stringify({ name, categoryId: 3 }) });
const probe = async () => {
  const response = await fetch(new URL('/readyz', server.address));
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

interface Fault {
  cause(): Promise<void> | void;
  end(): Promise<void> | void;
}

const cutNetwork: Fault = {
  cause: () => network.cut(),
  end: async () => {
    // What is on its way in this moment never arrives: the server has to try again.
    await network.attempt();
    network.mend();
  },
};

const postgresFaults: Record<string, Fault> = {
  'is stopped': { cause: () => postgres.stop(), end: () => postgres.start() },
  'is killed': {
    cause: () => postgres.signal('SIGKILL'),
    // What it has left behind is in its way for a moment.
    end: () =>
      expect
        .poll(
          () =>
            postgres.start().then(
              () => true,
              () => false,
            ),
          patience,
        )
        .toBe(true),
  },
  'is frozen': { cause: () => postgres.signal('SIGSTOP'), end: () => postgres.signal('SIGCONT') },
  'cannot be reached': cutNetwork,
};

describe('PostgreSQL', () => {
  test.each(Object.entries(postgresFaults))(
    '%s: requests are refused, none is lost, and then served again',
    async (_, { cause, end }) => {
      await start('PostgreSQL', ['enterprise', '--per-minute', '1000000', '--per-day', '1000000']);
      const acknowledged = new Map<number, string>();
      const refused: string[] = [];
      let unknown = 0;
      let isOver = false;
      const creating = async (worker: number) => {
        for (let number = 0; !isOver; number++) {
          const name = `animal ${number} of ${worker}`;
          const response = await create(name);
          if (response.status === 201) acknowledged.set(((await response.json()) as { id: number }).id, name);
          else if (response.status === 500) unknown += 1;
          else {
            refused.push(name);
            expect({ status: response.status, after: response.headers.get('Retry-After') }).toEqual({
              status: 503,
              after: '1',
            });
          }
        }
      };
      const workers = Promise.all([0, 1, 2, 3].map(creating));
      await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(20);
      await cause();
      await expect.poll(probe, patience).toMatchObject({ status: 503, body: { status: 'not ready' } });
      await expect.poll(() => refused.length, patience).toBeGreaterThan(4);
      const before = acknowledged.size;
      await end();
      await expectSoon(
        () => acknowledged.size > before,
        () => postgres.run(by(database), 'SELECT 1'),
      );
      await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(before + 20);
      await expect.poll(probe, patience).toEqual({ status: 200, body: { status: 'ready' } });
      isOver = true;
      await workers;
      // Of what it was about to commit when the fault came, the server does not know; each worker has one such request.
      expect(unknown).toBeLessThanOrEqual(4);

      const storage = await openStorage({ engine: 'PostgreSQL', url: database });
      const kept = new Map((await storage.animals.list({ limit: 1_000_000 })).map(({ id, name }) => [id, name]));
      await storage.close();
      expect([...acknowledged].filter(([id, name]) => kept.get(id) !== name)).toEqual([]);
      const names = new Set(kept.values());
      expect(refused.filter((name) => names.has(name))).toEqual([]);
    },
  );
});

const redisFaults: Record<string, Fault> = {
  'is stopped': { cause: () => redis.stop('SIGTERM'), end: () => redis.restart() },
  'is killed': { cause: () => redis.stop(), end: () => redis.restart() },
  'is frozen': { cause: () => redis.signal('SIGSTOP'), end: () => redis.signal('SIGCONT') },
  'cannot be reached': cutNetwork,
};

describe.skipIf(noRedis !== undefined)('Redis', () => {
  const leftOf = async () => {
    const response = await list();
    expect([200, 429]).toContain(response.status);
    return Number(response.headers.get('X-RateLimit-Remaining'));
  };
  const metric = async () => {
    const [, url = ''] = /^Metrics are at (\S+)\.$/m.exec(server.output.stdout) ?? [];
    return /^shared_rate_limits_away (\d)$/m.exec(await (await fetch(url)).text())?.[1];
  };
  const pingRedis = async () => {
    const client = new Redis(by(redis.url), { retryStrategy: () => null });
    await client.ping();
    client.disconnect();
  };

  test.each(Object.entries(redisFaults))(
    '%s: requests are served and counted on, and the server says so',
    async (_, { cause, end }) => {
      // A day is no window that ends while the test runs.
      await start('Redis', ['enterprise', '--per-minute', '1000000', '--per-day', '1000']);
      const left = [await leftOf(), await leftOf()];
      expect(left).toEqual([999, 998]);
      await cause();
      const whileAway = [await leftOf(), await leftOf()];
      expect(await probe()).toMatchObject({ status: 200, body: { status: 'ready', degraded: expect.any(String) } });
      expect(await metric()).toBe('1');
      await expect
        .poll(() => server.output.stderr, patience)
        .toContain('the shared rate limits cannot be reached: this server counts for itself');
      await end();
      await expectSoon(async () => (await metric()) === '0', pingRedis);
      await expect.poll(probe, patience).toEqual({ status: 200, body: { status: 'ready' } });
      const after = [await leftOf(), await leftOf()];
      // What was spent is spent, whoever has counted it.
      const all = [...left, ...whileAway, ...after];
      expect(all).toEqual(all.toSorted((a, b) => b - a));
      expect(new Set(all).size).toBe(all.length);
      expect(after.at(-1)).toBeLessThanOrEqual(1000 - all.length);
    },
  );
});
