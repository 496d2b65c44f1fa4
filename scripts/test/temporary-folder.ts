import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

// One for each test file, which imports this module for itself.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'scripts-')));
let folders = 0;
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with these files, which is gone when the tests of the file are over. */
export function temporaryFolder(files: Record<string, string> = {}, name = ''): string {
  folders += 1;
  const folder = join(root, `${folders}${name}`);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}
