import { paint } from '../cli/command-line.ts';
import { CannotRun } from '../cli/problem.ts';
import { writeReport } from '../cli/report-file.ts';
import { countOf } from '../cli/text.ts';
import { describeDetection, isReported } from './detection.ts';
import type { Subject } from './kind.ts';
import { openProgress } from './progress.ts';
import type { MutantResult } from './results.ts';
import { sampleOf } from './sample.ts';
import { type SampleServer, sampleServers } from './sample-contracts/sample-trial.ts';
import type { Job } from './worker-methods.ts';
import { runJobs } from './workers.ts';

// So many are tried at the same time in each process: mostly they wait.
const batch = 4;

export interface SamplesOptions {
  only: RegExp;
  /** How many at most; null for all. */
  sample: number | null;
  seed: number;
  json: string | undefined;
}

/** The results that a run of the servers of sample contracts must not have. */
export interface SampleFindings {
  undetected: readonly MutantResult[];
  falsePositives: readonly MutantResult[];
}

/**
 * Tries the servers of the sample contracts, and reports each fault that is not detected and each false positive.
 * Gives whether there is none.
 */
export async function runSamples(subject: Subject, { only, sample, seed, json }: SamplesOptions): Promise<boolean> {
  const servers = await sampleServers();
  const wanted = servers.filter(({ id }) => only.test(id));
  const chosen = sample === null ? wanted : sampleOf(wanted, sample, seed);
  if (chosen.length === 0) throw new CannotRun('Nothing is left to try: --only matches none.');
  const started = performance.now();
  const ids = chosen.map(({ id }) => id);
  const jobs = Array.from({ length: Math.ceil(ids.length / batch) }, (_, index): Job => {
    return { of: 'samples', ids: ids.slice(index * batch, (index + 1) * batch), seed, isFull: false };
  });
  const results: MutantResult[] = [];
  const progress = openProgress(process.stderr, [
    { name: 'samples', total: ids.length, done: 0, doneBefore: 0, seconds: 1 },
  ]);
  const onResult = (result: MutantResult) => {
    results.push(result);
    progress.add('samples');
  };
  await runJobs(subject, jobs, { onResult, onStop: progress.close }).finally(progress.close);
  const seconds = (performance.now() - started) / 1000;
  const findings = findingsIn(servers, results);
  if (json !== undefined)
    await writeReport(json, `${JSON.stringify({ seed, seconds, ...findings, results }, null, 2)}\n`);
  console.log(describeSamples(findings, results.length, { seed, seconds }));
  return findings.undetected.length + findings.falsePositives.length === 0;
}

/**
 * Sorts out the faults that are not detected,
 * and the servers that keep their contract and are reported, or were not tried.
 */
export function findingsIn(servers: readonly SampleServer[], results: readonly MutantResult[]): SampleFindings {
  const faults = new Set(servers.flatMap(({ id, isFault }) => (isFault ? [id] : [])));
  return {
    undetected: results.filter((result) => faults.has(result.id) && !isDetected(result)),
    falsePositives: results.filter((result) => !faults.has(result.id) && isReported(result)),
  };
}

/** Also a fault that leaves a requirement unproven is detected: `verify` then ends with exit code 1. */
function isDetected(result: MutantResult): boolean {
  return result.verdict !== 'failed' && isReported(result);
}

export function describeSamples(
  { undetected, falsePositives }: SampleFindings,
  tried: number,
  { seed, seconds }: { seed: number; seconds: number },
): string {
  const isGood = undetected.length + falsePositives.length === 0;
  const counts = [
    `${countOf(tried, 'server')} of sample contracts: ${undetected.length} not detected`,
    countOf(falsePositives.length, 'false positive'),
    `seed ${seed} (${seconds.toFixed(0)} s)`,
  ];
  return [
    ...undetected.map((result) => `✗ ${result.id}: not detected: ${describeDetection(result)}`),
    ...falsePositives.map((result) => `✗ ${result.id}: false positive: ${describeDetection(result)}`),
    paint(isGood ? 'green' : 'red', counts.join(', ')),
  ].join('\n');
}
