import { expect, test } from 'vitest';
import { isReported } from './detection.ts';
import { describeMutants, isGood, type KindReport } from './report.ts';
import type { MutantResult } from './results.ts';
import { describeFalsePositives } from './run-controls.ts';

const location = { file: 'a.yaml', line: 7, column: 1 };
const resultOf = (id: string, own: Partial<MutantResult> = {}): MutantResult => ({
  kind: 'contract',
  id,
  requirementIds: [id],
  what: 'it is not so',
  location,
  verdict: 'detected',
  detectedBy: ['lint'],
  message: undefined,
  distances: { lint: 0 },
  ...own,
});
const reportOf = (mutants: MutantResult[], own: Partial<KindReport> = {}): KindReport => ({
  kind: { name: 'contract', reports: 'checks', mustReachAll: true, advice: 'Add a check.' },
  mutants,
  requirements: [],
  leftOut: [],
  unreached: [],
  unused: [],
  ...own,
});
const shown = (report: KindReport, isFull = false) => describeMutants([report], { seed: 5, seconds: 61.4, isFull });

test('one line for each kind says how many are detected, by what, and how near the message was', () => {
  const mutants = [
    resultOf('a'),
    resultOf('b', { detectedBy: ['types', 'lint'], distances: { lint: null, types: 4 } }),
    resultOf('c', { detectedBy: ['server', 'released'], distances: { released: 1 } }),
    resultOf('d', { verdict: 'equivalent', detectedBy: ['released'], distances: {} }),
  ];
  expect(isGood([reportOf(mutants)])).toBe(true);
  expect(shown(reportOf(mutants))).toBe(
    [
      '✓ contract      3 of     3 detected  3 of 3 requirements; ' +
        'lint 2, types 1, server 1; comparison: 2 of 4; median distance 1 line, worst 4; 1 nothing can detect (listed)',
      '',
      'All 3 mutants are detected, seed 5 (61 s)',
    ].join('\n'),
  );
});

test('what was left out is said', () => {
  expect(shown(reportOf([resultOf('a')], { leftOut: ['5 mutants left out'] }))).toContain('; 5 mutants left out');
});

test('where the comparison reports all of them, it says so', () => {
  const mutants = [
    resultOf('a', { detectedBy: ['lint', 'released'] }),
    resultOf('b', { verdict: 'survived', detectedBy: ['released'] }),
  ];
  expect(shown(reportOf(mutants))).toContain(
    '✗ contract      1 of     2 detected  1 of 2 requirements; lint 1; comparison: all;',
  );
});

test('of a full run, how often the requirement that was violated is reported', () => {
  const reported = (id: string, detectedBy: string[]) => resultOf(id, { kind: 'server', detectedBy, distances: {} });
  const report = reportOf([reported('a', ['a']), reported('b', ['x', 'b']), reported('c', ['x'])], {
    kind: { name: 'server', reports: 'requirements', mustReachAll: true, advice: '' },
  });
  expect(shown(report, true)).toContain(
    '✓ server        3 of     3 detected  3 of 3 requirements; its own requirement reported first 1, at all 2',
  );
});

test.each<[name: string, report: KindReport, lines: string[]]>([
  [
    'survived',
    reportOf([resultOf('a', { verdict: 'survived', detectedBy: [] })]),
    [
      '✗ contract: a',
      '  a.yaml:7:1 it is not so: not detected',
      '  Add a check. Where nothing can detect it, list it in scripts/mutate/equivalent-mutants.ts with the reason.',
    ],
  ],
  [
    'survived, with what was reported',
    reportOf([resultOf('a', { verdict: 'survived', message: 'unproven: b' })]),
    ['✗ contract: a', '  a.yaml:7:1 it is not so: not detected (unproven: b)'],
  ],
  [
    'survived, at the place of its requirement',
    reportOf([resultOf('a', { verdict: 'survived', location: undefined })], {
      requirements: [{ id: 'a', location: { ...location, line: 9 } }],
    }),
    ['  a.yaml:9:1 it is not so: not detected'],
  ],
  [
    'failed',
    reportOf([resultOf('a', { verdict: 'failed', message: 'Why.' })]),
    ['✗ contract: a', '  a.yaml:7:1 it is not so: not tried (Why.)'],
  ],
  [
    'listed but detected',
    reportOf([resultOf('a', { verdict: 'listed but detected' })]),
    [
      '  a.yaml:7:1 it is not so: detected by lint',
      '  It is listed in scripts/mutate/equivalent-mutants.ts all the same: take it out of the list.',
    ],
  ],
  [
    'a requirement without a mutant',
    reportOf([], { unreached: [{ id: 'b', location }] }),
    ['✗ contract: b', '  a.yaml:7:1 no mutant is made of it'],
  ],
  [
    'a pattern that nothing is under',
    reportOf([], { unused: [{ kind: 'contract', pattern: /gone/, reason: 'It was so.' }] }),
    [
      '✗ contract: /gone/',
      '  scripts/mutate/equivalent-mutants.ts nothing is under this pattern',
      '  Take it out of the list.',
    ],
  ],
])('%s: misses the bar, and says where and what to do', (_, report, lines) => {
  expect(isGood([report])).toBe(false);
  expect(shown(report)).toContain(lines.join('\n'));
  expect(shown(report)).toMatch(/^✗ contract .*\n[\s\S]*1 finding, seed 5 \(61 s\)$/);
});

test('requirements without a mutant are only counted where not each must have one', () => {
  const report = reportOf([resultOf('a')], {
    kind: { name: 'contract', reports: 'requirements', mustReachAll: false, advice: '' },
    unreached: [{ id: 'b', location }],
  });
  expect(isGood([report])).toBe(true);
  expect(shown(report)).toContain('1 of 1 requirements; 1 requirements without one');
});

test('of many findings the first are shown', () => {
  const text = shown(
    reportOf(Array.from({ length: 20 }, (_, index) => resultOf(`number ${index}`, { verdict: 'survived' }))),
  );
  expect(text).toContain('number 11');
  expect(text).not.toContain('number 12');
  expect(text).toContain('… and 8 more');
  expect(text).toContain('0 of 20 mutants are detected: 20 findings');
});

test('a false positive is reported with its seed', () => {
  const resultWith = (seed: number, id: string, own: Partial<MutantResult>) => ({
    seed,
    result: resultOf(id, { detectedBy: [], ...own }),
  });
  const results = [
    resultWith(5, 'slow', { detectedBy: ['a', 'b'], message: 'Why.' }),
    resultWith(6, 'large', { verdict: 'failed', message: 'nothing that it could change came by' }),
    resultWith(7, 'odd', { verdict: 'survived', message: 'unproven: c' }),
    resultWith(8, 'silent', { verdict: 'survived' }),
  ];
  expect(describeFalsePositives(results.filter(({ result }) => isReported(result)))).toBe(
    `✗ slow (seed 5): a, b
  Why.
✗ large (seed 6): nothing that it could change came by
✗ odd (seed 7): unproven: c`,
  );
});
