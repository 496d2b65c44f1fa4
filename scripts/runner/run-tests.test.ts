import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { type Run, runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import type { TestFile, TestSelection } from './run-tests.ts';

const files = {
  'package.json': '{"type":"module"}',
  // The runner is started in a process of its own: it does not run in itself.
  'run.ts': `import { runTests } from ${JSON.stringify(join(projectFolder, 'scripts/runner/run-tests.ts'))};
console.log(JSON.stringify(await runTests(JSON.parse(process.argv[2]))));
`,
  'good.test.ts': `import { describe, test } from 'vitest';
test('one', () => {});
describe('more', () => { test('two', () => {}); test.skip('three', () => {}); });
`,
  'bad.test.ts': `import { expect, test } from 'vitest';
test('a number (#/paths)', () => {
  expect(400).toBe(201);
});
test('a list', () => expect(['a reason that is longer than what is shown of a value by default']).toEqual([]));
test('an error', () => { throw new TypeError('the first line\\nthe second'); });
`,
  'unloadable.test.ts': "import './gone.ts';\n",
  'broken.ts': 'export const a = 1;\nexport const b = (;\n',
  'unparsed.test.ts': "import './broken.ts';\n",
  'empty.test.ts': '',
  'late.test.ts': `import { test } from 'vitest';
test('on time', async () => {
  setTimeout(() => { throw new Error('too late'); });
  await new Promise((settle) => setTimeout(settle, 20));
});
`,
  'hooks.test.ts': `import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
let opened;
describe('for each', () => {
  beforeEach(() => { throw new Error('cannot be opened'); });
  afterEach(() => opened.close());
  test('one', () => {});
});
describe('for all', () => {
  beforeAll(() => { throw new Error('cannot be opened for all'); });
  afterAll(() => opened.close());
  test('another', () => {});
});
`,
  'waiting.ts': `import { test } from 'vitest';
test('without an end', () => new Promise(() => {}));
test('until the run ends', ({ signal }) => new Promise((end) => signal.addEventListener('abort', end)), 0);
test('afterwards', () => {});
`,
  'endless.ts': `import { test } from 'vitest';
test('before', () => {});
test('without an end', () => { for (;;); });
`,
  'only.test.ts': `import { test } from 'vitest';
test.only('alone', () => {});
test('unseen', () => { throw new Error('unseen'); });
`,
};

const runWith = (selection: TestSelection) => runScript(join(folder, 'run.ts'), [JSON.stringify(selection)], folder);

let folder: string;
let run: Run;
let found: TestFile[];
beforeAll(async () => {
  folder = temporaryFolder(files);
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  run = await runWith({ reportFile: 'reports/tests.json' });
  found = JSON.parse(run.stdout) as TestFile[];
});

describe('what the runner found is reported by file', () => {
  test.each<[file: string, passed: number, failures: [name: string | undefined, message: RegExp, place: string][]]>([
    ['good.test.ts', 2, []],
    [
      'bad.test.ts',
      0,
      [
        ['a number (#/paths)', /^expected 400 to be 201$/, 'bad.test.ts:3:15'],
        [
          'a list',
          /^expected \[ 'a reason that is longer than what is shown of a value by default' \] to deeply equal \[\]$/,
          'bad.test.ts:5:99',
        ],
        ['an error', /^the first line$/, 'bad.test.ts:6:32'],
      ],
    ],
    ['unloadable.test.ts', 0, [[undefined, /^Cannot find module '\.\/gone\.ts'/, 'unloadable.test.ts:1:1']]],
    ['unparsed.test.ts', 0, [[undefined, /^This cannot be read as TypeScript: \S/, 'broken.ts:2:19']]],
    ['empty.test.ts', 0, [[undefined, /^No test suite found/, 'empty.test.ts:1:1']]],
    ['late.test.ts', 1, [[undefined, /^too late$/, 'late.test.ts:3:28']]],
    [
      'hooks.test.ts',
      0,
      [
        [undefined, /^cannot be opened for all$/, 'hooks.test.ts:9:27'],
        ['one', /^cannot be opened$/, 'hooks.test.ts:4:28'],
      ],
    ],
    ['only.test.ts', 0, [['alone', /only/, 'only.test.ts:1:1']]],
  ])('%s', (file, passed, failures) => {
    const own = found.filter((one) => one.file === file);
    expect(own.reduce((sum, one) => sum + one.passed, 0)).toBe(passed);
    expect(own.every((one) => one.passed === 0 || one.ended > one.started)).toBe(true);
    const reported = own
      .flatMap((one) => one.failures)
      .map(({ name, message, location }) => [
        name,
        message,
        `${location.file.slice(folder.length + 1)}:${location.line}:${location.column}`,
      ]);
    expect(reported).toEqual(failures.map(([name, message, place]) => [name, expect.stringMatching(message), place]));
  });
});

test('the report of the runner itself is kept, and nothing else is printed', () => {
  const report = JSON.parse(readFileSync(join(folder, 'reports', 'tests.json'), 'utf8')) as Record<string, unknown>;
  expect(report).toMatchObject({ success: false, numPassedTests: 3, numFailedTests: 5 });
  expect(run.stderr).toBe('');
  expect(run.stdout.trim().split('\n')).toHaveLength(1);
});

test('only the files that are asked for are run', async () => {
  const { stdout } = await runWith({ include: ['{good,bad}.test.ts'], exclude: ['bad.test.ts'] });
  expect((JSON.parse(stdout) as TestFile[]).map(({ file }) => file)).toEqual(['good.test.ts']);
});

test.each([
  [['good.test.ts', 'bad.test.ts'], 2],
  [['bad.test.ts', 'good.test.ts'], 0],
])('%s are run in this order, until one fails', async (include, passed) => {
  const { stdout } = await runWith({ include, inOrder: true, bail: 1 });
  expect((JSON.parse(stdout) as TestFile[]).reduce((sum, file) => sum + file.passed, 0)).toBe(passed);
});

test('a test that waits for ever fails, and ends the run', async () => {
  const { stdout } = await runWith({ include: ['waiting.ts'], deadline: 20 });
  const late = { name: 'without an end', message: 'Test timed out in 20ms.' };
  expect(JSON.parse(stdout)).toMatchObject([{ failures: [late] }]);
  expect(JSON.parse(stdout)).not.toMatchObject([{ passed: 2 }]);
});

test('a test that never gives its process back fails its file, and ends the run', async () => {
  const { stdout } = await runWith({ include: ['{endless,good.test}.ts'], silence: 2_000, inOrder: true });
  const message = 'Nothing was heard of its tests for 2000ms: code that they run goes round without an end.';
  const failures = (JSON.parse(stdout) as TestFile[]).flatMap((one) => one.failures);
  expect(failures).toMatchObject([{ message, location: { file: join(folder, 'endless.ts') } }]);
});
