import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { CannotRun } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';

/** The folder of what is kept from one check to the next. */
export const keptFolder = join(paths.reports, 'kept');

interface Kept<Result = unknown> {
  key: string;
  result: Result;
}

/** What this process has read or kept last, by name: in a process that checks again and again, reading takes long. */
const known = new Map<string, Kept>();

/** A result that was kept under a name, where it was kept with the same key. Bodies in it are Buffers again. */
export async function keptResult<Result>(name: string, key: string): Promise<Result | undefined> {
  try {
    const last = known.get(name);
    // Only `keepResult` writes there, and the key has the code that wrote it.
    const kept = (last?.key === key ? last : deserialize(await readFile(fileOf(name)))) as Kept<Result>;
    known.set(name, kept);
    return kept.key === key ? kept.result : undefined;
  } catch {
    // There is none, or one that is cut: as good as none.
    return undefined;
  }
}

/** Keeps a result in the folder of reports, instead of the last one with this name. Throws CannotRun. */
export async function keepResult(name: string, key: string, result: unknown): Promise<void> {
  const kept: Kept = { key, result };
  known.set(name, kept);
  // Else Node.js looks for a folder that it can make this one in, without end.
  if (!isFolderThere()) throw new CannotRun('The folder in which this runs was removed.');
  await mkdir(keptFolder, { recursive: true });
  const part = `${fileOf(name)}.${process.pid}`;
  await writeFile(part, serialize(kept));
  await rename(part, fileOf(name));
}

function isFolderThere(): boolean {
  try {
    return existsSync(process.cwd());
  } catch {
    return false;
  }
}

function fileOf(name: string): string {
  return join(keptFolder, name.replace(' ', '-'));
}
