import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFile, projectFolder } from '../cli/project.ts';
import { readFolder } from '../generate/files.ts';
import { runScript } from '../test/run-script.ts';
import { folderWith, type PackedPackage, packPackage, run } from './test/packed-package.ts';
import { readmeBlocks, shownCommands } from './test/readme-blocks.ts';

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packPackage();
});

test.each(['typescript', 'typescript-7'])('the examples compile, and the package with them: %s', async (compiler) => {
  const files = await readFolder(projectFile('examples'));
  const folder = await folderWith(packed, Object.fromEntries(files));
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--module', 'node16'];
  const programs = [...files.keys()].filter((file) => file.endsWith('.ts'));
  const tsc = projectFile(`node_modules/${compiler}/bin/tsc`);
  expect(await run(process.execPath, [tsc, ...options, ...programs], folder)).toBe('');
});

test('the stub is a test double', async () => {
  const folder = await folderWith(packed, Object.fromEntries(await readFolder(projectFile('examples'))));
  const printed = await run(process.execPath, ['--test', 'test-double.mjs'], folder);
  expect(printed).toMatch(/^\S+ pass 2\n/m);
});

describe('the READMEs', () => {
  const blocks = readmeBlocks();

  test('their TypeScript compiles, with the package installed', async () => {
    const typescript = blocks.filter(({ language }) => language === 'ts');
    expect(typescript.length).toBeGreaterThan(0);
    // A block may go on with the client of the one before it.
    const files = typescript.map(({ place, code }, index) => {
      const client = `declare const client: import('${packed.name}/client').AdoptionClient;\n`;
      return [`block-${index}.ts`, `// ${place}\n${/\bconst client\b/.test(code) ? '' : client}${code}export {};\n`];
    });
    const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', types: ['node'], noEmit: true };
    const configuration = JSON.stringify({ compilerOptions, include: ['*.ts'] });
    const folder = await folderWith(packed, { 'tsconfig.json': configuration, ...Object.fromEntries(files) }, [
      '@types/node',
      'undici-types',
    ]);
    const tsc = projectFile('node_modules/typescript-7/bin/tsc');
    expect(await run(process.execPath, [tsc, '--project', 'tsconfig.json'], folder)).toBe('');
  });

  test('the commands that they show exist, with their options', async () => {
    const folder = await folderWith(packed);
    const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = ['check', 'dev', 'verify', 'stub', 'diff', 'generate', 'lint', 'docs', 'new'];
    const helps = new Map(
      await Promise.all(
        commands.map(async (name) => {
          const [inPackage, inProject] = await Promise.all([
            runScript(join(folder, 'node_modules/.bin/contract'), [name, '--help'], folder),
            runScript(`${name}.ts`, ['--help'], projectFolder),
          ]);
          return [name, { contract: inPackage.stdout, npm: inProject.stdout }] as const;
        }),
      ),
    );
    const shown = shownCommands(blocks);
    expect(new Set(shown.map(({ of }) => of))).toEqual(new Set(['npm', 'contract']));
    const unknown = shown.filter(({ of, name, options }) => {
      const help = helps.get(name)?.[of];
      if (help === undefined) return of === 'contract' || !(name in scripts);
      return options.some((option) => !help.includes(option));
    });
    expect(unknown).toEqual([]);
  });
});
