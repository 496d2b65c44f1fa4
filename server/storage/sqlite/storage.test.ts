import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../api-keys/api-key.ts';
import { openServerStorage } from '../open.ts';
import { StorageError } from '../store.ts';
import { describeStorage } from '../test/behaviour.ts';
import { openDatabase } from './database.ts';
import { listQueries, openSqliteStorage } from './storage.ts';
import { contendForDatabase, lockDatabase } from './test/other-process.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
  path = join(folder, 'not', 'yet', 'there', 'adoption.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

describeStorage('a SQLite file', () => openSqliteStorage(path));

const bruno = { name: 'Bruno', categoryId: 3 };

/** Runs against the database that a storage made, and closes it. */
function withDatabase<Result>(use: (database: DatabaseSync) => Result): Result {
  const database = openDatabase(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

describe('the database', () => {
  test('is made at the first start, with the folders it is in', async () => {
    const storage = openSqliteStorage(path);
    expect(await storage.animals.add(bruno)).toMatchObject({ id: 1 });
    storage.close();
    // A journal left behind would be the sign of a database that was not closed.
    expect(readdirSync(join(path, '..'))).toEqual(['adoption.sqlite']);
  });

  test('is where its path says, also where that looks like an address', () => {
    const before = process.cwd();
    mkdirSync(dirname(path), { recursive: true });
    process.chdir(dirname(path));
    try {
      openSqliteStorage('file:adoption.sqlite').close();
      expect(readdirSync('.')).toEqual(['file:adoption.sqlite']);
    } finally {
      process.chdir(before);
    }
  });

  test('is left as it is by a server of a later version, while one of an earlier version runs on it', async () => {
    const { storage } = await openServerStorage({ engine: 'SQLite', path });
    const versionOf = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get();
    const earlier = new DatabaseSync(path);
    earlier.exec('DROP TABLE trial; PRAGMA user_version = 2');
    await expect(openServerStorage({ engine: 'SQLite', path })).rejects.toThrow(/^Another server uses the database /);
    expect(versionOf(earlier)).toEqual({ user_version: 2 });
    earlier.close();
    storage.close();
    (await openServerStorage({ engine: 'SQLite', path })).storage.close();
    expect(withDatabase(versionOf)).toEqual({ user_version: 3 });
  });

  test('is opened again while another process holds its lock', async () => {
    openSqliteStorage(path).close();
    const lock = await lockDatabase(path);
    const storage = openSqliteStorage(path);
    expect(await storage.animals.list({ limit: 1 })).toEqual([]);
    storage.close();
    await lock.release();
  });

  test('keeps the event loop waiting for no lock once it is open', () => {
    const timeout = withDatabase((database) => database.prepare('PRAGMA busy_timeout').get()?.['timeout']);
    expect(timeout).toBeLessThan(10);
  });

  test('is for the user alone that has made it, and so are its folder, its journal and its lock', async () => {
    const { storage } = await openServerStorage({ engine: 'SQLite', path });
    await storage.animals.add(bruno);
    const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
    expect([join(path, '..'), path, `${path}-wal`, `${path}-server`].map(modeOf)).toEqual(['700', '600', '600', '600']);
    await storage.close();
  });

  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['user_version', 3],
  ])('has %s %s in force', (name, value) => {
    expect(withDatabase((database) => database.prepare(`PRAGMA ${name}`).get()?.[name])).toBe(value);
  });

  test('has strict tables only', () => {
    const tables = withDatabase((database) =>
      database
        .prepare(`SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`)
        .all(),
    );
    expect(tables.map(({ name, strict }) => [name, strict]).sort()).toEqual([
      ['animal', 1],
      ['api_key', 1],
      ['key_use', 1],
      ['trial', 1],
    ]);
  });

  test.each([
    ['newest', listQueries.newest, 'SCAN animal'],
    ['newest with a status', listQueries.newestByStatus, 'SEARCH animal USING INDEX animal_by_status (status=?)'],
  ])('lists the %s in the order of an index', (_, query, plan) => {
    const steps = withDatabase((database) => database.prepare(`EXPLAIN QUERY PLAN ${query}`).all());
    expect(steps.map(({ detail }) => detail)).toEqual([plan]);
  });

  test('never gives an identifier twice, not even of an animal that is gone', async () => {
    const storage = openSqliteStorage(path);
    const { id } = await storage.animals.add(bruno);
    withDatabase((database) => database.exec('DELETE FROM animal'));
    expect((await storage.animals.add(bruno)).id).toBeGreaterThan(id);
    storage.close();
  });

  test('is there after a restart, keys and animals', async () => {
    const first = openSqliteStorage(path);
    const animal = await first.animals.add({ ...bruno, status: 'sold' });
    await first.keys.add({
      id: 'a',
      secretHash: new Uint8Array([1]),
      plan: 'free',
      requestsPerMinute: null,
      requestsPerDay: null,
      name: null,
      createdAt: new Date(0),
      revokedAt: null,
      expiresAt: null,
    });
    first.close();
    const second = openSqliteStorage(path);
    expect(await second.animals.list({ limit: 100 })).toEqual([animal]);
    expect(await second.keys.list()).toHaveLength(1);
    second.close();
  });

  test.each([1, 2])('of version %d is brought to this one, with what is in it', async (version) => {
    const first = openSqliteStorage(path);
    const animal = await first.animals.add(bruno);
    await createApiKey(first.keys, { plan: 'free', name: 'the shop' }, new Date(0));
    const keys = await first.keys.list();
    await first.close();
    const old = new DatabaseSync(path);
    old.exec('DROP TABLE trial');
    if (version === 1)
      old.exec(`
        DROP TABLE key_use;
        ALTER TABLE api_key DROP COLUMN expires_at;
        CREATE TABLE rate_limit (only_row INTEGER PRIMARY KEY, snapshot TEXT NOT NULL) STRICT`);
    old.exec(`PRAGMA user_version = ${version}`);
    old.close();
    const storage = openSqliteStorage(path);
    expect(await storage.animals.list({ limit: 100 })).toEqual([animal]);
    expect(await storage.keys.list()).toEqual(keys);
    expect(await storage.keyUses.list()).toEqual([]);
    expect(storage.problem()).toBeUndefined();
    await storage.close();
    const tables = withDatabase((database) => database.prepare('SELECT name FROM sqlite_schema').all());
    expect(tables.map(({ name }) => name)).not.toContain('rate_limit');
  });

  test('has a problem once it is closed', () => {
    const storage = openSqliteStorage(path);
    storage.close();
    expect(storage.problem()).toBeDefined();
  });
});

describe('a database that cannot be used', () => {
  test('by a server whose lock is another file says which one to remove', async () => {
    openSqliteStorage(path).close();
    writeFileSync(`${path}-server`, 'x'.repeat(1_000));
    const opening = openServerStorage({ engine: 'SQLite', path });
    const message = `${path}-server cannot be locked: file is not a database. Nothing is kept in it: remove it.`;
    await expect(opening).rejects.toThrow(new StorageError(message));
  });

  const makeForeign = (statements: string) => {
    const database = new DatabaseSync(join(folder, 'not'));
    database.exec(statements);
    database.close();
  };
  const make = {
    'of a later version': () => withDatabase((database) => database.exec('PRAGMA user_version = 4')),
    'that is no database': () => writeFileSync(join(folder, 'not'), 'x'.repeat(5000)),
    'that is a folder': () => mkdirSync(join(folder, 'not')),
    'of another program': () => makeForeign('CREATE TABLE note (text)'),
    'of another program, in its third version': () => makeForeign('CREATE TABLE note (text); PRAGMA user_version = 3'),
    'of another program that has animals, too': () => makeForeign('CREATE TABLE animal (id); PRAGMA user_version = 3'),
    'cut off in its last page': () => {
      withDatabase(() => undefined);
      truncateSync(path, statSync(path).size - 1);
    },
    'without a table': () => withDatabase((database) => database.exec('DROP TABLE key_use')),
    'without a column': () => withDatabase((database) => database.exec('ALTER TABLE api_key DROP COLUMN expires_at')),
  };

  test.each([
    [
      'of a later version',
      'not/yet/there/adoption.sqlite',
      /it has schema version 4, and this server knows versions up to 3\.$/,
    ],
    ['that is no database', 'not', /file is not a database\.$/],
    ['that is a folder', 'not', /unable to open database file\.$/],
    ['of another program', 'not', /it is the database of another program\.$/],
    ['of another program, in its third version', 'not', /it is the database of another program\.$/],
    ['of another program that has animals, too', 'not', /it is the database of another program\.$/],
    ['that is no database', 'not/adoption.sqlite', /(EEXIST|ENOTDIR).*\.$/],
    [
      'cut off in its last page',
      'not/yet/there/adoption.sqlite',
      /the file was cut off: put a whole copy in its place\.$/,
    ],
    ['without a table', 'not/yet/there/adoption.sqlite', /no such table: key_use\.$/],
    ['without a column', 'not/yet/there/adoption.sqlite', /no such column: expires_at\.$/],
  ] as const)('%s (%s) is refused', (what, name, message) => {
    make[what]();
    const open = () => openSqliteStorage(join(folder, name));
    expect(open).toThrow(StorageError);
    expect(open).toThrow(message);
    expect(open).toThrow(join(folder, name));
  });

  test('of another program is left as it is', () => {
    make['of another program']();
    const before = readFileSync(join(folder, 'not'));
    expect(() => openSqliteStorage(join(folder, 'not'))).toThrow(StorageError);
    expect(readFileSync(join(folder, 'not'))).toEqual(before);
  });

  test('of a later version is left as it is', () => {
    make['of a later version']();
    expect(() => openSqliteStorage(path)).toThrow(StorageError);
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 4 });
    database.close();
  });
});

