import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../error-message.ts';
import { StorageError } from '../store.ts';
import { identityOf } from './database-files.ts';
import { isDamaged, isLocked, toUnavailable } from './errors.ts';

/**
 * Holds a database for the one server that it has, until the process ends, however it does: the system forgets the
 * locks of a process. Commands open the database beside it.
 */
export class ServerLock {
  readonly #path: string;
  readonly #file: string;
  #lock: DatabaseSync;
  /** Of the file when it was locked. A lock on one that was deleted keeps nobody out. */
  #identity: string | undefined;

  /** For the database at `path`, which is no link. Throws StorageError. */
  constructor(path: string) {
    this.#path = path;
    this.#file = `${path}-server`;
    this.#lock = this.#take();
    this.#identity = identityOf(this.#file);
  }

  /** Why this server is not the only one; undefined while it is. A file that was deleted is made and locked anew. */
  problem(): string | undefined {
    if (identityOf(this.#file) === this.#identity) return undefined;
    try {
      const lock = this.#take();
      this.#lock.close();
      this.#lock = lock;
      this.#identity = identityOf(this.#file);
      return undefined;
    } catch (error) {
      return `the lock of this server was deleted or replaced: ${errorMessage(error)}`;
    }
  }

  release(): void {
    this.#lock.close();
  }

  #take(): DatabaseSync {
    closeSync(openSync(this.#file, 'a', 0o600));
    const lock = new DatabaseSync(this.#file, { timeout: 0 });
    try {
      // Nothing is ever written: only its lock is of use. A journal in memory takes no room on a disk that is full.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      throw new StorageError(this.#reason(error));
    }
  }

  #reason(error: unknown): string {
    if (isLocked(toUnavailable(error)))
      return (
        `Another server uses the database ${this.#path}. Stop it, ` +
        'or let several servers share a PostgreSQL: DATABASE_URL=postgres://…'
      );
    const advice = isDamaged(error) ? ' Nothing is kept in it: remove it.' : '';
    return `${this.#file} cannot be locked: ${errorMessage(error)}.${advice}`;
  }
}
