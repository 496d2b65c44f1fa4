import { beforeAll, expect, test } from 'vitest';
import { contractMarkdown } from './markdown.ts';
import type { ContractReport } from './report.ts';
import { asKept, bookRun } from './test/book-runs.ts';
import { fullReport, reportOf } from './test/reports.ts';

const plain = (markdown: string) => markdown.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
let full: ContractReport;
let kept: ContractReport;
beforeAll(async () => {
  [full, kept] = [await fullReport(), reportOf(asKept(await bookRun()))];
});

test('is short where all is well', () => {
  const lines = plain(contractMarkdown(kept)).split('\n');
  expect(lines[0]).toBe('## ✅ The contract is kept by the server.');
  expect(lines).toContain('|  | Server |');
  expect(lines.some((line) => /^\| GET \/books \| \d+ kept \|$/.test(line))).toBe(true);
  expect(lines.length).toBeLessThan(20);
});

test('shows what is violated, unproven and not detected', () => {
  const text = plain(contractMarkdown(full));
  for (const part of [
    /^## ❌ The contract is violated: \d+ requirements on the server; 1 finding of types\./,
    /\| GET \/books\/\{bookId\} \| \d+ violated, \d+ kept \| \d+ unproven, \d+ kept \| \d+ of \d+ \|/,
    /- types, spec: found <\/script>/,
    /❌ server: <code>listBooks\.[^<]+<\/code>/,
    /- Documented: /,
    /```sh\ncurl --include "\$BASE_URL"/,
    /Unproven: \d+/,
    /\| generated \| 1 of 1 \| 100 % \|/,
    /The contract has changed since/,
    /- contract, survived: /,
  ])
    expect(text).toMatch(part);
});

test('is text, and fits where it is shown', () => {
  const markdown = contractMarkdown(full);
  expect(markdown).not.toMatch(/<script|<img|[\u2028\u202E\0]/);
  expect(markdown.length).toBeLessThan(200_000);
});
