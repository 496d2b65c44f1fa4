import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRun } from '../cli/problem.ts';
import { readContract } from '../openapi/read-contract.ts';
import { fixture } from '../test/contracts.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { generateFiles, readFolder, readHeader, writeFiles } from './files.ts';

const contract = await readContract(fixture('library.yaml'));
const files = await generateFiles(contract);

test('the same contract gives the same files', async () => {
  expect(await generateFiles(await readContract(fixture('library.yaml')))).toEqual(files);
});

test.each([...files].filter(([name]) => name !== 'openapi.json'))('%s says what it was made from', (_, text) => {
  expect(readHeader(text)).toMatchObject({
    isIntact: true,
    generators: expect.stringMatching(/^openapi-typescript [\d.]+, ajv [\d.]+, rolldown [\d.]+$/) as string,
  });
});

test('only what differs is written, and nothing is left over', async () => {
  const folder = join(temporaryFolder(), 'new', 'folder');
  expect(await writeFiles(files, folder)).toEqual([...files.keys()]);
  expect(await writeFiles(files, folder)).toEqual([]);

  const written = statSync(join(folder, 'openapi.json')).mtimeMs;
  writeFileSync(join(folder, 'types.ts'), 'mine');
  writeFileSync(join(folder, 'notes.txt'), 'mine too');
  expect(await writeFiles(files, folder)).toEqual(['types.ts']);
  expect(statSync(join(folder, 'openapi.json')).mtimeMs).toBe(written);
  expect([...(await readFolder(folder)).keys()].sort()).toEqual([...files.keys(), 'notes.txt'].sort());
  expect(readFileSync(join(folder, 'types.ts'), 'utf8')).toBe(files.get('types.ts'));
});

test('what another contract has in a folder below stays', async () => {
  const folder = temporaryFolder();
  await writeFiles(files, join(folder, 'other'));
  await writeFiles(files, folder);
  expect(await readFolder(join(folder, 'other'))).toEqual(files);
});

test('what an earlier contract has left is removed, and nothing else', async () => {
  const folder = join(temporaryFolder(), 'generated');
  await writeFiles(files, folder);
  const left = 'validators/operations/getBook.js';
  const remaining = new Map([...files].filter(([name]) => name !== left));
  writeFileSync(join(folder, 'validators/operations/mine.js'), 'mine');
  expect(await writeFiles(remaining, folder)).toEqual([]);
  const present = [...(await readFolder(folder)).keys()];
  expect(present.sort()).toEqual([...remaining.keys(), 'validators/operations/mine.js'].sort());
});

test('a folder that cannot be one', async () => {
  const error = await writeFiles(files, join(temporaryFolder({ file: '' }), 'file')).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CannotRun);
  expect(String(error)).toMatch(/Cannot read .*file: a part of this path is a file/);
});

test('a file in the place of a folder is not taken for one that is empty', async () => {
  await expect(readFolder(join(temporaryFolder({ file: '' }), 'file'))).rejects.toThrow(CannotRun);
  expect(await readFolder(join(temporaryFolder(), 'missing'))).toEqual(new Map());
});

test('nothing is written through a symbolic link in the folder', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  symlinkSync(join(elsewhere, 'file'), join(folder, 'types.ts.new'));
  symlinkSync(join(elsewhere, 'file'), join(folder, 'calls.ts'));
  await writeFiles(files, folder);
  expect(await readFolder(folder)).toEqual(files);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('nor in a folder that such a link leads to', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  symlinkSync(elsewhere, join(folder, 'validators'));
  await expect(writeFiles(files, folder)).rejects.toThrow(/^Cannot write to .*validators: it is a symbolic link/);
  expect(readdirSync(elsewhere)).toEqual([]);
});
