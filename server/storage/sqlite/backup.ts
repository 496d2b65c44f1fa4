import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../error-message.ts';
import { StorageError } from '../store.ts';
import { identify, nameOf } from './database.ts';

/**
 * Writes the database at `path`, as it is at one moment, to a new file, while others read and write it.
 * Throws StorageError; then there is no such file.
 */
export function backUpDatabase(path: string, file: string): void {
  if (!existsSync(path)) throw new StorageError(`There is no database ${path}.`);
  let folder: string | undefined;
  try {
    assertNew(file);
    // A folder of its own: whatever its user has beside the file is left as it is.
    folder = mkdtempSync(join(dirname(file), 'unfinished-backup-'));
    const unfinished = join(folder, 'copy');
    writeFileSync(unfinished, '', { mode: 0o600 });
    withDatabase(path, (database) => database.prepare('VACUUM INTO ?').run(nameOf(unfinished)));
    withDatabase(unfinished, (database) => {
      assertIntact(database);
      identify(database);
    });
    flush(unfinished);
    publish(unfinished, file);
    flush(dirname(file));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const reason = errorMessage(error);
    throw new StorageError(`The database ${path} cannot be backed up to ${file}: ${reason}.`, { cause: error });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the finished copy its name, where nobody has taken that in the meantime. */
function publish(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch {
    // Either it is there by now, or the file system has no links.
    assertNew(file);
    renameSync(unfinished, file);
  }
}

/** A link counts as well, also one that leads nowhere. */
function assertNew(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw new StorageError(`${file} exists already.`);
}

function withDatabase(path: string, use: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(nameOf(path), { timeout: 5000 });
  try {
    use(database);
  } finally {
    database.close();
  }
}

function assertIntact(database: DatabaseSync): void {
  const [found] = Object.values(database.prepare('PRAGMA integrity_check').get() ?? {});
  if (found !== 'ok') throw new Error(`the copy is damaged: ${found}`);
}

/** Waits until the system has written a file, or the names in a folder, to the disk. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
