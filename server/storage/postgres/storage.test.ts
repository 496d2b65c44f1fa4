import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openProxy } from '../../test/proxy.ts';
import { StorageError, StorageUnavailable } from '../store.ts';
import { describeStorage } from '../test/behaviour.ts';
import { type PostgresServer, startPostgres } from '../test/postgres.ts';
import { listQueries } from './animals.ts';
import { Connections } from './connections.ts';
import { openPostgresStorage } from './storage.ts';

const open = async (url: string) => (await openPostgresStorage(url)).storage;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

const bruno = { name: 'Bruno', categoryId: 3 };

describeStorage('PostgreSQL', async () => open(await postgres.newDatabase()));

describe('the database', () => {
  test('is migrated once by instances that start at the same time, and shared by them', async () => {
    const url = await postgres.newDatabase();
    const instances = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    const added = await Promise.all(instances.map(({ animals }) => animals.add(bruno)));
    expect(new Set(added.map(({ id }) => id)).size).toBe(instances.length);
    for (const { animals } of instances)
      expect((await animals.list({ limit: 100 })).map(({ id }) => id)).toEqual(
        added.map(({ id }) => id).sort((a, b) => b - a),
      );
    expect(await postgres.run(url, 'SELECT version FROM schema_version')).toHaveLength(1);
    for (const { close } of instances) await close();
  });

  test('is there for the next one that opens it', async () => {
    const url = await postgres.newDatabase();
    const first = await open(url);
    const animal = await first.animals.add(bruno);
    await first.close();
    const second = await open(url);
    expect(await second.animals.find(animal.id)).toEqual(animal);
    await second.close();
  });

  test('tells at once of a key that another instance has revoked', async () => {
    const url = await postgres.newDatabase();
    const [one, other] = [await open(url), await open(url)];
    const key = {
      id: 'a',
      secretHash: new Uint8Array([1]),
      plan: 'free',
      requestsPerMinute: null,
      requestsPerDay: null,
      name: null,
      createdAt: new Date(0),
      revokedAt: null,
      expiresAt: null,
    };
    await one.keys.add(key);
    expect(await other.keys.find('a')).toEqual(key);
    await one.keys.revoke('a', new Date(1));
    expect(await other.keys.find('a')).toEqual({ ...key, revokedAt: new Date(1) });
    await Promise.all([one.close(), other.close()]);
  });

  test('serves on while a later version adds columns', async () => {
    const url = await postgres.newDatabase();
    const { animals, keys, keyUses, close } = await open(url);
    const { id } = await animals.add({ ...bruno, status: 'sold' });
    const use = async () => [
      await Promise.all([animals.find(id), animals.list({ limit: 1 }), animals.list({ limit: 1, status: 'sold' })]),
      await Promise.all([keys.find('a'), keys.list(), keyUses.list()]),
    ];
    const before = await use();
    for (const table of ['animal', 'api_key', 'key_use', 'rate_count'])
      await postgres.run(url, `ALTER TABLE ${table} ADD COLUMN note text`);
    // On each connection there is.
    for (let round = 0; round < 4; round++) expect(await use()).toEqual(before);
    await close();
  });

  test('keeps of the uses of a key the one that was last', async () => {
    const storage = await open(await postgres.newDatabase());
    const use = { id: 'a', ban: null, day: null, refusals: null };
    const [earlier, later] = [1, 2].map((number) => ({
      ...use,
      refused: number,
      lastSeen: new Date(number),
      minute: { count: number, resetsAt: new Date(9) },
    }));
    if (earlier === undefined || later === undefined) expect.fail('There are two uses.');
    for (const saved of [earlier, later, earlier]) await storage.keyUses.save([saved]);
    expect(await storage.keyUses.list()).toEqual([later]);
    await storage.close();
  });

  test('never keeps what it was asked for while it was frozen, and what was refused', async () => {
    const url = await postgres.newDatabase();
    const storage = await open(url);
    await storage.animals.add(bruno);
    const sessions = `
      SELECT 1 FROM pg_stat_activity WHERE application_name = 'animal-adoption' AND datname = current_database()`;
    expect(await postgres.run(url, sessions)).not.toEqual([]);
    postgres.signal('SIGSTOP');
    await expect(storage.animals.add({ ...bruno, name: 'Clementine' })).rejects.toThrow(StorageUnavailable);
    postgres.signal('SIGCONT');
    // Until it has done what still came to it, and has noticed that nobody listens any more.
    await expect.poll(() => postgres.run(url, sessions)).toEqual([]);
    expect((await storage.animals.list({ limit: 10 })).map(({ name }) => name)).toEqual(['Bruno']);
    await storage.close();
  });

  test('gives a server ten connections, and no statement or transaction on them more than two seconds', async () => {
    const connections = new Connections(await postgres.newDatabase());
    const limits = `current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')`;
    const rows = await Promise.all(
      Array.from({ length: 30 }, () =>
        connections.query<[number, string, string]>({ text: `SELECT pg_backend_pid(), ${limits}` }),
      ),
    );
    const all = rows.flat();
    expect(new Set(all.map(([session]) => session)).size).toBe(10);
    expect(new Set(all.map(([, ...times]) => times.join()))).toEqual(new Set(['2s,2s']));
    await connections.close();
  });

  test('gives a server no further connection: those that it has do all, and later it asks again', async () => {
    const url = await postgres.newDatabase();
    const role = `guest_of_${new URL(url).pathname.slice(1)}`;
    await postgres.run(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret' CONNECTION LIMIT 2`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connections = new Connections(Object.assign(new URL(url), { username: role }).href);
    const ask = () => connections.query<[number]>({ text: 'SELECT pg_backend_pid()' });
    const askMany = async () => new Set((await Promise.all(Array.from({ length: 30 }, ask))).flat(2)).size;
    try {
      await ask();
      expect(await askMany()).toBe(2);
      await postgres.run(url, `ALTER ROLE ${role} CONNECTION LIMIT 3`);
      expect(await askMany()).toBe(2);
      vi.advanceTimersByTime(1_000);
      expect(await askMany()).toBe(3);
    } finally {
      vi.useRealTimers();
      await connections.close();
    }
  });

  test.each([
    ['newest', listQueries.newest, ['20']],
    ['newest with a status', listQueries.newestByStatus, ['20', `'sold'`]],
  ])('lists the %s in the order of an index', async (_, query, values) => {
    const url = await postgres.newDatabase();
    await (await open(url)).close();
    await postgres.run(
      url,
      `INSERT INTO animal (name, category_id, status) SELECT 'Bruno', 3, 'sold' FROM generate_series(1, 10000);
       ANALYZE animal`,
    );
    const statement = values.reduce((text, value, index) => text.replace(`$${index + 1}`, value), query);
    const plan = JSON.stringify(await postgres.run(url, `EXPLAIN ${statement}`));
    expect(plan).toMatch(/Index Scan/);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });

  test('has a problem where it takes no writes', async () => {
    const url = await postgres.newDatabase();
    await (await open(url)).close();
    await expect(open(`${url}?options=-c%20default_transaction_read_only%3Don`)).rejects.toThrow(StorageError);
    const opened = await open(url);
    await postgres.run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    expect(await opened.problem()).toBe('the database takes no writes');
    await expect(opened.animals.add(bruno)).rejects.toThrow('the database takes no writes');
    expect(await opened.animals.list({ limit: 1 })).toEqual([]);
    await opened.close();
  });

  test('without a column that a request needs is unavailable', async () => {
    const url = await postgres.newDatabase();
    const { animals, keys, close } = await open(url);
    await postgres.run(url, 'ALTER TABLE animal DROP COLUMN category_id; ALTER TABLE api_key DROP COLUMN plan');
    await expect(animals.add(bruno)).rejects.toThrow(StorageUnavailable);
    await expect(animals.find(1)).rejects.toThrow(StorageUnavailable);
    await expect(animals.list({ limit: 1 })).rejects.toThrow(StorageUnavailable);
    await expect(keys.find('a')).rejects.toThrow(StorageUnavailable);
    await close();
  });

  test.each([
    [
      'an identifier beyond 2^53',
      "9007199254740993, 'Bruno', 3",
      /^the animal 9007199254740993 .* its id is not from 1/,
    ],
    ['a category beyond 2^53', "1, 'Bruno', 9007199254740993", /^the animal 1 .* its category_id 9007199254740993 /],
  ])('with %s is unavailable where that is read', async (_, values, problem) => {
    const url = await postgres.newDatabase();
    const { animals, close } = await open(url);
    await postgres.run(url, `INSERT INTO animal OVERRIDING SYSTEM VALUE VALUES (${values})`);
    await expect(animals.list({ limit: 1 })).rejects.toThrow(StorageUnavailable);
    await expect(animals.list({ limit: 1 })).rejects.toThrow(problem);
    await close();
  });

  test.each([Number.MAX_SAFE_INTEGER + 1, '9223372036854775807'])(
    'keeps nothing where the next identifier is %s, and goes on',
    async (next) => {
      const url = await postgres.newDatabase();
      const { animals, problem, close } = await open(url);
      await animals.add(bruno);
      expect(await problem()).toBeUndefined();
      await postgres.run(url, `ALTER TABLE animal ALTER COLUMN id RESTART WITH ${next}`);
      for (let round = 0; round < 2; round++)
        await expect(animals.add(bruno)).rejects.toThrow(
          new StorageUnavailable('the database has no identifier left up to 2^53 - 1'),
        );
      expect(await animals.list({ limit: 9 })).toHaveLength(1);
      await close();
      const later = await open(url);
      expect(await later.problem()).toBe('the database has no identifier left up to 2^53 - 1');
      await later.close();
    },
  );

  test.each<[what: string, statement: string, problem: string]>([
    ['its animals', 'DROP TABLE animal', 'relation "animal" does not exist'],
    ['its keys', 'DROP TABLE api_key', 'relation "api_key" does not exist'],
    ['the uses of its keys', 'DROP TABLE key_use', 'relation "key_use" does not exist'],
    ['a column of animals', 'ALTER TABLE animal DROP COLUMN category_id', 'column "category_id" does not exist'],
    ['a column of keys', 'ALTER TABLE api_key DROP COLUMN plan', 'column "plan" does not exist'],
    ['a column of uses', 'ALTER TABLE key_use DROP COLUMN refused', 'column "refused" does not exist'],
    [
      'a newest animal that can be read',
      "INSERT INTO animal OVERRIDING SYSTEM VALUE VALUES (9007199254740993, 'Bruno', 3)",
      'the animal 9007199254740993 in the database is damaged: its id is not from 1 to 2^53 - 1',
    ],
    ['the right to read animals', 'REVOKE SELECT ON animal FROM owner', 'permission denied for table animal'],
    ['the right to read keys', 'REVOKE SELECT ON api_key FROM owner', 'permission denied for table api_key'],
    ['the right to add animals', 'REVOKE INSERT ON animal FROM owner', 'the database takes no writes'],
  ])('has a problem without %s', async (_, loss, problem) => {
    const url = await postgres.newDatabase();
    // Nothing is refused to the one who has made the database.
    const role = `owner_of_${new URL(url).pathname.slice(1)}`;
    await postgres.run(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT CREATE ON SCHEMA public TO ${role}`);
    const opened = await open(Object.assign(new URL(url), { username: role }).href);
    await postgres.run(url, loss.replace('owner', role));
    expect(await opened.problem()).toBe(problem);
    await opened.close();
  });
});

describe('a database that cannot be used', () => {
  test('because it ends while it is migrated', async () => {
    const url = await postgres.newDatabase();
    const other = new Client(url);
    other.on('error', () => undefined);
    await other.connect();
    await other.query('BEGIN; CREATE TABLE schema_version (version int NOT NULL)');
    const opening = open(url);
    opening.catch(() => undefined);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => postgres.run(url, waiting)).toHaveLength(1);
    await postgres.kill();
    await expect(opening).rejects.toThrow(StorageError);
    await postgres.start();
  });

  test('because nobody answers at its address', async () => {
    const network = await openProxy(postgres.port);
    network.cut();
    const url = Object.assign(new URL(await postgres.newDatabase()), { port: String(network.port) }).href;
    await expect(open(url)).rejects.toThrow(StorageError);
    await network.close();
  });

  test('of a later version is refused, and left as it is', async () => {
    const url = await postgres.newDatabase();
    await (await open(url)).close();
    await postgres.run(url, 'UPDATE schema_version SET version = version + 1');
    await expect(open(url)).rejects.toThrow(/it has schema version 2, and this server knows versions up to 1\./);
    expect(await postgres.run(url, 'SELECT version FROM schema_version')).toEqual([{ version: 2 }]);
  });

  test('that is not there is named without its password', async () => {
    const url = (await postgres.newDatabase()).replace(/\w+$/, 'nothing');
    const opening = open(url);
    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(/^The database postgres:\/\/127\.0\.0\.1:\d+\/nothing cannot be used: .*\.$/);
  });
});
