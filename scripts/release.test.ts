import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ProjectCopy, spec } from './check/test/project-copy.ts';
import { paths, projectFolder } from './cli/project.ts';
import type { Run } from './test/run-script.ts';

const changelog = '# Changes\n\nOf each version.\n\n## 1.0.0\n\nThe first.\n';

/** A copy of the project in a repository of its own, with everything committed. */
class Repository extends ProjectCopy {
  constructor() {
    super();
    cpSync(join(projectFolder, 'package-lock.json'), join(this.folder, 'package-lock.json'));
    writeFileSync(join(this.folder, 'CHANGELOG.md'), changelog);
    writeFileSync(join(this.folder, '.gitignore'), 'node_modules\nreports/\ndata/\n');
    this.git('init', '--quiet');
    this.git('config', 'user.name', 'T');
    this.git('config', 'user.email', 't@example');
    this.commit();
  }

  git(...options: string[]): string {
    return execFileSync('git', options, { cwd: this.folder, encoding: 'utf8' }).trim();
  }

  commit(): this {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'State');
    return this;
  }

  release(...options: string[]): Promise<Run> {
    return this.run('release', ...options);
  }

  /** What a check finds is not asked here: it writes to a generated file, and ends with this code. */
  withCheckThatEndsWith(exitCode: number): this {
    return this.withCheck(`process.exitCode = ${exitCode};`);
  }

  /** A check that writes to a generated file, and then does this. */
  withCheck(statement: string): this {
    const check = `import { appendFileSync } from 'node:fs';
appendFileSync('generated/types.ts', '// written');
${statement}
`;
    writeFileSync(join(this.folder, 'scripts/check.ts'), check);
    return this.commit();
  }
}

const [, version = ''] = /^ {2}version: (.*)$/m.exec(readFileSync(join(projectFolder, spec), 'utf8')) ?? [];
const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
const [corrected, broken] = [`${major}.${minor}.${patch + 1}`, `${major + 1}.0.0`];

/** A description that says something else: no code follows from it but its own copy. */
const described = () => new Repository().change(spec, /^ {2}title: .*$/m, () => '  title: Another title');

test('a release is the version, the released contract, the log of changes, a commit and a tag', async () => {
  const copy = described().commit();
  const { exitCode, stdout, stderr } = await copy.release('--bump');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^The contract is kept on both sides\./m);
  expect(stdout).toMatch(new RegExp(`\nReleased ${corrected} as v${corrected}: .*\n$`));
  expect(copy.read(spec)).toContain(`\n  version: ${corrected}\n`);
  expect(copy.read(paths.released)).toBe(copy.read(spec));
  for (const file of ['package.json', 'package-lock.json', 'generated/openapi.json'])
    expect(copy.read(file)).toContain(`"version": "${corrected}"`);
  expect(copy.read('CHANGELOG.md')).toMatch(
    new RegExp(`^# Changes\n\nOf each version\\.\n\n## ${corrected}\n\n### Corrected\n\n- .*title.*\n\n## 1\\.0\\.0\n`),
  );
  expect(copy.git('status', '--porcelain')).toBe('');
  expect(copy.git('describe', '--exact-match')).toBe(`v${corrected}`);
  expect(copy.git('log', '--format=%s')).toBe(`Release ${corrected}\nState\nState`);
});

test('a change that breaks clients is released as a major version, and said to break them', async () => {
  const copy = new Repository()
    .change(spec, /requestsPerMinute: \d+/, () => 'requestsPerMinute: 1')
    .withCheckThatEndsWith(0);
  expect(await copy.release('--bump')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(copy.git('describe', '--exact-match')).toBe(`v${broken}`);
  expect(copy.read('CHANGELOG.md')).toMatch(
    /\n### Breaking\n\n- requestsPerMinute of .*\. Breaks clients with a key of /,
  );
});

test('a version that its author has set is released as it is', async () => {
  const copy = described()
    .change(spec, /^ {2}version: .*$/m, () => `  version: ${broken}`)
    .withCheckThatEndsWith(0);
  expect(await copy.release()).toMatchObject({ exitCode: 0, stderr: '' });
  expect(copy.git('describe', '--exact-match')).toBe(`v${broken}`);
});

const asItWas = [spec, paths.released, 'package.json', 'package-lock.json', 'generated/types.ts', 'CHANGELOG.md'];

test.each<[why: string, copy: () => Repository, options: string[], exitCode: number, says: RegExp]>([
  [
    'while check fails',
    () => described().withCheckThatEndsWith(1),
    ['--bump'],
    1,
    /^\S+ is not released, and nothing is changed: `npm run check` fails\.\n$/,
  ],
  ['while check cannot run', () => described().withCheckThatEndsWith(2), ['--bump'], 2, /`npm run check` fails\.\n$/],
  [
    'where it is interrupted',
    () => described().withCheck("process.kill(process.ppid, 'SIGINT'); setInterval(() => {}, 1000);"),
    ['--bump'],
    2,
    /`npm run check` was interrupted\.\n$/,
  ],
  [
    'under the version that is released',
    () => described().commit(),
    [],
    1,
    /^1 change since \S+: a patch change needs .* `--bump` sets it\.\n$/,
  ],
  ['without a change', () => new Repository(), ['--bump'], 1, /^No change since .* There is nothing to release\.\n$/],
  ['beside what is not committed', described, ['--bump'], 2, /^Commit these first, .*\nM? ?M? spec\/openapi\.yaml\n$/],
  [
    'twice',
    () => {
      const copy = described().commit();
      copy.git('tag', `v${corrected}`);
      return copy;
    },
    ['--bump'],
    1,
    /^There is a tag v\S+ already\.\n$/,
  ],
])('nothing is released %s', async (_, make, options, exitCode, says) => {
  const copy = make();
  const [texts, log, tags] = [asItWas.map((file) => copy.read(file)), copy.git('log'), copy.git('tag')];
  const run = await copy.release(...options);
  expect({ exitCode: run.exitCode, said: run.stdout + run.stderr }).toEqual({
    exitCode,
    said: expect.stringMatching(says) as string,
  });
  expect(asItWas.map((file) => copy.read(file))).toEqual(texts);
  expect([copy.git('log'), copy.git('tag')]).toEqual([log, tags]);
});
