import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRun } from '../../cli/problem.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { type RunStep, recordCoverage } from './coverage.ts';

const copies = () => ({ recording: temporaryFolder(), unchanged: temporaryFolder() });
const execute = (folder: string, name: string) => appendFileSync(join(folder, 'executed.txt'), `${name}\n`);

test('each step is recorded with what it executes, also by several of its processes', async () => {
  const steps = await recordCoverage(copies(), async ({ name }, folder) => {
    for (const _ of ['one process', 'another']) execute(folder, `${name} f`);
    return undefined;
  });
  expect(steps.filter(({ name }) => name.startsWith('server/bench/'))).toEqual([]);
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['quick', 'verification', 'slow']));
  expect(steps.filter(({ name, executed }) => String(executed) !== `${name} f`)).toEqual([]);
});

test('what executes nothing, or passes only where nothing is recorded, may depend on all', async () => {
  const { recording, unchanged } = copies();
  const run: RunStep = async ({ kind, name }, folder) => {
    if (folder === unchanged || kind === 'quick') return undefined;
    execute(recording, name);
    return kind === 'slow' ? 'the code is another one' : undefined;
  };
  const steps = await recordCoverage({ recording, unchanged }, run);
  expect(steps.filter(({ executed }) => executed !== null).map(({ kind }) => kind)).toEqual([
    'verification',
    'verification',
  ]);
});

test('a step that fails without a change ends the run', async () => {
  const failing = recordCoverage(copies(), async ({ name }) => `${name} fails.`);
  await expect(failing).rejects.toThrow(CannotRun);
  await expect(failing).rejects.toThrow(/^Without any change, .* fails\. /);
});
