import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, describe, expect, test } from 'vitest';
import { service } from '../../generated/operations.ts';
import { expectRefusal, type HeldServer, json, openHeldServer } from '../test/held-server.ts';
import { openOnSocket } from '../test/transports.ts';

const { basePath } = service;

let server: HeldServer;
afterEach(() => server.end());

describe('a client that is too slow is refused, and the connection closed', () => {
  test.each<[string, Parameters<typeof openHeldServer>[0], () => string]>([
    ['to say anything', { headers: 250 }, () => ''],
    ['with its header fields', { headers: 250 }, () => server.get(`${basePath}/pets`).trimEnd()],
    ['with its body', { headers: 250, request: 250 }, () => server.post('{"name"', 100)],
    ['with its chunks', { headers: 250, request: 250 }, () => server.postChunks('7\r\n{"name"\r\n')],
  ])(
    '%s: 408',
    async (_, timeouts, bytes) => {
      server = await openHeldServer(timeouts);
      const connection = await server.open();
      connection.send(bytes());
      await expectRefusal(connection, 408);
      expect(await connection.rest()).toBe('');
    },
    // Node.js itself waits for a minute.
    30_000,
  );

  test('nothing is said when the request was answered before its body was there', async () => {
    server = await openHeldServer({ headers: 250, request: 250 });
    server.letGo.resolve();
    const connection = await server.open();
    connection.send(`${server.get(`${basePath}/pets`, ['Content-Length: 100'])}abc`);
    expect((await connection.response()).status).toBe(200);
    expect(await connection.rest()).toBe('');
  });

  test.each<[string, number, () => string]>([
    ['a head that is not complete', 408, () => server.get(`${basePath}/pets`).trimEnd()],
    ['nonsense', 400, () => 'hello there'],
    ['a broken body', 400, () => server.postChunks('zz\r\n')],
    ['a body that is not complete', 408, () => server.post('{"name"', 100)],
  ])('%s behind another request is refused once, after this is answered', async (_, status, bytes) => {
    server = await openHeldServer({ headers: 250, request: 250 });
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets`) + bytes());
    await server.begun.promise;
    for (let later = 0; later < 2; later++) {
      const other = await server.open();
      await expectRefusal(other, 408);
    }
    server.letGo.resolve();
    expect((await connection.response()).status).toBe(200);
    await expectRefusal(connection, status);
    expect(await connection.rest()).toBe('');
    const statuses = server.harness.log.map(({ fields }) => fields['status']);
    expect(statuses.toSorted()).toEqual([200, status, 408, 408].toSorted());
  });

  test('what comes after the refusal is neither served nor refused again', async () => {
    server = await openHeldServer({ headers: 250, request: 250 });
    const connection = await server.open();
    connection.send(server.post(json.slice(0, 10), json.length));
    await expectRefusal(connection, 408);
    connection.send(json.slice(10) + server.post(json));
    connection.end();
    expect(await connection.rest()).toBe('');
    await server.expectToHaveRead();
    expect(await server.animals.list({ limit: 1 })).toEqual([]);
    const other = await server.open();
    other.send('hello there');
    // The refused request counted once, for its key: this one is the first of the address.
    expect((await other.response()).headers.get('X-RateLimit-Remaining')).toBe('599');
  });
});

test('by default a header section may take 10 s, a request 30 s, and a connection may rest for 5 s', async () => {
  const harness = await openOnSocket();
  const servers: unknown[] = [];
  const note = (message: unknown) =>
    void servers.push(typeof message === 'object' && message !== null && 'server' in message && message.server);
  // The only place where Node.js shows the server to others.
  subscribe('http.server.request.start', note);
  try {
    await harness.send(new Request(new URL('/healthz', harness.baseUrl)));
  } finally {
    unsubscribe('http.server.request.start', note);
    await harness.close();
  }
  expect(servers).toMatchObject([
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 1_000 },
  ]);
});
