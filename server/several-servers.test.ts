import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idOf } from './api-keys/api-key.ts';
import { migrationLock } from './storage/postgres/schema.ts';
import { type PostgresServer, startPostgres } from './storage/test/postgres.ts';
import { databaseIn, runBackupIn, runKeysIn, runServer, type ServerProcess, startServer } from './test/programs.ts';
import { noRedis, type RedisServer, startRedis } from './test/redis.ts';

type Environment = Record<string, string>;

let postgres: PostgresServer;
let redis: RedisServer;
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), noRedis === undefined ? startRedis() : redis]);
});
afterAll(async () => {
  await Promise.all([postgres.close(), redis?.stop()]);
});

let folder: string;
const servers: ServerProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'several-'));
});
afterEach(async () => {
  for (const server of servers) server.signal('SIGTERM');
  for (const { ended } of servers.splice(0)) expect(await ended).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
});

const inPostgres = async (): Promise<Environment> => ({ DATABASE_URL: await postgres.newDatabase() });
const inRedis = async (): Promise<Environment> => ({ ...(await inPostgres()), REDIS_URL: redis.url });
const shared: [name: string, engines: () => Promise<Environment>][] = [
  ['PostgreSQL', inPostgres],
  ...(noRedis === undefined ? ([['PostgreSQL and Redis', inRedis]] satisfies [string, typeof inRedis][]) : []),
];

async function newKey(environment: Environment, ...options: string[]): Promise<string> {
  return (await runKeysIn(environment, 'create', ...options)).stdout.trimEnd();
}

/** The server does not end itself when it stops: nothing may be left that keeps its process. */
const withoutExit = `--import=data:text/javascript,${encodeURIComponent('process.exit = () => undefined')}`;

async function start(environment: Environment): Promise<ServerProcess> {
  const server = await startServer(folder, { ...environment, NODE_OPTIONS: withoutExit });
  servers.push(server);
  return server;
}

const list = ({ address }: ServerProcess, key: string) =>
  fetch(`${address}/pets`, { headers: { Authorization: `Bearer ${key}` } });
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

describe.each(shared)('two servers on %s', (_, engines) => {
  let environment: Environment;
  let both: [ServerProcess, ServerProcess];
  beforeEach(async () => {
    environment = await engines();
    both = await Promise.all([start(environment), start(environment)]);
  });

  test('serve 60 of 400 requests that come at once where the limit is 60', async () => {
    const key = await newKey(environment, '--plan', 'free');
    const answers = await Promise.all(
      Array.from({ length: 400 }, (__, sent) => list(both[sent % 2 === 0 ? 0 : 1], key)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    // More than 100 were refused: the key is banned, wherever it comes to.
    for (const server of both) expect(await codeOf(await list(server, key))).toBe('key_banned');
    await expect
      .poll(async () => (await runKeysIn(environment, 'list')).stdout, { timeout: 60_000, interval: 500 })
      .toMatch(new RegExp(`^${idOf(key)}\\t.*banned since`, 'm'));
  });

  test('have the same animals and keys', async () => {
    const [one, other] = both;
    const key = await newKey(environment, '--plan', 'free');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Bruno', categoryId: 3 });
    const created = await fetch(`${one.address}/pets`, { method: 'POST', headers, body });
    expect(await (await list(other, key)).json()).toEqual([await created.json()]);
    await runKeysIn(environment, 'revoke', key);
    for (const server of both) expect((await list(server, key)).status).toBe(401);
  });
});

test('the backup of a PostgreSQL is the work of its own tools', async () => {
  const file = join(folder, 'backup');
  const { code, stdout, stderr } = await runBackupIn(await inPostgres(), file);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `Back up a PostgreSQL with pg_dump: pg_dump --format=custom --file=${file} "$DATABASE_URL"\n`,
  });
});

