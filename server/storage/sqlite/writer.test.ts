import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Storage, StorageUnavailable } from '../store.ts';
import { backUpDatabase } from './backup.ts';
import { DatabaseFiles } from './database-files.ts';
import { openSqliteStorage } from './storage.ts';
import { type DatabaseLock, lockDatabase } from './test/other-process.ts';
import { Writer } from './writer.ts';

const bruno = { name: 'Bruno', categoryId: 3 };
const forever = 600_000;
const use = { id: 'a', lastSeen: new Date(0), refused: 0, ban: null, minute: null, day: null, refusals: null };

let folder: string;
let path: string;
let storage: Storage;
let lock: DatabaseLock | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writer-'));
  path = join(folder, 'adoption.sqlite');
});
afterEach(async () => {
  await lock?.release();
  lock = undefined;
  storage.close();
  rmSync(folder, { recursive: true });
});

const add = (count: number) => Array.from({ length: count }, () => storage.animals.add(bruno));

/** Runs a statement as another program does. */
function change(statement: string): void {
  const other = new DatabaseSync(path);
  other.exec(statement);
  other.close();
}

async function expectUnavailable(used: Promise<unknown>, problem: RegExp): Promise<void> {
  const error: unknown = await used.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect(error).toHaveProperty('message', expect.stringMatching(problem));
}

/** Bytes that a number of animals cost in the journal, which grows with each commit. */
async function journalOf(write: () => Promise<unknown>): Promise<number> {
  const { size } = statSync(`${path}-wal`);
  await write();
  return statSync(`${path}-wal`).size - size;
}

test('what is asked for in one turn of the event loop is one commit', async () => {
  storage = openSqliteStorage(path);
  await add(1)[0];
  const one = await journalOf(() => storage.animals.add(bruno));
  expect(one).toBeGreaterThan(0);
  expect(await journalOf(() => Promise.all(add(20)))).toBe(one);
});

describe('a write that fails', () => {
  const full = Object.assign(new Error('no'), { errcode: 13 });
  const failed = new StorageUnavailable('the disk is full');
  let database: DatabaseSync;
  let writer: Writer;
  const write = (value: number) => () => void database.exec(`INSERT INTO kept VALUES (${value})`);
  const kept = () =>
    database
      .prepare('SELECT value FROM kept')
      .all()
      .map(({ value }) => value);
  beforeEach(() => {
    storage = openSqliteStorage(path);
    database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE kept (value)');
    writer = new Writer(database, new DatabaseFiles(':memory:'), forever);
  });
  afterEach(() => database.close());
  const fail = (statement: string) => () => {
    database.exec(statement);
    throw full;
  };

  test('leaves nothing of it behind, and others are done', async () => {
    const [first, second] = [writer.write(fail('INSERT INTO kept VALUES (1)')), writer.write(write(2))];
    await expect(first).rejects.toThrow(failed);
    await second;
    expect(kept()).toEqual([2]);
  });

  test('and ends the transaction takes the others with it, which can be done again', async () => {
    const both = [writer.write(write(1)), writer.write(fail('ROLLBACK'))];
    for (const one of both) await expect(one).rejects.toThrow(failed);
    await writer.write(write(2));
    expect(kept()).toEqual([2]);
  });

  test('on its own leaves no transaction open', async () => {
    expect(() => writer.transact(fail('INSERT INTO kept VALUES (1)'))).toThrow(failed);
    await writer.write(write(2));
    expect(kept()).toEqual([2]);
  });
});

describe('while another process holds the lock', () => {
  test('the event loop goes on, reads are answered, and writes are done once it is released', async () => {
    storage = openSqliteStorage(path, { patience: forever });
    const first = await storage.animals.add(bruno);
    lock = await lockDatabase(path);
    const settled: unknown[] = [];
    const writes = add(3).map((write) => write.finally(() => settled.push(write)));
    for (let turn = 0; turn < 1000; turn++) {
      expect(await storage.animals.find(first.id)).toEqual(first);
      await setImmediate();
    }
    expect(settled).toEqual([]);
    expect(storage.problem()).toBeUndefined();
    await lock.release();
    expect((await Promise.all(writes)).map(({ id }) => id)).toEqual([2, 3, 4]);
  });

  test('a write gives up after its time, and leaves nothing behind', async () => {
    storage = openSqliteStorage(path, { patience: 0 });
    lock = await lockDatabase(path);
    await expect(storage.animals.add(bruno)).rejects.toThrow(
      new StorageUnavailable('another process holds the lock of the database'),
    );
    await lock.release();
    expect(await storage.animals.add(bruno)).toMatchObject({ id: 1 });
    expect(await storage.animals.list({ limit: 100 })).toHaveLength(1);
  });

  test('more writes than it can take are refused at once', async () => {
    storage = openSqliteStorage(path, { patience: forever });
    lock = await lockDatabase(path);
    const taken = add(1000);
    await expect(storage.animals.add(bruno)).rejects.toThrow('too many writes wait for the database');
    await lock.release();
    expect(await Promise.all(taken)).toHaveLength(1000);
  });
});

