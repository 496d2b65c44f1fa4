import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OutOfTime } from '../../cli/problem.ts';
import { projectFile } from '../../cli/project.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { TestRunner } from './test-runner.ts';

const folder = temporaryFolder({
  'package.json': '{"type":"module"}',
  'good.test.ts': "import { test } from 'vitest';\ntest('one', () => {});\n",
  'bad.test.ts': "import { expect, test } from 'vitest';\ntest('two', () => expect(1).toBe(2));\n",
  'endless.test.ts': "import { test } from 'vitest';\ntest('three', () => { for (;;); });\n",
});
symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
const runner = new TestRunner();
afterAll(() => runner.close());

const run = (name: string, seconds = 100) =>
  runner.run({ folder, files: [`${name}.test.ts`], isolate: false, retry: 0 }, seconds);

test('tests that pass give nothing, one that fails its message', async () => {
  expect(await run('good')).toBeUndefined();
  expect(await run('bad')).toBe('bad.test.ts two: expected 1 to be 2');
});

test('tests that there are none of are a failure', async () => {
  expect(await run('gone')).toBe('there are no tests gone.test.ts');
});

test('tests without an end are ended, and others run afterwards', async () => {
  await expect(run('endless', 5)).rejects.toThrow(OutOfTime);
  expect(await run('good')).toBeUndefined();
});
