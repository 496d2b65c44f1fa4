import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { service } from '../../generated/operations.ts';
import { openHeldServer } from '../test/held-server.ts';
import { Arrivals } from './arrivals.ts';
import { Connections } from './connections.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('requests are served once no connection waits to be taken', async () => {
  const server = await openHeldServer();
  const add = vi.spyOn(Connections.prototype, 'add');
  const connections = await Promise.all(Array.from({ length: 20 }, server.open));
  for (const connection of connections) connection.send(server.get(`${service.basePath}/pets`));
  await server.begun.promise;
  expect(add.mock.calls.length).toBe(connections.length);
  add.mockRestore();
  await server.end();
});

test('requests wait for connections for a time only', async () => {
  const arrivals = new Arrivals();
  expect(arrivals.end).toBeUndefined();
  const arrive = async () => {
    arrivals.note();
    await setImmediate();
  };
  await arrive();
  const [ended, end] = [vi.fn<() => void>(), arrivals.end];
  void end?.then(ended);
  for (let turn = 0; turn < 100; turn++) await arrive();
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  await arrive();
  await setImmediate();
  expect(ended).toHaveBeenCalled();
});
