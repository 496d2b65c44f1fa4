import { once } from 'node:events';
import { Agent, get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfiguration } from '../configuration.ts';
import type { Reply } from '../response.ts';
import { openOnSocket } from '../test/transports.ts';
import { Load } from './load.ts';
import { PollPhase } from './poll-phase.ts';
import { send } from './sending.ts';

afterEach(() => vi.restoreAllMocks());

const bytes = 100_000;

test.each(['Bruno', 'Zoë', 'Ελπίδα', '🐕🐈🐇'])('a response arrives as it is, large or not: %s', async (name) => {
  const harness = await openOnSocket();
  const added = await harness.storage.animals.add({ name, categoryId: 3 });
  const large = await harness.storage.animals.add({ name: name.repeat(bytes), categoryId: 3 });
  const headers = { Authorization: `Bearer ${await harness.newKey()}` };
  const get = async (path: string) =>
    (await harness.send(new Request(`${harness.baseUrl}${path}`, { headers }))).json();
  expect([await get(`/pets/${added.id}`), await get(`/pets/${large.id}`)]).toEqual([added, large]);
  await harness.close();
});

test('a large response is handed over in pieces, by which it is seen whether its client takes them', async () => {
  const write = vi.spyOn(ServerResponse.prototype, 'write');
  const harness = await openOnSocket();
  const { id } = await harness.storage.animals.add({ name: 'x'.repeat(bytes), categoryId: 3 });
  const headers = { Authorization: `Bearer ${await harness.newKey()}` };
  await (await harness.send(new Request(`${harness.baseUrl}/pets/${id}`, { headers }))).arrayBuffer();
  const lengths = write.mock.calls.map(([piece]) => String(piece).length);
  expect(lengths).toEqual([2 ** 16, expect.any(Number)]);
  await harness.close();
});

test('a response that its client has taken is no longer on its way', async () => {
  const harness = await openOnSocket({ limits: { maximumBytesInFlight: 3 * bytes } });
  await harness.storage.animals.add({ name: 'x'.repeat(bytes), categoryId: 3 });
  const headers = { Authorization: `Bearer ${await harness.newKey()}` };
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) {
    const response = await harness.send(new Request(`${harness.baseUrl}/pets`, { headers }));
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  expect(statuses).toEqual(Array(6).fill(200));
  await harness.close();
});

/** A response to a client that takes nothing. */
function untakenResponse() {
  const load = new Load({ ...readConfiguration({}), maximumBytesInFlight: 1 });
  const socket = new Socket();
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  const sendBody = (body: Reply['body']) =>
    send(outgoing, { status: 200, headers: {}, body }, (length) => load.count('192.0.2.1', length));
  return { load, socket, sendBody };
}

test('nor is one whose client hangs up in the middle of it', async () => {
  const { load, socket, sendBody } = untakenResponse();
  sendBody('é'.repeat(bytes));
  expect(load.isFull()).toBe(true);
  socket.destroy();
  await once(socket, 'close');
  expect(load.isFull()).toBe(false);
  load.close();
});

test('nor is one whose client has hung up before it is sent', async () => {
  const { load, socket, sendBody } = untakenResponse();
  socket.destroy();
  await once(socket, 'close');
  sendBody('é'.repeat(bytes));
  expect(load.isFull()).toBe(false);
  load.close();
});

test('nor is one whose connection was closed before its turn came', () => {
  const load = new Load({ ...readConfiguration({}), maximumBytesInFlight: 1 });
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  send(outgoing, { status: 200, headers: {}, body: 'é'.repeat(bytes) }, (length) => load.count('192.0.2.1', length));
  expect(load.isFull()).toBe(false);
  load.close();
});

test('nor is one whose bytes all responses share', async () => {
  const { load, socket, sendBody } = untakenResponse();
  sendBody(Buffer.alloc(bytes));
  expect(load.isFull()).toBe(false);
  socket.destroy();
  await once(socket, 'close');
  load.count('192.0.2.1', 2);
  expect(load.isFull()).toBe(true);
  load.close();
});

/** Longer than a response takes that waits for nothing but promises. */
async function runMicrotasks(): Promise<void> {
  for (let count = 0; count < 100; count++) await undefined;
}

test.each([
  ['waits until what has come by now is read', 10, ['made', 'sent']],
  ['that is large does not', bytes, ['sent', 'made']],
])('a response %s', async (_, length, expected) => {
  const events: string[] = [];
  const { writeHead } = ServerResponse.prototype;
  vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(function (this: ServerResponse, ...head) {
    events.push('sent');
    return Reflect.apply(writeHead, this, head);
  });
  const info = () => void runMicrotasks().then(() => events.push('made'));
  const harness = await openOnSocket({ parts: { log: { info, error: info } } });
  await harness.storage.animals.add({ name: 'x'.repeat(length), categoryId: 3 });
  const headers = { Authorization: `Bearer ${await harness.newKey()}` };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const list = async () => {
    const [response] = (await once(get(`${harness.baseUrl}/pets`, { agent, headers }), 'response')) as [
      IncomingMessage,
    ];
    await text(response);
  };
  // What comes on a new connection goes on when all else has been read.
  await list();
  events.length = 0;
  await list();
  expect(events).toEqual(expected);
  agent.destroy();
  await harness.close();
});

test('so many responses do not wait', async () => {
  const phase = new PollPhase();
  const events: string[] = [];
  const read = () => {
    phase.read();
    void phase.end?.then(() => events.push('end'));
  };
  for (let count = 0; count < 63; count++) read();
  await runMicrotasks();
  expect(events).toEqual([]);
  read();
  await runMicrotasks();
  expect(events).toHaveLength(63);
  expect(phase.end).toBeUndefined();
  // Those that are read after them wait again.
  read();
  await runMicrotasks();
  expect(events).toHaveLength(63);
});
