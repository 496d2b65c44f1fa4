import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';
import { DatabaseFiles } from './database-files.ts';
import { Health } from './health.ts';
import type { Animal, AnimalStore, ApiKey, ApiKeyStore, RateLimitStore, Status, Storage } from './store.ts';
import { Writer } from './writer.ts';

/**
 * Storage in one SQLite file, created and migrated when it is opened; `:memory:` keeps it in this process.
 * A write waits for `patience` milliseconds while another process holds the lock.
 * Throws StorageError when the file cannot be used or was written by a later version of this server.
 */
export function openSqliteStorage(path: string, patience = 1000): Storage {
  const database = openDatabase(path);
  const writer = new Writer(database, new DatabaseFiles(path), patience);
  const health = new Health(database, writer);
  return {
    animals: animalStore(database, writer),
    keys: apiKeyStore(database, writer),
    rateLimits: rateLimitStore(database, writer),
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
    get: (...values: (number | string)[]) => statement.get(...values) as AnimalRow | undefined,
    // The types of Node.js have rows as objects, whatever setReturnArrays says.
    all: (...values: (number | string)[]) => statement.all(...values) as unknown as AnimalRow[],
  };
}

function toAnimal([id, name, categoryId, status]: AnimalRow): Animal {
  return status === null ? { id, name, categoryId } : { id, name, categoryId, status };
}

/** A row of the table as its STRICT schema has it. */
type ApiKeyRow = {
  id: string;
  secret_hash: Uint8Array;
  plan: string;
  requests_per_minute: number | null;
  requests_per_day: number | null;
  name: string | null;
  created_at: number;
  revoked_at: number | null;
};

function apiKeyStore(database: DatabaseSync, writer: Writer): ApiKeyStore {
  const insert = database.prepare('INSERT INTO api_key VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const byId = database.prepare('SELECT * FROM api_key WHERE id = ?');
  const all = database.prepare('SELECT * FROM api_key ORDER BY created_at, id');
  const revoke = database.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?');
  return {
    async add({ id, secretHash, plan, requestsPerMinute, requestsPerDay, name, createdAt, revokedAt }) {
      await writer.write(() =>
        insert.run(
          id,
          secretHash,
          plan,
          requestsPerMinute,
          requestsPerDay,
          name,
          createdAt.getTime(),
          revokedAt?.getTime() ?? null,
        ),
      );
    },
    async find(id) {
      const row = byId.get(id) as ApiKeyRow | undefined;
      return row === undefined ? undefined : toApiKey(row);
    },
    async list() {
      return (all.all() as ApiKeyRow[]).map(toApiKey);
    },
    async revoke(id, at) {
      return (await writer.write(() => revoke.run(at.getTime(), id))).changes === 1;
    },
  };
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    secretHash: row.secret_hash,
    plan: row.plan,
    requestsPerMinute: row.requests_per_minute,
    requestsPerDay: row.requests_per_day,
    name: row.name,
    createdAt: new Date(row.created_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  };
}

function rateLimitStore(database: DatabaseSync, writer: Writer): RateLimitStore {
  const replace = database.prepare('INSERT OR REPLACE INTO rate_limit VALUES (1, ?)');
  const select = database.prepare('SELECT snapshot FROM rate_limit');
  return {
    async save(snapshot) {
      await writer.write(() => replace.run(snapshot));
    },
    async load() {
      const snapshot = select.get()?.['snapshot'];
      return snapshot === undefined ? undefined : String(snapshot);
    },
  };
}
