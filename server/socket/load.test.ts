import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfiguration } from '../configuration.ts';
import { Load } from './load.ts';

const client = () => '192.0.2.1';

let clock: number;
let load: Load;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  clock = 0;
  load = new Load({ ...readConfiguration({}), maximumEventLoopDelay: 100 }, () => clock);
});

afterEach(() => {
  vi.useRealTimers();
  load.close();
});

/** The event loop comes back to its timers after so many milliseconds. */
function turn(milliseconds: number): void {
  clock += milliseconds;
  vi.advanceTimersByTime(20);
}

test('a single pause is no excess', () => {
  turn(1_000);
  expect(load.excess(client)).toBeUndefined();
  clock += 100;
  expect(load.excess(client)).toBeUndefined();
});

test('a second one in a row is, while it lasts', () => {
  turn(1_000);
  clock += 120;
  expect(load.excess(client)).toBeUndefined();
  clock += 1;
  expect(load.excess(client)).toBe('The server has too many requests to serve');
  turn(0);
  expect(load.excess(client)).toBeUndefined();
  clock += 121;
  expect(load.excess(client)).toBe('The server has too many requests to serve');
});

test('turns in time between two pauses make the second one the first', () => {
  turn(1_000);
  turn(20);
  clock += 1_000;
  expect(load.excess(client)).toBeUndefined();
});

test('a pause is an excess where many requests were served in it', () => {
  for (let request = 0; request <= 25; request++) expect(load.excess(client)).toBeUndefined();
  clock += 121;
  expect(load.excess(client)).toBe('The server has too many requests to serve');
  turn(0);
  turn(20);
  for (let request = 0; request < 25; request++) expect(load.excess(client)).toBeUndefined();
  clock += 121;
  expect(load.excess(client)).toBeUndefined();
});

test('a server that is closed looks at the clock no more', () => {
  load.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('as many bytes on their way as the limit are no excess, one more is, until they have arrived', () => {
  const { maximumBytesInFlight } = readConfiguration({});
  load.count('192.0.2.2', maximumBytesInFlight);
  expect(load.excess(client)).toBeUndefined();
  const arrive = load.count('192.0.2.2', 1);
  expect(load.excess(client)).toBe('The server has too many responses on their way');
  arrive();
  expect(load.excess(client)).toBeUndefined();
});

test('nor are as many to one client, and one more is an excess for that client alone', () => {
  const { maximumBytesInFlightPerAddress } = readConfiguration({});
  load.count('192.0.2.1', maximumBytesInFlightPerAddress);
  expect(load.excess(client)).toBeUndefined();
  const arrive = load.count('192.0.2.1', 1);
  expect(load.excess(client)).toBe('Too many responses are on their way to this client');
  expect(load.excess(() => '192.0.2.2')).toBeUndefined();
  arrive();
  expect(load.excess(client)).toBeUndefined();
});
