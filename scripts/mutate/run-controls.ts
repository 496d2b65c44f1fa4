import { paint } from '../cli/command-line.ts';
import { CannotRun } from '../cli/problem.ts';
import { writeReport } from '../cli/report-file.ts';
import { describeDetection, isReported } from './detection.ts';
import type { Subject } from './kind.ts';
import { openProgress } from './progress.ts';
import type { MutantResult } from './results.ts';
import { serverControls } from './server/controls.ts';
import type { Job } from './worker-methods.ts';
import { runJobs } from './workers.ts';

export interface ControlsOptions {
  only: RegExp;
  /** How often each is verified, every time with another seed. */
  runs: number;
  seed: number;
  json: string | undefined;
}

/** A result of a control, and the seed that replays it. */
export interface ControlResult {
  seed: number;
  result: MutantResult;
}

/** Verifies negative controls and prints each false positive. Gives whether there was none. */
export async function runControls(subject: Subject, { only, runs, seed, json }: ControlsOptions): Promise<boolean> {
  const controls = serverControls(subject.specification).filter(({ name }) => only.test(name));
  if (controls.length === 0) throw new CannotRun('Nothing is left to try: --only matches none.');
  const started = performance.now();
  const seeds = Array.from({ length: runs }, (_, index) => (seed + index * 7_919) % 2 ** 31);
  const jobs = seeds.flatMap((own) =>
    controls.map(({ name }): Job => ({ of: 'controls', ids: [name], seed: own, isFull: true })),
  );
  const results: ControlResult[] = [];
  const progress = openProgress(process.stderr, [
    { name: 'controls', total: jobs.length, done: 0, doneBefore: 0, seconds: 1 },
  ]);
  const onResult = (result: MutantResult, job: Job) => {
    results.push({ seed: job.seed, result });
    progress.add('controls');
  };
  await runJobs(subject, jobs, { onResult, onStop: progress.close }).finally(progress.close);
  const seconds = (performance.now() - started) / 1000;
  const falsePositives = results.filter(({ result }) => isReported(result));
  if (json !== undefined)
    await writeReport(json, `${JSON.stringify({ seed, seconds, falsePositives, results }, null, 2)}\n`);
  if (falsePositives.length > 0) console.log(describeFalsePositives(falsePositives));
  const counts = `${controls.length} controls, ${results.length} runs, ${falsePositives.length} false positives`;
  const colour = falsePositives.length === 0 ? 'green' : 'red';
  console.log(paint(colour, `${counts}, seed ${seed} (${seconds.toFixed(0)} s)`));
  return falsePositives.length === 0;
}

export function describeFalsePositives(falsePositives: readonly ControlResult[]): string {
  return falsePositives
    .map(({ seed, result }) => `✗ ${result.id} (seed ${seed}): ${describeDetection(result)}`)
    .join('\n');
}
