import { fileURLToPath } from 'node:url';
import { DrivenProcess } from '../../harness/driver.ts';
import { beforeDeadline } from './deadline.ts';
import { runTestsMethod, type TestRun } from './test-methods.ts';

const program = fileURLToPath(new URL('test-process.ts', import.meta.url));

/** Runs tests in a process that is used again, as long as it keeps to its time. */
export class TestRunner {
  #process: DrivenProcess | undefined;

  /** The first failure; undefined when all tests pass. */
  async run(tests: TestRun, seconds: number): Promise<string | undefined> {
    this.#process ??= new DrivenProcess({ name: 'The tests', program, group: { environment: {} } });
    const own = this.#process;
    const run = own.started().then(() => own.request(runTestsMethod, tests));
    try {
      const [failure] = await beforeDeadline(run, seconds, () => own.kill());
      return failure;
    } catch (error) {
      this.#process = undefined;
      own.kill();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#process?.kill();
    await this.#process?.stop();
  }
}
