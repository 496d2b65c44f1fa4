import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFile, projectFolder } from './cli/project.ts';

test('every file is formatted, and the linter reports nothing: `npm run format` repairs what it can', () => {
  const biome = projectFile('node_modules/.bin/biome');
  const { stdout, stderr } = spawnSync(biome, ['check', '--max-diagnostics=20', '.'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toMatch(/^Checked \d+ files in [\dmµs.]+ No fixes applied\.\n$/);
});

test('no line of code is longer than 120 columns: the formatter leaves texts and comments as they are', () => {
  const rooms = 'client,examples,scripts,server,spec';
  const files = globSync(`{${rooms}}/**/*.{ts,js,mjs}`, { cwd: projectFolder }).filter(
    (file) => !file.includes('node_modules'),
  );
  const long = files.flatMap((file) =>
    readFileSync(projectFile(file), 'utf8')
      .split('\n')
      .flatMap((line, index) => ([...line].length > 120 ? [`${file}:${index + 1}`] : [])),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(long).toEqual([]);
});
