import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectFile, projectFolder } from './cli/project.ts';
import './test/time-limits.ts';

test('every file is formatted, and the linter reports nothing: `npm run format` repairs what it can', () => {
  const biome = projectFile('node_modules/.bin/biome');
  const { stdout, stderr } = spawnSync(biome, ['check', '--max-diagnostics=20', '.'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toMatch(/^Checked \d+ files in [\dmµs.]+ No fixes applied\.\n$/);
});
