import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { UsageError, wholeNumber } from './command-line.ts';
import { projectFolder } from './project.ts';

const from = (file: string) => JSON.stringify(join(projectFolder, 'scripts/cli', file));
const command = (body: string) => `import { paint, runCommand } from ${from('command-line.ts')};
import { CannotRun, ContractError } from ${from('problem.ts')};
const options = { a: { type: 'string', value: 'TEXT', description: 'some text' } };
await runCommand({ name: 'it', summary: 'Does it.', options }, async ({ a }) => { ${body} });
`;
const contractError = `throw new ContractError([
  { location: { file: 'a.yaml', line: 3, column: 5 }, message: 'No.', rule: 'r' },
  { location: { file: 'b.yaml', line: 1, column: 1 }, message: 'Nor this.' },
]);`;

test.concurrent.each<[name: string, body: string, options: string[], exitCode: number, stdout: RegExp, stderr: RegExp]>(
  [
    ['good', 'return 0;', [], 0, /^$/, /^$/],
    ['the answer is no', 'return 1;', [], 1, /^$/, /^$/],
    ['a wrong description', contractError, [], 1, /^$/, /^a\.yaml:3:5 No\. \(r\)\nb\.yaml:1:1 Nor this\.\n$/],
    [
      'what cannot be done',
      "throw new CannotRun('There is nothing to do.');",
      [],
      2,
      /^$/,
      /^There is nothing to do\.\n$/,
    ],
    [
      'a defect',
      "throw new TypeError('x is no function');",
      [],
      2,
      /^$/,
      /^This is a defect of the toolchain, please report it\.\nTypeError: x is no function\n +at /,
    ],
    [
      'what waits for ever',
      'await new Promise(() => undefined);',
      [],
      2,
      /^$/,
      /^This is a defect of the toolchain, please report it\. The command waits for what never comes\.\n$/,
    ],
    [
      'what the system refuses',
      "throw Object.assign(new Error('EROFS: read-only file system, mkdir reports'), { code: 'EROFS' });",
      [],
      2,
      /^$/,
      /^Could not run: EROFS: read-only file system, mkdir reports\n$/,
    ],
    ['an option', 'console.log(a); return 0;', ['--a', 'b'], 0, /^b\n$/, /^$/],
    ['no value', 'return 0;', ['--a'], 2, /^$/, /^--a needs a value; .* is written --a=VALUE\.\nSee: /],
    [
      'a value with a dash',
      'return 0;',
      ['--a', '-3'],
      2,
      /^$/,
      /^--a needs a value; .* is written --a=VALUE\.\nSee: /,
    ],
    ['an empty value', 'return 0;', ['--a', ''], 2, /^$/, /^--a has no value, but an empty text\.\nSee: /],
    [
      'a question',
      'return 1;',
      ['--help'],
      0,
      /^Usage: npm run -s it -- \[OPTION\]…\n\nDoes it\.\n\n {2}--a TEXT {3}some text\n {2}--help /,
      /^$/,
    ],
    ['a question for the version', 'return 1;', ['--version'], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
    ['an unknown option', 'return 0;', ['--b'], 2, /^$/, /^Unknown option '--b'\.\nSee: npm run -s it -- --help\n$/],
    ['an argument', 'return 0;', ['b'], 2, /^$/, /^Unexpected argument 'b'\. .*\nSee: npm run -s it -- --help\n$/],
  ],
)('%s', async (_, body, options, exitCode, stdout, stderr) => {
  const folder = temporaryFolder({ 'run.ts': command(body) });
  const run = await runScript(join(folder, 'run.ts'), options, folder);
  expect(run).toEqual({
    exitCode,
    stdout: expect.stringMatching(stdout) as string,
    stderr: expect.stringMatching(stderr) as string,
  });
});

test.concurrent.each<[name: string, environment: Record<string, string>, isColoured: boolean]>([
  ['not where the output is no terminal', {}, false],
  ['where they are asked for', { FORCE_COLOR: '1' }, true],
  ['not against NO_COLOR', { NO_COLOR: '1' }, false],
])('colours: %s', async (_, environment, isColoured) => {
  const folder = temporaryFolder({ 'run.ts': command("console.log(paint('red', 'x')); return 0;") });
  const { stdout } = await runScript(join(folder, 'run.ts'), [], folder, environment);
  expect(stdout).toBe(isColoured ? '\u001B[31mx\u001B[39m\n' : 'x\n');
});

test.each([0, 1])('a command whose output nobody reads any more goes on, and ends with %d', async (exitCode) => {
  const body = `console.log('a');
    await once(process.stdin, 'end');
    for (const line of ['b', 'c']) await new Promise((resolve) => { console.log(line); setImmediate(resolve); });
    return ${exitCode};`;
  const run = `import { once } from 'node:events';\nprocess.stdin.resume();\n${command(body)}`;
  const child = spawn(process.execPath, [join(temporaryFolder({ 'run.ts': run }), 'run.ts')]);
  const said = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([exitCode, null]);
  expect(await said).toBe('');
});

test.each<[text: string, least: number | undefined, expected: number | string]>([
  ['0', undefined, 0],
  ['40', 1, 40],
  ['0', 1, '--port must be a whole number from 1 to 40, not "0".'],
  ['41', undefined, '--port must be a whole number from 0 to 40, not "41".'],
  ['-1', undefined, '--port must be a whole number from 0 to 40, not "-1".'],
  ['1.5', undefined, '--port must be a whole number from 0 to 40, not "1.5".'],
  ['', undefined, '--port must be a whole number from 0 to 40, not "".'],
])('an option that is %j, and %j at least', (text, least, expected) => {
  const read = () => wholeNumber('port', text, { ...(least !== undefined && { least }), most: 40 });
  if (typeof expected === 'number') expect(read()).toBe(expected);
  else expect(read).toThrow(new UsageError(expected));
});
