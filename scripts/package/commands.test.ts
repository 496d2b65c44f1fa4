import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { readFolder } from '../generate/files.ts';
import { type Run, runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { folderWith, optionalPackages, type PackedPackage, packPackage } from './test/packed-package.ts';

let packed: PackedPackage;
/** A folder with the package and nothing else that its commands could use. */
let bare: string;
/** The same with the packages that the package leaves to its users. */
let equipped: string;
beforeAll(async () => {
  packed = await packPackage();
  [bare, equipped] = await Promise.all([folderWith(packed), folderWith(packed, {}, optionalPackages)]);
});

/** Runs the program of the package that is installed in a folder. */
const contract = (folder: string, options: string[], environment: Record<string, string> = {}): Promise<Run> =>
  runScript(join(folder, 'node_modules/.bin/contract'), options, folder, environment);

test.each(['check', 'dev', 'verify', 'stub', 'diff', 'generate', 'lint', 'docs', 'new'])(
  '%s --help',
  async (command) => {
    expect(await contract(bare, [command, '--help'])).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(`^Usage: contract ${command} (.* )?\\[OPTION\\]…\n`) as string,
      stderr: '',
    });
  },
);

test.each<[name: string, options: string[], exitCode: number, stdout: RegExp, stderr: RegExp]>([
  ['asked for help', ['--help'], 0, /^Usage: contract COMMAND \[OPTION\]…\n/, /^$/],
  ['asked for its version', ['--version'], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  ['without a command', [], 2, /^$/, /^Usage: contract COMMAND/],
  ['with another command', ['toString'], 2, /^$/, /^There is no command "toString"\.\nUsage: /],
  ['with a server that has no address', ['verify'], 2, /^$/, /^Which server\? .*\nSee: contract verify --help\n$/],
  ['that lints', ['lint'], 2, /^$/, /^This needs @redocly\/cli@2, .*: npm install --save-dev @redocly\/cli@2\n$/],
  ['that compares', ['diff'], 2, /^$/, /: npm install --save-dev openapi-typescript@7 typescript@5\n$/],
  [
    'that generates',
    ['generate'],
    2,
    /^$/,
    /: npm install --save-dev ajv@8 ajv-formats@3 openapi-typescript@7 rolldown@1\n$/,
  ],
  [
    'with another contract of several files',
    ['stub', '--spec', 'parts.yaml'],
    2,
    /^$/,
    /^This needs @redocly\/cli@2, /,
  ],
])('%s, without other packages', async (_, options, exitCode, stdout, stderr) => {
  writeFileSync(join(bare, 'parts.yaml'), "openapi: 3.1.0\npaths: { $ref: './paths.yaml' }\n");
  writeFileSync(join(bare, 'paths.yaml'), '{}');
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
  expect(linted.stdout).toMatch(/openapi\.yaml and .*rules\.arazzo\.yaml pass the lint rules of .*redocly\.yaml\.\n$/);
  expect(compared).toEqual({ exitCode: 0, stdout: expect.stringMatching(/ since \d/) as string, stderr: '' });
});

test('checks a contract with the code around it, and serves the verdict at each save', async () => {
  const contractText = `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
paths: { /ships: { get: { responses: { '200': { description: Ships. } } } } }
components: { schemas: { Ship: { type: string } } }
`;
  const options = ['--spec', 'harbour.yaml', '--out', 'api'];
  const folder = await folderWith(
    packed,
    {
      'harbour.yaml': contractText,
      'tsconfig.json':
        '{ "compilerOptions": { "types": [], "module": "nodenext", "skipLibCheck": true }, "include": ["*.ts"] }',
      'ship.ts':
        "import type { components } from './api/types.js';\nexport const ship: components['schemas']['Ship'] = 1;\n",
    },
    optionalPackages,
  );
  expect(await contract(folder, ['check', ...options])).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      /^✗ types .*\n {2}harbour\.yaml:4:\d+ code: Type 'number' is not assignable/m,
    ) as string,
  });
  const program = join(folder, 'node_modules/.bin/contract');
  const child = spawn(process.execPath, [program, 'dev', ...options, '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      printed += String(text);
      if (/^The contract is violated/m.test(printed) && / a stub of harbour\.yaml, is at /.test(printed)) break;
    }
    expect(printed).toMatch(/^✗ types .*\n {2}harbour\.yaml:4:/m);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});

