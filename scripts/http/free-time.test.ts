import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFreeTime } from './free-time.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** What was done after each of these times between two turns, in milliseconds. */
function doneAfter(pauses: readonly number[]): boolean[] {
  let at = 0;
  let isDone = false;
  const callOff = afterFreeTime(
    3000,
    () => (isDone = true),
    () => at,
  );
  const done = pauses.map((pause) => {
    at += pause;
    vi.advanceTimersByTime(1000);
    return isDone;
  });
  callOff();
  return done;
}

test.each<[what: string, pauses: number[], done: boolean[]]>([
  ['three seconds', [1000, 1000, 1000], [false, false, true]],
  ['three seconds, each a little late', [1400, 1900, 1100], [false, false, true]],
  ['three seconds, in which something held the process up', [1000, 60_000, 1000, 1000], [false, false, false, true]],
  ['a minute in one turn', [60_000, 60_000], [false, false]],
])('of three seconds: %s', (_, pauses, done) => expect(doneAfter(pauses)).toEqual(done));

test('what is called off is not done', () => {
  const act = vi.fn();
  const callOff = afterFreeTime(1000, act);
  callOff();
  vi.advanceTimersByTime(5000);
  expect(act).not.toHaveBeenCalled();
});
