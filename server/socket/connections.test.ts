import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { service } from '../../generated/operations.ts';
import { TrustedProxies } from '../request/client-address.ts';
import { expectRefusal, type HeldServer, json, openHeldServer } from '../test/held-server.ts';
import { violationsOf } from '../test/violations.ts';
import { Connections } from './connections.ts';
import type { Limits } from './load.ts';

const { basePath } = service;

let server: HeldServer;
afterEach(() => server.end());

describe('answers keep the order of the requests', () => {
  test('to requests sent together', async () => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(
      server.get(`${basePath}/pets`) +
        server.get(`${basePath}/pets/1`) +
        server.get('/v2') +
        server.post(json) +
        server.get(`${basePath}/pets/1`),
    );
    server.letGo.resolve();
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await connection.response()).status);
    expect(statuses).toEqual([200, 404, 404, 201, 200]);
  });

  test('to a request whose first byte comes alone', async () => {
    server = await openHeldServer();
    const connection = await server.open();
    const [first, rest] = [server.get(`${basePath}/pets/1`).slice(0, 1), server.get(`${basePath}/pets/1`).slice(1)];
    connection.send(first);
    await server.expectToHaveRead();
    connection.send(rest);
    expect((await connection.response()).status).toBe(404);
  });

  test('and each request sees what the one before it has changed', async () => {
    server = await openHeldServer();
    server.letGo.resolve();
    const connection = await server.open();
    connection.send(server.post(json) + server.get(`${basePath}/pets`));
    const created: unknown = await (await connection.response()).json();
    expect(await (await connection.response()).json()).toEqual([created]);
  });

  test('to a client that has ended to send', async () => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets`) + server.post(json));
    connection.end();
    await server.begun.promise;
    await server.expectToHaveRead();
    server.letGo.resolve();
    expect((await connection.response()).status).toBe(200);
    expect((await connection.response()).status).toBe(201);
    expect(await connection.rest()).toBe('');
  });

  test('of which no more are read than can soon be answered', async () => {
    server = await openHeldServer();
    const begin = vi.spyOn(Connections.prototype, 'begin');
    const connection = await server.open();
    const sent = 5_000;
    connection.send(server.get(`${basePath}/pets`) + server.get(`${basePath}/pets/1`).repeat(sent));
    await server.begun.promise;
    // Long enough to read all of them.
    for (let turn = 0; turn < 100; turn++) await server.expectToHaveRead();
    expect(begin.mock.calls.length).toBeLessThan(sent / 2);
    begin.mockRestore();
    server.letGo.resolve();
    expect((await connection.response()).status).toBe(200);
    for (let answer = 0; answer < sent; answer++) expect((await connection.response()).status).toBe(404);
  });

  test.each<[string, () => string]>([
    ['a body', () => server.post(`${' '.repeat(60_000)}${json}`)],
    [
      'a body in many chunks',
      () => server.postChunks(`${[...json].map((byte) => `1;${'x'.repeat(2_000)}\r\n${byte}\r\n`).join('')}0\r\n\r\n`),
    ],
  ])('of which no more are read than take little memory while they wait: with %s', async (_, request) => {
    server = await openHeldServer();
    const add = vi.spyOn(Connections.prototype, 'add');
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets`));
    await server.begun.promise;
    const sockets = add.mock.calls.map(([socket]) => socket);
    add.mockRestore();
    for (let count = 0; count < 30; count++) connection.send(request());
    for (let count = 0; count < 20; count++) await server.expectToHaveRead();
    for (const { bytesRead } of sockets) expect(bytesRead).toBeLessThan(300_000);
    server.letGo.resolve();
    expect((await connection.response()).status).toBe(200);
    for (let count = 0; count < 30; count++) expect((await connection.response()).status).toBe(201);
  });

  test.each<[string, () => string]>([
    ['nonsense', () => 'hello there'],
    ['CONNECT', () => server.connect()],
    ['a request with a broken body', () => server.postChunks('zz\r\n')],
    ['header fields that are too large', () => server.get(`${basePath}/pets`, [`X-Name: ${'x'.repeat(20_000)}`])],
  ])('%s behind a request is refused after this is answered', async (_, bytes) => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets`) + bytes());
    await server.begun.promise;
    server.letGo.resolve();
    const first = await connection.response();
    expect(first.status).toBe(200);
    expect(await violationsOf('listPets', first)).toEqual([]);
    const message = bytes().startsWith('CONNECT') ? 'This server is not a proxy.' : undefined;
    await expectRefusal(connection, bytes().includes('X-Name') ? 431 : 400, message);
    expect(await connection.rest()).toBe('');
  });

  test('nothing is said of a body that breaks after its request was answered', async () => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(server.postChunks('1\r\na\r\n').replace(server.key, 'unknown'));
    expect((await connection.response()).status).toBe(401);
    connection.send('zz\r\n');
    expect(await connection.rest()).toBe('');
  });

  test('nonsense behind a request that takes longer than one may take to come gets one answer', async () => {
    server = await openHeldServer({ headers: 50, request: 50 });
    const [connection, late] = [await server.open(), await server.open()];
    connection.send(`${server.get(`${basePath}/pets`)}hello there`);
    await server.begun.promise;
    // Its time ends after that of the nonsense.
    late.send('GET');
    await expectRefusal(late, 408);
    expect(server.harness.log.map(({ fields }) => fields['status'])).toEqual([400, 408]);
    server.letGo.resolve();
    expect((await connection.response()).status).toBe(200);
    await expectRefusal(connection, 400);
  });

  test('nonsense that goes on gets one answer', async () => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send('hello there');
    await expectRefusal(connection, 400);
    for (let i = 0; i < 20; i++) connection.send('hello there'.repeat(1_000));
    connection.end();
    expect(await connection.rest()).toBe('');
  });
});

test('what is under way when the server stops is answered, and the last answer says that it is', async () => {
  const closing = vi.spyOn(Connections.prototype, 'close');
  server = await openHeldServer({ quiet: 1 });
  const [connection, late] = [await server.open(), await server.open()];
  connection.send(server.get(`${basePath}/pets/1`) + server.get(`${basePath}/pets`));
  expect((await connection.response()).status).toBe(404);
  const [first, rest] = [server.get(`${basePath}/pets/1`).slice(0, 9), server.get(`${basePath}/pets/1`).slice(9)];
  late.send(first);
  await server.expectToHaveRead();
  const stopped = server.close();
  await expect.poll(() => closing.mock.calls.length).toBe(1);
  closing.mockRestore();
  server.letGo.resolve();
  late.send(rest);
  const answers = [await connection.response(), await late.response()];
  expect(answers.map(({ status, headers }) => [status, headers.get('Connection')])).toEqual([
    [200, 'close'],
    [404, 'close'],
  ]);
  await stopped;
});

test('while the server stops to listen, what was sent behind another request waits as well', async () => {
  const stopped = Promise.withResolvers<void>();
  const { hold } = Connections.prototype;
  const holding = vi.spyOn(Connections.prototype, 'hold').mockImplementation(function (this: Connections) {
    hold.call(this, stopped.promise);
  });
  server = await openHeldServer({ quiet: 1 });
  const connection = await server.open();
  connection.send(server.get(`${basePath}/pets`) + server.get(`${basePath}/pets/1`));
  await server.begun.promise;
  const closed = server.close();
  await expect.poll(() => holding.mock.calls.length).toBe(1);
  holding.mockRestore();
  server.letGo.resolve();
  expect((await connection.response()).status).toBe(200);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(server.harness.log.map(({ fields }) => fields['status'])).toEqual([200]);
  stopped.resolve();
  expect((await connection.response()).status).toBe(404);
  await closed;
});

describe('a client may hang up at any time', () => {
  test.each<[string, () => string]>([
    ['having said nothing', () => ''],
    ['in the middle of the header fields', () => server.get(`${basePath}/pets`).trimEnd()],
    ['in the middle of nonsense', () => 'hello there'],
    ['after CONNECT', () => server.connect()],
    ['after nonsense behind a request', () => `${server.get(`${basePath}/pets/1`)}hello there`],
    ['after CONNECT behind a request', () => server.get(`${basePath}/pets/1`) + server.connect()],
  ])('%s', async (_, bytes) => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(bytes());
    connection.reset();
  });

  test.each<[string, () => string]>([
    ['in the middle of the body', () => server.post('{"name"', 100)],
    ['in the middle of a chunk', () => server.postChunks('ff\r\n{"name"')],
    ['between chunks', () => server.postChunks('7\r\n{"name"\r\n')],
  ])('%s: nothing is added', async (_, bytes) => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets/1`) + bytes());
    await connection.response();
    connection.reset();
    await expect.poll(() => server.harness.log.length).toBeGreaterThan(1);
    expect(server.harness.log).toHaveLength(2);
    expect(await server.animals.list({ limit: 1 })).toEqual([]);
  });

  test.each<[string, () => string]>([
    ['done', () => server.post(json)],
    ['refused', () => server.get(`${basePath}/pets`).replace('GET', 'GET ')],
  ])('before the answer: what it has sent behind that is not %s', async (_, bytes) => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets`) + bytes());
    await server.begun.promise;
    connection.reset();
    await server.expectToHaveRead();
    server.letGo.resolve();
    await expect.poll(() => server.harness.log.length).toBeGreaterThan(0);
    await server.expectToHaveRead();
    expect(server.harness.log.map(({ fields }) => fields['aborted'])).toEqual([true]);
    expect(await server.animals.list({ limit: 1 })).toEqual([]);
  });

  test('before the answer', async () => {
    server = await openHeldServer();
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets`));
    await server.begun.promise;
    connection.reset();
    server.letGo.resolve();
    await expect.poll(() => server.harness.log.length).toBeGreaterThan(0);
    expect(server.harness.log).toHaveLength(1);
  });
});

