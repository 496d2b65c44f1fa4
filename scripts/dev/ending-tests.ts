import { fileURLToPath } from 'node:url';
import { CannotRun } from '../cli/problem.ts';
import { DrivenProcess } from '../harness/driver.ts';
import type { TestFile, TestSelection } from '../runner/run-tests.ts';
import { testsMethod } from './methods.ts';

const program = fileURLToPath(new URL('test-process.ts', import.meta.url));

/** Runs tests in a process of their own, so that they can be ended while all else stays loaded. */
export class EndingTests {
  #process: DrivenProcess | undefined;
  #isEnded = false;

  /** From now on tests are run again. */
  begin(): void {
    this.#isEnded = false;
  }

  /** Runs tests. Throws CannotRun when they are ended, or the runner gives no result. */
  async run(selection: TestSelection): Promise<TestFile[]> {
    if (this.#isEnded) throw new CannotRun('The tests have been ended.');
    // What it has started ends with it.
    const process =
      this.#process ?? new DrivenProcess({ name: 'The test runner', program, group: { environment: {} } });
    this.#process = process;
    try {
      return await process.request(testsMethod, selection);
    } catch (error) {
      process.kill();
      // Another run may have been in it, and another process be there since.
      if (this.#process === process) this.#process = undefined;
      throw error;
    }
  }

  /** Ends those that run, and lets none begin. */
  end(): void {
    this.#isEnded = true;
    this.#process?.kill();
  }
}
