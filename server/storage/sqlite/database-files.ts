import { openSync, readSync, statSync } from 'node:fs';

/** Where a database file has its application_id (https://sqlite.org/fileformat.html, section 1.3). */
const applicationId = { offset: 68, length: 4 };

/**
 * The files of an open database. When one is deleted, replaced or written over, the database goes on with what nobody
 * will find again.
 */
export class DatabaseFiles {
  readonly #identities: [path: string, identity: string | undefined][];
  readonly #descriptor: number | undefined;
  readonly #number: number | undefined;

  /** For an open database at `path`, which `identify` has given its number. */
  constructor(path: string) {
    const files = path === ':memory:' ? [] : [path, `${path}-wal`];
    this.#identities = files.map((file) => [file, identityOf(file)]);
    if (files.length === 0) return;
    // Never closed: SQLite would lose the locks of this process (https://sqlite.org/howtocorrupt.html, section 2.2).
    this.#descriptor = openSync(path, 'r');
    this.#number = this.#readNumber();
  }

  areInPlace(): boolean {
    return (
      this.#identities.every(([file, identity]) => identityOf(file) === identity) && this.#readNumber() === this.#number
    );
  }

  #readNumber(): number | undefined {
    if (this.#descriptor === undefined) return undefined;
    const bytes = Buffer.alloc(applicationId.length);
    readSync(this.#descriptor, bytes, 0, applicationId.length, applicationId.offset);
    return bytes.readInt32BE();
  }
}

function identityOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}
