import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRun } from '../cli/problem.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { configurationOf } from './read-contract.ts';
import { lint, lintEach } from './redocly.ts';

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
  expect(problems[3]).toEqual(await lint(fileOf('bad'), rules));
});

test('a file that is no YAML, at which Redocly gives up, cannot be linted with others', async () => {
  const all = lintEach(['good', 'none', 'bad'].map(fileOf), rules);
  await expect(all).rejects.toThrow(CannotRun);
  await expect(all).rejects.toThrow(/^The Redocly CLI gave 1 reports for 3 files:[\s\S]*none\.yaml/);
});
