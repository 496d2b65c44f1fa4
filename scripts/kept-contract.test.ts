import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ProjectCopy, spec } from './check/test/project-copy.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const files = {
  'spec.yaml': "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths:\n  /a: { $ref: 'parts/a.yaml#/a' }\n",
  'parts/a.yaml': "a: { get: { responses: { '204': { description: None } } } }\n",
};

test.each<[command: string, option: string, file: string, others: string[]]>([
  ['verify', 'json', 'spec.yaml', ['--base-url', 'http://127.0.0.1:9']],
  ['verify', 'junit', './parts/a.yaml', ['--base-url', 'http://127.0.0.1:9']],
  ['verify', 'markdown', 'link.yaml', ['--base-url', 'http://127.0.0.1:9']],
  ['stub', 'report', 'parts/a.yaml', ['--port', '0']],
  ['mutate', 'json', 'spec.yaml', ['--sample', '1']],
  ['docs', 'out', './spec.yaml', []],
  ['docs', 'out', 'parts/../parts/a.yaml', []],
])('%s --%s is not written over the contract: %s', async (command, option, file, others) => {
  const folder = temporaryFolder(files);
  symlinkSync('spec.yaml', join(folder, 'link.yaml'));
  const options = ['--spec', 'spec.yaml', ...others, `--${option}`, file];
  expect(await runScript(`${command}.ts`, options, folder)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(`^--${option} ${file} is a file of the contract: name another one\\.\n`) as string,
  });
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('generate writes nothing where one of its files is the contract', async () => {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1.0.0' }, paths: {} });
  const folder = temporaryFolder({ 'openapi.json': text });
  expect(await runScript('generate.ts', ['--spec', 'openapi.json', '--out', '.'], folder)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^--out openapi\.json is a file of the contract: name another one\.\n/) as string,
  });
  expect(readdirSync(folder)).toEqual(['openapi.json']);
  expect(readFileSync(join(folder, 'openapi.json'), 'utf8')).toBe(text);
});

test.each(['json', 'junit', 'markdown'])('check --%s is not written over the contract', async (option) => {
  const copy = new ProjectCopy();
  const text = copy.read(spec);
  const { exitCode, stderr } = await copy.run('check', '--only', 'released', `--${option}`, spec);
  expect(stderr).toMatch(/ is a file of the contract: name another one\.\n/);
  expect(exitCode).toBe(2);
  expect(copy.read(spec)).toBe(text);
});
