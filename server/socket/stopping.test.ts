import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { service } from '../../generated/operations.ts';
import { readConfiguration } from '../configuration.ts';
import { withoutShedding } from '../harness.ts';
import { TrustedProxies } from '../request/client-address.ts';
import { expectRefusal, type HeldServer, json, openHeldServer } from '../test/held-server.ts';
import { RawConnection } from '../test/raw-connection.ts';
import { timersOf, timesWithin } from '../test/timers.ts';
import { openOnSocket } from '../test/transports.ts';
import { Connections } from './connections.ts';
import { serve } from './serve.ts';
import { shutDown } from './shutdown.ts';

const { basePath } = service;

let server: HeldServer;
afterEach(() => server.end());

describe('stopping', () => {
  const quiet = 50;
  const largeName = 'x'.repeat(60_000);

  test.each<[string, string, number]>([
    ['on which nothing was said', '', 0],
    ['on which a request was answered', `${basePath}/pets/1`, 1],
    ['on which requests were answered', `${basePath}/pets/1`, 3],
  ])(
    'closes a connection %s at once',
    async (_, path, times) => {
      server = await openHeldServer({ quiet });
      const connection = await server.open();
      for (let i = 0; i < times; i++) {
        connection.send(server.get(path));
        await connection.response();
      }
      const stopped = server.close();
      expect(await connection.rest()).toBe('');
      await stopped;
    },
    30_000,
  );

  test.each<[string, () => [string, string], number]>([
    ['whose body is half sent', () => [server.post(json.slice(0, 10), json.length), json.slice(10)], 201],
    ['whose header fields are half sent', () => [server.post(json).slice(0, 30), server.post(json).slice(30)], 201],
    ['that is being served', () => [server.get(`${basePath}/pets`), ''], 200],
  ])('finishes a request %s', async (_, halves, status) => {
    server = await openHeldServer({ quiet });
    const connection = await server.open();
    const [first, second] = halves();
    connection.send(first);
    await server.expectToHaveRead();
    const stopped = server.close();
    server.letGo.resolve();
    connection.send(second);
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(response.headers.get('Connection')).toBe('close');
    expect(await connection.rest()).toBe('');
    await stopped;
  });

  test('does not take the rest of a body, whose request is answered, for another request', async () => {
    server = await openHeldServer({ quiet });
    const connection = await server.open();
    connection.send(server.post(json.slice(0, 10), json.length).replace(server.key, 'unknown'));
    expect((await connection.response()).status).toBe(401);
    connection.send(json.slice(10));
    await server.expectToHaveRead();
    await server.close();
  }, 30_000);

  test('finishes the last of several requests', async () => {
    server = await openHeldServer({ quiet });
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets/1`) + server.get(`${basePath}/pets`));
    expect((await connection.response()).status).toBe(404);
    const stopped = server.close();
    server.letGo.resolve();
    expect((await connection.response()).status).toBe(200);
    await stopped;
  });

  test('finishes a response that is being sent', async () => {
    server = await openHeldServer({ quiet: 5 });
    for (let i = 0; i < 100; i++) await server.animals.add({ name: largeName, categoryId: i });
    server.letGo.resolve();
    const connection = await server.open();
    connection.send(server.get(`${basePath}/pets?limit=100`));
    await expect.poll(() => server.harness.log.length).toBeGreaterThan(0);
    // By then its head, which promises that the connection stays, is on its way.
    await server.expectToHaveRead();
    const stopped = server.close();
    await expect.poll(() => server.open().catch(({ code }: { code?: unknown }) => code)).toBe('ECONNREFUSED');
    const response = await connection.response();
    expect(response.headers.get('Connection')).toBe('keep-alive');
    expect(await response.json()).toHaveLength(100);
    expect(await connection.rest()).toBe('');
    await stopped;
  });

  test('takes no further connection', async () => {
    server = await openHeldServer({ quiet });
    await server.close();
    await expect(server.open()).rejects.toThrow('ECONNREFUSED');
  });

  test('does not wait for ever for a client that does not finish', async () => {
    server = await openHeldServer({ quiet, stop: 50 });
    const connection = await server.open();
    connection.send(server.post('{"name"', 100));
    await server.expectToHaveRead();
    await server.close();
    await expect.poll(() => server.harness.log.map(({ fields }) => fields['aborted'])).toEqual([true]);
  });

  test('does not wait for a client that was refused and does not hang up', async () => {
    server = await openHeldServer({ quiet, idle: 50 });
    const connection = await server.open();
    connection.send('hello there');
    await expectRefusal(connection, 400);
    await server.close();
  });
});

/** Stops a server to which clients come that say nothing. */
async function openStopping(quiet: number) {
  const nothing = { info: () => undefined, error: () => undefined };
  const bounds = { maximumConnections: 9, maximumConnectionsPerAddress: 9, idle: 1, stalled: 1 };
  const stopping = createServer().removeAllListeners('connection').listen(0);
  await once(stopping, 'listening');
  const connections = new Connections(bounds, new TrustedProxies([]), nothing);
  return { stopping, stop: () => shutDown(stopping, connections, { lameDuck: 0, quiet, unanswered: 1 }) };
}

test('a server that stops takes clients for as long again where one has come', async () => {
  const { stopping, stop } = await openStopping(50);
  setTimeout(() => stopping.emit('connection'), 25);
  expect(await timesWithin(stop, 70, 4_000)).toEqual([70]);
});

test('a server stops, however many new clients come', async () => {
  const { stopping, stop } = await openStopping(1);
  const come = () => {
    stopping.emit('connection');
    if (stopping.listening) setImmediate(come);
  };
  come();
  await stop();
  expect(stopping.listening).toBe(false);
}, 30_000);

test('a server that stops answers who came while its process had to wait for a processor', async () => {
  const quiet = 20;
  server = await openHeldServer({ quiet });
  const came: Promise<RawConnection>[] = [];
  const holding = vi.spyOn(Connections.prototype, 'hold').mockImplementationOnce(() => {
    setImmediate(() => {
      came.push(server.open());
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * quiet);
    });
  });
  const stopped = server.close();
  await expect.poll(() => came.length).toBe(1);
  holding.mockRestore();
  const [connection] = await Promise.all(came);
  connection?.send(server.get(`${basePath}/pets/1`));
  expect((await connection?.response())?.status).toBe(404);
  await stopped;
});

test('by default what is in flight has three seconds', async () => {
  const harness = await openOnSocket();
  expect(await timersOf(harness.close)).toEqual({ all: [3_000], left: [] });
});

test('a server that has stopped leaves nothing that goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const harness = await openOnSocket();
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await harness.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('by default a server takes connections until none has come for 50 ms', async () => {
  const { parts, close } = await openOnSocket();
  const limits = withoutShedding(readConfiguration({}));
  const running = await serve(parts, { port: 0, host: '127.0.0.1', limits, trustedProxies: [] });
  // The second one is far off: a machine that is busy takes its time between the steps.
  expect(await timesWithin(() => running.close(), 45, 4_000)).toEqual([45]);
  await close();
});

test.each([
  ['said nothing yet has a second for its first request', false, 1_000],
  ['been answered has a moment to hang up', true, 250],
])('a client that has %s', async (_, isAnswered, delay) => {
  const harness = await openOnSocket();
  const connection = await RawConnection.open(harness.baseUrl);
  if (isAnswered) {
    connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await connection.response();
  }
  const { all, left } = await timersOf(harness.close);
  expect(all).toContain(delay);
  expect(all.includes(1_000)).toBe(!isAnswered);
  expect(left).toEqual([]);
  connection.reset();
});
