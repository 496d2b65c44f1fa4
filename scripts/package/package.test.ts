import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { projectFile, projectFolder } from '../cli/project.ts';
import { readFolder } from '../generate/files.ts';
import { type PackedPackage, packPackage, run } from './test/packed-package.ts';

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packPackage();
});

// `npx vitest run scripts/package --update` writes the list.
test('the package holds what it should, and nothing else', async () => {
  // Those of `generated/` that the package has follow from the contract.
  const modules = [...(await readFolder(projectFile('generated/validators'))).keys()];
  const ofContract = modules.map((name) => `dist/generated/validators/${name}`);
  expect(packed.files).toEqual(expect.arrayContaining(ofContract));
  const others = packed.files.filter((file) => !ofContract.includes(file));
  await expect(`${others.join('\n')}\n`).toMatchFileSnapshot('test/packed-files.txt');
});

test('its version is that of the contract, and the changelog has it', () => {
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
  const { info } = JSON.parse(readFileSync(projectFile('generated/openapi.json'), 'utf8')) as { info: unknown };
  expect(info).toMatchObject({ version });
  expect(readFileSync(projectFile('CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
});

test('every action of the workflows is pinned by its hash', async () => {
  const texts = [...(await readFolder(projectFile('.github/workflows'))).values()];
  const used = texts.flatMap((text) => text.match(/(?<=uses: ).*$/gm) ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual([]);
});

// Each ends with exit code 1 for a finding; `.attw.json` says which ways to resolve a module are left out.
test.each<[checker: string, options: string[], printed: string]>([
  ['publint', ['--strict'], 'All good!'],
  ['attw', ['--no-color'], 'node16 (from ESM): 🟢'],
])('%s has no finding', async (checker, options, printed) => {
  expect(await run(projectFile(`node_modules/.bin/${checker}`), [packed.tarball, ...options], projectFolder)).toContain(
    printed,
  );
});
