import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import { describeConfiguration } from './configuration.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import { lockDatabase } from './storage/sqlite/test/other-process.ts';
import { freePort } from './test/free-port.ts';
import { databaseIn, runFailingServer, runKeys, runServer, type ServerProcess, startServer } from './test/programs.ts';
import { RawConnection } from './test/raw-connection.ts';

let folder: string;
let started: ServerProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-'));
  started = [];
});

afterEach(async () => {
  for (const server of started) server.signal('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  rmSync(folder, { recursive: true });
});

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer(folder, environment);
  started.push(server);
  return server;
}

async function expectToStop(server: ServerProcess): Promise<void> {
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
  // A journal left behind would be the sign of a database that was not closed.
  expect(readdirSync(dirname(databaseIn(folder)))).toEqual(['adoption.sqlite', 'adoption.sqlite-server']);
}

async function stop(server: ServerProcess): Promise<void> {
  server.signal('SIGTERM');
  await expectToStop(server);
}

/** The environment in which a module is loaded before all others. */
const after = (module: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` });

/** Changes the generated table of operations as it is loaded: each such text behind the name of an operation. */
const changed = (operation: string, text: string, replacement: string) =>
  after(`import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/generated/operations.ts')) return loaded;
    const place = /(?<="id": "${operation}",[^]*)${text}/g;
    return { ...loaded, source: String(loaded.source).replace(place, ${JSON.stringify(replacement)}) };
  },
});`);
const undocumented = (operation: string, status: string) => changed(operation, `"${status}": {`, '"418": {');

/** Looks up no name: the system says why. */
const unnamed = (code: string) =>
  after(`import dns from 'node:dns';
dns.lookup = (name, options, callback) =>
  callback(Object.assign(new Error('getaddrinfo ${code} ' + name), { code: '${code}', syscall: 'getaddrinfo' }));`);

/** The request that a shell makes of a printed `curl` line. */
function parseCurl(line: string): Request {
  const [, name = '', value = '', url = ''] =
    /^curl -H '([^:']+): ([^']+)' (http:[\w.:/]+)$/.exec(line) ?? expect.fail(line);
  return new Request(url, { headers: { [name]: value } });
}

const lastLine = ({ output }: ServerProcess) => output.stdout.trimEnd().split('\n').at(-1) ?? '';
/** The key that the first start has printed. */
const printedKey = (server: ServerProcess) =>
  parseCurl(lastLine(server)).headers.get('Authorization')?.slice('Bearer '.length) ?? '';
const withKey = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });
const statusOf = async ({ address }: ServerProcess, key: string) =>
  (await fetch(`${address}/pets`, withKey(key))).status;

/** The requests that are spent of a limit with the one that is sent for this. */
async function spentWithNext({ address }: ServerProcess, key: string): Promise<number> {
  const { headers } = await fetch(`${address}/pets`, withKey(key));
  return Number(headers.get('X-RateLimit-Limit')) - Number(headers.get('X-RateLimit-Remaining'));
}

async function newKey(): Promise<string> {
  return (await runKeys(folder, 'create', '--plan', 'free')).stdout.trimEnd();
}

/** Undefined once it is answered; else what went wrong. */
async function outcomeOf(request: ClientRequest): Promise<string | undefined> {
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await response.toArray();
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** The animals that a server has left behind. */
async function kept() {
  const storage = openSqliteStorage(databaseIn(folder));
  const animals = await storage.animals.list({ limit: 100 });
  storage.close();
  return animals;
}

describe('the first start', () => {
  test('prints the address, a key, and a curl line that works', async () => {
    const server = await start();
    const [, address, key] =
      new RegExp(
        [
          String.raw`^[\w ]+ \d+\.\d+\.\d+ is at (http://127\.0\.0\.1:\d+${service.basePath}), its data in \S+\.`,
          String.raw`A key to try it with, shown only this once: (\w+)`,
          '',
          'curl .*',
          '$',
        ].join('\n'),
      ).exec(server.output.stdout) ?? expect.fail(server.output.stdout);
    const request = parseCurl(lastLine(server));
    expect(request.url).toBe(`${address}/pets`);
    expect(request.headers.get('Authorization')).toBe(`Bearer ${key}`);
    const response = await fetch(request);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([]);
    await stop(server);
  });

  test('is the only one that prints a key, which goes on to work', async () => {
    const first = await start();
    const key = printedKey(first);
    await stop(first);
    const second = await start();
    expect(second.output.stdout).not.toContain('adoption_');
    expect(lastLine(second)).toBe('Make an API key with: npm run -s keys -- create --plan free');
    expect(await statusOf(second, key)).toBe(200);
  });

  test('does not give back what was spent before', async () => {
    const first = await start();
    const key = printedKey(first);
    for (let spent = 0; spent < 3; spent++) await statusOf(first, key);
    await stop(first);
    expect(await spentWithNext(await start(), key)).toBe(4);
  });

  test('does not give back what was spent while the one before has stopped', async () => {
    const first = await start();
    const key = printedKey(first);
    const connection = await RawConnection.open(first.address);
    connection.send(`GET ${service.basePath}/pets HTTP/1.1\r\n`);
    await statusOf(first, 'unknown');
    first.signal('SIGTERM');
    await expect.poll(() => first.output.stderr).toContain('"stopping"');
    connection.send(`Host: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    expect((await connection.response()).status).toBe(200);
    await expectToStop(first);
    expect(await spentWithNext(await start(), key)).toBe(2);
  });

  test('makes a key of the free plan that is called demo', async () => {
    await stop(await start());
    expect((await runKeys(folder, 'list')).stdout).toMatch(/^[0-9a-f]{16}\tfree\t\S+\tactive\tnever seen\tdemo\n$/);
  });

  test('makes no key where there is one already', async () => {
    await newKey();
    expect((await start()).output.stdout).not.toContain('adoption_');
  });
});

describe('while it runs', () => {
  test('honours a new key and refuses a revoked one at once', async () => {
    const server = await start();
    const key = await newKey();
    expect(await statusOf(server, key)).toBe(200);
    await runKeys(folder, 'revoke', key.split('_')[1] ?? '');
    expect(await statusOf(server, key)).toBe(401);
  });

  test('answers /healthz and /readyz without a key', async () => {
    const { address } = await start();
    for (const [path, status] of Object.entries({ '/healthz': 'ok', '/readyz': 'ready' })) {
      const response = await fetch(new URL(path, address));
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status });
    }
  });

  test('logs each request in a line of JSON, and no key in any spelling, wherever it stands', async () => {
    const server = await start();
    const key = printedKey(server);
    const secret = key.split('_')[2] ?? expect.fail(key);
    const spellings = {
      plain: key,
      upperCase: key.toUpperCase(),
      cut: secret.slice(0, 32),
      percentEncoded: [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
      base64: Buffer.from(key).toString('base64url'),
      bytesInBase64: Buffer.from(secret, 'hex').toString('base64url'),
    };
    const { address } = server;
    const requests = Object.values(spellings).flatMap((spelling): [string, RequestInit][] => [
      [`${address}/pets?limit=1&hidden=${spelling}`, withKey(key)],
      [`${address}/pets/${spelling}`, withKey(key)],
      [`${address}/${spelling}`, {}],
      [`${address}/pets`, { headers: { Authorization: `Basic ${spelling}` } }],
      [`${address}/pets`, { headers: { Authorization: `Bearer ${key}`, 'X-Request-Id': spelling } }],
      [
        `${address}/pets`,
        { headers: { Authorization: spelling, Cookie: spelling, 'X-API-Key': spelling, 'User-Agent': spelling } },
      ],
      [`${address}/pets`, { ...withKey(key), method: 'POST', body: JSON.stringify({ name: spelling, [spelling]: 1 }) }],
    ]);
    for (const [url, init] of requests) await fetch(url, init);
    const traced = { ...withKey(key).headers, traceparent: `00-${secret.slice(0, 32)}-00f067aa0ba902b7-01` };
    await fetch(`${address}/pets`, { headers: traced });
    const raw = await RawConnection.open(address);
    raw.send(`GET ${service.basePath}/pets HTTP/1.1\r\nHost: ${key} ${key}\r\n\r\n${key}\r\n\r\n`);
    await raw.rest();
    await stop(server);

    const { stderr, stdout } = server.output;
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const logged = {
      level: 30,
      requestId: expect.any(String),
      address: '127.0.0.1',
      method: expect.any(String),
      status: expect.any(Number),
    };
    expect(lines.slice(0, requests.length)).toEqual(requests.map(() => expect.objectContaining(logged)));
    expect(lines).toContainEqual(
      expect.objectContaining({
        operationId: 'createPet',
        path: `${service.basePath}/pets`,
        status: 415,
        code: expect.any(String),
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ status: 400, address: '127.0.0.1', reason: 'HPE_INVALID_METHOD' }),
    );
    for (const spelling of Object.values(spellings)) expect(stderr).not.toContain(spelling);
    expect(stderr.toLowerCase()).not.toContain(secret.slice(0, 20));
    for (const text of ['hidden', 'Bearer', 'Basic']) expect(stderr).not.toContain(text);
    expect(stdout.split('\n')).toHaveLength(5);
  });

  test('keeps to what its environment says of callers', async () => {
    const origin = 'https://app.example';
    const { address } = await start({
      ANONYMOUS_REQUESTS_PER_MINUTE: '2',
      BAN_AFTER_REFUSALS: '1',
      BAN_SECONDS: '90',
      MAX_BODY_BYTES: '40',
      TRUSTED_PROXIES: '127.0.0.1',
      CORS_ORIGINS: origin,
    });
    const left = async (client: string) =>
      (await fetch(`${address}/pets`, { headers: { 'X-Forwarded-For': client } })).headers.get('X-RateLimit-Remaining');
    expect([await left('192.0.2.1'), await left('192.0.2.1'), await left('192.0.2.2')]).toEqual(['1', '0', '1']);
    const limits = ['--per-minute', '2', '--per-day', '100'];
    const key = (await runKeys(folder, 'create', '--plan', 'enterprise', ...limits)).stdout.trimEnd();
    const large = {
      method: 'POST',
      headers: { ...withKey(key).headers, 'Content-Type': 'application/json' },
      body: '{}'.padEnd(41),
    };
    expect((await fetch(`${address}/pets`, large)).status).toBe(413);
    const headers = { ...withKey(key).headers, Origin: origin };
    const answers = [];
    for (let sent = 0; sent < 3; sent++) answers.push(await fetch(`${address}/pets`, { headers }));
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 429]);
    expect(answers.map((answer) => answer.headers.get('Access-Control-Allow-Origin'))).toEqual(Array(3).fill(origin));
    expect(answers[2]?.headers.get('Retry-After')).toBe('90');
  });

  test('says nothing in the log when it is silent', async () => {
    const server = await start({ LOG_LEVEL: 'silent' });
    await statusOf(server, 'unknown');
    await stop(server);
    expect(server.output.stderr).toBe('');
  });
});

test.skipIf(process.platform !== 'linux')(
  'with few file descriptors it takes fewer connections, says so, and keeps what it needs itself',
  async () => {
    const server = await startServer(folder, {}, 'read', 'ulimit -n 80');
    started.push(server);
    await expect.poll(() => server.output.stderr).toContain('fewer connections than MAX_CONNECTIONS');
    const opened = await Promise.all(Array.from({ length: 60 }, () => RawConnection.open(server.address)));
    await expect.poll(() => server.output.stderr).toContain('a connection was closed: there were too many');
    expect((await runKeys(folder, 'list')).code).toBe(0);
    for (const connection of opened) connection.reset();
    await expect.poll(() => statusOf(server, 'unknown').catch(() => undefined)).toBe(401);
    await stop(server);
  },
);

test('signals that others have for their logs neither end it nor open a debugger', async () => {
  const server = await start();
  server.signal('SIGUSR1');
  server.signal('SIGUSR2');
  expect(await statusOf(server, 'unknown')).toBe(401);
  await stop(server);
  expect(server.output.stderr).not.toMatch(/^[^{]/m);
});

describe('a signal stops it', () => {
  const body = '{"name":"Bruno","categoryId":3}';
  const post = (key: string) =>
    [
      `POST ${service.basePath}/pets HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '\r\n',
    ].join('\r\n');

  test.each<NodeJS.Signals[][]>([[['SIGTERM']], [['SIGINT', 'SIGINT']], [['SIGHUP', 'SIGHUP']]])(
    '%s: when what is in flight is finished',
    async (signals) => {
      const server = await start();
      const key = printedKey(server);
      const connection = await RawConnection.open(server.address);
      connection.send(post(key) + body.slice(0, 10));
      await statusOf(server, key);
      for (const signal of signals) server.signal(signal);
      await expect.poll(() => server.output.stderr).toContain('"stopping"');
      connection.send(body.slice(10));
      const response = await connection.response();
      expect(response.status).toBe(201);
      await expectToStop(server);
      expect(await kept()).toEqual([await response.json()]);
    },
  );

  test('where connections are idle', async () => {
    const server = await start();
    const connections = [await RawConnection.open(server.address), await RawConnection.open(server.address)];
    connections[0]?.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect((await connections[0]?.response())?.status).toBe(200);
    await stop(server);
    expect(await Promise.all(connections.map((connection) => connection.rest()))).toEqual(['', '']);
  });

  test('with nothing left that keeps the process', async () => {
    const server = await start({ METRICS_PORT: '0', ...after('process.exit = () => undefined') });
    const [, metrics = ''] = /^Metrics are at (\S+)\.$/m.exec(server.output.stdout) ?? [];
    const connection = await RawConnection.open(metrics);
    connection.send('GET /metrics HTTP/1.1\r\n');
    await stop(server);
  });

  test('whatever else keeps the process', async () => {
    const server = await start(after('setInterval(() => undefined, 1_000)'));
    await stop(server);
  });

  test.each<[signal: NodeJS.Signals, later: number]>([
    ['SIGTERM', 0],
    // Sooner, it may be the first one, handed on.
    ['SIGINT', 600],
  ])('at once with the second %s, %i ms later', async (signal, later) => {
    const server = await start();
    const connection = await RawConnection.open(server.address);
    connection.send(post(printedKey(server)) + body.slice(0, 10));
    await statusOf(server, 'unknown');
    server.signal(signal);
    await expect.poll(() => server.output.stderr).toContain('"stopping"');
    await sleep(later);
    server.signal(signal);
    expect(await server.ended).toMatchObject({ code: null, signal });
  });

  test('without a reset of a connection, whatever is on its way', async () => {
    const server = await start({ LOG_LEVEL: 'silent' });
    const agent = new Agent({ keepAlive: true });
    const answered: number[] = [];
    const ends = Array.from({ length: 50 }, async (_, client) => {
      for (answered[client] = 0; ; answered[client]++) {
        const outcome = await outcomeOf(get(new URL('/healthz', server.address), { agent }));
        if (outcome !== undefined) return outcome;
      }
    });
    await expect.poll(() => answered.every((count) => count > 2)).toBe(true);
    server.signal('SIGTERM');
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['ECONNREFUSED']));
    await expectToStop(server);
  });

  test('a second after it has said so, for those who distribute requests', async () => {
    const server = await start();
    await stop(server);
    const ended = Date.now();
    const [line = ''] = server.output.stderr.split('\n').filter((one) => one.includes('"stopping"'));
    expect(ended - Number(JSON.parse(line).time)).toBeGreaterThan(950);
  });

  test('and until then it is not ready', async () => {
    const server = await start();
    const connection = await RawConnection.open(server.address);
    connection.send('GET /readyz HTTP/1.1\r\n');
    await statusOf(server, 'unknown');
    server.signal('SIGTERM');
    await expect.poll(() => server.output.stderr).toContain('"stopping"');
    connection.send('Host: localhost\r\n\r\n');
    const response = await connection.response();
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not ready', reason: 'the server is stopping' },
    ]);
    await expectToStop(server);
  });
});

