import type { DatabaseSync } from 'node:sqlite';
import { isLocked } from './sqlite-errors.ts';
import type { Writer } from './writer.ts';

/** Milliseconds for which the outcome of a trial stands: whoever asks must not cost a write each time. */
const validity = 500;

/** Whether the database reads and writes, found out by doing so. */
export class Health {
  readonly #writer: Writer;
  readonly #trial: () => void;
  #last: { problem: string | undefined; at: number } | undefined;

  constructor(database: DatabaseSync, writer: Writer) {
    this.#writer = writer;
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    // Writes the page that it is on, also where the version stays as it is.
    this.#trial = () => database.exec(`PRAGMA user_version = ${version}`);
  }

  /** Why the database does not read or write; undefined while it does, be it for another process. */
  problem(): string | undefined {
    const now = performance.now();
    if (this.#last === undefined || now - this.#last.at > validity) this.#last = { problem: this.#try(), at: now };
    return this.#last.problem;
  }

  #try(): string | undefined {
    try {
      this.#writer.transact(this.#trial);
      return undefined;
    } catch (error) {
      if (isLocked(error)) return undefined;
      return error instanceof Error ? error.message : String(error);
    }
  }
}
