import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../error-message.ts';
import { StorageError } from '../store.ts';
import { isDamaged, isLocked, toUnavailable } from './errors.ts';

/**
 * Holds the database at `path`, which is no link, for the one server that it has, until the process ends, however it
 * does: the system forgets the locks of a process. Commands open the database beside it. What it gives lets it go.
 * Throws StorageError.
 */
export function lockForServer(path: string): () => void {
  const file = `${path}-server`;
  closeSync(openSync(file, 'a', 0o600));
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written: only its lock is of use. A journal in memory takes no room on a disk that is full.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isLocked(toUnavailable(error))) {
      const cause = errorMessage(error);
      const advice = isDamaged(error) ? ' Nothing is kept in it: remove it.' : '';
      throw new StorageError(`${file} cannot be locked: ${cause}.${advice}`);
    }
    throw new StorageError(
      `Another server uses the database ${path}. Stop it, ` +
        'or let several servers share a PostgreSQL: DATABASE_URL=postgres://…',
    );
  }
  return () => lock.close();
}
