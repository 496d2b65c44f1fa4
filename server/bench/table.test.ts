import { expect, test } from 'vitest';
import { geometricMeanOf, medianOf } from './statistics.ts';
import { measurementTable, ratioTable } from './table.ts';

test.each<[numbers: number[], median: number]>([
  [[3], 3],
  [[9, 1, 2], 2],
  [[4, 1, 2, 9], 3],
])('the median of %j is %d', (numbers, median) => {
  expect(medianOf(numbers)).toBe(median);
});

test('the geometric mean takes a half and a double for one another', () => {
  expect(geometricMeanOf([0.5, 2])).toBeCloseTo(1);
  expect(geometricMeanOf([1, 4, 16])).toBeCloseTo(4);
});

const measured = (server: string, scenario: string, perSecond: number) => ({
  ...{ server, scenario, perSecond },
  ...{ cpu: 12.4, p50: 1.234, p99: 5 },
});
const measurements = [
  measured('this', 'list', 500),
  measured('this', 'create', 2000),
  measured('bare', 'list', 1000),
  measured('bare', 'create', 1000),
];

test('rates are shown as ratios to those of the base in the same scenario, with their geometric mean', () => {
  expect(ratioTable(measurements, 'bare').split('\n')).toEqual([
    '| | list | create | geometric mean |',
    '|---|---:|---:|---:|',
    '| this | 0.50 | 2.00 | 1.00 |',
    '| bare | 1.00 | 1.00 | 1.00 |',
  ]);
});

test('what was measured is shown by server and scenario', () => {
  expect(measurementTable(measurements).split('\n')[3]).toBe('| this | create | 2000 | 12 | 1.23 | 5.00 |');
});
