import type { Stage } from '../report/check-verdict.ts';
import type { Checker, DevSubject } from './subject.ts';

/** How far a check has come. */
export interface CheckState {
  /** The names of all stages, in their order. */
  names: readonly string[];
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

type CheckedSubject = Pick<DevSubject, 'stages' | 'tests' | 'start'>;

/**
 * Runs checks, in a process that goes from one to the next. That for a newer save ends the one for an older save: its
 * tests, where all else has ended, else its process, in whose place is another one that was started before.
 */
export class Checks {
  readonly #subject: CheckedSubject;
  readonly #onChange: (state: CheckState) => void;
  #process: Checker;
  #next: Checker | undefined;
  #running: { isVerified: boolean } | undefined;

  constructor(subject: CheckedSubject, onChange: (state: CheckState) => void) {
    this.#subject = subject;
    this.#onChange = onChange;
    this.#process = subject.start();
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
    const { stages: names, tests } = this.#subject;
    let state: CheckState = { names, stages: [], since, verified: undefined, seconds: undefined, failure: undefined };
    const change = (changed: Partial<CheckState>) => {
      if (this.#running !== running) return;
      state = { ...state, ...changed };
      this.#onChange(state);
    };
    change({});
    const failure = await this.#process.run((stage) => {
      const stages = [...state.stages, stage];
      running.isVerified = openStages({ names, stages }).every((name) => tests.includes(name));
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
    this.#process = this.#next ?? this.#subject.start();
    this.#next = this.#prepared();
  }

  #prepared(): Checker {
    const prepared = this.#subject.start();
    void prepared.prepare();
    return prepared;
  }
}

/** The stages that are still to end. */
export function openStages({ names, stages }: Pick<CheckState, 'names' | 'stages'>): string[] {
  return names.filter((name) => !stages.some((stage) => stage.name === name));
}

/** What a process that has linted goes on with as it was then. */
function isLoaded(file: string): boolean {
  return file.startsWith('spec/rules/');
}
