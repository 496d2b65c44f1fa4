import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSignal } from './end-signal.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
// Others in this process would end it.
const others = new Map<NodeJS.Signals, NodeJS.SignalsListener[]>();

beforeEach(() => {
  for (const signal of signals) {
    others.set(signal, process.listeners(signal));
    process.removeAllListeners(signal);
  }
});

afterEach(() => {
  for (const signal of signals) {
    process.removeAllListeners(signal);
    for (const listener of others.get(signal) ?? []) process.on(signal, listener);
  }
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a signal that npm hands on is the first one; a later one ends the process at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const ended = endSignal();
  process.emit('SIGINT', 'SIGINT');
  vi.advanceTimersByTime(500);
  process.emit('SIGINT', 'SIGINT');
  expect(await ended).toBe('SIGINT');
  expect(kill).not.toHaveBeenCalled();

  vi.advanceTimersByTime(1);
  process.emit('SIGTERM', 'SIGTERM');
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGTERM');
  expect(process.listenerCount('SIGTERM')).toBe(0);
});
