import type { Clock } from '../clock.ts';

/** The moment at which the clocks of these tests start. */
export const noon = Date.UTC(2030, 5, 1, 12);

/** A clock that goes on when somebody waits, and at no other time. */
export class StillClock implements Clock {
  time = noon;

  now(): number {
    return this.time;
  }

  async wait(milliseconds: number): Promise<void> {
    this.time += milliseconds;
  }
}
