import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { DatabaseFiles } from './database-files.ts';
import { Health } from './health.ts';
import { Writer } from './writer.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('whether the database reads and writes is found out anew half a second later, and not before', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const database = openDatabase(':memory:');
  const writer = new Writer(database, new DatabaseFiles(':memory:'), 0);
  const trials = vi.spyOn(writer, 'transact');
  const health = new Health(database, writer, []);
  const asked = [0, 500, 1].map((milliseconds) => {
    vi.advanceTimersByTime(milliseconds);
    return [health.problem(), trials.mock.calls.length];
  });
  expect(asked).toEqual([
    [undefined, 1],
    [undefined, 1],
    [undefined, 2],
  ]);
  database.close();
});
