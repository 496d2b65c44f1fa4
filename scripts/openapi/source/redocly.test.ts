import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRun } from '../../cli/problem.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { configurationOf } from '../read-contract.ts';
import { lintEach, redocly } from './redocly.ts';

const good = "openapi: 3.1.0\ninfo: { title: Good, version: '1' }\npaths: {}\n";
const folder = temporaryFolder({
  'good.yaml': good,
  'bad.yaml': good.replace('paths: {}', 'paths: []'),
  'worse.yaml': good.replace('{}', '[]').replace("'1'", '1'),
  'none.yaml': 'a: [',
});
const rules = configurationOf(join(folder, 'good.yaml'));
const fileOf = (name: string) => join(folder, `${name}.yaml`);

test('several files in one process are linted each by itself', async () => {
  const names = ['good', 'worse', 'good', 'bad'];
  const problems = await lintEach(names.map(fileOf), rules);
  expect(problems.map((own) => own.map(({ location }) => [location.file, location.line]))).toEqual([
    [],
    [
      [fileOf('worse'), 2],
      [fileOf('worse'), 3],
    ],
    [],
    [[fileOf('bad'), 3]],
  ]);
  expect([problems[3]]).toEqual(await lintEach([fileOf('bad')], rules));
});

test('a file that is no YAML, at which Redocly gives up, cannot be linted with others', async () => {
  const all = lintEach(['good', 'none', 'bad'].map(fileOf), rules);
  await expect(all).rejects.toThrow(CannotRun);
  await expect(all).rejects.toThrow(/^The Redocly CLI gave 1 reports for 3 files:[\s\S]*none\.yaml/);
});

test('each run in a process that goes on says what the first would, also after one at which Redocly ends', async () => {
  const run = async (name: string, ...options: string[]) => {
    const { exitCode, stdout } = await redocly('lint', fileOf(name), [
      '--config',
      rules,
      '--format',
      'json',
      ...options,
    ]);
    return { exitCode, stdout };
  };
  const bad = await run('bad');
  expect(bad).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('"ruleId": "struct"') });
  expect(await run('good')).toMatchObject({ exitCode: 0 });
  expect(await run('good', '--format', 'none')).toEqual({ exitCode: 1, stdout: '' });
  expect(await run('bad')).toEqual(bad);
});

test('a process ends after many runs, and another one goes on', async () => {
  for (let run = 0; run <= 100; run += 1) expect(await lintEach([fileOf('good')], rules)).toEqual([[]]);
});
