import { statSync } from 'node:fs';

/**
 * The files of an open database. When one is deleted or replaced, the database goes on in files that nobody will find
 * again.
 */
export class DatabaseFiles {
  readonly #identities: [path: string, identity: string | undefined][];

  constructor(path: string) {
    const files = path === ':memory:' ? [] : [path, `${path}-wal`];
    this.#identities = files.map((file) => [file, identityOf(file)]);
  }

  areInPlace(): boolean {
    return this.#identities.every(([file, identity]) => identityOf(file) === identity);
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
