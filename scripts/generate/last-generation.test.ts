import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { readContract } from '../openapi/read-contract.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { generateFiles, writeFiles } from './files.ts';
import { keepGeneration, mistakesOfUnchanged } from './last-generation.ts';

let folder: string;
let spec: string;
const out = () => join(folder, 'out');

beforeEach(async () => {
  folder = temporaryFolder({
    'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: 1 }
paths:
  /a:
    get: { responses: { '200': { $ref: 'responses.yaml#/ok' } } }
`,
    'responses.yaml': 'ok: { description: D }\n',
  });
  spec = join(folder, 'openapi.yaml');
  const contract = await readContract(spec);
  const files = await generateFiles(contract);
  await writeFiles(files, out());
  await keepGeneration(contract, files, out());
});

test('what has not changed need not be generated again, and its mistakes are known', async () => {
  expect(await mistakesOfUnchanged(spec, out())).toEqual([
    { message: expect.stringContaining('version'), location: expect.anything(), count: 1 },
  ]);
});

test.each<[change: string, make: () => void]>([
  ['another text of the description', () => writeFileSync(spec, 'openapi: 3.1.0\n')],
  ['another text of what it refers to', () => writeFileSync(join(folder, 'responses.yaml'), 'ok: {}\n')],
  ['a file that it refers to is gone', () => rmSync(join(folder, 'responses.yaml'))],
  ['a generated file was edited', () => writeFileSync(join(out(), 'types.ts'), '')],
  ['a generated file is gone', () => rmSync(join(out(), 'validators.js'))],
])('has changed: %s', async (_, make) => {
  make();
  expect(await mistakesOfUnchanged(spec, out())).toBeUndefined();
});

test('what was generated elsewhere, or by another runtime, says nothing', async () => {
  expect(await mistakesOfUnchanged(spec, join(folder, 'other'))).toBeUndefined();
  vi.spyOn(process, 'version', 'get').mockReturnValue('v0.0.0');
  expect(await mistakesOfUnchanged(spec, out())).toBeUndefined();
  vi.restoreAllMocks();
});