test('compares two contracts, with the compiler of its user', async () => {
  const schema = (name: string) =>
    `    ${name}: { type: object, required: [code], properties: { code: { type: string } } }\n`;
  const released = `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
paths:
  /ships:
    get:
      operationId: listShips
      responses:
        default: { description: No, content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }
components:
  schemas:
${schema('Error')}`;
  writeFileSync(join(equipped, 'released.yaml'), released);
  // The type of the schema `Error` is called `ApiError`, unless there is one of that name before it.
  writeFileSync(
    join(equipped, 'current.yaml'),
    released.replace(schema('Error'), `    ApiError: { type: string }\n${schema('Error')}`),
  );
  expect(await contract(equipped, ['diff', 'released.yaml', 'current.yaml'])).toEqual({
    exitCode: 1,
    stdout: expect.stringMatching(/^current\.yaml:\d+:\d+ major: The type `ApiError` does not fit/) as string,
    stderr: '',
  });
});

test('compares and generates without the linter', async () => {
  const others = optionalPackages.filter((name) => name !== '@redocly');
  const folder = await folderWith(packed, {}, others);
  for (const command of [['diff'], ['generate', '--out', 'generated']])
    expect(await contract(folder, command)).toMatchObject({ exitCode: 0, stderr: '' });
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

test('lays out a service that depends on this version of the package', async () => {
  const folder = join(temporaryFolder(), 'service');
  expect(
    await contract(equipped, ['new', '--spec', `node_modules/${packed.name}/dist/spec/openapi.yaml`, folder]),
  ).toMatchObject({ exitCode: 0, stderr: '' });
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies[packed.name]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(
    await contract(equipped, [
      'generate',
      '--check',
      '--spec',
      join(folder, 'spec/openapi.yaml'),
      '--out',
      join(folder, 'generated'),
    ]),
  ).toMatchObject({ exitCode: 0, stderr: '' });
});

test('stub and verifier find the contract, take keys from the environment, and name lines of its YAML', async () => {
  const [key, limitedKey] = ['key-of-the-environment', 'limited-key-of-the-environment'];
  const child = spawn(process.execPath, [join(bare, 'node_modules/.bin/contract'), 'stub', '--port', '0'], {
    cwd: bare,
    env: { ...process.env, CONTRACT_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // What it answers is nothing that the contract has.
  const silent = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  try {
    await once(silent, 'listening');
    const [greeting] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(greeting).toContain(` a stub of node_modules/${packed.name}/dist/spec/openapi.yaml, `);
    const [baseUrl = ''] = /http:\S+/.exec(greeting) ?? [];
    const environment = { CONTRACT_KEY: key, CONTRACT_LIMITED_KEY: limitedKey };
    const { exitCode, stdout, stderr } = await contract(bare, ['verify', '--base-url', baseUrl], environment);
    // The stub knows one key.
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^The server refuses the limited key \(401\)/) as string,
    });
    const { port } = silent.address() as AddressInfo;
    const other = await contract(bare, ['verify', '--base-url', `http://127.0.0.1:${port}/v1`], { CONTRACT_KEY: key });
    expect(other.exitCode).toBe(1);
    const places = [...other.stdout.matchAll(/^[✗?] \S+ .*?(\S+\.yaml):(\d+):\d+/gm)];
    expect([...new Set(places.map(([, file]) => file))]).toEqual([
      `node_modules/${packed.name}/dist/spec/openapi.yaml`,
    ]);
    expect(`${other.stdout}${other.stderr}`).not.toContain(key);
  } finally {
    child.kill();
    silent.close();
  }
});
