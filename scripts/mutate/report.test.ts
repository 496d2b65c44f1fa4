import { expect, test } from 'vitest';
import { describeMutants, isGood, type KindReport } from './report.ts';
import type { MutantResult } from './results.ts';
import { describeAlarms, isAlarm } from './run-controls.ts';

const location = { file: 'a.yaml', line: 7, column: 1 };
const resultOf = (id: string, own: Partial<MutantResult> = {}): MutantResult => ({
  kind: 'contract',
  id,
  requirementIds: [id],
  what: 'it is not so',
  location,
  verdict: 'caught',
  caughtBy: ['lint'],
  told: undefined,
  distances: { lint: 0 },
  ...own,
});
const reportOf = (mutants: MutantResult[], own: Partial<KindReport> = {}): KindReport => ({
  kind: { name: 'contract', tells: 'checks', mustReachAll: true, advice: 'Add a check.' },
  mutants,
  requirements: [],
  unreached: [],
  unused: [],
  ...own,
});
const shown = (report: KindReport, isFull = false) => describeMutants([report], { seed: 5, seconds: 61.4, isFull });

test('one line for each kind says how many are caught, by what, and how near the message was', () => {
  const mutants = [
    resultOf('a'),
    resultOf('b', { caughtBy: ['types', 'lint'], distances: { lint: null, types: 4 } }),
    resultOf('c', { caughtBy: ['released'], distances: { released: 1 } }),
    resultOf('d', { verdict: 'equivalent', caughtBy: [], distances: {} }),
  ];
  expect(isGood([reportOf(mutants)])).toBe(true);
  expect(shown(reportOf(mutants))).toBe(
    [
      '✓ contract      3 of     3 caught  3 of 3 requirements; lint 2 (1 alone), types 1, released 1 (1 alone); median distance 1 line, worst 4; 1 equivalent',
      '',
      'All 3 mutants are caught, seed 5 (61 s)',
    ].join('\n'),
  );
});

test('of a full run, how often the requirement that was departed from is told', () => {
  const told = (id: string, caughtBy: string[]) => resultOf(id, { kind: 'server', caughtBy, distances: {} });
  const report = reportOf([told('a', ['a']), told('b', ['x', 'b']), told('c', ['x'])], {
    kind: { name: 'server', tells: 'requirements', mustReachAll: true, advice: '' },
  });
  expect(shown(report, true)).toContain(
    '✓ server        3 of     3 caught  3 of 3 requirements; its own requirement told first 1, at all 2',
  );
});

test.each<[name: string, report: KindReport, lines: string[]]>([
  [
    'survived',
    reportOf([resultOf('a', { verdict: 'survived', caughtBy: [] })]),
    [
      '✗ contract: a',
      '  a.yaml:7:1 it is not so: not caught',
      '  Add a check. Where nothing can notice it, list it in scripts/mutate/equivalent-mutants.ts with the reason.',
    ],
  ],
  [
    'survived, with what was told',
    reportOf([resultOf('a', { verdict: 'survived', told: 'unproven: b' })]),
    ['✗ contract: a', '  a.yaml:7:1 it is not so: not caught (unproven: b)'],
  ],
  [
    'survived, at the place of its requirement',
    reportOf([resultOf('a', { verdict: 'survived', location: undefined })], {
      requirements: [{ id: 'a', location: { ...location, line: 9 } }],
    }),
    ['  a.yaml:9:1 it is not so: not caught'],
  ],
  [
    'failed',
    reportOf([resultOf('a', { verdict: 'failed', told: 'Why.' })]),
    ['✗ contract: a', '  a.yaml:7:1 it is not so: not tried (Why.)'],
  ],
  [
    'listed but caught',
    reportOf([resultOf('a', { verdict: 'listed but caught' })]),
    [
      '  a.yaml:7:1 it is not so: caught by lint',
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
  expect(shown(report)).toMatch(/^✗ contract .*\n[^]*1 finding, seed 5 \(61 s\)$/);
});

test('requirements without a mutant are only counted where not each must have one', () => {
  const report = reportOf([resultOf('a')], {
    kind: { name: 'contract', tells: 'requirements', mustReachAll: false, advice: '' },
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
  expect(text).toContain('0 of 20 mutants are caught: 20 findings');
});

test('a false alarm is told with its seed', () => {
  const alarm = (seed: number, id: string, own: Partial<MutantResult>) => ({
    seed,
    result: resultOf(id, { caughtBy: [], ...own }),
  });
  const results = [
    alarm(5, 'slow', { caughtBy: ['a', 'b'], told: 'Why.' }),
    alarm(6, 'large', { verdict: 'failed', told: 'nothing that it could change came by' }),
    alarm(7, 'odd', { verdict: 'survived', told: 'unproven: c' }),
    alarm(8, 'silent', { verdict: 'survived' }),
  ];
  expect(describeAlarms(results.filter(isAlarm))).toBe(
    '✗ slow (seed 5): a, b\n  Why.\n✗ large (seed 6): nothing that it could change came by\n✗ odd (seed 7): unproven: c',
  );
});
