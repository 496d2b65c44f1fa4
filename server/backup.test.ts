import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import { databaseIn, runBackup, runKeys, type ServerProcess, startServer } from './test/programs.ts';

let folder: string;
let file: string;
let server: ServerProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  file = join(folder, 'backup.sqlite');
});
afterEach(async () => {
  server?.signal('SIGKILL');
  await server?.ended;
  server = undefined;
  rmSync(folder, { recursive: true });
});

test('what is backed up while the server serves can be restored', async () => {
  const plan = ['--plan', 'enterprise', '--per-minute', '100000', '--per-day', '100000'];
  const key = (await runKeys(folder, 'create', ...plan)).stdout.trimEnd();
  server = await startServer(folder);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const create = async (): Promise<{ id: number }> => {
    const body = JSON.stringify({ name: 'Bruno', categoryId: 3 });
    return (await fetch(`${server?.address}/pets`, { method: 'POST', headers, body })).json();
  };

  const { id: before } = await create();
  let isBackedUp = false;
  let after = before;
  const others = (async () => {
    while (!isBackedUp) after = (await create()).id;
  })();
  const backup = await runBackup(folder, file);
  isBackedUp = true;
  await others;
  expect(backup).toMatchObject({ code: 0, stderr: '', stdout: `Wrote ${databaseIn(folder)} to ${file}.\n` });
  expect(statSync(file).mode & 0o777).toBe(0o600);

  server.signal('SIGTERM');
  await server.ended;
  rmSync(dirname(databaseIn(folder)), { recursive: true });
  await runKeys(folder, 'list');
  copyFileSync(file, databaseIn(folder));
  server = await startServer(folder);
  const { id: restored } = await create();
  expect(restored).toBeGreaterThan(before);
  expect(restored).toBeLessThanOrEqual(after + 1);
  expect((await fetch(`${server.address}/pets/${before}`, { headers })).status).toBe(200);
});

const oneFile = () => 'backup takes the name of one file.\nSee: npm run -s backup -- --help\n';
test.each<[string, () => string[], () => string]>([
  ['without a file', () => [], oneFile],
  ['with a file without a name', () => [''], oneFile],
  ['with two files', () => [file, file], oneFile],
  ['with an option', () => ['--all'], oneFile],
  ['without a database', () => [file], () => `There is no database ${databaseIn(folder)}.\n`],
])('is refused %s', async (_, words, reason) => {
  const { code, stdout, stderr } = await runBackup(folder, ...words());
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: reason() });
  expect(existsSync(file)).toBe(false);
});

const usage = `Usage: npm run -s backup -- FILE

Writes the animals, the keys and their use to a new FILE, while the server runs or not.

  --help          shows this
  --version       shows the version of the service

The database is the one of DATABASE_URL. To restore: stop the server, remove the database with its -wal and -shm, and
copy FILE to its place.
A PostgreSQL is backed up with its own tools: pg_dump, or an archive of its log (WAL).
`;
test.each([
  ['--version', `${service.version}\n`],
  ['-v', `${service.version}\n`],
  ['--help', usage],
  ['-h', usage],
])('%s is answered, and no database made', async (argument, stdout) => {
  expect(await runBackup(folder, argument)).toEqual({ code: 0, signal: null, stdout, stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
});

test('overwrites nothing', async () => {
  await runKeys(folder, 'list');
  writeFileSync(file, 'precious');
  expect(await runBackup(folder, file)).toMatchObject({ code: 2, stderr: `${file} exists already.\n` });
  expect(statSync(file).size).toBe('precious'.length);
});

test('neither overwrites nor removes what its user has beside the file', async () => {
  await runKeys(folder, 'list');
  const others = ['backup.sqlite.unfinished', 'backup.sqlite-journal', 'copy'].map((name) => join(folder, name));
  for (const other of others) writeFileSync(other, 'precious');
  expect(await runBackup(folder, file)).toMatchObject({ code: 0, stderr: '' });
  expect(others.map((other) => readFileSync(other, 'utf8'))).toEqual(others.map(() => 'precious'));
  expect(readdirSync(folder)).toHaveLength(others.length + ['data', 'backup.sqlite'].length);
});

test('overwrites no link, also one that leads nowhere', async () => {
  await runKeys(folder, 'list');
  symlinkSync('nowhere', file);
  expect(await runBackup(folder, file)).toMatchObject({ code: 2, stderr: `${file} exists already.\n` });
  expect(readlinkSync(file)).toBe('nowhere');
});

test('overwrites nothing that came while it was made: of several backups to one file, one is written', async () => {
  const storage = openSqliteStorage(databaseIn(folder));
  const name = 'x'.repeat(60_000);
  await Promise.all(Array.from({ length: 500 }, () => storage.animals.add({ name, categoryId: 3 })));
  storage.close();
  const backups = await Promise.all([1, 2].map(() => runBackup(folder, file)));
  expect(backups.map(({ code }) => code).sort()).toEqual([0, 2]);
  expect(backups.map(({ stderr }) => stderr).sort()).toEqual(['', `${file} exists already.\n`]);
  expect(readdirSync(folder).sort()).toEqual(['backup.sqlite', 'data']);
});

test('takes a name for nothing but a name, also one that looks like an address', async () => {
  await runKeys(folder, 'create', '--plan', 'free');
  expect(await runBackup(folder, 'file:backup.sqlite')).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(folder)).toEqual(['data', 'file:backup.sqlite']);
  const database = new DatabaseSync(join(folder, 'file:backup.sqlite'));
  expect(database.prepare('SELECT count(*) AS count FROM api_key').get()).toEqual({ count: 1 });
  database.close();
});

test('gives no copy of a database that breaks its own rules', async () => {
  await runKeys(folder, 'create', '--plan', 'free');
  const database = new DatabaseSync(databaseIn(folder), { defensive: false });
  database.exec(`
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT,', 'name TEXT NOT NULL,') WHERE name = 'api_key'`);
  database.close();
  const { code, stderr } = await runBackup(folder, file);
  expect(code).toBe(2);
  expect(stderr).toMatch(/cannot be backed up to \S+: the copy is damaged: NULL value in api_key\.name\.\n$/);
  expect(readdirSync(folder)).toEqual(['data']);
});

test('leaves nothing behind where it fails', async () => {
  await runKeys(folder, 'list');
  writeFileSync(databaseIn(folder), 'no database '.repeat(1000));
  const { code, stderr } = await runBackup(folder, file);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^The database \S+ cannot be backed up to \S+: file is not a database\.\n$/);
  expect(readdirSync(folder)).toEqual(['data']);
});

test('says in a line that there is no folder for it', async () => {
  await runKeys(folder, 'list');
  const { code, stderr } = await runBackup(folder, join(folder, 'none', 'backup.sqlite'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/^The database \S+ cannot be backed up to \S+: ENOENT: no such file or directory, .*\.\n$/);
});
