import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from './cli/project.ts';
import { readFolder } from './generate/files.ts';
import { fixture } from './test/contracts.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const described = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /a:
    get:
      responses:
        '200':
          description: D
`;
const patterned = `${described}          content:
            text/plain:
              schema:
                type: string
                pattern: '(?i)a'
`;

describe.concurrent('a failure says why and leaves the folder as it was', () => {
  test.each<[name: string, text: string, options: string[], exitCode: number, says: RegExp]>([
    ['no YAML', '[', [], 1, /^spec\.yaml:1:1 This is not valid YAML: .*\.\n$/],
    [
      'a pattern of another language, where all must be right',
      patterned,
      ['--strict'],
      1,
      /^spec\.yaml:13:17 This pattern is no regular expression of JavaScript\.\n$/,
    ],
    ['a missing file', described, ['--spec', 'gone.yaml'], 2, /^Cannot read gone\.yaml: there is no such file\.\n$/],
    [
      'an unknown option',
      described,
      ['--watch'],
      2,
      /^Unknown option '--watch'.*\nSee: npm run -s generate -- --help\n$/,
    ],
  ])('%s', async (_, text, options, exitCode, says) => {
    const folder = temporaryFolder({
      'spec.yaml': text,
      'generated/types.ts': 'as it was',
      'generated/notes.txt': 'mine',
    });
    const run = await runScript('generate.ts', ['--spec', 'spec.yaml', ...options], folder);
    expect(run).toEqual({ exitCode, stdout: '', stderr: expect.stringMatching(says) as string });
    expect(Object.fromEntries(await readFolder(join(folder, 'generated')))).toEqual({
      'types.ts': 'as it was',
      'notes.txt': 'mine',
    });
  });
});

test.each(['--check', '--strict'])(
  'what follows from this contract is kept where another is named: %s',
  async (option) => {
    const broken = join(temporaryFolder({ 'spec.yaml': 'openapi: 3.1.0' }), 'spec.yaml');
    expect(await runScript('generate.ts', ['--spec', broken, option], projectFolder)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^generated\/ follows from spec\/openapi\.yaml: .* --out\.\nSee: /) as string,
    });
  },
);

test('files of a folder that nothing was generated in are not written over', async () => {
  const copies = ['library.yaml', 'library-book.yaml'].map((name) => [name, readFileSync(fixture(name), 'utf8')]);
  const texts = Object.fromEntries(copies) as Record<string, string>;
  const folder = temporaryFolder({ ...texts, 'src/types.ts': 'export type Mine = 1;\n' });
  expect(await runScript('generate.ts', ['--spec', 'library.yaml', '--out', 'src'], folder)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'src/types.ts was not generated: name another folder with --out, or move it away.\n',
  });
  expect(Object.fromEntries(await readFolder(join(folder, 'src')))).toEqual({ 'types.ts': 'export type Mine = 1;\n' });
  expect((await runScript('generate.ts', ['--spec', 'library.yaml', '--out', 'lib'], folder)).exitCode).toBe(0);
  writeFileSync(join(folder, 'lib/types.ts'), 'edited');
  expect((await runScript('generate.ts', ['--spec', 'library.yaml', '--out', 'lib'], folder)).exitCode).toBe(0);
  expect(readFileSync(join(folder, 'lib/types.ts'), 'utf8')).not.toBe('edited');
});

describe('the same bytes', () => {
  const names = [
    'calls.ts',
    'documentation.ts',
    'openapi.json',
    'operations.ts',
    'types.ts',
    'validators.d.ts',
    'validators.js',
  ];

  test('from any working directory and by any path', async () => {
    const copies = ['library.yaml', 'library-book.yaml'].map((name) => [name, readFileSync(fixture(name), 'utf8')]);
    const spaced = temporaryFolder(Object.fromEntries(copies) as Record<string, string>, ' with spaces & more');
    const [first, second] = await Promise.all([
      runScript('generate.ts', ['--spec', 'library.yaml', '--out', 'out put'], spaced),
      runScript('generate.ts', ['--spec', fixture('library.yaml'), '--out', join(spaced, 'other')], projectFolder),
    ]);
    expect([first.stderr, second.stderr]).toEqual(['', '']);
    const written = await readFolder(join(spaced, 'out put'));
    expect([...written.keys()].filter((name) => !name.startsWith('validators/'))).toEqual(names);
    expect([...written.keys()]).toContain('validators/operations/addBook.js');
    expect(await readFolder(join(spaced, 'other'))).toEqual(written);
    expect(
      [...written.values()].filter(
        (text) => text.includes(projectFolder) || text.includes(spaced) || text.includes('node_modules'),
      ),
    ).toEqual([]);
  });
});
