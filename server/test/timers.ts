import { vi } from 'vitest';

/**
 * The delays of the timers that are set during some work: all of them, and those which it neither clears nor lets a
 * process end without.
 */
export async function timersOf(work: () => Promise<void>): Promise<{ all: unknown[]; left: unknown[] }> {
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  await work();
  const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
  const all = set.mock.calls.map(([, delay]) => delay);
  const left = set.mock.results.map(({ value }) => value.hasRef() && !cleared.has(value));
  for (const spy of [set, clear]) spy.mockRestore();
  return { all, left: all.filter((_, index) => left[index]) };
}

/** Which of these times some work takes longer than, by timers of its own process: however slow that is. */
export async function timesWithin(work: () => Promise<unknown>, ...times: number[]): Promise<number[]> {
  const over: number[] = [];
  const timers = times.map((time) => setTimeout(() => over.push(time), time));
  await work();
  for (const timer of timers) clearTimeout(timer);
  return over;
}
