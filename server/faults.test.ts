import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OperationId } from './operation.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import { type DatabaseLock, emptyJournal, lockDatabase } from './storage/sqlite/test/other-process.ts';
import { databaseIn, runFailingServer, runKeys, type ServerProcess, startServer } from './test/programs.ts';
import { violationsOf } from './test/violations.ts';

let folder: string;
let server: ServerProcess;
let key: string;
let second: ServerProcess | undefined;
let lock: DatabaseLock | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
});
afterEach(async () => {
  server.signal('SIGKILL');
  second?.signal('SIGKILL');
  await lock?.release();
  lock = undefined;
  await server.ended;
  await second?.ended;
  second = undefined;
  rmSync(folder, { recursive: true });
});

/** Makes a key that has no low limit. */
async function makeKey(): Promise<void> {
  key = (
    await runKeys(folder, 'create', '--plan', 'enterprise', '--per-minute', '100000', '--per-day', '100000')
  ).stdout.trimEnd();
}

/** Starts a server with a key that has no low limit, after a command of the shell. */
async function start(setUp?: string): Promise<void> {
  await makeKey();
  server = await startServer(folder, {}, 'read', setUp);
}

async function ask(id: OperationId, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${server.address}/pets`, { ...init, headers });
  expect(await violationsOf(id, response.clone())).toEqual([]);
  return response;
}

const list = () => ask('listPets');
const create = (name = 'Bruno') => ask('createPet', { method: 'POST', body: JSON.stringify({ name, categoryId: 3 }) });
const probe = async (path: string) => {
  const response = await fetch(new URL(path, server.address));
  return { status: response.status, body: await response.json() };
};

async function spentOnDisk(): Promise<number | undefined> {
  const storage = openSqliteStorage(databaseIn(folder));
  const [use] = await storage.keyUses.list();
  storage.close();
  return use?.day?.count;
}

const unavailable = { status: 503, code: 'unavailable', message: expect.any(String) };

/** That the server has ended with one line that says what is lost, and why. */
async function expectToHaveLost(reason: string): Promise<void> {
  const { code, stderr } = await server.ended;
  const errors = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level > 40);
  expect(errors.at(-1)).toMatchObject({ msg: 'what was counted last is lost', reason });
  expect(stderr).not.toContain('stack');
  expect(stderr).not.toContain('Cannot start');
  expect(code).toBe(0);
}

test('the lock of another process: writes are refused, everything else is answered', async () => {
  await start();
  lock = await lockDatabase(databaseIn(folder));
  const writes = [create(), create(), create()];
  expect((await list()).status).toBe(200);
  expect((await probe('/healthz')).status).toBe(200);
  expect((await probe('/readyz')).status).toBe(200);
  for (const refused of await Promise.all(writes)) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await refused.json()).toEqual(unavailable);
  }
  await lock.release();
  expect((await create()).status).toBe(201);
  expect(await (await list()).json()).toHaveLength(1);
});

test('the lock of another process at the end: one line says what is lost', async () => {
  await start();
  await list();
  lock = await lockDatabase(databaseIn(folder));
  server.signal('SIGTERM');
  await expectToHaveLost('another process holds the lock of the database');
});

test('a crash gives back no more than what was spent last', async () => {
  await start();
  for (let spent = 0; spent < 3; spent++) await list();
  await expect.poll(spentOnDisk).toBe(3);
  server.signal('SIGKILL');
  await server.ended;
  server = await startServer(folder);
  const { headers } = await list();
  expect(Number(headers.get('X-RateLimit-Limit')) - Number(headers.get('X-RateLimit-Remaining'))).toBe(4);
});

test('a database that is deleted: writes are refused, reads are answered, and /readyz says why', async () => {
  await start();
  expect((await create()).status).toBe(201);
  rmSync(dirname(databaseIn(folder)), { recursive: true });
  expect((await create()).status).toBe(503);
  await expect
    .poll(() => probe('/readyz'))
    .toEqual({ status: 503, body: { status: 'not ready', reason: 'the database file was deleted or replaced' } });
  expect(await (await list()).json()).toHaveLength(1);
});

test('a lock that is deleted: the next write takes it again, and a second server is refused', async () => {
  await start();
  rmSync(`${databaseIn(folder)}-server`);
  expect((await create()).status).toBe(201);
  expect(await probe('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  expect((await runFailingServer(folder)).stderr).toContain('Another server uses the database');
});

test('a lock that is deleted and taken by another server: the first one takes no writes until that ends', async () => {
  await start();
  rmSync(`${databaseIn(folder)}-server`);
  second = await startServer(folder);
  expect((await create()).status).toBe(503);
  const reason = expect.stringMatching(/^the lock of this server was deleted or replaced: Another server uses /);
  await expect.poll(() => probe('/readyz')).toEqual({ status: 503, body: { status: 'not ready', reason } });
  expect((await list()).status).toBe(200);
  second.signal('SIGTERM');
  await second.ended;
  expect((await create()).status).toBe(201);
});

test('a database file that cannot grow: writes are refused, reads are answered, and /readyz says why', async () => {
  // In blocks of 512 bytes: enough for some animals, and not for many.
  await start('ulimit -f 2048');
  const name = 'x'.repeat(60_000);
  let answer = await create(name);
  while (answer.status === 201) answer = await create(name);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual(unavailable);
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { status: 'not ready', reason: 'the database file cannot be read or written' },
  });
  expect((await list()).status).toBe(200);

  await emptyJournal(databaseIn(folder));
  await expect.poll(() => probe('/readyz')).toMatchObject({ status: 200 });
  expect((await create(name)).status).toBe(201);
});

test('a disk that is full from start to end: reads are answered, /readyz says why, a line what is lost', async () => {
  await makeKey();
  // What others have open is there already.
  const storage = openSqliteStorage(databaseIn(folder));
  server = await startServer(folder, {}, 'read', 'ulimit -f 0');
  expect((await list()).status).toBe(200);
  expect((await create()).status).toBe(503);
  const reason = 'the database file cannot be read or written';
  expect(await probe('/readyz')).toEqual({ status: 503, body: { status: 'not ready', reason } });
  server.signal('SIGTERM');
  await expectToHaveLost(reason);
  storage.close();
});
