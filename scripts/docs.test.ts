import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from './test/contracts.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

test('writes one file that names nothing outside itself', async () => {
  const folder = temporaryFolder();
  const run = await runScript('docs.ts', ['--spec', fixture('library.yaml'), '--out', 'new/page.html'], folder);
  expect(run).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^Wrote new\/page\.html: file:/), stderr: '' });
  const page = readFileSync(join(folder, 'new/page.html'), 'utf8');
  expect(page).toMatch(/^<!doctype html>[\s\S]*<title>City Library 2\.3\.1<\/title>/);
  expect(page.match(/<(?:script|link)\b[^>]* (?:src|href)=/g)).toEqual(null);
});

test('a document that is no contract is refused, and nothing is written', async () => {
  const folder = temporaryFolder({ 'spec.yaml': 'openapi: 4.0.0\n' });
  const run = await runScript('docs.ts', ['--spec', 'spec.yaml', '--out', 'page.html'], folder);
  expect(run).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringMatching(/^spec\.yaml:1:1 /) });
  expect(existsSync(join(folder, 'page.html'))).toBe(false);
});
