import { realpathSync } from 'node:fs';
import type { SharedCounts } from '../shared-counts.ts';
import type { Database } from './database-url.ts';
import { lockForServer } from './sqlite/server-lock.ts';
import { openSqliteStorage } from './sqlite/storage.ts';
import type { Storage } from './store.ts';

/**
 * Opens the storage beside others that use it. In a file, a write waits for `patience` milliseconds while another
 * process holds the lock. Throws StorageError.
 */
export async function openStorage(database: Database, patience?: number): Promise<Storage> {
  return database.engine === 'SQLite'
    ? openSqliteStorage(database.path, patience)
    : (await openPostgres(database.url)).storage;
}

export interface ServerStorage {
  storage: Storage;
  /** What several servers count in it; undefined where it is one server's alone. */
  openCounts: (() => SharedCounts) | undefined;
}

/** Opens it for a server. A file has one server: a second one would count requests for itself. Throws StorageError. */
export async function openServerStorage(database: Database): Promise<ServerStorage> {
  if (database.engine === 'PostgreSQL') return openPostgres(database.url);
  const storage = openSqliteStorage(database.path);
  try {
    const unlock = lockForServer(realpathSync(database.path));
    const close = () => {
      void storage.close();
      unlock();
    };
    return { storage: { ...storage, close }, openCounts: undefined };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** What nobody asks for is not loaded. */
async function openPostgres(url: string) {
  const { openPostgresStorage } = await import('./postgres/storage.ts');
  return openPostgresStorage(url);
}
