import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ProjectCopy } from '../check/test/project-copy.ts';
import { projectFolder } from '../cli/project.ts';
import { runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import type { MutantReport } from './results.ts';

const spec = join(projectFolder, 'spec', 'openapi.yaml');
const journal = 'reports/mutants.partial.jsonl';

/** Runs the command where its reports are nobody else's. */
const mutate = (folder: string, ...options: string[]) => runScript('mutate.ts', [...options, '--spec', spec], folder);

// The shape of this report is that of the same code.
const reportIn = (folder: string, file = 'reports/mutants.json') =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as MutantReport;

test('says how many of each kind are detected, and leaves a report', async () => {
  const folder = temporaryFolder();
  const run = await mutate(
    folder,
    'generated',
    'server',
    '--sample',
    '3',
    '--seed',
    '424242424',
    '--json',
    'more/mine.json',
  );
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(run.stdout.split('\n')).toEqual([
    expect.stringMatching(/^✓ server +3 of +3 detected/),
    expect.stringMatching(/^✓ generated +3 of +3 detected {2}.*; median distance 0 lines, worst 0$/),
    '',
    expect.stringMatching(/^All 6 mutants are detected, seed 424242424 \(\d+ s\)$/),
    '',
  ]);
  const report = reportIn(folder);
  expect(report).toMatchObject({
    formatVersion: 2,
    seed: 424_242_424,
    sample: 3,
    fingerprint: expect.stringMatching(/^\w{64}$/) as string,
  });
  expect(report.listed).toBeGreaterThan(report.mutants.length);
  expect(report.mutants.map(({ kind, verdict }) => `${kind} ${verdict}`)).toEqual([
    ...Array<string>(3).fill('server detected'),
    ...Array<string>(3).fill('generated detected'),
  ]);
  expect(report.mutants.at(-1)?.location?.file).toMatch(/^generated\//);
  expect(reportIn(folder, 'more/mine.json')).toEqual(report);
  expect(existsSync(join(folder, journal))).toBe(false);
});

test('writes the report to standard output where that is asked for, and nothing else there', async () => {
  const folder = temporaryFolder();
  const { exitCode, stdout, stderr } = await mutate(folder, 'generated', '--sample', '2', '--json', '-');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual(reportIn(folder));
  expect(stderr).toMatch(/^✓ generated +2 of +2 detected/m);
});

test('a look at a few leaves no report', async () => {
  const folder = temporaryFolder();
  expect(await mutate(folder, 'generated', '--only', '^types.ts: missing$')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('The mutant is detected') as string,
  });
  expect(existsSync(join(folder, 'reports'))).toBe(false);
});

test('what nothing detects, what is listed and detected, and a pattern that matches nothing miss the bar', async () => {
  const copy = new ProjectCopy();
  // Of one file: only the first findings are printed.
  copy.change(
    'scripts/generate/drift.ts',
    /(?=return header\.document === [^;]*;)/,
    () => "if (name === 'types.ts') return 'stale';\n  ",
  );
  copy.change(
    'scripts/mutate/equivalent-mutants.ts',
    /(equivalentMutants: .* = \[\n)/,
    (_, start = '') =>
      `${start}  { kind: 'generated', pattern: /^(calls|types)\\.ts: missing$/, reason: 'a' },
  { kind: 'generated', pattern: /^types\\.ts: another version, other code$/, reason: 'b' },
  { kind: 'generated', pattern: /no such mutant/, reason: 'c' },
`,
  );
  const { stdout, ...run } = await copy.run('mutate', 'generated');
  expect(run).toEqual({ exitCode: 1, stderr: '' });
  expect(stdout).toMatch(/^✗ generated .*\n/);
  expect(stdout).toMatch(
    new RegExp(
      [
        String.raw`✗ generated: types\.ts: another version, the same code`,
        String.raw` {2}generated/types\.ts:3:1 another version, the same code: not detected ` +
          String.raw`\(generated/types\.ts:3 is stale: .*\)`,
        ' {2}`generate --check` does not detect it',
      ].join('\n'),
    ),
  );
  const { mutants } = reportIn(copy.folder);
  const missing = mutants.filter(({ id }) => /^(calls|types)\.ts: missing$/.test(id));
  expect(missing.length).toBeGreaterThan(1);
  expect(mutants.filter(({ verdict }) => verdict === 'listed but detected')).toEqual(missing);
  expect(stdout).toMatch(
    new RegExp(
      [
        String.raw`generated/\S+ missing: detected by missing`,
        String.raw` {2}It is listed in scripts/mutate/equivalent-mutants\.ts all the same`,
      ].join('\n'),
    ),
  );
  const undetected = mutants.filter(({ verdict }) => verdict !== 'detected' && verdict !== 'equivalent').length;
  // The pattern that matches no mutant is a finding too.
  expect(stdout).toMatch(new RegExp(String.raw`\d+ of \d+ mutants are detected: ${undetected + 1} findings`));
});

test('says how many negative controls are false positives', async () => {
  const { exitCode, stdout } = await mutate(
    temporaryFolder(),
    'controls',
    '--only',
    '^nothing at all$',
    '--runs',
    '2',
    '--seed',
    '424242424',
  );
  expect(stdout).toContain('1 controls, 2 runs, 0 false positives, seed 424242424');
  expect(exitCode).toBe(0);
});

test('says what became of the servers of sample contracts', async () => {
  const { exitCode, stdout, stderr } = await mutate(
    temporaryFolder(),
    'samples',
    '--only',
    '^tasks (control: nothing at all|createTask: answers 200 to a creation)$',
    '--seed',
    '424242424',
  );
  expect(stdout).toMatch(/^2 servers of sample contracts: 0 not detected, 0 false positives, seed 424242424 /);
  expect([exitCode, stderr]).toEqual([0, '']);
});

describe('a run that is interrupted', () => {
  const options = ['generated', 'server', '--sample', '8', '--seed', '424242424'];
  // With sources of its own, which nobody changes meanwhile.
  const copy = new ProjectCopy();
  const { folder } = copy;
  const script = join(folder, 'scripts', 'mutate.ts');

  /** Starts a run, and waits until it has left so many results. */
  async function started(results: number): Promise<ChildProcess> {
    // What one that is killed leaves behind goes with the folder.
    const child = spawn(process.execPath, [script, ...options], {
      cwd: folder,
      env: { ...process.env, ...copy.environment, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const lines = () =>
      existsSync(join(folder, journal)) ? readFileSync(join(folder, journal), 'utf8').split('\n').length - 2 : 0;
    while (lines() < results && child.exitCode === null) await sleep(20);
    return child;
  }

  /** The processes that run a program of the copy. */
  async function running(): Promise<string[]> {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
    return stdout.split('\n').filter((line) => line.includes(folder));
  }

  /** Resolves when there are none any more. */
  async function areGone(): Promise<void> {
    while ((await running()).length > 0) await sleep(50);
  }

  test('ends at once with all its processes, and the same command goes on from there', async () => {
    const child = await started(9);
    expect((await running()).length).toBeGreaterThan(2);
    // What tests start as another user writes there as well.
    const written = readdirSync(folder).find((name) => name.startsWith('mutants-')) ?? '';
    expect(statSync(join(folder, written)).mode & 0o777).toBe(0o711);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    await areGone();
    const [, before] =
      /^\nStopped after (\d+) of 16 mutants; the same command goes on from there\.\n$/.exec(said) ?? [];
    expect(Number(before)).toBeGreaterThanOrEqual(9);
    expect(existsSync(join(folder, 'reports/mutants.json'))).toBe(false);
    // What is known is not tried again: then this would be gone.
    const text = readFileSync(join(folder, journal), 'utf8').replaceAll(
      /"message":"(?:[^"\\]|\\.)*"/g,
      '"message":"as before"',
    );
    writeFileSync(join(folder, journal), text);

    const { exitCode, stdout } = await copy.run('mutate', ...options);
    expect(stdout).toContain(`goes on after ${before} of 16\n`);
    expect(exitCode).toBe(0);
    const { mutants } = reportIn(folder);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(16);
    expect(mutants.filter(({ message }) => message === 'as before')).toHaveLength(Number(before));
    expect(existsSync(join(folder, journal))).toBe(false);
  });

  test('leaves no process when it is killed, and another run begins again', async () => {
    const child = await started(1);
    child.kill('SIGKILL');
    await once(child, 'close');
    await areGone();
    const { stdout } = await copy.run('mutate', 'generated', '--sample', '2');
    expect(stdout).not.toContain('goes on');
    expect(reportIn(folder).mutants).toHaveLength(2);
  });
});

test.each([
  [['server', '--only', 'matches nothing'], 'Nothing is left to try'],
  [['server', '--only', '('], '--only must be a regular expression'],
  [['controls', '--runs', '0'], '--runs must be a whole number'],
  [['--sample', 'all'], '--sample must be a whole number'],
  [
    ['nothing'],
    'There are no mutants "nothing", but contract, server, client, generated, source, controls, samples.\n',
  ],
  [['controls', 'server'], 'See: npm run -s mutate -- --help'],
  [['samples', 'controls'], 'controls is a run of its own: name nothing beside it.\n'],
  [['controls', '--sample', '3'], '--sample is not for controls.\n'],
  [['server', '--runs', '3'], '--runs is for controls alone.\n'],
  [['samples', '--full'], '--full is not for samples.\n'],
  [['samples', '--only', 'matches nothing'], 'Nothing is left to try'],
  [['server', '--nothing'], "Unknown option '--nothing'.\nSee: "],
])('%j cannot run', async (options, message) => {
  const { exitCode, stderr } = await mutate(temporaryFolder(), ...options);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
