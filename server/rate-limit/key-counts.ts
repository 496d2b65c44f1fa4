import { Calendar, type Clock } from '../clock.ts';
import type { Count, KeyUse } from '../storage/store.ts';
import { type Window, windowLengths } from './windows.ts';

/** What is counted for a key. */
export interface KeyCount {
  minute?: Window | undefined;
  day?: Window | undefined;
  /** Those of the last minute, which may lead to a ban. */
  refusals?: Window | undefined;
  ban?: { since: Date; endsAt: number } | undefined;
  /** Every refusal since the key was made. */
  refused: number;
  lastSeen: Date;
}

/** What is counted for keys, in the memory of this process, and as it is kept from one run to the next. */
export class KeyCounts {
  readonly #clock: Clock;
  readonly #calendar: Calendar;
  readonly #longestBan: number;
  readonly #counts = new Map<string, KeyCount>();
  readonly #used = new Set<string>();

  /** No ban lasts longer than `longestBan` milliseconds. */
  constructor(clock: Clock, longestBan: number) {
    this.#clock = clock;
    this.#longestBan = longestBan;
    this.#calendar = new Calendar(clock);
  }

  /** What is counted for a key that is used now. */
  use(id: string): KeyCount {
    const lastSeen = new Date(this.#clock.now());
    const count = this.#counts.get(id) ?? { refused: 0, lastSeen };
    count.lastSeen = lastSeen;
    this.#counts.set(id, count);
    this.#used.add(id);
    return count;
  }

  look(id: string): KeyCount | undefined {
    return this.#counts.get(id);
  }

  /** The use of each key that was used since this was asked last. */
  takeUses(): KeyUse[] {
    const used = [...this.#used];
    this.#used.clear();
    return used.flatMap((id) => {
      const count = this.#counts.get(id);
      return count === undefined ? [] : [this.#toUse(id, count)];
    });
  }

  /** Counts on from what an earlier process has counted. */
  restore(uses: readonly KeyUse[]): void {
    for (const { id, minute, day, refusals, ban, refused, lastSeen } of uses)
      this.#counts.set(id, {
        minute: this.#toWindow(minute, windowLengths.minute),
        day: this.#toWindow(day, windowLengths.day),
        refusals: this.#toWindow(refusals, windowLengths.minute),
        ban: ban ? { since: ban.since, endsAt: this.#toEnd(ban.until, this.#longestBan) } : undefined,
        refused,
        lastSeen,
      });
  }

  #toUse(id: string, { minute, day, refusals, ban, refused, lastSeen }: KeyCount): KeyUse {
    return {
      id,
      minute: this.#toCount(minute),
      day: this.#toCount(day),
      refusals: this.#toCount(refusals),
      ban: ban ? { since: ban.since, until: this.#toDate(ban.endsAt) } : null,
      refused,
      lastSeen,
    };
  }

  #toCount(window: Window | undefined): Count | null {
    return window ? { count: window.count, resetsAt: this.#toDate(window.endsAt) } : null;
  }

  #toDate(moment: number): Date {
    return new Date(this.#calendar.toEpoch(moment));
  }

  #toWindow(count: Count | null, length: number): Window | undefined {
    return count === null ? undefined : { count: count.count, endsAt: this.#toEnd(count.resetsAt, length) };
  }

  /** Where the wall clock was set back between two runs, what has a length still ends after it. */
  #toEnd(date: Date, length: number): number {
    return Math.min(this.#calendar.toElapsed(date), this.#clock.elapsed() + length);
  }
}