describe('a signal before it serves stops it as well', () => {
  const killed = "process.kill(process.pid, 'SIGTERM')";
  /** Sends the signal when a statement of SQLite runs that begins like this. */
  const atStatement = (start: string) =>
    after(`import { DatabaseSync } from 'node:sqlite';
const { exec } = DatabaseSync.prototype;
let isSent = false;
DatabaseSync.prototype.exec = function (statement) {
  if (!isSent && statement.startsWith('${start}')) isSent = ${killed};
  return exec.call(this, statement);
};`);
  /** Sends the signal when a module is loaded. */
  const atModule = (name: string) =>
    after(`import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.endsWith('${name}')) ${killed};
    return next(url, context);
  },
});`);

  test.each<[string, Record<string, string>]>([
    ['while its code is loaded', atModule('/server/main.ts')],
    ['while its last code is loaded', atModule('/server/storage/sqlite/storage.ts')],
    ['while the database is made', atStatement('PRAGMA journal_mode')],
    ['while the tables are made', atStatement('BEGIN IMMEDIATE')],
    [
      'while it finds out where to listen',
      {
        HOST: 'nowhere.invalid',
        ...after(`import dns from 'node:dns';
dns.lookup = () => setInterval(() => undefined, 1_000) && ${killed};`),
      },
    ],
  ])('%s', async (_, environment) => {
    const { code, signal, stderr } = await runServer(folder, environment);
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    ).toEqual(['stopping']);
    await stop(await start());
  });

  test('while the first key is made: it is shown, and works', async () => {
    const server = await start(atStatement('SAVEPOINT'));
    await expectToStop(server);
    const key = printedKey(server);
    expect(await statusOf(await start(), key)).toBe(200);
  });

  test('while it waits for a lock of another process', async () => {
    mkdirSync(dirname(databaseIn(folder)));
    const lock = await lockDatabase(databaseIn(folder));
    const { code, stdout, stderr } = await runServer(folder, atStatement('BEGIN IMMEDIATE'));
    await lock.release();
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    ).toEqual(['stopping']);
  });
});

