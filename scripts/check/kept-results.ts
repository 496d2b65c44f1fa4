import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { paths } from '../cli/project.ts';

/** The folder of what is kept from one check to the next. */
export const keptFolder = join(paths.reports, 'kept');

/** A result that was kept under a name, where it was kept with the same key. Bodies in it are Buffers again. */
export async function keptResult<Result>(name: string, key: string): Promise<Result | undefined> {
  try {
    // Only `keepResult` writes there, and the key has the code that wrote it.
    const kept = deserialize(await readFile(fileOf(name))) as { key: string; result: Result };
    return kept.key === key ? kept.result : undefined;
  } catch {
    // There is none, or one that is cut: as good as none.
    return undefined;
  }
}

/** Keeps a result in the folder of reports, instead of the last one with this name. */
export async function keepResult(name: string, key: string, result: unknown): Promise<void> {
  await mkdir(keptFolder, { recursive: true });
  const part = `${fileOf(name)}.${process.pid}`;
  await writeFile(part, serialize({ key, result }));
  await rename(part, fileOf(name));
}

function fileOf(name: string): string {
  return join(keptFolder, name.replace(' ', '-'));
}
