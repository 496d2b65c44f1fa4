import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { CannotRun } from '../../cli/problem.ts';
import { isTestCode, paths, projectFolder } from '../../cli/project.ts';
import { writeReport } from '../../cli/report-file.ts';
import { type Guard, hasMembers, isListOf, isOneOf, isText } from '../../harness/guards.ts';
import { slowTests } from '../../runner/side-tests.ts';
import { sides } from './source-mutants.ts';

const stepKinds = ['quick', 'verification', 'slow'] as const;

/** What may report a mutant: a test file, or the verification of a side. */
export interface Step {
  kind: (typeof stepKinds)[number];
  /** The test file, or the side. */
  name: string;
}

export interface RecordedStep extends Step {
  /** What it takes without a change. */
  seconds: number;
  /** The functions of both sides that it executes; null where it reads their code, and any may matter. */
  executed: readonly string[] | null;
}

/** What fails in a copy of the project; undefined where nothing does. */
export type RunStep = (step: Step, folder: string) => Promise<string | undefined>;

/** The steps of both sides, with what each executes. Throws CannotRun where one fails without a change. */
export async function recordCoverage(
  copies: { recording: string; unchanged: string },
  run: RunStep,
): Promise<RecordedStep[]> {
  const recorded: RecordedStep[] = [];
  for (const step of stepsOf()) {
    const started = performance.now();
    const executed = await executedBy(step, copies.recording, run);
    const failure = executed === null ? await run(step, copies.unchanged) : undefined;
    if (failure !== undefined) throw new CannotRun(`Without any change, ${failure} \`npm test\` says more.`);
    recorded.push({ ...step, seconds: (performance.now() - started) / 1000, executed });
  }
  return recorded;
}

function stepsOf(): Step[] {
  const all = globSync(`{${sides.join(',')}}/**/*.test.ts`, { cwd: projectFolder, exclude: ['**/node_modules/**'] });
  // Those of test code itself, such as the bench, have no mutants.
  const tests = all.filter((name) => !isTestCode(dirname(name)));
  const isSlow = (file: string) => slowTests.some((glob) => matchesGlob(file, glob));
  return [
    ...tests.map((name) => ({ kind: isSlow(name) ? ('slow' as const) : ('quick' as const), name })),
    ...sides.map((name) => ({ kind: 'verification' as const, name })),
  ];
}

async function executedBy(step: Step, folder: string, run: RunStep): Promise<string[] | null> {
  const file = join(folder, 'executed.txt');
  rmSync(file, { force: true });
  const failure = await run(step, folder);
  return failure === undefined && existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))] : null;
}

interface Coverage {
  fingerprint: string;
  steps: RecordedStep[];
}

const isTextList: Guard<string[]> = isListOf(isText);
const isCoverage = hasMembers<Coverage>({
  fingerprint: isText,
  steps: isListOf(
    hasMembers<RecordedStep>({
      kind: isOneOf(stepKinds),
      name: isText,
      seconds: (value) => typeof value === 'number',
      executed: (value) => value === null || isTextList(value),
    }),
  ),
});

/** What was recorded of these sources, which the fingerprint stands for. */
export function readCoverage(fingerprint: string): RecordedStep[] | undefined {
  if (!existsSync(paths.mutantCoverage)) return undefined;
  const coverage: unknown = JSON.parse(readFileSync(paths.mutantCoverage, 'utf8'));
  return isCoverage(coverage) && coverage.fingerprint === fingerprint ? coverage.steps : undefined;
}

export async function writeCoverage(coverage: Coverage): Promise<void> {
  await writeReport(paths.mutantCoverage, JSON.stringify(coverage));
}
