/** Requests within a window of fixed length, which begins with the first of them. */
export interface Window {
  count: number;
  /** Moment of the monotonic clock. */
  endsAt: number;
}

export const windowLengths = { minute: 60_000, day: 86_400_000 };

/** The window with one more request at `now`: the last one, or one that begins. */
export function spend(last: Window | undefined, length: number, now: number): Window {
  return last !== undefined && now < last.endsAt
    ? { count: last.count + 1, endsAt: last.endsAt }
    : { count: 1, endsAt: now + length };
}

/**
 * The windows of callers that anyone can make up, at most so many; those that were seen longest ago make room, half of
 * them at once: to look for the oldest entry of a large map takes long.
 */
export class BoundedWindows {
  readonly #length: number;
  readonly #most: number;
  #recent = new Map<string, Window>();
  #older = new Map<string, Window>();
  /** Windows that were not seen since then have ended once that is as long ago as a window is. */
  #dividedAt = 0;

  constructor(length: number, most: number) {
    this.#length = length;
    this.#most = most;
  }

  spend(name: string, now: number): Window {
    const window = spend(this.look(name), this.#length, now);
    this.set(name, window, now);
    return window;
  }

  set(name: string, window: Window, now: number): void {
    if (this.#recent.size >= this.#most / 2 || now - this.#dividedAt > this.#length) this.#divide(now);
    this.#recent.set(name, window);
  }

  look(name: string): Window | undefined {
    return this.#recent.get(name) ?? this.#older.get(name);
  }

  #divide(now: number): void {
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#dividedAt = now;
  }
}