/** Loses the connection to PostgreSQL where a new key is committed. */
const losingCommit = `import { createRequire } from 'node:module';
const { Client } = createRequire(${JSON.stringify(import.meta.url)})('pg');
const { query } = Client.prototype;
let hasKey = false;
Client.prototype.query = function (...statement) {
  hasKey ||= String(statement[0]).startsWith('INSERT INTO api_key');
  if (hasKey && statement[0] === 'COMMIT') return Promise.reject(new Error('the connection is lost'));
  return query.apply(this, statement);
};`;

test('of a key whose connection is lost as it is committed it is said how to find out', async () => {
  const environment = await inPostgres();
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(losingCommit)}`;
  const { code, stdout, stderr } = await runKeysIn({ ...environment, NODE_OPTIONS }, 'create', '--plan', 'free');
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'See what was changed with list: it is not known whether the database has written: ' +
      'the database does not answer: the connection is lost.\n',
  });
});

/** Sends the signal once the lock is asked for under which one server after the other migrates. */
const stoppedAtMigration = `import { createRequire } from 'node:module';
const { Client } = createRequire(${JSON.stringify(import.meta.url)})('pg');
const { query } = Client.prototype;
Client.prototype.query = function (...statement) {
  if (String(statement[0]).includes('pg_advisory_xact_lock')) process.kill(process.pid, 'SIGTERM');
  return query.apply(this, statement);
};`;

test('a server that waits for another one to migrate the schema stops by a signal', async () => {
  const environment = await inPostgres();
  const migrating = new Client(environment['DATABASE_URL']);
  await migrating.connect();
  await migrating.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(stoppedAtMigration)}`;
  const { code, stdout, stderr } = await runServer(folder, { ...environment, NODE_OPTIONS });
  await migrating.end();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['stopping']);
});

test('the address that a server prints has no password', async () => {
  const server = await start(await inPostgres());
  expect(server.output.stdout).toMatch(/its data in postgres:\/\/127\.0\.0\.1:\d+\/\w+\.$/m);
});

const alone = async (): Promise<Environment> => ({ DATABASE_URL: `file:${databaseIn(folder)}` });
const aloneInRedis = async (): Promise<Environment> => ({
  DATABASE_URL: `file:${databaseIn(join(folder, 'other'))}`,
  REDIS_URL: redis.url,
});

const combinations: [name: string, engines: () => Promise<Environment>][] = [
  ['SQLite', alone],
  ...(noRedis === undefined ? ([['SQLite and Redis', aloneInRedis]] satisfies [string, typeof alone][]) : []),
  ...shared,
];

// Each waits for the end of a window: together they take as long as one.
test('a server keeps the contract on every combination of engines', async () => {
  const verdicts = await Promise.all(combinations.map(async ([, engines]) => verify(await engines())));
  expect(verdicts).toEqual(
    combinations.map(() => ({ code: 0, output: expect.stringContaining('The contract is kept') })),
  );
});

/** Runs `npm run verify` against a server on these engines. */
async function verify(environment: Environment) {
  const generous = ['--plan', 'enterprise', '--per-minute', '1000000', '--per-day', '10000000'];
  const revoked = await newKey(environment, '--plan', 'free');
  await runKeysIn(environment, 'revoke', revoked);
  const keys = {
    CONTRACT_KEY: await newKey(environment, ...generous),
    CONTRACT_LIMITED_KEY: await newKey(environment, '--plan', 'free'),
    CONTRACT_REVOKED_KEY: revoked,
  };
  const { address } = await start({ ...environment, ANONYMOUS_REQUESTS_PER_MINUTE: '1000000' });
  const command = fileURLToPath(new URL('../scripts/run.js', import.meta.url));
  const verification = spawn(process.execPath, [command, 'verify', '--base-url', address, '--limited-plan', 'free'], {
    env: { ...process.env, ...keys },
  });
  let output = '';
  for (const stream of [verification.stdout, verification.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(verification, 'close');
  return { code, output };
}
