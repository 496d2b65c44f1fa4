import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CannotRun } from '../cli/problem.ts';

const begins = /Z check of /;

/** What is printed where the linter has answered. */
export const isLinted = /^\S+ lint /;
/** What is printed where both sides are verified, whatever came of it. */
export const isVerified = / are to come\.$/;
/** What is printed at the end of a check. */
const hasEnded = /^(?:The|No) .*\(\d+\.\d s\)$|^No verdict: /;

/** `npm run dev` in a folder, which prints a line for each stage where it has no terminal. */
export class RunningDev {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  /** `program` is a file for Node.js, with its arguments. */
  constructor(program: readonly string[], folder: string) {
    const child = spawn(process.execPath, program, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Until a check has begun, and has printed a line after that. */
  async saw(line: RegExp): Promise<void> {
    await this.#read(begins);
    await this.#read(line);
  }

  /** Until the check that has begun has ended. */
  async ended(): Promise<void> {
    await this.#read(hasEnded);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }

  async #read(line: RegExp): Promise<void> {
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done === true) throw new CannotRun(`npm run dev has ended before it printed ${line.source}.`);
      if (line.test(value)) return;
    }
  }
}
