import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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
