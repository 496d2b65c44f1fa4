import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFile, projectFolder } from '../cli/project.ts';
import { readFolder } from '../generate/files.ts';
import { runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { folderWith, type PackedPackage, packPackage, run } from './test/packed-package.ts';
import { readmeBlocks, shownCommands } from './test/readme-blocks.ts';

let packed: PackedPackage;
/** A folder with the package and nothing else that its commands could use. */
let bare: string;
/** The same with the packages that the package leaves to its users. */
let equipped: string;
beforeAll(async () => {
  packed = await packPackage();
  bare = await folderWith(packed);
  equipped = await folderWith(packed, {}, [
    '@redocly',
    'ajv',
    'ajv-formats',
    'openapi-typescript',
    'rolldown',
    'typescript',
  ]);
});

// `npx vitest run scripts/package --update` writes the list.
test('the package holds what it should, and nothing else', async () => {
  await expect(`${packed.files.join('\n')}\n`).toMatchFileSnapshot('test/packed-files.txt');
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

/** Runs the program of the package that is installed in a folder. */
const contract = (folder: string, options: string[], environment: Record<string, string> = {}) =>
  runScript(join(folder, 'node_modules/.bin/contract'), options, folder, environment);

describe('the command', () => {
  test.each(['verify', 'stub', 'diff', 'generate', 'lint'])('%s --help', async (command) => {
    expect(await contract(command === 'generate' ? equipped : bare, [command, '--help'])).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(`^Usage: contract ${command} \\[?--`) as string,
      stderr: '',
    });
  });

  test.each<[name: string, options: string[], exitCode: number, stdout: RegExp, stderr: RegExp]>([
    ['asked for help', ['--help'], 0, /^Usage: contract COMMAND \[OPTION\]…\n/, /^$/],
    ['without a command', [], 2, /^$/, /^Usage: contract COMMAND/],
    ['with another command', ['toString'], 2, /^$/, /^There is no command "toString"\.\nUsage: /],
    [
      'with a server that has no address',
      ['verify'],
      2,
      /^$/,
      /^Which server\? .*\nUsage: contract verify --base-url URL/,
    ],
    ['that lints', ['lint'], 2, /^$/, /^This needs @redocly\/cli@2, .*: npm install --save-dev @redocly\/cli@2\n$/],
    ['that compares', ['diff'], 2, /^$/, /^This needs @redocly\/cli@2, /],
    [
      'that generates',
      ['generate'],
      2,
      /^$/,
      /: npm install --save-dev @redocly\/cli@2 ajv@8 ajv-formats@3 openapi-typescript@7 rolldown@1\n$/,
    ],
    [
      'with another contract',
      ['stub', '--spec', projectFile('spec/openapi.yaml')],
      2,
      /^$/,
      /^This needs @redocly\/cli@2, /,
    ],
  ])('%s, without other packages', async (_, options, exitCode, stdout, stderr) => {
    expect(await contract(bare, options)).toEqual({
      exitCode,
      stdout: expect.stringMatching(stdout) as string,
      stderr: expect.stringMatching(stderr) as string,
    });
  });

  test('asks for the version that it needs beside an older one', async () => {
    const older = '{ "name": "@redocly/cli", "version": "1.34.0", "main": "" }';
    const folder = await folderWith(packed, { 'node_modules/@redocly/cli/package.json': older });
    expect(await contract(folder, ['lint'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^This needs @redocly\/cli@2, /) as string,
    });
  });

  test('lints and compares the contract of the package', async () => {
    const [linted, compared] = await Promise.all([contract(equipped, ['lint']), contract(equipped, ['diff'])]);
    expect(linted).toMatchObject({ exitCode: 0, stderr: '' });
    expect(linted.stdout).toMatch(
      /openapi\.yaml and .*rules\.arazzo\.yaml pass the lint rules of .*redocly\.yaml\.\n$/,
    );
    expect(compared).toEqual({ exitCode: 0, stdout: expect.stringMatching(/ since \d/) as string, stderr: '' });
  });

  test('generates the files that the project has', async () => {
    const out = temporaryFolder();
    expect(await contract(equipped, ['generate', '--out', out])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await readFolder(out)).toEqual(await readFolder(projectFile('generated')));
    rmSync(join(out, 'types.ts'));
    expect(await contract(equipped, ['generate', '--check', '--out', out])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('types.ts is missing: run `contract generate`.') as string,
    });
  });
});

test('the stub and the verifier find the contract, take keys from the environment, and name lines of its YAML', async () => {
  const [key, limitedKey] = ['key-of-the-environment', 'limited-key-of-the-environment'];
  const child = spawn(process.execPath, [join(bare, 'node_modules/.bin/contract'), 'stub', '--port', '0'], {
    cwd: bare,
    env: { ...process.env, CONTRACT_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [greeting] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(greeting).toContain(` a stub of node_modules/${packed.name}/dist/spec/openapi.yaml, `);
    const [baseUrl = ''] = /http:[^\s]*(?=\.\n)/.exec(greeting) ?? [];
    const environment = { CONTRACT_KEY: key, CONTRACT_LIMITED_KEY: limitedKey };
    const { exitCode, stdout, stderr } = await contract(bare, ['verify', '--base-url', baseUrl], environment);
    // The stub knows one key.
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^The server refuses the limited key \(401\)/) as string,
    });
    const other = await contract(bare, ['verify', '--base-url', baseUrl], { CONTRACT_KEY: key });
    expect(other.exitCode).toBe(1);
    const places = [...other.stdout.matchAll(/^[✗?] \S+ .*?(\S+\.yaml):(\d+):\d+/gm)];
    expect([...new Set(places.map(([, file]) => file))].sort()).toEqual(
      ['openapi.yaml', 'rules.arazzo.yaml'].map((name) => `node_modules/${packed.name}/dist/spec/${name}`),
    );
    expect(`${other.stdout}${other.stderr}`).not.toContain(key);
  } finally {
    child.kill();
  }
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
    const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = ['verify', 'stub', 'diff', 'generate', 'lint'];
    const helps = new Map(
      await Promise.all(
        commands.map(async (name) => {
          const [inPackage, inProject] = await Promise.all([
            contract(equipped, [name, '--help']),
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
