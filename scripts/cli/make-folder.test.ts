import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { makeFolder } from './make-folder.ts';

test('a folder is made with those that it is in, and may be there', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test('a folder in a file cannot be made', () => {
  expect(() => makeFolder(join(temporaryFolder({ file: '' }), 'file', 'a', 'b'))).toThrow(/ENOTDIR/);
});

test.each([
  ['generate.ts', 'openapi.yaml', 'Cannot read openapi.yaml: a part of this path is a file.\n'],
  ['docs.ts', 'folder', 'Cannot write folder: it is a folder.\n'],
])('%s --out %s says what stands there', async (script, out, stderr) => {
  const text = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n";
  const folder = temporaryFolder({ 'openapi.yaml': text, 'folder/file': '' });
  expect(await runScript(script, ['--spec', 'openapi.yaml', '--out', out], folder)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr,
  });
});

test.runIf(existsSync('/proc')).each([
  ['generate.ts', ['--out', '/proc/nowhere/generated'], /^Cannot write to \/proc\/nowhere\/generated: /],
  ['docs.ts', ['--out', '/proc/nowhere/docs/page.html'], /^Cannot write \/proc\/nowhere\/docs\/page\.html: /],
  ['new.ts', ['/proc/nowhere/service'], /^Cannot make \/proc\/nowhere\/service: /],
] as const)('%s says at once that it cannot make a folder in /proc', async (script, options, stderr) => {
  const text = `openapi: 3.1.0\ninfo: { title: T, version: '1' }
paths: { /a: { get: { responses: { default: { description: D } } } } }\n`;
  const folder = temporaryFolder({ 'openapi.yaml': text });
  expect(await runScript(script, ['--spec', 'openapi.yaml', ...options], folder)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(stderr) as string,
  });
});