describe('a database file that is', () => {
  const faults: Record<string, (file: string) => void> = {
    deleted: (file) => renameSync(file, `${file}.gone`),
    replaced: (file) => {
      renameSync(file, `${file}.gone`);
      openSqliteStorage(join(folder, 'another')).close();
      renameSync(join(folder, 'another'), file);
    },
  };
  const names = { '': 'file', '-wal': 'journal (-wal)', '-shm': 'journal index (-shm)' };

  test.each(
    Object.entries(faults).flatMap(([what, cause]) =>
      Object.entries(names).map(([file, name]) => ({ what, file, name, cause })),
    ),
  )('$what ($name) takes no write until it is back', async ({ file, name, cause }) => {
    const problem = `the database ${name} was deleted or replaced`;
    storage = openSqliteStorage(path);
    await storage.animals.add(bruno);
    cause(path + file);
    await expect(storage.animals.add(bruno)).rejects.toThrow(new StorageUnavailable(problem));
    expect(storage.problem()).toBe(problem);
    renameSync(`${path}${file}.gone`, path + file);
    expect(await storage.animals.add(bruno)).toMatchObject({ id: 2 });
  });

  test('deleted and was opened by a link takes no write until it is back', async () => {
    openSqliteStorage(path).close();
    const link = join(folder, 'link.sqlite');
    symlinkSync(path, link);
    storage = openSqliteStorage(link);
    expect(await storage.animals.add(bruno)).toMatchObject({ id: 1 });
    faults['deleted']?.(path);
    await expect(storage.animals.add(bruno)).rejects.toThrow('the database file was deleted or replaced');
    renameSync(`${path}.gone`, path);
    expect(await storage.animals.add(bruno)).toMatchObject({ id: 2 });
  });

  const overwrites: Record<string, (file: string) => void> = {
    'with another database': (file) => {
      openSqliteStorage(join(folder, 'another')).close();
      copyFileSync(join(folder, 'another'), file);
    },
    'with its own backup': (file) => {
      backUpDatabase(file, join(folder, 'backup'));
      copyFileSync(join(folder, 'backup'), file);
    },
    'with its own backup, whose number differs in its first byte alone': (file) => {
      backUpDatabase(file, join(folder, 'backup'));
      const bytes = readFileSync(join(folder, 'backup'));
      bytes.set([(readFileSync(file)[68] ?? 0) ^ 1, ...readFileSync(file).subarray(69, 72)], 68);
      writeFileSync(file, bytes);
    },
    'with what is no database': (file) => writeFileSync(file, 'x'.repeat(100_000)),
    'with nothing': (file) => truncateSync(file),
    'in its journal, with nothing': (file) => truncateSync(`${file}-wal`),
    'in its journal, at its beginning': (file) => {
      const descriptor = openSync(`${file}-wal`, 'r+');
      writeSync(descriptor, 'x'.repeat(32));
      closeSync(descriptor);
    },
    'in its journal, without its end': (file) => truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - 1),
  };
  test.each(Object.entries(overwrites))('written over %s takes no write', async (how, overwrite) => {
    storage = openSqliteStorage(path);
    await storage.animals.add(bruno);
    overwrite(path);
    const what = how.startsWith('in its journal')
      ? 'journal (-wal) was cut off or written over'
      : 'file was written over';
    const problem = `the database ${what}: the server must be restarted`;
    await expect(storage.animals.add(bruno)).rejects.toThrow(new StorageUnavailable(problem));
    expect(storage.problem()).toBe(problem);
  });

  test('cut off takes no write; one that another process has made smaller does', async () => {
    storage = openSqliteStorage(path);
    const other = new DatabaseSync(path);
    const checkpoint = 'PRAGMA wal_checkpoint(TRUNCATE)';
    for (let round = 0; round < 20; round++) await storage.animals.add({ name: 'B'.repeat(60_000), categoryId: 3 });
    other.exec(checkpoint);
    await storage.animals.add(bruno);
    const { size } = statSync(path);
    other.exec(`DELETE FROM animal WHERE id < 10; VACUUM; ${checkpoint}`);
    other.close();
    expect(statSync(path).size).toBeLessThan(size);
    await storage.animals.add(bruno);
    expect(storage.problem()).toBeUndefined();
    truncateSync(path, statSync(path).size / 2);
    const problem = 'the database file was cut off: the server must be restarted';
    await expect(storage.animals.add(bruno)).rejects.toThrow(new StorageUnavailable(problem));
  });

  type Use = (storage: Storage) => Promise<unknown>;
  const lists: Use[] = [
    ({ animals }) => animals.list({ limit: 2 }),
    ({ animals }) => animals.list({ limit: 2, status: 'sold' }),
  ];
  const find: Use = ({ animals }) => animals.find(1);
  const add: Use = ({ animals }) => animals.add({ ...bruno, status: 'sold' });
  const keys: Use[] = [({ keys }) => keys.find('a'), ({ keys }) => keys.list()];
  const uses: Use[] = [({ keyUses }) => keyUses.list(), ({ keyUses }) => keyUses.save([use])];
  const losses: Record<string, [statement: string, problem: RegExp, uses: Use[]]> = {
    animals: ['DROP TABLE animal', /^no such table: animal$/, [...lists, find, add]],
    keys: ['DROP TABLE api_key', /^no such table: api_key$/, keys],
    'uses of keys': ['DROP TABLE key_use', /^no such table: key_use$/, uses],
    'a column of animals': [
      'ALTER TABLE animal DROP COLUMN category_id',
      /column.* category_id$/,
      [...lists, find, add],
    ],
    'a column of keys': ['ALTER TABLE api_key DROP COLUMN expires_at', /column.* expires_at$/, keys],
    'a column of uses': ['ALTER TABLE key_use DROP COLUMN refused', /column.* refused$/, uses],
  };
  test.each(Object.entries(losses))('without %s is unavailable, and not ready', async (_, [loss, problem, all]) => {
    storage = openSqliteStorage(path);
    change(loss);
    for (const one of all) await expectUnavailable(one(storage), problem);
    expect(storage.problem()).toMatch(problem);
  });

  const tooLarge = /^the animal 9007199254740993 in the database is damaged: its id is not from 1 to 2\^53 - 1$/;
  const rows: Record<string, [values: string, problem: RegExp, uses: Use[]]> = {
    'an identifier beyond 2^53': ["9007199254740993, 'Bruno', 3, 'sold'", tooLarge, lists],
    'a negative identifier': ["-1, 'Bruno', 3, 'sold'", /^the animal -1 .* its id is not from 1 to 2\^53 - 1$/, lists],
    'a category beyond 2^53': [
      "1, 'Bruno', -9007199254740993, 'sold'",
      /^the animal 1 .* its category_id -9007199254740993 is beyond 2\^53 - 1$/,
      [...lists, find],
    ],
  };
  test.each(Object.entries(rows))('with %s is unavailable where that is read', async (_, [values, problem, all]) => {
    storage = openSqliteStorage(path);
    change(`INSERT INTO animal VALUES (${values})`);
    for (const one of all) await expectUnavailable(one(storage), problem);
    change('DELETE FROM animal');
    for (const list of lists) expect(await list(storage)).toEqual([]);
  });

  test('without an identifier that a number keeps takes no animal, and is not ready', async () => {
    storage = openSqliteStorage(path);
    change(`INSERT INTO animal VALUES (${Number.MAX_SAFE_INTEGER}, 'Bruno', 3, 'sold')`);
    const before = await storage.animals.list({ limit: 2 });
    await expectUnavailable(storage.animals.add(bruno), /^the database has no identifier left up to 2\^53 - 1$/);
    expect(await storage.animals.list({ limit: 2 })).toEqual(before);
    expect(before).toHaveLength(1);
    expect(storage.problem()).toBe('the database has no identifier left up to 2^53 - 1');
  });

  test('with a number of a key beyond 2^53 says which number that is', async () => {
    storage = openSqliteStorage(path);
    change(`INSERT INTO api_key VALUES ('a', x'00', 'free', 9007199254740993, 1, NULL, 0, NULL, NULL)`);
    for (const one of keys) await expectUnavailable(one(storage), /^the database is damaged: .*9007199254740993/);
    expect(storage.problem()).toMatch(/^the database is damaged: .*9007199254740993/);
  });

  test('damaged is read no further than it was', async () => {
    storage = openSqliteStorage(path);
    // More than SQLite keeps in memory.
    const large = { name: 'B'.repeat(60_000), categoryId: 3 };
    for (let round = 0; round < 100; round++) await storage.animals.add(large);
    await storage.close();
    storage = openSqliteStorage(path);
    truncateSync(path);
    await expect(storage.animals.find(50)).rejects.toThrow(new StorageUnavailable('the database file is damaged'));
    await expect(storage.keys.find('none')).rejects.toThrow(StorageUnavailable);
  });
});
