import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CannotRun } from '../cli/problem.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { keepResult, keptFolder, keptResult } from './kept-results.ts';

const name = 'kept-results.test';
const file = join(keptFolder, name);
afterAll(() => rmSync(file, { force: true }));

test('what this process has kept is given again without its file, and only for the same key', async () => {
  await keepResult(name, 'key', { found: 1 });
  rmSync(file);
  expect(await keptResult(name, 'key')).toEqual({ found: 1 });
  expect(await keptResult(name, 'another key')).toBeUndefined();
});

test('where the folder of the project was removed, that is said, and not waited for', async () => {
  const before = process.cwd();
  const folder = temporaryFolder();
  process.chdir(folder);
  rmSync(folder, { recursive: true });
  try {
    await expect(keepResult('lint', 'key', 1)).rejects.toThrow(
      new CannotRun('The folder in which this runs was removed.'),
    );
  } finally {
    process.chdir(before);
  }
});
