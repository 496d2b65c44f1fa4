import type { DatabaseSync } from 'node:sqlite';
import type { Animal, AnimalStore, Status, Storage } from '../store.ts';
import { apiKeyStore } from './api-keys.ts';
import { cannotBeUsed, openDatabase } from './database.ts';
import { DatabaseFiles } from './database-files.ts';
import { read } from './errors.ts';
import { Health } from './health.ts';
import { keyUseStore } from './key-uses.ts';
import { Writer } from './writer.ts';

/**
 * Storage in one SQLite file, created and migrated when it is opened; `:memory:` keeps it in this process.
 * A write waits for `patience` milliseconds while another process holds the lock, the opening for `openingPatience`.
 * Throws StorageError when the file cannot be used or was written by a later version of this server.
 */
export function openSqliteStorage(path: string, patience = 1000, openingPatience?: number): Storage {
  const database = openDatabase(path, openingPatience);
  try {
    return storageIn(database, new Writer(database, new DatabaseFiles(path), patience));
  } catch (error) {
    // As where a table or a column of it is missing, which a query names.
    database.close();
    throw cannotBeUsed(path, error);
  }
}

function storageIn(database: DatabaseSync, writer: Writer): Storage {
  const health = new Health(database, writer);
  return {
    animals: animalStore(database, writer),
    keys: apiKeyStore(database, writer),
    keyUses: keyUseStore(database, writer),
    problem: () => health.problem(),
    close: () => database.close(),
  };
}

const columns = 'id, name, category_id, status';

/** The queries of the list; for each the schema has an index. */
export const listQueries = {
  newest: `SELECT ${columns} FROM animal ORDER BY id DESC LIMIT ?`,
  newestByStatus: `SELECT ${columns} FROM animal WHERE status = ? ORDER BY id DESC LIMIT ?`,
};

type AnimalRow = [id: number, name: string, categoryId: number, status: Status | null];

function animalStore(database: DatabaseSync, writer: Writer): AnimalStore {
  const insert = database.prepare('INSERT INTO animal (name, category_id, status) VALUES (?, ?, ?)');
  const byId = asArrays(database.prepare(`SELECT ${columns} FROM animal WHERE id = ?`));
  const newest = asArrays(database.prepare(listQueries.newest));
  const newestByStatus = asArrays(database.prepare(listQueries.newestByStatus));
  return {
    async add(animal) {
      const { lastInsertRowid } = await writer.write(() =>
        insert.run(animal.name, animal.categoryId, animal.status ?? null),
      );
      return toAnimal([Number(lastInsertRowid), animal.name, animal.categoryId, animal.status ?? null]);
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
  return {
    get: (...values: (number | string)[]) => read(() => statement.get(...values)) as AnimalRow | undefined,
    // The types of Node.js have rows as objects, whatever setReturnArrays says.
    all: (...values: (number | string)[]) => read(() => statement.all(...values)) as unknown as AnimalRow[],
  };
}

function toAnimal([id, name, categoryId, status]: AnimalRow): Animal {
  return status === null ? { id, name, categoryId } : { id, name, categoryId, status };
}
