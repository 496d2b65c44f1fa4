import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder, runScript, temporaryFolder } from '../testing.ts';

const mutate = (...options: string[]) => runScript('mutate.ts', options, projectFolder);

test('says how many faults of each kind were caught, and which fact was told', async () => {
  const file = join(temporaryFolder(), 'report.json');
  const { exitCode, stdout } = await mutate('server', '--only', 'exists: ', '--seed', '424242424', '--json', file);
  expect(stdout).toMatch(/✓ operation +(\d+) \/ +\1 faults/);
  expect(stdout).toMatch(/(\d+) of \1 faults caught, seed 424242424/);
  expect(exitCode).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ seed: 424_242_424, isGood: true, findings: [] });
});

test('says which controls raised no alarm', async () => {
  const { exitCode, stdout } = await mutate('controls', '--only', '^nothing at all$', '--runs', '2', '--seed', '424242424');
  expect(stdout).toContain('1 controls, 2 runs, 0 false alarms, seed 424242424');
  expect(exitCode).toBe(0);
});

test.each([
  [['server', '--only', 'matches nothing'], 'Nothing is left to run'],
  [['server', '--only', '('], '--only must be a regular expression'],
  [['controls', '--runs', '0'], '--runs must be a whole number'],
  [['nothing'], 'Say what to run.'],
  [['server', '--nothing'], 'Usage: '],
  [['server', '--spec', 'nowhere.yaml'], 'nowhere.yaml'],
])('%j cannot run', async (options, message) => {
  const { exitCode, stderr } = await mutate(...options);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
