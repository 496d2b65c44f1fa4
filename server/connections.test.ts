import { afterEach, describe, expect, test } from 'vitest';
import { animalHandlers } from './handlers.ts';
import type { Timeouts } from './serve.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import { RawConnection } from './test/raw-connection.ts';
import { openOnSocket, type TestHarness } from './test/transports.ts';
import { unmatchedViolations, violationsOf } from './test/violations.ts';

let harness: TestHarness;
let key: string;
let animals: ReturnType<typeof openSqliteStorage>['animals'];
let opened: RawConnection[];
let closed: Promise<void> | undefined;
/** The list waits where it has begun until it is let go. */
let begun: PromiseWithResolvers<void>;
let letGo: PromiseWithResolvers<void>;

/** Starts a server that is never too slow for a test, unless the test asks for that. */
async function start(timeouts: Partial<Timeouts> = {}): Promise<void> {
  ({ animals } = openSqliteStorage(':memory:'));
  opened = [];
  closed = undefined;
  begun = Promise.withResolvers();
  letGo = Promise.withResolvers();
  const { listPets, ...others } = animalHandlers(animals);
  const held: typeof listPets = async (request) => {
    begun.resolve();
    await letGo.promise;
    return listPets(request);
  };
  harness = await openOnSocket({
    timeouts: { headers: 60_000, request: 60_000, idle: 60_000, quiet: 50, stop: 60_000, ...timeouts },
    parts: { handlers: { ...others, listPets: held } },
  });
  key = await harness.newKey();
}

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(harness.baseUrl);
  opened.push(connection);
  return connection;
}

function close(): Promise<void> {
  closed ??= harness.close();
  return closed;
}

afterEach(async () => {
  letGo.resolve();
  for (const connection of opened) connection.reset();
  if (closed === undefined) await expectToHaveRead();
  await close();
  expect(harness.log.filter(({ level }) => level === 'error')).toEqual([]);
});

const fields = (more: string[]) =>
  ['Host: localhost', `Authorization: Bearer ${key}`, ...more].map((line) => `${line}\r\n`).join('');
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${fields([])}\r\n`;
const post = (body: string, length: number = body.length) =>
  `POST /v1/pets HTTP/1.1\r\n${fields(['Content-Type: application/json', `Content-Length: ${length}`])}\r\n${body}`;
const postChunks = (chunks: string) =>
  `POST /v1/pets HTTP/1.1\r\n${fields(['Content-Type: application/json', 'Transfer-Encoding: chunked'])}\r\n${chunks}`;
const connect = () => `CONNECT adoption.example:443 HTTP/1.1\r\n${fields([])}\r\n`;
const json = '{"name":"Bruno","categoryId":3}';

/** What was sent before has been read by the server once it answers what is sent now. */
async function expectToHaveRead(): Promise<void> {
  expect((await harness.send(new Request(new URL('/healthz', harness.baseUrl)))).status).toBe(200);
}

async function expectRefusal(connection: RawConnection, status: number): Promise<void> {
  const response = await connection.response();
  expect(response.status).toBe(status);
  expect(await unmatchedViolations(response)).toEqual([]);
}

describe('answers keep the order of the requests', () => {
  test('to requests sent together', async () => {
    await start();
    const connection = await open();
    connection.send(get('/v1/pets') + get('/v1/pets/1') + get('/v2') + post(json) + get('/v1/pets/1'));
    letGo.resolve();
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await connection.response()).status);
    expect(statuses).toEqual([200, 404, 404, 201, 200]);
  });

  test.each<[string, () => string]>([
    ['nonsense', () => 'hello there'],
    ['CONNECT', connect],
    ['a request with a broken body', () => postChunks('zz\r\n')],
    ['header fields that are too large', () => `${get('/v1/pets').trimEnd()}\r\nX-Name: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s behind a request is refused after this is answered', async (_, bytes) => {
    await start();
    const connection = await open();
    connection.send(get('/v1/pets') + bytes());
    await begun.promise;
    letGo.resolve();
    const first = await connection.response();
    expect(first.status).toBe(200);
    expect(await violationsOf('listPets', first)).toEqual([]);
    await expectRefusal(connection, bytes().includes('X-Name') ? 431 : 400);
    expect(await connection.rest()).toBe('');
  });

  test('nothing is said of a body that breaks after its request was answered', async () => {
    await start();
    const connection = await open();
    connection.send(postChunks('1\r\na\r\n').replace(key, 'unknown'));
    expect((await connection.response()).status).toBe(401);
    connection.send('zz\r\n');
    expect(await connection.rest()).toBe('');
  });

  test('nonsense that goes on gets one answer', async () => {
    await start();
    const connection = await open();
    connection.send('hello there');
    await expectRefusal(connection, 400);
    for (let i = 0; i < 20; i++) connection.send('hello there'.repeat(1_000));
    connection.end();
    expect(await connection.rest()).toBe('');
  });
});

