import { afterEach, expect, test, vi } from 'vitest';
import { endSignal } from './end-signal.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a signal that npm hands on is the first one; a later one ends the process at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const before = process.listenerCount('SIGTERM');
  const ended = endSignal();
  process.emit('SIGINT', 'SIGINT');
  vi.advanceTimersByTime(500);
  process.emit('SIGINT', 'SIGINT');
  expect(await ended).toBe('SIGINT');
  expect(kill).not.toHaveBeenCalled();

  vi.advanceTimersByTime(1);
  process.emit('SIGTERM', 'SIGTERM');
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGTERM');
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
