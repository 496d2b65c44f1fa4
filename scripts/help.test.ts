import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFile } from './cli/project.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The commands of the project that are its own, with the file that each runs. */
const commands = Object.entries(scripts).flatMap(([name, script]): [name: string, file: string][] => {
  const [, own, file = own && `scripts/${own}.ts`] =
    /^(?:exec )?node (?:--\S+ )*(?:scripts\/run\.js (\S+)|(\S+\.[jt]s))$/.exec(script) ?? [];
  return file === undefined ? [] : [[name, file]];
});

/** Runs a command in an empty folder: one that does more than answer leaves something there, or fails. */
function answerTo(file: string, option: string): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [projectFile(file), option], {
    cwd: temporaryFolder(),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('every command is found', () => {
  expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining(['check', 'verify', 'start', 'keys']));
});

test.each(commands)('%s --help says how it is called, and what it takes', (name, file) => {
  const { status, stdout, stderr } = answerTo(file, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^Usage: npm (run -s )?${name}\\b`));
  expect(stdout).toMatch(/^ {2}\S.* {2}\S/m);
  for (const line of stdout.match(/^ {2}-.*/gm) ?? []) expect(line).toMatch(/^ {2}-.* {2}\S/);
});

test.each(commands)('%s --version is one line', (_, file) => {
  expect(answerTo(file, '--version')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    stderr: '',
  });
});

test('a command that is not there is said', () => {
  expect(answerTo('scripts/run.js', 'chekc')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'There is no command "chekc": `npm run` lists them.\n',
  });
});
