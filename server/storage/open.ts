import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../pipeline.ts';
import type { SharedCounts } from '../rate-limit/shared-counts.ts';
import type { Database } from './database-url.ts';
import { openingPatience } from './sqlite/database.ts';
import { isLocked, toUnavailable } from './sqlite/errors.ts';
import { openSqliteStorage } from './sqlite/storage.ts';
import { type Storage, StorageError } from './store.ts';

/** Milliseconds between two attempts to open a file that another process has locked. */
const retryInterval = 20;

/**
 * Opens the storage beside others that use it. In a file, a write waits for `patience` milliseconds while another
 * process holds the lock. Throws StorageError.
 */
export async function openStorage(database: Database, patience?: number): Promise<Storage> {
  return database.engine === 'SQLite'
    ? openSqliteStorage(database.path, { patience })
    : (await openPostgres(database.url)).storage;
}

export interface ServerStorage {
  storage: Storage;
  /** What several servers count in it; undefined where it is one server's alone. */
  openCounts: ((log: Log) => SharedCounts) | undefined;
}

/**
 * Opens it for a server. A file has one server: a second one would count requests for itself. Throws StorageError, and
 * the reason of `stop` once that is aborted.
 */
export async function openServerStorage(database: Database, stop?: AbortSignal): Promise<ServerStorage> {
  if (database.engine === 'PostgreSQL') return openPostgres(database.url);
  return { storage: await openFile(database.path, stop), openCounts: undefined };
}

/** While another process holds the lock of a file whose tables are still to be made, the event loop does not wait. */
async function openFile(path: string, stop?: AbortSignal): Promise<Storage> {
  for (const start = performance.now(); ; await sleep(retryInterval)) {
    stop?.throwIfAborted();
    try {
      return openSqliteStorage(path, { openingPatience: 0, isForServer: true });
    } catch (error) {
      const isWaited = error instanceof StorageError && isLocked(toUnavailable(error.cause));
      if (!isWaited || performance.now() - start > openingPatience) throw error;
    }
  }
}

/** What nobody asks for is not loaded. */
async function openPostgres(url: string) {
  const { openPostgresStorage } = await import('./postgres/storage.ts');
  return openPostgresStorage(url);
}
