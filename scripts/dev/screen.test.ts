import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding, Stage } from '../report/check-verdict.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { codeFrame } from './code-frame.ts';
import { screenOf } from './screen.ts';

const addresses = { page: 'http://127.0.0.1:8090/', server: 'The service is at http://127.0.0.1:8080/v1.' };
const names = ['lint', 'generate', 'released', 'readiness', 'types', 'verify server', 'verify client'];
const size = { columns: 80, rows: 24 };

const stage = (name: string, findings: Finding[] = []): Stage => ({
  name,
  seconds: 1,
  summary: `${'what it has looked at, '.repeat(4)}all of it`,
  findings,
});

function linesOf(stages: Stage[]): string[] {
  const state = { names, stages, since: 0, verified: undefined, seconds: 2, failure: undefined };
  return screenOf(state, addresses, size).split('\n');
}

/** Findings of different parts of a contract of as many lines. */
function findingsIn(count: number): Finding[] {
  const file = join(temporaryFolder(), 'openapi.yaml');
  writeFileSync(file, 'a: 1\n'.repeat(count));
  return Array.from({ length: count }, (_, index) => ({
    location: { file, line: index + 1, column: 1 },
    pointer: `/paths/${index}`,
    side: 'spec',
    message: `This is wrong: ${index}`,
  }));
}

const rowsOf = (lines: readonly string[]) =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / size.columns)), 0);

test.each([
  ['nothing is wrong', 0],
  ['one part of the contract is wrong', 1],
  ['much is wrong', 40],
])('the first finding and the verdict fit on a terminal where %s', (_, count) => {
  const findings = findingsIn(count);
  const lines = linesOf(names.map((name) => stage(name, name === 'types' ? findings : [])));
  expect(rowsOf(lines)).toBeLessThanOrEqual(size.rows);
  expect(lines[0]).toContain(addresses.page);
  expect(lines.at(-1)).toMatch(/^The contract is .*\(2\.0 s\)$/);
  const wrong = lines.filter((line) => line.includes('This is wrong: 0'));
  expect(wrong).toHaveLength(Math.min(count, 1));
});

test('what does not fit is said to be on the page', () => {
  const lines = linesOf(['lint', 'types'].map((name) => stage(name, findingsIn(40))));
  expect(lines.filter((line) => /^… \d+ more lines on the page$/.test(line))).toHaveLength(1);
});

test('what a file has for a terminal is shown, and not done', () => {
  const file = join(temporaryFolder(), 'openapi.yaml');
  writeFileSync(file, 'title: \u001B]0;hacked\u0007\n');
  const finding = { location: { file, line: 1, column: 1 }, side: 'spec', message: 'Wrong.' };
  expect(linesOf([stage('lint', [finding])]).join('\n')).toContain(String.raw`title: \u{1B}]0;hacked\u{7}`);
});

test('of a line that is too wide, the frame has what is around the column', () => {
  const file = join(temporaryFolder(), 'openapi.json');
  writeFileSync(file, `{${'"a": 1, '.repeat(1000)}"here": 2}`);
  const [line = '', mark = ''] = codeFrame({ file, line: 1, column: 8002 }, 80);
  expect(line.length).toBeLessThanOrEqual(80);
  expect(line.slice(mark.indexOf('^'))).toBe('"here": 2}');
});
