import { expect, test } from 'vitest';
import { detailsOf, ratiosOf, summaryOf } from './report.ts';
import { fewAnimals, manyAnimals } from './results.ts';
import { baseline, durableBaseline, reference } from './servers.ts';
import { geometricMeanOf, medianOf } from './statistics.ts';

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

const measured = (server: string, scenario: string, perSecond: number, cpu: number) => ({
  ...{ server, scenario, perSecond, cpu },
  ...{ p50: 1.234, p99: 5 },
});
const measurements = [
  measured(reference.name, 'list', 500, 300),
  measured(reference.name, 'create', 2000, 75),
  measured(baseline.name, 'list', 1000, 100),
  measured(baseline.name, 'create', 1000, 100),
];
const results = {
  throughput: { measurements, generatorBusy: 0.5 },
  footprints: [
    { server: reference.name, start: 0.3, atRest: 90e6, afterLoad: 120e6 },
    { server: baseline.name, start: 0.2, atRest: 60e6, afterLoad: 80e6 },
  ],
  durable: [measured(reference.name, 'create', 2000, 75), measured(durableBaseline.name, 'create', 400, 100)],
  lists: [measured(fewAnimals, 'list', 550, 300), measured(manyAnimals, 'list', 500, 300)],
};

test('rates and processor are ratios to those of the base in the same scenario', () => {
  expect(ratiosOf(measurements, baseline.name)[0]).toEqual({
    server: reference.name,
    rates: [
      { scenario: 'list', ratio: 0.5 },
      { scenario: 'create', ratio: 2 },
      { scenario: 'geometric mean', ratio: expect.closeTo(1) as number },
    ],
    cpu: expect.closeTo(1.5) as number,
  });
});

test('the README shows ratios, memory, and what comes of many animals', () => {
  expect(summaryOf(results).split('\n')).toEqual([
    '|  | list | create | geometric mean | CPU a request |',
    '| --- | ---: | ---: | ---: | ---: |',
    `| ${reference.name} | 0.50 | 2.00 | 1.00 | 1.50 |`,
    `| ${baseline.name} | 1.00 | 1.00 | 1.00 | 1.00 |`,
    '',
    '|  | start to first answer | memory at rest (MB) | after load (MB) |',
    '| --- | ---: | ---: | ---: |',
    `| ${reference.name} | 1.50 | 90 | 120 |`,
    `| ${baseline.name} | 1.00 | 60 | 80 |`,
    '',
    `- Creates a second, against ${durableBaseline.name}: 5.00.`,
    `- Time of "list" on ${manyAnimals}, against ${fewAnimals}: 1.10.`,
  ]);
});

test('the details have rate, processor and latency of every server in every scenario', () => {
  const lines = detailsOf(results).split('\n');
  expect(lines).toHaveLength(2 + 4 + 2 + 2);
  expect(lines[2]).toBe(`| ${reference.name} | list | 500 | 300 | 1.23 | 5.00 |`);
});
