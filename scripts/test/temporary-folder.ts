import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

let root: string | undefined;
let folders = 0;

/** A folder with these files, which is gone when the tests of the file are over. */
export function temporaryFolder(files: Record<string, string> = {}, name = ''): string {
  root ??= realpathSync(mkdtempSync(join(tmpdir(), 'scripts-')));
  folders += 1;
  const folder = join(root, `${folders}${name}`);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** Removes them all. */
export function removeTemporaryFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true });
  root = undefined;
}
