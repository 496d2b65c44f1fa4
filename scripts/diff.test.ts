import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

/** A contract of two files, in a version, with a list of ships of at most so many. */
const contract = (version: string, most: number) => `openapi: 3.1.0
info: { title: Harbour, version: ${version} }
paths:
  /ships:
    get:
      operationId: listShips
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: ${most} } }]
      responses: { '200': { description: Ships., content: { text/plain: { schema: { $ref: names.yaml } } } } }
`;

/** A repository with two commits, the first of which has a tag; the contract of the second is changed once more. */
function repository(): string {
  const folder = temporaryFolder({
    'spec/openapi.yaml': contract('1.0.0', 100),
    'spec/names.yaml': 'type: string\n',
    'api/ships.yaml': contract('1.0.0', 30),
    'api/names.yaml': 'type: string\n',
    'api/released/ships.yaml': contract('1.0.0', 20),
    'api/released/names.yaml': 'type: string\n',
    'spec/mistaken.yaml': contract('1.0.0', 100).replace('maximum: 100', 'nullable: true'),
  });
  const git = (...options: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example', ...options], { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
  git('tag', 'v1.0.0');
  writeFileSync(join(folder, 'spec/openapi.yaml'), contract('1.1.0', 200));
  git('commit', '--quiet', '--all', '--message', 'Two');
  writeFileSync(join(folder, 'spec/openapi.yaml'), contract('1.2.0', 50));
  writeFileSync(join(folder, 'other.yaml'), contract('1.0.0', 70));
  writeFileSync(join(folder, 'names.yaml'), 'type: string\n');
  return folder;
}

const folder = repository();
const bound = (was: number, is: number) =>
  `The upper bound of query parameter \`limit\` of listShips changed from ${was} to ${is}.`;
const broken = (most: number) =>
  `    breaks clients that send a value above ${most}\n    compatible: leave \`maximum\` as it was\n`;
const place = 'openapi.yaml:7:71';

test.concurrent.each<[given: string[], exitCode: number, stdout: string]>([
  [
    ['v1.0.0'],
    1,
    `spec/${place} major: ${bound(100, 50)}\n    released v1.0.0:spec/${place}\n${broken(50)}` +
      '1 change since 1.0.0: a major change needs 2.0.0, info.version is 1.2.0.\n',
  ],
  [
    ['v1.0.0', 'HEAD'],
    0,
    `HEAD:spec/${place} minor: ${bound(100, 200)}\n    released v1.0.0:spec/${place}\n` +
      '1 change since 1.0.0: 1.1.0 is enough.\n',
  ],
  [
    ['v1.0.0', '--spec', './spec/openapi.yaml'],
    1,
    `spec/${place} major: ${bound(100, 50)}\n    released v1.0.0:spec/${place}\n${broken(50)}` +
      '1 change since 1.0.0: a major change needs 2.0.0, info.version is 1.2.0.\n',
  ],
  [['v1.0.0', '--spec', 'api/ships.yaml'], 0, 'No change since 1.0.0.\n'],
  [
    ['--spec', 'api/ships.yaml'],
    1,
    `api/ships.yaml:7:71 minor: ${bound(20, 30)}\n    released api/released/ships.yaml:7:71\n` +
      '1 change since 1.0.0: a minor change needs 1.1.0, info.version is 1.0.0.\n',
  ],
  [
    ['HEAD~1:./spec/openapi.yaml', 'other.yaml'],
    1,
    `other.yaml:7:71 major: ${bound(100, 70)}\n    released HEAD~1:spec/${place}\n${broken(70)}` +
      '1 change since 1.0.0: a major change needs 2.0.0, info.version is 1.0.0.\n',
  ],
])('compares %j', async (given, exitCode, stdout) => {
  expect(await runScript('diff.ts', given, folder)).toEqual({ exitCode, stdout, stderr: '' });
});

test.concurrent('writes the same for other programs', async () => {
  const { exitCode, stdout, stderr } = await runScript('diff.ts', ['v1.0.0', 'other.yaml', '--json', '-'], folder);
  expect({ exitCode, report: JSON.parse(stdout) as unknown }).toEqual({
    exitCode: 1,
    report: {
      formatVersion: 1,
      released: '1.0.0',
      version: '1.0.0',
      needed: 'major',
      neededVersion: '2.0.0',
      isVersionEnough: false,
      changes: [
        {
          impact: 'major',
          message: bound(100, 70),
          breaks: 'clients that send a value above 70',
          compatible: 'leave `maximum` as it was',
          location: { file: 'other.yaml', line: 7, column: 71 },
          released: { file: 'v1.0.0:spec/openapi.yaml', line: 7, column: 71 },
        },
      ],
    },
  });
  // What people read goes elsewhere then.
  expect(stderr).toContain(bound(100, 70));
});

test.concurrent('says of both contracts how it reads what they get wrong', async () => {
  const warning = (file: string) =>
    `${file}:7:71 warning: \`nullable\` is a keyword of OpenAPI 3.0: it is read as the type null.\n`;
  const { exitCode, stderr } = await runScript('diff.ts', ['v1.0.0:spec/mistaken.yaml', 'spec/mistaken.yaml'], folder);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: warning('v1.0.0:spec/mistaken.yaml') + warning('spec/mistaken.yaml'),
  });
});

test.concurrent.each<[given: string[], stderr: RegExp]>([
  [['v9'], /^v9 is neither a file nor a revision here: git ls-tree failed: fatal: .* v9\n$/],
  [['v1.0.0:gone.yaml'], /^Revision v1\.0\.0 has no file gone\.yaml\.\n$/],
  [['--spec', 'gone.yaml'], /^Cannot read gone\.yaml: there is no such file\.\n$/],
  [['--spec', 'other.yaml'], /^There is no released\/other\.yaml: name what other\.yaml is compared with, /],
  [
    ['v1.0.0', 'other.yaml', '--json', 'other.yaml'],
    /^--json other\.yaml is a file of the contract: name another one\.\nSee: /,
  ],
  [['a', 'b', 'c'], /^diff compares two contracts, and was given more\.\nSee: /],
])('cannot compare %j', async (given, stderr) => {
  expect(await runScript('diff.ts', given, folder)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(stderr) as string,
  });
});