test('a response too large to be sent at once arrives whole where CONNECT has come behind its request', async () => {
  server = await openHeldServer();
  const connection = await server.open();
  connection.send(server.get('/docs/openapi-explorer.min.js') + server.connect());
  const response = await connection.response();
  expect((await response.text()).length).toBeGreaterThan(500_000);
  await expectRefusal(connection, 400, 'This server is not a proxy.');
});

test('a client that goes on with its body behind the last answer of a connection is not interrupted', async () => {
  server = await openHeldServer();
  const body = Buffer.alloc(2 ** 20);
  // The moment that it has to hang up does not end.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { hostname, port } = new URL(server.harness.baseUrl);
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    client.write(server.get('/v2', [`Content-Length: ${body.length}`, 'Connection: close']));
    let answer = '';
    for await (const chunk of client.iterator({ destroyOnReturn: false })) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    client.end(body);
    expect(await once(client, 'close')).toEqual([false]);
  } finally {
    vi.useRealTimers();
  }
});

test('a client that is refused and does not hang up is cut off after as long as a connection may rest', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  server = await openHeldServer({ idle: 4_711 });
  const connection = await server.open();
  connection.send('hello there');
  await expectRefusal(connection, 400);
  expect(await connection.rest()).toBe('');
  const delays = timers.mock.calls.map(([, delay]) => delay);
  timers.mockRestore();
  expect(delays).toEqual([4_711]);
});

