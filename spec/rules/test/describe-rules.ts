import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { redocly } from './redocly-cli.ts';

/** The line of a problem, the text that it points at (to the end of the line), and a part of its message. */
type Expected = [line: number, at: string, says: string];

export interface Case {
  name: string;
  document: string;
  /** Files that the document refers to. */
  files?: Record<string, string>;
  /** What has to be reported, by line; nothing unless it is said. */
  problems?: Expected[];
}

interface Found {
  rule: string;
  line: number;
  at: string;
  message: string;
}

/**
 * Documents for each rule, by its whole name, and what it alone reports of them, linted by the Redocly CLI.
 * `now` is the moment that the rules take for the present.
 */
export function describeRules(tables: Record<string, Case[]>, now = '2026-11-20T12:00:00Z'): void {
  const rules = Object.keys(tables);
  const cases = rules.flatMap((rule) => (tables[rule] ?? []).map((one) => ({ ...one, rule })));
  let found: Found[][] = [];
  beforeAll(async () => {
    found = await lint(cases, rules, now);
  });
  for (const [index, { rule, name, problems = [] }] of cases.entries()) {
    test(`${rule} ${name}`, () => {
      const expected = problems.map(([line, at, says]) => ({
        rule,
        line,
        at,
        message: expect.stringContaining(says) as string,
      }));
      expect(found[index]?.filter((problem) => problem.rule === rule)).toEqual(expected);
    });
  }
}

/** One run of the CLI for all cases, for its start is what takes the time. */
async function lint(cases: Case[], rules: string[], now: string): Promise<Found[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  try {
    const documents = await Promise.all(cases.map((one, index) => writeCase(one, join(folder, String(index)))));
    const plugin = JSON.stringify(new URL('../plugin.ts', import.meta.url).href);
    await writeFile(
      join(folder, 'plugin.mjs'),
      `import { contractRules } from ${plugin};\nexport default () => contractRules(() => new Date('${now}'));\n`,
    );
    const builtIn = rules.filter((rule) => !rule.startsWith('contract/')).map((rule) => [rule, 'error']);
    const config = { plugins: ['plugin.mjs'], extends: ['contract/all'], rules: Object.fromEntries(builtIn) as object };
    await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(config));
    const { stdout, stderr } = await redocly(
      ['lint', ...documents, '--format', 'json', '--max-problems', '1000'],
      folder,
    );
    // The CLI prints a report for each document, one after the other, and stops at one that it cannot read.
    const reports = stdout.split(/(?<=^\})(?=\{$)/m);
    if (reports.length !== cases.length) throw new Error(stderr);
    return cases.map((one, index) => readReport(reports[index] ?? '', one));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeCase({ document, files = {} }: Case, folder: string): Promise<string> {
  await mkdir(folder);
  const texts = Object.entries({ ...files, 'main.yaml': document });
  await Promise.all(texts.map(([name, text]) => writeFile(join(folder, name), text)));
  return join(folder, 'main.yaml');
}

interface Report {
  problems: { ruleId: string; message: string; location: [{ source: { ref: string }; start: Place; end: Place }] }[];
}

interface Place {
  line: number;
  col: number;
}

function readReport(json: string, { document, files = {} }: Case): Found[] {
  const { problems } = JSON.parse(json) as Report;
  const found = problems.map(({ ruleId, message, location: [{ source, start, end }] }) => {
    const text = files[source.ref.replace(/^.*[\\/]/, '')] ?? document;
    const line = text.split('\n')[start.line - 1] ?? '';
    return {
      rule: ruleId,
      line: start.line,
      at: line.slice(start.col - 1, end.line === start.line ? end.col - 1 : undefined),
      message,
    };
  });
  return found.sort((one, other) => one.line - other.line);
}