test('it starts once another process lets go of the lock of a new database', async () => {
  mkdirSync(dirname(databaseIn(folder)));
  const lock = await lockDatabase(databaseIn(folder));
  // It is told when a statement was refused.
  const refused = createServer().listen(0, '127.0.0.1');
  await once(refused, 'listening');
  const { port } = refused.address() as AddressInfo;
  const starting = start(
    after(`import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (statement) {
  try {
    return exec.call(this, statement);
  } catch (error) {
    connect(${port}, '127.0.0.1').unref().on('error', () => undefined);
    throw error;
  }
};`),
  );
  await once(refused, 'connection');
  await lock.release();
  refused.close();
  await stop(await starting);
});

/** Keeps a key whose plan the contract does not have. */
async function addOddKey(revokedAt: Date | null): Promise<void> {
  const storage = openSqliteStorage(databaseIn(folder));
  await storage.keys.add({
    id: 'odd',
    secretHash: new Uint8Array(32),
    plan: 'gold',
    requestsPerMinute: null,
    requestsPerDay: null,
    name: null,
    createdAt: new Date(),
    revokedAt,
    expiresAt: null,
  });
  storage.close();
}

test('it starts with a key whose plan the contract does not have once that is revoked', async () => {
  await addOddKey(new Date());
  await stop(await start());
});

