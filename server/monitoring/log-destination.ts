import { constants, openSync, write } from 'node:fs';
import { isatty } from 'node:tty';

/** Characters of lines that may wait to be written: some 4,000 lines. */
const maximumWaiting = 2 ** 20;
/** Milliseconds until what could not be written is tried again. */
const retryDelay = 100;
/** Milliseconds that a line may wait for others, to be written with them. */
const interval = 10;

/**
 * The file descriptor that the log is written to. A line waits in memory, so that no request waits for a reader or a
 * disk; where too many wait, it is dropped and counted, and once there is room the log says how many were.
 */
export class LogDestination {
  readonly #descriptor: number;
  #waiting = '';
  /** Characters that are being written. */
  #leaving = 0;
  #isWriting = false;
  #unreported = 0;
  #dropped = 0;
  #emptied = Promise.withResolvers<void>();

  /** The descriptor must not block where it is that of a pipe. */
  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Lines that were dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#leaving + this.#waiting.length + line.length > maximumWaiting) {
      this.#dropped += 1;
      this.#unreported += 1;
      return;
    }
    this.#waiting += line;
    if (this.#isWriting) return;
    this.#isWriting = true;
    setTimeout(() => this.#writeLines(), interval);
  }

  /** Resolves when nothing waits to be written, and after `milliseconds` at the latest. */
  async flush(milliseconds: number): Promise<void> {
    if (!this.#isWriting) return;
    const { promise: elapsed, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    await Promise.race([this.#emptied.promise, elapsed]);
    clearTimeout(timer);
  }

  #writeLines(): void {
    if (this.#unreported > 0) {
      const fields = { level: 40, time: Date.now(), dropped: this.#unreported, msg: 'lines of the log were dropped' };
      this.#waiting += `${JSON.stringify(fields)}\n`;
      this.#unreported = 0;
    }
    const text = this.#waiting;
    this.#leaving = text.length;
    this.#waiting = '';
    this.#writeBytes(Buffer.from(text));
  }

  #writeBytes(bytes: Buffer): void {
    write(this.#descriptor, bytes, (error, written) => {
      // A pipe that is full or closed and a disk without room are the same here: there may be room later.
      if (error !== null) setTimeout(() => this.#writeBytes(bytes), retryDelay).unref();
      else if (written < bytes.length) this.#writeBytes(bytes.subarray(written));
      else this.#proceed();
    });
  }

  #proceed(): void {
    this.#leaving = 0;
    if (this.#waiting !== '' || this.#unreported > 0) {
      setTimeout(() => this.#writeLines(), interval);
      return;
    }
    this.#isWriting = false;
    this.#emptied.resolve();
    this.#emptied = Promise.withResolvers();
  }
}

/** The descriptor of standard error, as one that does not block where the system has that. */
export function openStandardError(): number {
  // Node.js makes a pipe one that does not block when its stream is first asked for.
  const { fd } = process.stderr;
  if (!isatty(fd)) return fd;
  // A terminal that is paused would keep the process from ending. Others who write to it may want it to block.
  try {
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd;
  }
}
