import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { paths } from '../cli/project.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { readInputs } from './inputs.ts';
import { keepPassedContract, passedContract } from './passed-contract.ts';

const start = process.cwd();
afterEach(() => process.chdir(start));

function project(): string {
  const folder = temporaryFolder({ [paths.contract]: 'a: 1\n', 'server/a.ts': '', '.gitignore': 'reports\n' });
  process.chdir(folder);
  return folder;
}

function commit(): void {
  const git = (...options: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example', ...options]);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
}

test('is the one that was kept with the same code', async () => {
  project();
  expect(await passedContract(readInputs())).toBeUndefined();
  await keepPassedContract(readInputs());
  writeFileSync(paths.contract, 'a: 2\n');
  expect(await passedContract(readInputs())).toBe('a: 1\n');
  writeFileSync('server/a.ts', '1;\n');
  expect(await passedContract(readInputs())).toBeUndefined();
});

test('is else the one that is committed beside the same code', async () => {
  project();
  commit();
  writeFileSync(paths.contract, 'a: 2\n');
  expect(await passedContract(readInputs())).toBe('a: 1\n');
  writeFileSync('server/b.ts', '');
  expect(await passedContract(readInputs())).toBeUndefined();
});

test('is the committed one where that was edited less than the one that was kept', async () => {
  project();
  writeFileSync(paths.contract, 'a: 1\nb: 1\nc: 1\n');
  commit();
  writeFileSync(paths.contract, 'a: 1\nb: 1\nc: 2\n');
  await keepPassedContract(readInputs());
  writeFileSync(paths.contract, 'a: 1\nb: 2\nc: 2\n');
  expect(await passedContract(readInputs())).toBe('a: 1\nb: 1\nc: 2\n');
  writeFileSync(paths.contract, 'a: 2\nb: 1\nc: 1\n');
  expect(await passedContract(readInputs())).toBe('a: 1\nb: 1\nc: 1\n');
});