test('a connection on which nothing but empty lines comes ends like one that rests', async () => {
  server = await openHeldServer({ idle: 50, stalled: 50 });
  const connection = await server.open();
  connection.send(server.get('/healthz'));
  expect((await connection.response()).status).toBe(200);
  let hasEnded = false;
  const rest = connection.rest().finally(() => (hasEnded = true));
  for (let sent = 0; sent < 200 && !hasEnded; sent++) {
    connection.send('\r\n');
    await sleep(10);
  }
  expect(hasEnded).toBe(true);
  expect(await rest).toBe('');
});

test('a connection that has rested ends, but not before a request that has come meanwhile is answered', async () => {
  const sockets: Socket[] = [];
  const note = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket)
      sockets.push(message.socket);
  };
  subscribe('http.server.request.start', note);
  server = await openHeldServer();
  const connection = await server.open();
  connection.send(server.get('/healthz'));
  await connection.response();
  unsubscribe('http.server.request.start', note);
  expect(sockets).toHaveLength(1);
  // Among the timers, as after a pause of the process in which the request has come and the time was up.
  setTimeout(() => {
    connection.send(server.get('/healthz'));
    sockets[0]?.emit('timeout');
  });
  expect((await connection.response()).status).toBe(200);
  sockets[0]?.emit('timeout');
  expect(await connection.rest()).toBe('');
});

test.each<[string, Partial<Limits>]>([
  ['in all', { maximumConnections: 2 }],
  ['from one address', { maximumConnectionsPerAddress: 2 }],
])('connections %s are bounded, and one that is closed makes room', async (_, limits) => {
  server = await openHeldServer({}, limits);
  const [first, second, surplus] = [await server.open(), await server.open(), await server.open()];
  const probe = (...fields: string[]) => ['GET /healthz HTTP/1.1', 'Host: localhost', ...fields, '\r\n'].join('\r\n');
  for (let turn = 0; turn < 2; turn++) {
    first.send(probe());
    await first.response();
  }
  expect(server.harness.log.map(({ message, fields }) => [message, fields])).toEqual([
    ['a connection was closed: there were too many', { address: '127.0.0.1' }],
  ]);
  expect(await surplus.rest()).toBe('');
  first.reset();
  const statusOfAnother = async () => {
    const connection = await server.open();
    connection.send(probe());
    return (await connection.response()).status;
  };
  await expect.poll(statusOfAnother).toBe(200);
  await expect(statusOfAnother()).rejects.toThrow();
  second.reset();
  await server.close();
});

test.each([
  ['10.0.0.1', false],
  ['2001:db8::1', false],
  ['192.0.2.1', true],
  ['2001:db9::1', true],
])('of several connections from %s, those beyond the bound of an address are closed: %s', (remoteAddress, isClosed) => {
  const bounds = { maximumConnections: 9, maximumConnectionsPerAddress: 1, idle: 60_000, stalled: 60_000 };
  const proxies = new TrustedProxies(['10.0.0.0/8', '2001:db8::/32']);
  const connections = new Connections(bounds, proxies, { info: () => undefined, error: () => undefined });
  const sockets = [new Socket(), new Socket()].map((socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress }),
  );
  for (const socket of sockets) connections.add(socket);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, isClosed]);
  for (const socket of sockets) socket.destroy();
});
