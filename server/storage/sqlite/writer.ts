import type { DatabaseSync } from 'node:sqlite';
import { StorageUnavailable } from '../store.ts';
import type { DatabaseFiles } from './database-files.ts';
import { isLocked, toUnavailable } from './errors.ts';

interface Write {
  /** Does it within a transaction, and gives what answers whoever waits once that is committed. */
  perform: () => () => void;
  reject: (reason: unknown) => void;
  /** Moment of the monotonic clock until which it waits for the lock of another process. */
  deadline: number;
}

const retryInterval = 10;
/** More writes that wait than this would be memory without a bound. */
const mostWaiting = 1000;

/**
 * Writes in groups: what is asked for in one turn of the event loop is one transaction, and so waits for the disk once.
 * While another process holds the lock of the database the writes wait, and the event loop does not.
 */
export class Writer {
  readonly #database: DatabaseSync;
  readonly #files: Pick<DatabaseFiles, 'problem'>;
  readonly #patience: number;
  #waiting: Write[] = [];

  /** Writes wait for the lock for `patience` milliseconds, and are refused while `files` have a problem. */
  constructor(database: DatabaseSync, files: Pick<DatabaseFiles, 'problem'>, patience: number) {
    this.#database = database;
    this.#files = files;
    this.#patience = patience;
  }

  /**
   * Resolves when what `work` has written can no longer be lost. Rejects with what `work` throws, or with
   * StorageUnavailable; then nothing was written.
   */
  write<Result>(work: () => Result): Promise<Result> {
    if (this.#waiting.length === mostWaiting)
      return Promise.reject(new StorageUnavailable('too many writes wait for the database'));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const perform = () => {
      const result = work();
      return () => resolve(result);
    };
    if (this.#waiting.length === 0) setImmediate(() => this.#commit());
    this.#waiting.push({ perform, reject, deadline: performance.now() + this.#patience });
    return promise;
  }

  /** Runs `work` in a transaction of its own, at once. Throws StorageUnavailable. */
  transact<Result>(work: () => Result): Result {
    const problem = this.#files.problem();
    if (problem !== undefined) throw new StorageUnavailable(problem);
    const database = this.#database;
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw toUnavailable(error);
    }
  }

  #commit(): void {
    const writes = this.#waiting;
    try {
      const answers = this.transact(() => writes.map((write) => this.#perform(write)));
      this.#waiting = [];
      for (const answer of answers) answer();
    } catch (error) {
      const now = performance.now();
      this.#waiting = isLocked(error) ? writes.filter(({ deadline }) => now < deadline) : [];
      if (this.#waiting.length > 0) setTimeout(() => this.#commit(), retryInterval);
      for (const write of writes) if (!this.#waiting.includes(write)) write.reject(error);
    }
  }

  /** One write that fails takes the others with it only if it ends the transaction, as a full disk does. */
  #perform({ perform, reject }: Write): () => void {
    const database = this.#database;
    database.exec('SAVEPOINT one_write');
    try {
      const answer = perform();
      database.exec('RELEASE one_write');
      return answer;
    } catch (error) {
      if (!database.isTransaction) throw error;
      database.exec('ROLLBACK TO one_write; RELEASE one_write');
      return () => reject(toUnavailable(error));
    }
  }
}
