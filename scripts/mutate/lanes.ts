import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotRun } from '../cli/problem.ts';
import type { Subject } from './kind.ts';
import type { Beginning, Job, LaneMessage } from './lane.ts';
import type { MutantResult } from './results.ts';

const program = fileURLToPath(new URL('lane.ts', import.meta.url));
const mostSecondsToEnd = 5;
const exitCodes = { SIGINT: 130, SIGTERM: 143 };

/** What is to be done as jobs go on. */
export interface JobListener {
  onResult(result: MutantResult, job: Job): void;
  /** This process is about to end, by a signal. */
  onStop(): void;
}

/** Runs jobs, in their order, in as many processes as there are cores. They end with this process, however that ends. */
export async function runJobs(
  { file, contract: { document } }: Subject,
  jobs: readonly Job[],
  { onResult, onStop }: JobListener,
): Promise<void> {
  const waiting = jobs[Symbol.iterator]();
  // What they write is removed even if they are stopped in the midst of it.
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const children = Array.from({ length: Math.min(availableParallelism(), jobs.length) }, () => startLane(folder));
  const endAll = () => {
    children.forEach(stopGroup);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = (signal: keyof typeof exitCodes) => {
    onStop();
    process.exit(exitCodes[signal]);
  };
  process.on('exit', endAll).on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await Promise.all(children.map((child) => runLane(child, { file, document }, waiting, onResult)));
    await Promise.all(children.map(ended));
  } finally {
    endAll();
    process.off('exit', endAll).off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** A process with a group of its own: the compilers and servers that it starts end with it. */
function startLane(folder: string): ChildProcess {
  return fork(program, [], {
    detached: true,
    env: { ...process.env, TMPDIR: folder },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of them have ended, or there are no groups here.
    child.kill('SIGKILL');
  }
}

async function runLane(
  child: ChildProcess,
  beginning: Beginning,
  waiting: Iterator<Job>,
  onResult: (result: MutantResult, job: Job) => void,
): Promise<void> {
  await told(child, beginning, () => undefined);
  for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
    const { value: job } = next;
    await told(child, job, (result) => onResult(result, job));
  }
}

/** Tells a lane what to do; resolves when it has done that. */
async function told(
  child: ChildProcess,
  order: Beginning | Job,
  onResult: (result: MutantResult) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onExit = (code: number | null, signal: string | null) =>
    reject(new CannotRun(`A process that tries mutants has ended (${signal ?? `exit code ${code}`}).`));
  const onMessage = (message: unknown) => {
    // Both ends are of this project.
    const said = message as LaneMessage;
    if (said.type === 'result') onResult(said.result);
    else if (said.type === 'ready') resolve();
    else reject(new CannotRun(said.message));
  };
  child.on('message', onMessage).once('exit', onExit);
  // A channel that is closed is told by the end of the process.
  child.send(order, () => undefined);
  await promise.finally(() => child.off('message', onMessage).off('exit', onExit));
}

/** Lets a lane close what it has opened. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const deadline = setTimeout(() => child.kill('SIGKILL'), mostSecondsToEnd * 1000);
  child.send('end', () => undefined);
  await exited;
  clearTimeout(deadline);
}
