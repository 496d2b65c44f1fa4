import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { fingerprintOf } from './fingerprint.ts';

const text = (title: string) => `openapi: 3.1.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths: {}\n`;
const sources = {
  'scripts/a.ts': '1',
  'server/a.ts': '1',
  'client/b/a.ts': '1',
  'client/a.test.ts': '1',
  'generated/a.js': '1',
  'spec/rules/a.ts': '1',
  'package.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
};
const contract = contractOf(text('T'));
const project = (changes: Record<string, string> = {}) =>
  fingerprintOf(contract, temporaryFolder({ ...sources, ...changes }));

test('the same sources have the same fingerprint, wherever they are', async () => {
  expect(await project()).toBe(await project());
  expect(await project()).toMatch(/^[0-9a-f]{64}$/);
});

test.each(Object.keys(sources))('a change of %s is seen', async (file) => {
  expect(await project({ [file]: '2' })).not.toBe(await project());
});

test.each(['scripts/a.test.ts', 'scripts/test/a.yaml', 'server/node_modules/a.js', 'reports/a.json', 'README.md'])(
  '%s changes no result',
  async (file) => {
    expect(await project({ [file]: '2' })).toBe(await project());
  },
);

test('a file that is moved is seen', async () => {
  const folder = temporaryFolder(sources);
  const before = await fingerprintOf(contract, folder);
  rmSync(join(folder, 'scripts/a.ts'));
  writeFileSync(join(folder, 'scripts/b.ts'), '1');
  expect(await fingerprintOf(contract, folder)).not.toBe(before);
});

test('the contract, its lines, its workflows and its release are seen', async () => {
  const folder = temporaryFolder(sources);
  const before = await fingerprintOf(contract, folder);
  expect(await fingerprintOf(contractOf(text('U')), folder)).not.toBe(before);
  for (const name of ['rules.arazzo.yaml', 'released/openapi.yaml', 'released/rules.arazzo.yaml']) {
    const other = contractOf(text('T'));
    mkdirSync(dirname(join(dirname(other.file), name)), { recursive: true });
    writeFileSync(join(dirname(other.file), name), '');
    expect(await fingerprintOf(other, folder), name).not.toBe(before);
  }
});
