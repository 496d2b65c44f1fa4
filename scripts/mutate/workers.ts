import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DrivenProcess } from '../harness/driver.ts';
import { handler } from '../harness/protocol.ts';
import type { Subject } from './kind.ts';
import type { MutantResult } from './results.ts';
import { addResult, closeWorker, type Job, openWorker, runJob } from './worker-methods.ts';

const program = fileURLToPath(new URL('worker.ts', import.meta.url));
const exitCodes = { SIGINT: 130, SIGTERM: 143 };

/** What is to be done as jobs go on. */
export interface JobListener {
  onResult(result: MutantResult, job: Job): void;
  /** This process is about to end, by a signal. */
  onStop(): void;
}

/**
 * Runs jobs, in their order, in as many processes as there are cores. They end with this process, however that ends.
 */
export async function runJobs(
  subject: Subject,
  jobs: readonly Job[],
  { onResult, onStop }: JobListener,
): Promise<void> {
  const waiting = jobs[Symbol.iterator]();
  // What the workers write is removed even if they are stopped in the midst of it.
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  // Where this is root, the PostgreSQL of the tests is another user, which has to reach its files.
  chmodSync(folder, 0o711);
  const workers = Array.from({ length: Math.min(availableParallelism(), jobs.length) }, () =>
    startWorker(folder, onResult),
  );
  const endAll = () => {
    for (const worker of workers) worker.process.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = (signal: keyof typeof exitCodes) => {
    onStop();
    process.exit(exitCodes[signal]);
  };
  process.on('exit', endAll).on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await Promise.all(workers.map((worker) => worker.work(subject, waiting)));
  } finally {
    endAll();
    process.off('exit', endAll).off('SIGINT', stop).off('SIGTERM', stop);
  }
}

interface Worker {
  process: DrivenProcess;
  /** Runs the next of the waiting jobs until none is left, and ends. */
  work(subject: Subject, waiting: Iterator<Job>): Promise<void>;
}

/** Starts a worker in a group of its own: the compilers and servers that it starts end with it. */
function startWorker(folder: string, onResult: JobListener['onResult']): Worker {
  let running: Job | undefined;
  const onAdded = handler(addResult, (result) => {
    if (running !== undefined) onResult(result, running);
    return null;
  });
  const process = new DrivenProcess({
    name: 'A process that tries mutants',
    program,
    handlers: [onAdded],
    group: { environment: { TMPDIR: folder } },
  });
  const work: Worker['work'] = async ({ file, contract: { document } }, waiting) => {
    await process.started();
    await process.request(openWorker, { file, document });
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      running = next.value;
      await process.request(runJob, running);
    }
    await process.request(closeWorker, null);
    await process.stop();
  };
  return { process, work };
}