describe('a client that is too slow is refused, and the connection closed', () => {
  test.each<[string, Parameters<typeof start>[0], () => string]>([
    ['to say anything', { headers: 50 }, () => ''],
    ['with its header fields', { headers: 50 }, () => get('/v1/pets').trimEnd()],
    ['with its body', { headers: 50, request: 50 }, () => post('{"name"', 100)],
    ['with its chunks', { headers: 50, request: 50 }, () => postChunks('7\r\n{"name"\r\n')],
  ])('%s: 408', async (_, timeouts, bytes) => {
    await start(timeouts);
    const connection = await open();
    connection.send(bytes());
    await expectRefusal(connection, 408);
    expect(await connection.rest()).toBe('');
  });

  test('nothing is said when the request was answered before its body was there', async () => {
    await start({ headers: 50, request: 50 });
    letGo.resolve();
    const connection = await open();
    connection.send(`GET /v1/pets HTTP/1.1\r\n${fields(['Content-Length: 100'])}\r\nabc`);
    expect((await connection.response()).status).toBe(200);
    expect(await connection.rest()).toBe('');
  });

  test('what comes after the refusal is neither served nor refused again', async () => {
    await start({ headers: 50, request: 50 });
    const connection = await open();
    connection.send(post(json.slice(0, 10), json.length));
    await expectRefusal(connection, 408);
    connection.send(json.slice(10) + post(json));
    connection.end();
    expect(await connection.rest()).toBe('');
    await expectToHaveRead();
    expect(await animals.list({ limit: 1 })).toEqual([]);
    const other = await open();
    other.send('hello there');
    // The refused request counted once, for its key: this one is the first of the address.
    expect((await other.response()).headers.get('X-RateLimit-Remaining')).toBe('599');
  });
});

describe('a client may hang up at any time', () => {
  test.each<[string, () => string]>([
    ['having said nothing', () => ''],
    ['in the middle of the header fields', () => get('/v1/pets').trimEnd()],
    ['in the middle of nonsense', () => 'hello there'],
    ['after CONNECT', connect],
    ['after nonsense behind a request', () => `${get('/v1/pets/1')}hello there`],
    ['after CONNECT behind a request', () => get('/v1/pets/1') + connect()],
  ])('%s', async (_, bytes) => {
    await start();
    const connection = await open();
    connection.send(bytes());
    connection.reset();
  });

  test.each<[string, () => string]>([
    ['in the middle of the body', () => post('{"name"', 100)],
    ['in the middle of a chunk', () => postChunks('ff\r\n{"name"')],
    ['between chunks', () => postChunks('7\r\n{"name"\r\n')],
  ])('%s: nothing is added', async (_, bytes) => {
    await start();
    const connection = await open();
    connection.send(get('/v1/pets/1') + bytes());
    await connection.response();
    connection.reset();
    await expect.poll(() => harness.log.length).toBe(2);
    expect(await animals.list({ limit: 1 })).toEqual([]);
  });

  test('before the answer', async () => {
    await start();
    const connection = await open();
    connection.send(get('/v1/pets'));
    await begun.promise;
    connection.reset();
    letGo.resolve();
    await expect.poll(() => harness.log.length).toBe(1);
  });
});

describe('stopping', () => {
  const largeName = 'x'.repeat(60_000);

  test.each<[string, string, number]>([
    ['on which nothing was said', '', 0],
    ['on which a request was answered', '/v1/pets/1', 1],
    ['on which requests were answered', '/v1/pets/1', 3],
  ])('closes a connection %s at once', async (_, path, times) => {
    await start();
    const connection = await open();
    for (let i = 0; i < times; i++) {
      connection.send(get(path));
      await connection.response();
    }
    const stopped = close();
    expect(await connection.rest()).toBe('');
    await stopped;
  });

  test.each<[string, () => [string, string], number]>([
    ['whose body is half sent', () => [post(json.slice(0, 10), json.length), json.slice(10)], 201],
    ['whose header fields are half sent', () => [post(json).slice(0, 30), post(json).slice(30)], 201],
    ['that is being served', () => [get('/v1/pets'), ''], 200],
  ])('finishes a request %s', async (_, halves, status) => {
    await start();
    const connection = await open();
    const [first, second] = halves();
    connection.send(first);
    await expectToHaveRead();
    const stopped = close();
    letGo.resolve();
    connection.send(second);
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(response.headers.get('Connection')).toBe('close');
    expect(await connection.rest()).toBe('');
    await stopped;
  });

  test('finishes the last of several requests', async () => {
    await start();
    const connection = await open();
    connection.send(get('/v1/pets/1') + get('/v1/pets'));
    expect((await connection.response()).status).toBe(404);
    const stopped = close();
    letGo.resolve();
    expect((await connection.response()).status).toBe(200);
    await stopped;
  });

  test('finishes a response that is being sent', async () => {
    await start();
    for (let i = 0; i < 100; i++) await animals.add({ name: largeName, categoryId: i });
    letGo.resolve();
    const connection = await open();
    connection.send(get('/v1/pets?limit=100'));
    await expect.poll(() => harness.log.length).toBe(1);
    const stopped = close();
    const response = await connection.response();
    expect(await response.json()).toHaveLength(100);
    await stopped;
  });

  test('takes no further connection', async () => {
    await start();
    await close();
    await expect(open()).rejects.toThrow('ECONNREFUSED');
  });

  test('does not wait for ever for a client that does not finish', async () => {
    await start({ stop: 50 });
    const connection = await open();
    connection.send(post('{"name"', 100));
    await expectToHaveRead();
    await close();
    await expect.poll(() => harness.log.map(({ fields }) => fields['aborted'])).toEqual([true]);
  });

  test('does not wait for a client that was refused and does not hang up', async () => {
    await start({ idle: 50 });
    const connection = await open();
    connection.send('hello there');
    await expectRefusal(connection, 400);
    await close();
  });
});
