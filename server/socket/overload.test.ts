import { afterEach, describe, expect, test, vi } from 'vitest';
import { service } from '../../generated/operations.ts';
import { handlersWith } from '../test/handlers.ts';
import { RawConnection } from '../test/raw-connection.ts';
import { openOnSocket, type TestHarness, type TestHarnessOptions } from '../test/transports.ts';
import { unmatchedViolations } from '../test/violations.ts';

const { basePath } = service;

let harness: TestHarness;
let key: string;
let opened: RawConnection[];

async function start(options: TestHarnessOptions): Promise<void> {
  harness = await openOnSocket(options);
  key = await harness.newKey();
  opened = [];
}

afterEach(async () => {
  for (const connection of opened) connection.reset();
  await harness.close();
  expect(harness.log.filter(({ level }) => level === 'error')).toEqual([]);
});

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(harness.baseUrl);
  opened.push(connection);
  return connection;
}

const get = (path: string, headers: Record<string, string> = { Authorization: `Bearer ${key}` }) =>
  harness.send(new Request(new URL(path, harness.baseUrl), { headers }));
const list = () => `GET ${basePath}/pets?limit=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
const logged = (message: string) => harness.log.filter((line) => line.message === message);

/** So many animals that no buffer of the system holds a list of them. */
async function addLargeAnimals(): Promise<void> {
  const name = 'x'.repeat(60_000);
  await Promise.all(Array.from({ length: 100 }, (_, categoryId) => harness.storage.animals.add({ name, categoryId })));
}

/** Asks for lists, more than the system keeps for a client that reads nothing. */
async function askWithoutReading(): Promise<RawConnection> {
  const connection = await open();
  connection.send(list().repeat(4));
  return connection;
}

describe('clients that do not read', () => {
  test('are cut off', async () => {
    await start({ timeouts: { stalled: 50 } });
    await addLargeAnimals();
    await Promise.all(Array.from({ length: 2 }, askWithoutReading));
    await expect.poll(() => logged('a client that reads too slowly was cut off').length).toBe(2);
  });

  test('are cut off after 10 s, unless the server is told otherwise', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      await start({});
      await addLargeAnimals();
      await askWithoutReading();
      await expect.poll(() => logged('request').length).toBe(1);
      vi.advanceTimersByTime(9_000);
      expect(logged('a client that reads too slowly was cut off')).toEqual([]);
      // What the system took meanwhile is seen by the first sweep.
      vi.advanceTimersByTime(11_000);
      expect(logged('a client that reads too slowly was cut off')).not.toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are cut off even where they go on to send', async () => {
    await start({ timeouts: { stalled: 50 } });
    await addLargeAnimals();
    const connection = await askWithoutReading();
    const isCutOff = () => logged('a client that reads too slowly was cut off').length > 0;
    while (!isCutOff()) {
      connection.send('G');
      await get('/healthz');
    }
  });

  test('do not make the server refuse others for long', async () => {
    await start({ timeouts: { stalled: 50 }, limits: { maximumBytesInFlight: 1 } });
    await addLargeAnimals();
    await askWithoutReading();
    await expect.poll(() => logged('request').length).toBeGreaterThan(0);
    await expect.poll(async () => (await get(`${basePath}/pets?limit=1`)).status).toBe(200);
  });

  test('hold a bounded memory: beyond it, requests are refused, but for probes', async () => {
    await start({ limits: { maximumBytesInFlight: 10_000_000 } });
    await addLargeAnimals();
    for (let i = 0; i < 2; i++) await askWithoutReading();
    await expect.poll(() => logged('request').length).toBeGreaterThan(1);
    const response = await get(`${basePath}/pets?limit=1`);
    expect(response.status).toBe(503);
    expect(await unmatchedViolations(response)).toEqual([]);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    expect((await get('/healthz')).status).toBe(200);
    for (const connection of opened) connection.reset();
    await expect.poll(async () => (await get(`${basePath}/pets?limit=1`)).status).toBe(200);
  });

  test('are refused themselves before others are, who are told apart behind a trusted proxy', async () => {
    await start({ limits: { maximumBytesInFlightPerAddress: 1 }, trustedProxies: ['127.0.0.1'] });
    await addLargeAnimals();
    const from = (address: string) => ({ Authorization: `Bearer ${key}`, 'X-Forwarded-For': address });
    const askAgain = (address: string) => get(`${basePath}/pets?limit=1`, from(address));
    const connection = await open();
    connection.send(list().replace('\r\n\r\n', '\r\nX-Forwarded-For: 2001:db8::1\r\n\r\n'));
    await expect.poll(() => logged('request').length).toBe(1);
    const refused = await askAgain('2001:db8::2');
    expect(refused.status).toBe(503);
    expect(await unmatchedViolations(refused)).toEqual([]);
    expect((await askAgain('2001:db8:0:1::1')).status).toBe(200);
    connection.reset();
    await expect.poll(async () => (await askAgain('2001:db8::1')).status).toBe(200);
  });

  test('hold no more where all come at once', async () => {
    await start({ limits: { maximumBytesInFlight: 10_000_000 } });
    await addLargeAnimals();
    const clients = Array.from({ length: 20 }, async () => (await open()).send(list()));
    await Promise.all(clients);
    await expect.poll(() => harness.log.length).toBe(clients.length);
    // Each list is of 6 MB.
    expect(logged('request').map(({ fields }) => fields['status'])).toEqual([200, 200]);
  });

  test('get no other response in the middle of the first, where the body of its request breaks', async () => {
    await start({});
    await addLargeAnimals();
    const connection = await open();
    connection.send(`${list().trimEnd()}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n`);
    await expect.poll(() => logged('request').length).toBe(1);
    connection.send('zz\r\n');
    await get('/healthz');
    const sent = await connection.rest();
    expect(sent).toMatch(/^HTTP\/1\.1 200 /);
    expect(sent).not.toContain('malformed_request');
  });

  test('who do read get all, however much that is', async () => {
    await start({});
    await addLargeAnimals();
    const connection = await askWithoutReading();
    for (let i = 0; i < 4; i++) expect(await (await connection.response()).json()).toHaveLength(100);
    expect(logged('a client that reads too slowly was cut off')).toEqual([]);
  });
});

describe('an event loop that is too late', () => {
  /** Keeps the event loop busy. */
  function work(milliseconds: number): void {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  }

  test('refuses requests at once with 503, but no probe, and recovers', async () => {
    let isSlow = true;
    const listPets = () => {
      if (isSlow) work(80);
      return { status: 200 as const, body: [] };
    };
    await start({ limits: { maximumEventLoopDelay: 50 }, parts: { handlers: handlersWith({ listPets }) } });
    const served = async () => {
      const clients = Array.from({ length: 20 }, async () => {
        const answers = [];
        // The first ones make it late; those that follow them find it so.
        for (let i = 0; i < 5; i++) answers.push(await get(`${basePath}/pets`));
        return answers;
      });
      const responses = (await Promise.all(clients)).flat();
      const refused = responses.filter(({ status }) => status !== 200);
      for (const response of refused) {
        expect(response.status).toBe(503);
        expect(await unmatchedViolations(response)).toEqual([]);
        expect(response.headers.get('Retry-After')).toBe('1');
      }
      return responses.length - refused.length;
    };
    await expect.poll(served).toBeLessThan(100);
    const [probe] = await Promise.all([get('/healthz'), served()]);
    expect(probe.status).toBe(200);
    isSlow = false;
    await expect.poll(served).toBe(100);
  });
});
