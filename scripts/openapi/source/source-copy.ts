import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Source } from './source.ts';

/** The files of a description in a folder of their own, where nothing stands beside them. */
export interface Copy {
  /** The path of the copy of a file. */
  copyOf(file: string): string;
  /** The folder of the copy; what a run writes there is removed with it. */
  folder: string;
  isRemoteAllowed: boolean;
  /** The file that a path of the copy is a copy of. */
  originalOf(file: string): string;
}

/**
 * Copies the files of a description that were read and checked, for another program to read no others. `use` is called
 * at once: that program is at work before this one goes on.
 */
export async function withCopy<Value>(source: Source, use: (copy: Copy) => Promise<Value>): Promise<Value> {
  const { texts, textsWithPointers } = source;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'contract-')));
  // A document may have the name of what a program writes beside it.
  const documents = join(folder, 'description');
  const copyOf = (path: string) => join(documents, relative(texts.folder, resolve(path)));
  try {
    for (const [path, text] of textsWithPointers) {
      mkdirSync(dirname(copyOf(path)), { recursive: true });
      writeFileSync(copyOf(path), text);
    }
    return await use({
      copyOf,
      folder,
      isRemoteAllowed: texts.isRemoteAllowed,
      originalOf: (path) => join(texts.folder, relative(documents, path)),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
