import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../error-message.ts';
import { StorageError } from '../store.ts';
import { isLocked, toUnavailable } from './errors.ts';

/** For so many milliseconds an opening waits for the lock of another process. */
export const openingPatience = 5000;

// Each entry brings the schema one version further; entries are only ever added.
const migrations = [
  `CREATE TABLE animal (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     category_id INTEGER NOT NULL,
     status TEXT
   ) STRICT;
   CREATE INDEX animal_by_status ON animal (status, id);
   CREATE TABLE api_key (
     id TEXT PRIMARY KEY,
     secret_hash BLOB NOT NULL,
     plan TEXT NOT NULL,
     requests_per_minute INTEGER,
     requests_per_day INTEGER,
     name TEXT,
     created_at INTEGER NOT NULL,
     revoked_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE rate_limit (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     snapshot TEXT NOT NULL
   ) STRICT;`,
  `ALTER TABLE api_key ADD COLUMN expires_at INTEGER;
   DROP TABLE rate_limit;
   CREATE TABLE key_use (
     key_id TEXT PRIMARY KEY,
     last_seen INTEGER NOT NULL,
     refused INTEGER NOT NULL,
     banned_since INTEGER,
     banned_until INTEGER,
     minute_count INTEGER,
     minute_resets_at INTEGER,
     day_count INTEGER,
     day_resets_at INTEGER,
     refusals_count INTEGER,
     refusals_reset_at INTEGER
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE trial (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     filling BLOB NOT NULL
   ) STRICT;`,
];

/**
 * Opens the SQLite file at `path`; creates it, its folder and its tables where they are missing. Waits for
 * `patience` milliseconds while another process holds the lock. `beforeChange` is called once it is known to be a
 * database of this server. Throws StorageError.
 */
export function openDatabase(path: string, patience = openingPatience, beforeChange = () => {}): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') createFile(path);
    database = new DatabaseSync(nameOf(path), { timeout: patience });
    assertOwn(database);
    if (path !== ':memory:') assertWhole(database, path);
    beforeChange();
    identifyNew(database);
    useWriteAheadLog(database, patience);
    // FULL: what was acknowledged survives a power cut, also in WAL mode.
    database.exec('PRAGMA synchronous = FULL');
    migrate(database);
    // From here on the wait would be one of the event loop.
    database.exec('PRAGMA busy_timeout = 2');
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof StorageError ? error : cannotBeUsed(path, error);
  }
}

/** What is said to whoever wants to open a database that cannot be used. */
export function cannotBeUsed(path: string, error: unknown): StorageError {
  return new StorageError(`The database ${path} cannot be used: ${errorMessage(error)}.`, { cause: error });
}

/** The name of a file as SQLite takes it for nothing else: one that begins with `file:` would be an address to it. */
export function nameOf(path: string): string {
  return path === ':memory:' ? path : resolve(path);
}

/** Makes the file that is not there yet, and its folder, for nobody but the user that the server runs as. */
function createFile(path: string): void {
  createFolder(dirname(path));
  // SQLite makes its journals with the permissions of this file.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

/** Makes a folder, and those that it is in. With `recursive`, `mkdirSync` never ends in /proc, which takes none. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(path)) throw error;
  }
}

/** A database of another program, at a path that was mistyped, is left as it is. */
function assertOwn(database: DatabaseSync): void {
  // At one moment: another process may be making the tables.
  database.exec('BEGIN');
  const names = database
    .prepare('SELECT name FROM sqlite_schema')
    .all()
    .map(({ name }) => name);
  const isMade = numberOf(database, 'user_version') > 0;
  database.exec('COMMIT');
  const isOwn = isMade ? ['animal', 'api_key'].every((name) => names.includes(name)) : names.length === 0;
  if (!isOwn) throw new Error('it is the database of another program');
}

/** A copy that has lost a part of its last page is one that SQLite does not notice until it reads there. */
function assertWhole(database: DatabaseSync, path: string): void {
  database.exec('BEGIN');
  const size = numberOf(database, 'page_count') * numberOf(database, 'page_size');
  // What is missing in the file may stand in its journal.
  const journal = statSync(`${realpathSync(path)}-wal`, { throwIfNoEntry: false });
  const isCutOff = (journal?.size ?? 0) === 0 && statSync(path).size < size;
  database.exec('COMMIT');
  if (isCutOff) throw new Error('the file was cut off: put a whole copy in its place');
}

/** A new database is told from every other one before it has a journal: the number is in the file at once. */
function identifyNew(database: DatabaseSync): void {
  if (!isNew(database)) return;
  database.exec('BEGIN IMMEDIATE');
  // Another process may have been first.
  if (isNew(database)) identify(database);
  database.exec('COMMIT');
}

function isNew(database: DatabaseSync): boolean {
  return numberOf(database, 'user_version') === 0 && numberOf(database, 'application_id') === 0;
}

/** Gives a database the number that tells it from every other one, a copy from its original: see DatabaseFiles. */
export function identify(database: DatabaseSync): void {
  database.exec(`PRAGMA application_id = ${randomInt(1, 2 ** 31)}`);
}

/** SQLite does not wait for another process that changes the journal of the same file, whatever its time-out. */
function useWriteAheadLog(database: DatabaseSync, patience: number): void {
  for (const start = performance.now(); ; sleep(10)) {
    try {
      return database.exec('PRAGMA journal_mode = WAL');
    } catch (error) {
      if (!isLocked(toUnavailable(error)) || performance.now() - start > patience) throw error;
    }
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function numberOf(
  database: DatabaseSync,
  pragma: 'application_id' | 'page_count' | 'page_size' | 'user_version',
): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}

function migrate(database: DatabaseSync): void {
  // To write the same version again would wait for the disk, and for the lock of another process.
  if (numberOf(database, 'user_version') === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  const version = numberOf(database, 'user_version');
  if (version > migrations.length)
    throw new Error(`it has schema version ${version}, and this server knows versions up to ${migrations.length}`);
  for (const migration of migrations.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}
