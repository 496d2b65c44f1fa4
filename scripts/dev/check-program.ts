import { CannotRun } from '../cli/problem.ts';
import { DrivenProcess } from '../harness/driver.ts';
import { handler } from '../harness/protocol.ts';
import type { Stage } from '../report/check-verdict.ts';
import { endTestsMethod, prepareMethod, stageMethod } from './methods.ts';
import type { Checker } from './subject.ts';

/** A program that checks in a process of its own. `request` asks for a check, and resolves when that has ended. */
export class CheckProgram implements Checker {
  readonly #process: DrivenProcess;
  readonly #started: Promise<unknown>;
  readonly #request: (process: DrivenProcess) => Promise<unknown>;
  #onStage: (stage: Stage) => void = () => undefined;

  constructor(program: string, request: (process: DrivenProcess) => Promise<unknown>) {
    this.#request = request;
    this.#process = new DrivenProcess({
      name: 'The check',
      program,
      handlers: [
        handler(stageMethod, (stage) => {
          this.#onStage(stage);
          return null;
        }),
      ],
      // What it has started ends with it.
      group: { environment: {} },
    });
    // Why it has not started is said when it is to run.
    this.#started = this.#process.started().catch(() => undefined);
  }

  async prepare(): Promise<void> {
    // Why it could not is said when it is to run.
    await this.#process.request(prepareMethod, null).catch(() => undefined);
  }

  async endTests(): Promise<void> {
    // Where the process has ended, the next check says why.
    await this.#process.request(endTestsMethod, null).catch(() => undefined);
  }

  async run(onStage: (stage: Stage) => void): Promise<string | undefined> {
    this.#onStage = onStage;
    await this.#started;
    try {
      await this.#request(this.#process);
      return undefined;
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error;
      return error.message;
    }
  }

  kill(): void {
    this.#process.kill();
  }
}