describe('it does not start, and says why in a line', () => {
  const cases: Record<string, { environment?: Record<string, string>; before?: () => unknown; lines: RegExp[] }> = {
    'where the folder of the database is a file': {
      before: () => writeFileSync(join(folder, 'data'), ''),
      lines: [/^The database \S+ cannot be used: (EEXIST|ENOTDIR)/],
    },
    'where the folder of the database cannot be made': {
      environment: { DATABASE_URL: 'file:/proc/new/adoption.sqlite' },
      lines: [/^The database \/proc\/new\/adoption\.sqlite cannot be used: E[A-Z]+: [^,]+, mkdir '\/proc(\/new)?'\.$/],
    },
    'where the database is a folder': {
      before: () => mkdirSync(databaseIn(folder), { recursive: true }),
      lines: [/^The database \S+ cannot be used: unable to open database file\.$/],
    },
    'with a bad value': {
      environment: { PORT: 'http' },
      lines: [/^PORT must be a whole number from 0 to 65535, not "http"\.$/],
    },
    'with a key whose plan the contract does not have': {
      before: () => addOddKey(null),
      lines: [/^Key odd has the plan gold, which the contract does not have: revoke it\.$/],
    },
    'with a contract that does not document what the server answers to a body': {
      environment: undocumented('createPet', '41[35]'),
      lines: [/^createPet does not document 413, 415, which this server answers\. \(#\/paths\/\S+\)$/],
    },
    'with a contract that does not document what the server answers without a key': {
      environment: undocumented('listPets', '401'),
      lines: [/^listPets does not document 401, which this server answers\. \(#\/paths\/\S+\)$/],
    },
    'with a contract that does not document what the server answers to a path': {
      environment: undocumented('getPet', '404'),
      lines: [/^getPet does not document 404, which this server answers\. \(#\/paths\/\S+\)$/],
    },
    'with a contract that has a parameter in a form that it does not read': {
      environment: changed('listPets', '"style": "form"', '"style": "pipeDelimited"'),
      lines: [/^listPets: this server does not read the query parameter limit in the form .* \(#\/paths\/\S+\)$/],
    },
    'with a database whose tables are damaged': {
      before: async () => {
        await newKey();
        // All but the first page, which has the schema.
        writeFileSync(databaseIn(folder), readFileSync(databaseIn(folder)).fill(0xff, 4096));
      },
      lines: [/^the database file is damaged$/],
    },
    'with several bad values': {
      environment: { PORT: '-1', LOG_LEVEL: 'loud', DATABASE_URL: 'data' },
      lines: [/^PORT /, /^DATABASE_URL /, /^LOG_LEVEL /],
    },
  };

  test.each(Object.entries(cases))('%s', async (_, { environment, before, lines }) => {
    await before?.();
    const { code, stdout, stderr } = await runFailingServer(folder, environment);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual(
      lines.map((line) => expect.stringMatching(new RegExp(line.source.replace('^', '^Cannot start: ')))),
    );
  });

  test('on a file that another server uses, by a link as well; not where that one was killed', async () => {
    const first = await start();
    const link = join(folder, 'link.sqlite');
    symlinkSync(databaseIn(folder), link);
    for (const environment of [{}, { DATABASE_URL: `file:${link}` }]) {
      const { code, stdout, stderr } = await runFailingServer(folder, environment);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe(
        `Cannot start: Another server uses the database ${realpathSync(databaseIn(folder))}. Stop it, ` +
          'or let several servers share a PostgreSQL: DATABASE_URL=postgres://…\n',
      );
    }
    expect((await runKeys(folder, 'list')).code).toBe(0);
    first.signal('SIGKILL');
    await first.ended;
    await start();
  });

  // An address and a name that are set aside (RFC 5737, RFC 6761) are nobody's.
  test.each<[string, Record<string, string>]>([
    ['listen EADDRNOTAVAIL: address not available 192.0.2.1', { HOST: '192.0.2.1' }],
    ['getaddrinfo ENOTFOUND nowhere.invalid', { HOST: 'nowhere.invalid', ...unnamed('ENOTFOUND') }],
    ['getaddrinfo EAI_AGAIN nowhere.invalid', { HOST: 'nowhere.invalid', ...unnamed('EAI_AGAIN') }],
  ])('on an address that is not its own: %s', async (reason, environment) => {
    const { code, stdout, stderr } = await runFailingServer(folder, environment);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `Cannot start: ${reason}
Set HOST to an address of this machine, for example: HOST=127.0.0.1 npm start
`,
    });
  });

  test('while it looks for a Redis that is not there: it ends', async () => {
    const environment = { REDIS_URL: `redis://127.0.0.1:${await freePort()}`, HOST: '192.0.2.1' };
    const { code, stderr } = await runFailingServer(folder, environment);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('EADDRNOTAVAIL') });
  });

  test('on a port that is taken; the next start is still the first', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await runFailingServer(folder, { PORT: String(port) });
    other.close();
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `Cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${port}
Set PORT to another one, for example: PORT=8081 npm start
`,
    });
    const server = await start();
    expect((await fetch(parseCurl(lastLine(server)))).status).toBe(200);
  });
});

test.each([['--version'], ['-v']])('%s prints the version alone', async (argument) => {
  const { code, stdout, stderr } = await runServer(folder, {}, argument);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${service.version}\n`, stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([['--help'], ['-h']])('%s names every variable', async (argument) => {
  const { code, stdout, stderr } = await runServer(folder, {}, argument);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`Usage: npm start

Serves ${service.title} ${service.version}, until SIGTERM, SIGINT or SIGHUP. Everything is set by environment variables:

${describeConfiguration()}

Another port: PORT=8081 npm start
`);
});

test('an argument that is not known is named', async () => {
  const { code, stdout, stderr } = await runServer(folder, {}, '--prot');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe('Cannot start: there is no argument --prot. See: npm start -- --help\n');
});
