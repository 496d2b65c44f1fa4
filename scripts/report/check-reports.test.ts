import { expect, test } from 'vitest';
import type { Finding, Stage } from './check-verdict.ts';
import { causesOf } from './finding-causes.ts';
import { causeAnnotations } from './github.ts';
import { checkJsonReport } from './json.ts';
import { checkJunitReport } from './junit.ts';
import { checkMarkdownReport } from './markdown.ts';

const finding = (line: number, message: string, others: Partial<Finding> = {}): Finding => ({
  location: { file: 'spec/a.yaml', line, column: 3 },
  side: 'server',
  message,
  ...others,
});
const stage = (name: string, findings: Finding[], others: Partial<Stage> = {}): Stage => ({
  name,
  seconds: 1.5,
  summary: findings.length === 0 ? `${name} is well` : '',
  findings,
  ...others,
});
const stages = [
  stage('lint', []),
  stage('types', [finding(7, 'No type & <none>.', { detail: 'server/a.ts:1:1' })]),
  stage('verify server', [finding(7, 'No name.', { requirementId: 'a.b', dependents: ['a.c'] }), finding(9, 'Late.')]),
  stage('verify client', [], { notRun: 'prevented', summary: 'It has not started.' }),
  stage('released', [], { notRun: 'skipped', summary: 'not run' }),
];

test('annotations name each cause once, with all that found it', () => {
  expect(causeAnnotations(causesOf(stages)).split('\n')).toEqual([
    '::error file=spec/a.yaml,line=7,col=3,title=server%3A found by types%2C verify server::' +
      'No type & <none>.%0Aserver/a.ts:1:1%0Arequirements: a.b, a.c',
    '::error file=spec/a.yaml,line=9,col=3,title=server%3A found by verify server::Late.',
    '',
  ]);
});

test('there are ten annotations at most', () => {
  const of = (count: number) =>
    causeAnnotations(
      causesOf([
        stage(
          'lint',
          Array.from({ length: count }, (_, index) => finding(index + 1, 'so')),
        ),
      ]),
    ).split('\n');
  expect(of(10)).toHaveLength(10 + 1);
  expect(of(12)).toHaveLength(10 + 1);
  expect(of(12).at(-2)).toBe('::error title=check::and 3 more findings');
});

test('JSON has each cause once, with what each stage said of it', () => {
  const location = { file: 'spec/a.yaml', line: 7, column: 3 };
  expect(JSON.parse(checkJsonReport(stages, 3))).toMatchObject({
    formatVersion: 1,
    verdict: 'violated',
    seconds: 3,
    stages: [
      { name: 'lint', outcome: 'passed', seconds: 1.5, summary: 'lint is well' },
      { name: 'types', outcome: 'failed' },
      { name: 'verify server', outcome: 'failed' },
      { name: 'verify client', outcome: 'prevented' },
      { name: 'released', outcome: 'skipped' },
    ],
    findings: [
      {
        location,
        pointer: null,
        side: 'server',
        message: 'No type & <none>.',
        requirementIds: ['a.b', 'a.c'],
        foundBy: [
          { stage: 'types', location, message: 'No type & <none>.', detail: 'server/a.ts:1:1' },
          { stage: 'verify server', location, message: 'No name.', detail: null },
        ],
      },
      { location: { line: 9 } },
    ],
  });
  expect(JSON.parse(checkJsonReport([stage('lint', [])], 3))).toMatchObject({ verdict: 'kept' });
  expect(JSON.parse(checkJsonReport([stages[3] ?? stage('', [])], 3))).toMatchObject({ verdict: 'could not run' });
});

test('JUnit has a suite for each stage', () => {
  const xml = checkJunitReport(stages);
  expect(xml.match(/<testsuite name="[^"]*" tests="\d" failures="\d" errors="\d" skipped="\d"/g)).toEqual([
    '<testsuite name="lint" tests="1" failures="0" errors="0" skipped="0"',
    '<testsuite name="types" tests="1" failures="1" errors="0" skipped="0"',
    '<testsuite name="verify server" tests="2" failures="2" errors="0" skipped="0"',
    '<testsuite name="verify client" tests="1" failures="0" errors="1" skipped="0"',
    '<testsuite name="released" tests="1" failures="0" errors="0" skipped="1"',
  ]);
  expect(xml).toContain('<failure message="No type &#38; &#60;none&#62;." type="violated">');
});

test('Markdown has a row for each stage, and each cause with what depends on it', () => {
  const text = checkMarkdownReport(stages);
  expect(text).toMatch(/^## ❌ 2 findings\n/);
  expect(text).toContain('| verify server | 2 findings |  |');
  expect(text).toContain('| verify client | prevented | It has not started&#46; |');
  expect(text.match(/^- .*/gm)).toHaveLength(2);
  expect(text).toContain('2 requirements depend on it.');
  expect(checkMarkdownReport([stage('lint', [])])).toMatch(/^## ✅ Check\n/);
});
