import { fileURLToPath } from 'node:url';
import { sides, stageNames } from '../check/run-check.ts';
import { CannotRun } from '../cli/problem.ts';
import { DrivenProcess } from '../harness/driver.ts';
import { handler } from '../harness/protocol.ts';
import type { Stage } from '../report/check-verdict.ts';
import { endTestsMethod, prepareMethod, runMethod, stageMethod } from './methods.ts';

const program = fileURLToPath(new URL('check-process.ts', import.meta.url));

/** How far a check has come. */
export interface CheckState {
  /** Those that have ended, in the order in which they did. */
  stages: readonly Stage[];
  /** When it began, in milliseconds since the epoch. */
  since: number;
  /** Seconds until all stages but tests had ended; undefined before that. */
  verified: number | undefined;
  /** How long it took, in seconds; undefined while it runs. */
  seconds: number | undefined;
  /** Why it could not run. */
  failure: string | undefined;
}

/** Runs one check after the other. */
export interface Checker {
  /** Loads what a check needs. */
  prepare(): Promise<void>;
  /** Resolves when the check has ended; to why it could not run, where it could not. */
  run(onStage: (stage: Stage) => void): Promise<string | undefined>;
  /** Ends the tests of the check that runs; resolves when it has ended. */
  endTests(): Promise<void>;
  kill(): void;
}

/**
 * Runs checks, in a process that goes from one to the next. That for a newer save ends the one for an older save: its
 * tests, where all else has ended, else its process, in whose place is another one that was started before.
 */
export class Checks {
  readonly #onChange: (state: CheckState) => void;
  readonly #start: () => Checker;
  #process: Checker;
  #next: Checker | undefined;
  #running: { isVerified: boolean } | undefined;

  constructor(onChange: (state: CheckState) => void, start: () => Checker = () => new CheckProcess()) {
    this.#onChange = onChange;
    this.#start = start;
    this.#process = start();
  }

  /** Checks what is there now, after these files have changed. What an older check would still say is dropped. */
  async run(changed: readonly string[] = []): Promise<void> {
    const since = Date.now();
    const before = this.#running;
    const running = { isVerified: false };
    this.#running = running;
    if (changed.some(isLoaded)) {
      this.#next?.kill();
      this.#next = undefined;
      this.#replace();
    } else if (before?.isVerified === true) await this.#process.endTests();
    else if (before !== undefined) this.#replace();
    // Another save may have come meanwhile.
    if (this.#running !== running) return;
    const secondsSince = () => (Date.now() - since) / 1000;
    let state: CheckState = { stages: [], since, verified: undefined, seconds: undefined, failure: undefined };
    const change = (changed: Partial<CheckState>) => {
      if (this.#running !== running) return;
      state = { ...state, ...changed };
      this.#onChange(state);
    };
    change({});
    const failure = await this.#process.run((stage) => {
      const stages = [...state.stages, stage];
      running.isVerified = openStages(stages).every((name) => sides.includes(name));
      change({ stages, verified: state.verified ?? (running.isVerified ? secondsSince() : undefined) });
    });
    if (this.#running !== running) return;
    change({ seconds: secondsSince(), failure });
    this.#running = undefined;
    // A check that could not run may have ended its process.
    if (failure !== undefined) this.#replace();
    this.#next ??= this.#prepared();
  }

  /** Ends every process. */
  stop(): void {
    this.#running = undefined;
    this.#process.kill();
    this.#next?.kill();
  }

  #replace(): void {
    this.#process.kill();
    this.#process = this.#next ?? this.#start();
    this.#next = this.#prepared();
  }

  #prepared(): Checker {
    const prepared = this.#start();
    void prepared.prepare();
    return prepared;
  }
}

/** The stages that are still to end. */
export function openStages(stages: readonly Stage[]): string[] {
  return stageNames(false).filter((name) => !stages.some((stage) => stage.name === name));
}

/** What a process that has linted goes on with as it was then. */
function isLoaded(file: string): boolean {
  return file.startsWith('spec/rules/');
}

class CheckProcess implements Checker {
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
