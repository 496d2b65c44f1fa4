import { beforeAll, expect, test } from 'vitest';
import { contractMarkdown } from './markdown.ts';
import type { ContractReport } from './report.ts';
import { asKept, bookRun } from './test/book-runs.ts';
import { fullReport, reportOf } from './test/reports.ts';

const plain = (markdown: string) => markdown.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
const location = { file: 'a.yaml', line: 7, column: 1 };
const violatedIn = ({ groups }: ContractReport) =>
  groups.flatMap(({ sections }) =>
    sections.flatMap(({ requirements }) =>
      requirements.flatMap(({ id, server }) => (server?.verdict === 'violated' ? [id] : [])),
    ),
  );
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
    /^## ❌ The contract is violated: 1 finding in types; \d+ requirements on the server\./,
    /\| GET \/books\/\{bookId\} \| \d+ violated, \d+ kept \| \d+ unproven, \d+ kept \| \d+ of \d+ \|/,
    /❌ \S+:18 spec: found <\/script>.*\n\nFound by types\./,
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

test('shows what comes from one cause once', () => {
  const [one = '', ...others] = violatedIn(full);
  const cause = { location, side: 'server', message: 'all of it', detail: null, foundBy: ['types', 'verify server'] };
  const text = plain(contractMarkdown({ ...full, causes: [{ ...cause, requirementIds: [one, ...others] }] }));
  expect(text.match(/❌ .*(?=<\/summary>)/g)).toEqual(['❌ a.yaml:7 server: all of it']);
  expect(text).toContain(`Found by types, verify server.\n\n<code>${one}</code>`);
  expect(text).toContain(`Other requirements that depend on it: ${others.length}.`);
});

test('is text, and fits where it is shown', () => {
  const markdown = contractMarkdown(full);
  expect(markdown).not.toMatch(/<script|<img|[\u2028\u202E\0]/);
  expect(markdown.length).toBeLessThan(200_000);
});
