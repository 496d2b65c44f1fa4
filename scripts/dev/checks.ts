import { fileURLToPath } from 'node:url';
import { CannotRun } from '../cli/problem.ts';
import { DrivenProcess } from '../harness/driver.ts';
import { handler } from '../harness/protocol.ts';
import type { Stage } from '../report/check-verdict.ts';
import { runMethod, stageMethod } from './methods.ts';

const program = fileURLToPath(new URL('check-process.ts', import.meta.url));

/** How far a check has come. */
export interface CheckState {
  /** Those that have ended, in the order in which they did. */
  stages: readonly Stage[];
  /** When it began, in milliseconds since the epoch. */
  since: number;
  /** How long it took, in seconds; undefined while it runs. */
  seconds: number | undefined;
  /** Why it could not run. */
  failure: string | undefined;
}

/** Runs checks, each in a process that was started before: the one for a newer save ends that for an older one. */
export class Checks {
  readonly #onChange: (state: CheckState) => void;
  #next: CheckProcess;
  #running: CheckProcess | undefined;

  constructor(onChange: (state: CheckState) => void) {
    this.#onChange = onChange;
    this.#next = new CheckProcess();
  }

  /** Checks what is there now. What an older check would still say is dropped. */
  async run(): Promise<void> {
    this.#running?.kill();
    const process = this.#next;
    this.#running = process;
    this.#next = new CheckProcess();
    let state: CheckState = { stages: [], since: Date.now(), seconds: undefined, failure: undefined };
    const change = (changed: Partial<CheckState>) => {
      if (this.#running !== process) return;
      state = { ...state, ...changed };
      this.#onChange(state);
    };
    change({});
    const failure = await process.run((stage) => change({ stages: [...state.stages, stage] }));
    change({ seconds: (Date.now() - state.since) / 1000, failure });
    process.kill();
  }

  /** Ends every process. */
  stop(): void {
    this.#running?.kill();
    this.#next.kill();
  }
}

class CheckProcess {
  readonly #process: DrivenProcess;
  readonly #started: Promise<unknown>;
  #onStage: (stage: Stage) => void = () => undefined;

  constructor() {
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

  /** Resolves when the check has ended; to why it could not run, where it could not. */
  async run(onStage: (stage: Stage) => void): Promise<string | undefined> {
    this.#onStage = onStage;
    await this.#started;
    try {
      await this.#process.request(runMethod, null);
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
