import { realpathSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type AnimalRow, noIdentifierLeft, toAnimal } from '../animal-row.ts';
import { type AnimalStore, type Storage, StorageError, StorageUnavailable } from '../store.ts';
import { apiKeyStore, keyColumns } from './api-keys.ts';
import { cannotBeUsed, openDatabase } from './database.ts';
import { DatabaseFiles } from './database-files.ts';
import { isOutOfRange, read } from './errors.ts';
import { Health } from './health.ts';
import { keyUseStore, useColumns } from './key-uses.ts';
import { ServerLock } from './server-lock.ts';
import { Writer } from './writer.ts';

export interface OpeningOptions {
  /** Milliseconds that a write waits while another process holds the lock. */
  patience?: number | undefined;
  /** Milliseconds that the opening waits for it. */
  openingPatience?: number;
  /** True for the one server that the file has. */
  isForServer?: boolean;
}

/**
 * Storage in one SQLite file, created and migrated when it is opened; `:memory:` keeps it in this process.
 * Throws StorageError when the file cannot be used or was written by a later version of this server.
 */
export function openSqliteStorage(
  path: string,
  { patience = 1000, openingPatience, isForServer = false }: OpeningOptions = {},
): Storage {
  let lock: ServerLock | undefined;
  // A server of a later version must not bring the schema of a running one up to date.
  const takeLock = () => {
    if (isForServer) lock = new ServerLock(realpathSync(path));
  };
  let database: DatabaseSync | undefined;
  const close = () => {
    database?.close();
    lock?.release();
  };
  try {
    database = openDatabase(path, openingPatience, takeLock);
    const files = new DatabaseFiles(path);
    const writer = new Writer(database, { problem: () => files.problem() ?? lock?.problem() }, patience);
    const storage = storageIn(database, writer);
    return { ...storage, close };
  } catch (error) {
    close();
    // As where a table or a column of it is missing, which a query names.
    throw error instanceof StorageError ? error : cannotBeUsed(path, error);
  }
}

function storageIn(database: DatabaseSync, writer: Writer): Omit<Storage, 'close'> {
  const animals = animalStore(database, writer);
  const health = new Health(database, writer, [
    // Newest first: an identifier that is too large is the first one of every list.
    `SELECT ${columns} FROM animal ORDER BY id DESC LIMIT 1`,
    `SELECT ${keyColumns} FROM api_key LIMIT 1`,
    `SELECT ${useColumns} FROM key_use LIMIT 1`,
  ]);
  return {
    animals,
    keys: apiKeyStore(database, writer),
    keyUses: keyUseStore(database, writer),
    problem: () => health.problem(),
  };
}

const columns = 'id, name, category_id, status';

/** The queries of the list; for each the schema has an index. */
export const listQueries = {
  newest: `SELECT ${columns} FROM animal ORDER BY id DESC LIMIT ?`,
  newestByStatus: `SELECT ${columns} FROM animal WHERE status = ? ORDER BY id DESC LIMIT ?`,
};

function animalStore(database: DatabaseSync, writer: Writer): AnimalStore {
  const insert = database.prepare('INSERT INTO animal (name, category_id, status) VALUES (?, ?, ?)');
  const byId = asArrays(database.prepare(`SELECT ${columns} FROM animal WHERE id = ?`));
  const newest = asArrays(database.prepare(listQueries.newest));
  const newestByStatus = asArrays(database.prepare(listQueries.newestByStatus));
  return {
    async add({ name, categoryId, status = null }) {
      const id = await writer.write(() => {
        const { lastInsertRowid } = insert.run(name, categoryId, status);
        if (Number.isSafeInteger(lastInsertRowid)) return lastInsertRowid;
        throw new StorageUnavailable(noIdentifierLeft);
      });
      return toAnimal([id, name, categoryId, status]);
    },
    async find(id) {
      const row = byId.get(id);
      return row === undefined ? undefined : toAnimal(row);
    },
    async list({ limit, status }) {
      return (status === undefined ? newest.all(limit) : newestByStatus.all(status, limit)).map(toAnimal);
    },
  };
}

/**
 * Rows as arrays take little over half the time that rows as objects take. Their columns have the types of the row: the
 * tables are STRICT, and the queries name their columns.
 */
function asArrays(statement: ReturnType<DatabaseSync['prepare']>) {
  statement.setReturnArrays(true);
  const query = <Result>(run: () => Result): Result => {
    try {
      return read(run);
    } catch (error) {
      if (!isOutOfRange(error)) throw error;
      // As exact integers, which take longer: whoever reads the row can say which one it is.
      statement.setReadBigInts(true);
      const result = read(run);
      statement.setReadBigInts(false);
      return result;
    }
  };
  return {
    get: (...values: (number | string)[]) => query(() => statement.get(...values)) as AnimalRow | undefined,
    // The types of Node.js have rows as objects, whatever setReturnArrays says.
    all: (...values: (number | string)[]) => query(() => statement.all(...values)) as unknown as AnimalRow[],
  };
}
