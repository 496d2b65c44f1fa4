import { expect, test } from 'vitest';
import { medianOf, ratioTable, timeInRounds } from './timing.ts';

test.each<[numbers: number[], median: number]>([
  [[3], 3],
  [[9, 1, 2], 2],
  [[4, 1, 2, 9], 3],
])('the median of %j is %d', (numbers, median) => {
  expect(medianOf(numbers)).toBe(median);
});

test('each is prepared before it is timed, in rounds', async () => {
  const done: string[] = [];
  const timed = (name: string) => ({
    name,
    prepare: () => void done.push(`prepare ${name}`),
    run: async () => void done.push(name),
  });
  const told: string[] = [];
  const medians = await timeInRounds([timed('a'), timed('b')], 2, (name) => told.push(name));
  const round = ['prepare a', 'a', 'prepare b', 'b'];
  expect(done).toEqual([...round, ...round]);
  expect(told).toEqual(['a', 'b', 'a', 'b']);
  expect([...medians.keys()]).toEqual(['a', 'b']);
});

test('the table has ratios', () => {
  const table = ratioTable(
    new Map([
      ['base', 2],
      ['other', 3],
    ]),
    'base',
  );
  expect(table.split('\n').slice(2)).toEqual(['| base | 2.00 | 1.00 |', '| other | 3.00 | 1.50 |']);
});
