import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun } from './contract/problem.ts';

/** What a run of the test runner found, by test file. */
export interface TestFile {
  file: string;
  passed: number;
  failures: { title: string; message: string }[];
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const vitest = join('node_modules', 'vitest', 'vitest.mjs');

/** Runs the tests whose file names contain one of `filters` (all without any). Throws CannotRun when there is no report. */
export async function runTests(filters: string[]): Promise<TestFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tests-'));
  try {
    const output = join(folder, 'report.json');
    const printed = await runVitest(['run', ...filters, '--reporter=json', `--outputFile=${output}`]);
    const report = await readFile(output, 'utf8').catch((cause: unknown) => {
      throw new CannotRun(`The test runner gave no report:\n${printed.trim()}`, { cause });
    });
    // The shape of this report is vitest's, pinned with its version in package-lock.json.
    return (JSON.parse(report) as VitestReport).testResults.map(toTestFile);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runVitest(options: string[]): Promise<string> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [vitest, ...options], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', (cause) => reject(new CannotRun(`Cannot start the test runner: ${cause.message}`, { cause })));
    child.on('close', () => settle(printed));
  });
}

function toTestFile({ name, status, message, assertionResults }: VitestReport['testResults'][number]): TestFile {
  const failures = assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ title: fullName, message: firstLine(failureMessages[0] ?? '') }));
  // A file that cannot be loaded has no test, and must not look like one that passed.
  if (status === 'failed' && failures.length === 0) failures.push({ title: 'the tests could not start', message: firstLine(message) });
  return { file: name, passed: assertionResults.filter((result) => result.status === 'passed').length, failures };
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/^\w*Error: /, '');
}
