import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CannotRun } from '../contract/problem.ts';
import type { Job, LaneMessage } from './lane.ts';
import type { Outcome } from './trial.ts';

const program = fileURLToPath(new URL('lane.ts', import.meta.url));

/** Runs jobs in as many processes as there are cores, each with a reference server of its own. They end with this process. */
export async function runJobs(spec: string, jobs: readonly Job[], onOutcome: (outcome: Outcome, job: Job) => void, count = availableParallelism()): Promise<void> {
  const waiting = jobs[Symbol.iterator]();
  const children = Array.from({ length: Math.max(1, Math.min(count, jobs.length)) }, () => fork(program, [spec], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
  try {
    await Promise.all(children.map((child) => runLane(child, waiting, onOutcome)));
  } finally {
    await Promise.all(children.map(ended));
  }
}

async function runLane(child: ChildProcess, waiting: Iterator<Job>, onOutcome: (outcome: Outcome, job: Job) => void): Promise<void> {
  let said = await heard(child);
  for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
    const answer = heard(child);
    child.send(next.value);
    said = await answer;
    if (said.type === 'outcome') onOutcome(said.outcome, next.value);
  }
}

/** The next message of a lane. */
async function heard(child: ChildProcess): Promise<LaneMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<LaneMessage>();
  const onExit = (code: number | null, signal: string | null) => reject(new CannotRun(`A lane has ended (${signal ?? `exit code ${code}`}).`));
  // Both ends are of this project.
  child.once('message', (message) => resolve(message as LaneMessage));
  child.once('exit', onExit);
  const message = await promise.finally(() => child.off('exit', onExit));
  if (message.type === 'failed') throw new CannotRun(message.message);
  return message;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