describe('several processes', () => {
  /** A process that has `storage` and `write`, which puts a line on its standard output. */
  function start(program: string): ChildProcess {
    const source = `
      import { writeSync } from 'node:fs';
      import { openSqliteStorage } from ${JSON.stringify(new URL('storage.ts', import.meta.url).href)};
      const storage = openSqliteStorage(${JSON.stringify(path)}, { patience: 600_000 });
      const write = (line) => writeSync(1, line + '\\n');
      ${program}`;
    return spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['pipe', 'pipe', 'inherit'] });
  }

  const linesOf = ({ stdout }: ChildProcess) => createInterface(stdout ?? expect.fail('The process has no output.'));

  test('may start at once on a database that is not there yet, and write at once', async () => {
    const each = 20;
    const children = Array.from({ length: 3 }, () =>
      start(`for (let i = 0; i < ${each}; i++) await storage.animals.add({ name: 'Bruno', categoryId: i });`),
    );
    const ends = await Promise.all(children.map((child) => once(child, 'close')));
    expect(ends).toEqual(children.map(() => [0, null]));
    const storage = openSqliteStorage(path);
    expect(await storage.animals.list({ limit: 1000 })).toHaveLength(children.length * each);
    storage.close();
  });

  test('wait for one another before a new database has its journal', async () => {
    mkdirSync(dirname(path), { recursive: true });
    const database = new DatabaseSync(path);
    database.exec('PRAGMA application_id = 1');
    database.close();
    const { ended } = await contendForDatabase(path);
    expect(() => openSqliteStorage(path).close()).not.toThrow();
    await ended;
  });

  test('see at once what another one wrote', async () => {
    const storage = openSqliteStorage(path);
    const child = start(
      `write((await storage.animals.add({ name: 'Bruno', categoryId: 3 })).id); process.stdin.resume();`,
    );
    for await (const line of linesOf(child)) {
      expect(await storage.animals.find(Number(line))).toMatchObject(bruno);
      child.stdin?.end();
    }
    storage.close();
  });

  test('lose nothing that was acknowledged when one is killed in the middle of writing', async () => {
    const child = start(
      `for (let i = 1; ; i++) {
         const { id } = await storage.animals.add({ name: 'animal ' + i, categoryId: i });
         write(id);
       }`,
    );
    const ended = once(child, 'exit');
    const acknowledged: number[] = [];
    for await (const line of linesOf(child)) {
      acknowledged.push(Number(line));
      if (acknowledged.length === 100) child.kill('SIGKILL');
    }
    expect(await ended).toEqual([null, 'SIGKILL']);
    const storage = openSqliteStorage(path);
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
    for (const id of acknowledged)
      expect(await storage.animals.find(id)).toEqual({ id, name: `animal ${id}`, categoryId: id });
    // Whether the one in the middle of which it was killed is kept is open.
    const [newest] = await storage.animals.list({ limit: 1 });
    expect([0, 1]).toContain((newest?.id ?? 0) - acknowledged.length);
    storage.close();
  });
});
