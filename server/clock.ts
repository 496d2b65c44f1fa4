/** Two clocks, in milliseconds. */
export interface Clock {
  /** Since the epoch: for what is shown and kept. It may be set, back as well. */
  now(): number;
  /** Since some moment, and never set: for what is measured. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Differences below this are those of reading two clocks: one moment must not be shown as two. */
const tolerance = 100;

/** Moments of the monotonic clock as dates, and back. */
export class Calendar {
  readonly #clock: Clock;
  #offset: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = clock.now() - clock.elapsed();
  }

  /** Milliseconds since the epoch, as the wall clock is set now. */
  toEpoch(moment: number): number {
    const offset = this.#clock.now() - this.#clock.elapsed();
    if (Math.abs(offset - this.#offset) > tolerance) this.#offset = offset;
    return moment + this.#offset;
  }

  toElapsed(date: Date): number {
    return date.getTime() - this.toEpoch(0);
  }
}
