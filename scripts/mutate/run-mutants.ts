import { relative, resolve } from 'node:path';
import { CannotRun } from '../cli/problem.ts';
import { paths, projectFile } from '../cli/project.ts';
import { writeReport } from '../cli/report-file.ts';
import { newSeed } from '../verify/server/connect.ts';
import { judged } from './equivalents.ts';
import { fingerprintOf } from './fingerprint.ts';
import { Journal } from './journal.ts';
import type { Kind, Subject } from './kind.ts';
import { openProgress } from './progress.ts';
import { describeMutants, isGood } from './report.ts';
import type { MutantReport, MutantResult } from './results.ts';
import { reportOf, type Selection, select } from './selection.ts';
import type { Job } from './worker-methods.ts';
import { runJobs } from './workers.ts';

export interface MutantsOptions {
  kinds: readonly Kind[];
  /** Only those whose id matches: such a run is a look at a few, which leaves no report and is not gone on with. */
  only: RegExp | undefined;
  sample: number | null;
  seed: number | undefined;
  isFull: boolean;
  /** Another file for the report. */
  json: string | undefined;
}

/** Tries mutants, goes on with a run that was interrupted, and says what came of it. Gives whether all are detected. */
export async function runMutants(
  subject: Subject,
  { kinds, only, sample, seed, isFull, json }: MutantsOptions,
): Promise<boolean> {
  const started = performance.now();
  const fingerprint = await fingerprintOf(subject.contract);
  const journal = new Journal(
    only === undefined ? paths.mutantJournal : undefined,
    { fingerprint, seed, sample, isFull, kinds: kinds.map(({ name }) => name) },
    newSeed,
  );
  const selections = await Promise.all(
    kinds.map((kind) => select(kind, subject, { only: only ?? /^/, sample, seed: journal.key.seed })),
  );
  const total = selections.reduce((sum, { chosen }) => sum + chosen.length, 0);
  if (total === 0) throw new CannotRun('Nothing is left to try: --only matches none.');
  if (journal.knownBefore > 0) console.log(`goes on after ${journal.knownBefore} of ${total}`);
  await tryAll(subject, selections, journal);
  const seconds = journal.secondsBefore + (performance.now() - started) / 1000;
  // What is listed is listed for the contract of this project.
  const isOwn = resolve(subject.file) === projectFile(paths.contract);
  const reports = selections
    .map((selection) => reportOf(selection, journal.results()))
    .map((report) => (isOwn ? report : { ...report, unused: [] }));
  const report: MutantReport = {
    formatVersion: 2,
    fingerprint,
    at: new Date().toISOString(),
    seed: journal.key.seed,
    seconds,
    sample,
    listed: selections.reduce((sum, { all }) => sum + all.length, 0),
    mutants: reports.flatMap(({ mutants }) => mutants),
  };
  const files = [only === undefined ? paths.mutantReport : [], json ?? []].flat();
  for (const file of files) await writeReport(file, `${JSON.stringify(report, null, 2)}\n`);
  journal.remove();
  console.log(describeMutants(reports, { seed: journal.key.seed, seconds, isFull }));
  return isGood(reports);
}

/** Tries what is not known yet, and keeps each result as it comes. */
async function tryAll(subject: Subject, selections: readonly Selection[], journal: Journal): Promise<void> {
  const started = performance.now();
  const known = new Set(journal.results().map(nameOf));
  const total = selections.reduce((sum, { chosen }) => sum + chosen.length, 0);
  const counts = selections.map(({ kind: { name, seconds }, chosen }) => {
    const done = chosen.filter(({ id }) => known.has(nameOf({ kind: name, id }))).length;
    return { name, seconds, total: chosen.length, done, doneBefore: done };
  });
  const progress = openProgress(process.stderr, counts);
  const onResult = (result: MutantResult) => {
    journal.add(withinProject(judged(result)), (performance.now() - started) / 1000);
    progress.add(result.kind);
  };
  const onStop = () => {
    progress.close();
    const advice = journal.isKept ? '; the same command goes on from there' : '';
    console.error(`\nStopped after ${journal.results().length} of ${total} mutants${advice}.`);
  };
  const jobs = jobsFor(selections, known, journal.key);
  const prepared = selections.filter(({ kind }) => kind.isPrepared && jobs.some(({ of }) => of === kind.name));
  const first = prepared.map(({ kind }) => ({ ...journal.key, of: kind.name, ids: [] }));
  try {
    for (const some of [first, jobs]) await runJobs(subject, some, { onResult, onStop });
  } finally {
    progress.close();
  }
}

const nameOf = ({ kind, id }: Pick<MutantResult, 'kind' | 'id'>) => `${kind} ${id}`;

/** What takes longest begins first: then all cores have something to do to the end. */
function jobsFor(
  selections: readonly Selection[],
  known: ReadonlySet<string>,
  { seed, isFull }: Pick<Job, 'seed' | 'isFull'>,
): Job[] {
  const longestFirst = selections.toSorted((a, b) => b.kind.batch * b.kind.seconds - a.kind.batch * a.kind.seconds);
  return longestFirst.flatMap(({ kind: { name, batch }, chosen }) => {
    const ids = chosen.flatMap(({ id }) => (known.has(nameOf({ kind: name, id })) ? [] : [id]));
    return Array.from({ length: Math.ceil(ids.length / batch) }, (_, index) => ({
      of: name,
      ids: ids.slice(index * batch, (index + 1) * batch),
      seed,
      isFull,
    }));
  });
}

/** With its file as it is called from the working directory. */
function withinProject(result: MutantResult): MutantResult {
  return result.location === undefined
    ? result
    : { ...result, location: { ...result.location, file: relative('.', result.location.file) } };
}
