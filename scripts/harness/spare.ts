import type { DrivenProcess } from './driver.ts';

/** What is started before it is needed. `start` gives it, with the process that it is. */
export class Spare<Started extends { process: DrivenProcess }> {
  readonly #start: () => Started;
  #prepared: Started | undefined;

  constructor(start: () => Started) {
    this.#start = start;
  }

  /** Starts what the next `take` gives. */
  prepare(): void {
    this.#prepared ??= this.#start();
  }

  /** What was prepared, as far as it still runs; else what is started now. */
  take(): Started {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return prepared?.process.isRunning === true ? prepared : this.#start();
  }
}
