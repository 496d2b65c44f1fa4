import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { watchFolders } from './watch.ts';

const reported = new Set<string>();
let folder: string;
let stop: () => void;

beforeEach(() => {
  folder = temporaryFolder({ 'openapi.yaml': 'a', 'rules/plugin.ts': 'a', 'node_modules/a.js': 'a' });
  stop = watchFolders([folder], (files) => {
    for (const file of files) reported.add(file.slice(folder.length + 1));
  });
});
afterEach(() => stop());

/** Changes something, and waits until this file is reported. */
async function reports(file: string, change: () => void): Promise<void> {
  reported.clear();
  change();
  await expect.poll(() => [...reported]).toContain(file);
  // What else the change led to is not taken for the next one.
  await sleep(50);
}

/** Writes a file in the place of another, as git and many editors do. */
function replace(file: string): void {
  writeFileSync(join(folder, `${file}.new`), 'b');
  renameSync(join(folder, `${file}.new`), join(folder, file));
}

test.each(['openapi.yaml', 'rules/plugin.ts'])('a file is reported each time that it is saved: %s', async (file) => {
  for (const _ of [1, 2, 3]) await reports(file, () => replace(file));
  await reports(file, () => writeFileSync(join(folder, file), 'c'));
  await reports(file, () => rmSync(join(folder, file)));
  await reports(file, () => writeFileSync(join(folder, file), 'd'));
});

test('a folder that is new, or replaced, is watched like the others', async () => {
  for (const _ of ['new', 'replaced']) {
    await reports('paths', () => mkdirSync(join(folder, 'paths/books'), { recursive: true }));
    await reports('paths/books/get.yaml', () => writeFileSync(join(folder, 'paths/books/get.yaml'), 'a'));
    await reports('paths', () => rmSync(join(folder, 'paths'), { recursive: true }));
  }
});

test('what is in a folder that is moved is reported with it', async () => {
  const [inside, outside] = [join(folder, 'rules'), join(temporaryFolder(), 'rules')];
  await reports('rules/plugin.ts', () => renameSync(inside, outside));
  await reports('rules/plugin.ts', () => renameSync(outside, inside));
  await reports('rules/plugin.ts', () => replace('rules/plugin.ts'));
});

test('a folder that goes and comes back is watched as before', async () => {
  await reports('openapi.yaml', () => rmSync(folder, { recursive: true }));
  await reports('rules/plugin.ts', () => {
    mkdirSync(join(folder, 'rules'), { recursive: true });
    writeFileSync(join(folder, 'rules/plugin.ts'), 'b');
  });
  await reports('openapi.yaml', () => writeFileSync(join(folder, 'openapi.yaml'), 'b'));
});

test('what is installed, and what editors write beside a file, is not reported', async () => {
  reported.clear();
  for (const file of ['node_modules/b.js', '.openapi.yaml.swp', 'openapi.yaml~', '4913', '.#openapi.yaml'])
    writeFileSync(join(folder, file), 'a');
  await sleep(100);
  expect([...reported]).toEqual([]);
});

test('of the folder of a single file nothing else is reported', async () => {
  const other = temporaryFolder({ 'waivers.yaml': 'a', 'other.yaml': 'a' });
  const file = join(other, 'waivers.yaml');
  const seen: string[] = [];
  const stopOther = watchFolders([], (files) => seen.push(...files), [file, join(other, 'missing/openapi.yaml')]);
  const save = () => {
    writeFileSync(join(other, 'other.yaml'), 'b');
    writeFileSync(`${file}.new`, 'b');
    renameSync(`${file}.new`, file);
  };
  for (const count of [1, 2]) {
    save();
    await expect.poll(() => seen).toEqual(Array<string>(count).fill(file));
  }
  stopOther();
});
