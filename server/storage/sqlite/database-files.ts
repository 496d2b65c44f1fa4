import { fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';

/** Where a database file has its application_id (https://sqlite.org/fileformat.html, section 1.3). */
const applicationId = { offset: 68, length: 4 };
/**
 * Where the index of a journal has the size of a page, and how many frames the journal and pages the database has; in
 * the machine's order.
 */
const pageSize = { offset: 14, length: 2 };
const frameCount = { offset: 16, length: 4 };
const pageCount = { offset: 20, length: 4 };
/** Where the index and the journal have the numbers that tell this journal from every other one. */
const salts = { index: { offset: 32, length: 8 }, journal: { offset: 16, length: 8 } };
/** Bytes of a journal before its first frame, and of a frame before its page. */
const heads = { journal: 32, frame: 24 };

/**
 * The files of an open database. When one is deleted, replaced, written over or cut off, the database goes on with what
 * nobody will find again.
 */
export class DatabaseFiles {
  readonly #identities: [path: string, name: string, identity: string | undefined][];
  readonly #open: { database: number; index: number; journal: number } | undefined;
  readonly #number: number | undefined;
  /** Of the file, in bytes, when it was last looked at. */
  #size = 0;

  /** For an open database at `path`, which `identify` has given its number. */
  constructor(path: string) {
    this.#identities = [];
    if (path === ':memory:') return;
    // SQLite has its journal beside the file itself, not beside a link to it.
    const file = realpathSync(path);
    const [journal, index] = [`${file}-wal`, `${file}-shm`];
    this.#identities = [
      [path, 'file', identityOf(path)],
      [journal, 'journal (-wal)', identityOf(journal)],
      // With another one, other processes would not see the locks of this one.
      [index, 'journal index (-shm)', identityOf(index)],
    ];
    // Never closed: SQLite would lose the locks of this process (https://sqlite.org/howtocorrupt.html, section 2.2).
    this.#open = { database: openSync(file, 'r'), index: openSync(index, 'r'), journal: openSync(journal, 'r') };
    this.#number = this.#readNumber();
    this.#size = fstatSync(this.#open.database).size;
  }

  /** What has happened to one of them; undefined while they are as they were. */
  problem(): string | undefined {
    const [, missing] = this.#identities.find(([path, , identity]) => identityOf(path) !== identity) ?? [];
    if (missing !== undefined) return `the database ${missing} was deleted or replaced`;
    if (this.#readNumber() !== this.#number) return 'the database file was written over: the server must be restarted';
    if (!this.#hasWholeFile()) return 'the database file was cut off: the server must be restarted';
    return this.#hasWholeJournal()
      ? undefined
      : 'the database journal (-wal) was cut off or written over: the server must be restarted';
  }

  #readNumber(): number | undefined {
    return this.#open && read(this.#open.database, applicationId).readInt32BE();
  }

  /** What the file has lost stands in no journal, unless the database itself has become smaller. */
  #hasWholeFile(): boolean {
    if (this.#open === undefined) return true;
    const { database, index } = this.#open;
    const { size } = fstatSync(database);
    if (size < this.#size && size < this.#pageSize() * readCount(index, pageCount)) return false;
    this.#size = size;
    return true;
  }

  #pageSize(): number {
    if (this.#open === undefined) return 0;
    const [size = 0] = new Uint16Array(read(this.#open.index, pageSize).buffer);
    // 65,536 does not fit.
    return size === 1 ? 2 ** 16 : size;
  }

  /** True where the journal is that of its index, and whole (https://sqlite.org/walformat.html, section 2.1). */
  #hasWholeJournal(): boolean {
    if (this.#open === undefined) return true;
    const { index, journal } = this.#open;
    const frames = readCount(index, frameCount);
    if (frames === 0) return true;
    const isWhole = fstatSync(journal).size >= heads.journal + frames * (heads.frame + this.#pageSize());
    return isWhole && read(index, salts.index).equals(read(journal, salts.journal));
  }
}

function read(descriptor: number, { offset, length }: { offset: number; length: number }): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, offset);
  return bytes;
}

function readCount(descriptor: number, place: typeof frameCount): number {
  const [count = 0] = new Uint32Array(read(descriptor, place).buffer);
  return count;
}

/** What tells a file from another one at its path; undefined where there is none. */
export function identityOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}
