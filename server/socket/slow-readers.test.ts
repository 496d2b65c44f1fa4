import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TrustedProxies } from '../request/client-address.ts';
import { Connections } from './connections.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const bounds = { maximumConnections: 9, maximumConnectionsPerAddress: 9, idle: 60_000, stalled: 100 };

test.each<[string, [unsent: number, sent: number][], cutOff: [isFull: boolean, isCutOff: boolean][]]>([
  [
    'nothing',
    [
      [9, 5],
      [9, 5],
      [9, 5],
    ],
    [
      [false, true],
      [true, true],
    ],
  ],
  [
    'nothing, as there is none,',
    [
      [0, 5],
      [0, 5],
      [0, 5],
    ],
    [
      [false, false],
      [true, false],
    ],
  ],
  [
    'a part each time',
    [
      [9, 5],
      [9, 6],
      [9, 7],
    ],
    [
      [false, false],
      [true, true],
    ],
  ],
  [
    'all, and then nothing yet',
    [
      [0, 5],
      [9, 6],
    ],
    [
      [false, false],
      [true, false],
    ],
  ],
])('a client that takes %s of what is sent', (_, states, cutOff) => {
  for (const [isFull, isCutOff] of cutOff) {
    const logged: object[] = [];
    const log = { info: (fields: object) => void logged.push(fields), error: () => undefined };
    const connections = new Connections(bounds, new TrustedProxies([]), log);
    const socket = new Socket();
    connections.add(socket);
    for (const [unsent, sent] of states) {
      Object.defineProperties(socket, {
        writableLength: { value: unsent, configurable: true },
        bytesWritten: { value: sent, configurable: true },
      });
      for (let sweep = 0; sweep < 6; sweep++) {
        vi.advanceTimersByTime(10);
        connections.sweep(isFull);
      }
    }
    expect(socket.destroyed).toBe(isCutOff);
    expect(logged.slice(0, 1)).toEqual(isCutOff ? [{ address: 'unknown' }] : []);
    socket.destroy();
  }
});

test('a client is not cut off for a pause of the server', () => {
  const connections = new Connections(bounds, new TrustedProxies([]), {
    info: () => undefined,
    error: () => undefined,
  });
  const socket = new Socket();
  Object.defineProperties(socket, { writableLength: { value: 9 }, bytesWritten: { value: 5 } });
  connections.add(socket);
  for (const pause of [10, 60_000, 10]) {
    vi.advanceTimersByTime(pause);
    connections.sweep(true);
  }
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
