import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../error-message.ts';
import { noIdentifierLeft } from '../animal-row.ts';
import { StorageUnavailable } from '../store.ts';
import { isLocked } from './errors.ts';
import type { Writer } from './writer.ts';

/** Milliseconds for which the outcome of a trial stands: whoever asks must not cost a write each time. */
const validity = 500;

/** Whether the database reads and writes, found out by doing so. */
export class Health {
  readonly #writer: Writer;
  readonly #trial: () => void;
  #last: { problem: string | undefined; at: number } | undefined;

  /** `queries` read what requests need, one for each table. */
  constructor(database: DatabaseSync, writer: Writer, queries: readonly string[]) {
    this.#writer = writer;
    // As much as the largest body: less may fit where an animal does not.
    const fill = database.prepare('INSERT OR REPLACE INTO trial VALUES (1, zeroblob(65536))');
    const reads = queries.map((query) => database.prepare(query));
    const last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'animal' AND seq >= ?");
    last.setReadBigInts(true);
    this.#trial = () => {
      fill.run();
      for (const read of reads) read.get();
      if (last.get(Number.MAX_SAFE_INTEGER) !== undefined) throw new StorageUnavailable(noIdentifierLeft);
    };
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
      return errorMessage(error);
    }
  }
}
