import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** Another process that holds the write lock of a database. */
export interface DatabaseLock {
  release(): Promise<void>;
}

export async function lockDatabase(path: string): Promise<DatabaseLock> {
  const child = use(
    path,
    `database.exec('BEGIN IMMEDIATE');
     console.log('locked');
     process.stdin.on('end', () => database.exec('ROLLBACK')).resume();`,
  );
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    release: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Takes the write lock again and again, for half a second, in a process that has it when this resolves. */
export async function contendForDatabase(path: string): Promise<{ ended: Promise<unknown> }> {
  const child = use(
    path,
    `const wait = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
     const start = performance.now();
     while (performance.now() - start < 500) {
       database.exec('BEGIN IMMEDIATE');
       console.log('locked');
       wait(20);
       database.exec('ROLLBACK');
       wait(2);
     }`,
  );
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  return { ended };
}

/** Moves what is in the journal to the database, and makes the journal as short as it can be. */
export async function emptyJournal(path: string): Promise<void> {
  await once(use(path, `database.exec('PRAGMA wal_checkpoint(TRUNCATE)');`), 'close');
}

function use(path: string, program: string): ChildProcessByStdio<Writable, Readable, null> {
  const opened = `
    import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync(${JSON.stringify(path)}, { timeout: 60_000 });
    ${program}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', opened], { stdio: ['pipe', 'pipe', 'inherit'] });
}
