import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../../cli/project.ts';
import { openSource } from '../read-contract.ts';
import { withCopy } from './source-copy.ts';

test('a copy is used at once, holds the same text, and is gone afterwards', async () => {
  const original = readFileSync(paths.contract, 'utf8');
  const seen: { path: string; text: string }[] = [];
  const done = withCopy(openSource(paths.contract), async ({ copyOf }) => {
    const path = copyOf(paths.contract);
    seen.push({ path, text: readFileSync(path, 'utf8') });
  });
  expect(seen.map(({ text }) => text)).toEqual([original]);
  await done;
  expect(seen.filter(({ path }) => existsSync(path))).toEqual([]);
});
