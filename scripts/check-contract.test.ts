import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectFile, projectFolder } from './cli/project.ts';
import type { CheckJsonReport } from './report/json.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const contract = `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
servers: [{ url: https://harbour.example/api }]
paths:
  /ships:
    get:
      operationId: listShips
      responses:
        '200':
          description: Ships.
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Ship' } }
components:
  schemas:
    Ship:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 40 }
`;

const code = `import type { components } from '../api/types.ts';

export const ship: components['schemas']['Ship'] = { name: 'Ada' };
`;

const compiler = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, module: 'nodenext', allowImportingTsExtensions: true, types: [] },
  include: ['src', 'api/types.ts'],
});

const processes: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
});

/** Starts a command, and resolves to what it has printed, when that has what is waited for. */
async function started(script: string, options: string[], folder: string) {
  const child = spawn(process.execPath, [join(projectFolder, 'scripts', script), ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const said = async (what: RegExp, from = 0) => {
    for (;;) {
      const found = what.exec(printed.slice(from));
      if (found !== null) return found;
      if (child.exitCode !== null) throw new Error(`It has ended:\n${printed}`);
      await sleep(20);
    }
  };
  return { child, said, length: () => printed.length };
}

const check = (folder: string, ...options: string[]) =>
  runScript('check.ts', ['--spec', 'harbour.yaml', ...options], folder);

test('a contract alone is linted', async () => {
  const folder = temporaryFolder({ 'harbour.yaml': contract });
  expect(await check(folder)).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(
      new RegExp(
        String.raw`^✓ lint +\S+ s {2}harbour\.yaml passes the lint rules of \S+\n\n` +
          String.raw`No finding in what was run\. \(.*\)\n` +
          'Nothing else was given to check: --out FOLDER ',
      ),
    ) as string,
    stderr: '',
  });
});

test('what the linter says is a warning, and a finding where that is asked for', async () => {
  const folder = temporaryFolder({ 'harbour.yaml': contract.replace('version: 1.0.0', 'version: 1') });
  expect(await check(folder)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^✓ lint .* 1 kind of warning, the first at harbour\.yaml:2:34: /) as string,
  });
  expect(await check(folder, '--strict')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/^✗ lint .* 1 finding\n {2}harbour\.yaml:2:34 spec: /) as string,
  });
});

test('of a contract that cannot be read nothing else is checked', async () => {
  const folder = temporaryFolder({ 'harbour.yaml': contract.replace('paths:', 'paths: [') });
  const { exitCode, stdout } = await check(folder, '--out', 'api', '--base-url', 'http://127.0.0.1:1');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^✗ lint .*\n {2}harbour\.yaml:\d+:\d+ spec: This is not valid YAML/);
  expect(stdout.match(/^- (generate|verify server) /gm)).toHaveLength(2);
});

test.each(['check-contract.ts', 'dev-contract.ts'])(
  '%s says that a contract is not there, and ends',
  async (script) => {
    const run = await runScript(script, ['--spec', 'nowhere.yaml'], temporaryFolder({}));
    expect(run).toEqual({ exitCode: 2, stdout: '', stderr: 'Cannot read nowhere.yaml: there is no such file.\n' });
  },
);

test('the code around what is generated is checked, and what clients were promised', async () => {
  const folder = temporaryFolder({
    'harbour.yaml': contract.replace('name: { type: string, maxLength: 40 }', 'name: { type: integer }'),
    'released/harbour.yaml': contract,
    'src/ship.ts': code,
    'tsconfig.json': compiler,
  });
  const { exitCode, stdout } = await check(folder, '--out', 'api', '--json', 'check.json');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^✓ generate .* wrote \d+ files in api\/$/m);
  const { findings } = JSON.parse(readFileSync(join(folder, 'check.json'), 'utf8')) as CheckJsonReport;
  const witnesses = findings.flatMap(({ foundBy }) =>
    foundBy.map(({ stage, side, location }) => `${stage} ${side} ${location.file}:${location.line}`),
  );
  expect(witnesses).toEqual(expect.arrayContaining(['types src harbour.yaml:20', 'released spec harbour.yaml:20']));
  writeFileSync(join(folder, 'harbour.yaml'), contract);
  expect(await check(folder, '--out', 'api')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^✓ types .* the code of tsconfig\.json fits api\/types\.ts$/m) as string,
  });
  rmSync(join(folder, 'tsconfig.json'));
  expect(await check(folder, '--out', 'api')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^✓ generate .*; no types are checked: there is no tsconfig\.json above it$/m,
    ) as string,
  });
});

test('the contract is not overwritten by what is generated from it', async () => {
  const text = JSON.stringify(parse(contract));
  const folder = temporaryFolder({ 'openapi.json': text });
  const { exitCode, stdout } = await runScript('check.ts', ['--spec', 'openapi.json', '--out', '.'], folder);
  expect(readFileSync(join(folder, 'openapi.json'), 'utf8')).toBe(text);
  expect({ exitCode, stdout }).toEqual({
    exitCode: 2,
    stdout: expect.stringMatching(/^! generate .*--out/m) as string,
  });
});

test('the release may be a revision', async () => {
  const folder = temporaryFolder({ 'harbour.yaml': contract });
  const git = (...options: string[]) => execFileSync('git', options, { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@harbour.example', 'commit', '--quiet', '--message', 'Release');
  writeFileSync(join(folder, 'harbour.yaml'), contract.replace('required: [name]', 'required: []'));
  expect(await check(folder, '--released', 'HEAD')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/^✗ released .*\n {2}harbour\.yaml:18:\d+ spec: major: /m) as string,
  });
});

test('a server is verified, and one that is not there is no finding', async () => {
  const folder = temporaryFolder({ 'harbour.yaml': contract });
  const stub = await started('stub.ts', ['--spec', 'harbour.yaml', '--port', '0'], folder);
  const [baseUrl] = await stub.said(/http:\S+/);
  expect(await check(folder, '--base-url', baseUrl)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^✓ verify server [\s\S]*^The server keeps the contract\. /m) as string,
  });
  writeFileSync(
    join(folder, 'harbour.yaml'),
    contract.replace('name: { type: string, maxLength: 40 }', 'name: { const: Ada }'),
  );
  const waivers = '[{ requirement: listShips.*, reason: It is another one. }]';
  writeFileSync(join(folder, 'waivers.yaml'), waivers);
  const [violated, waived] = await Promise.all([
    check(folder, '--base-url', baseUrl),
    check(folder, '--base-url', baseUrl, '--waivers', 'waivers.yaml'),
  ]);
  expect(violated).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/^✗ verify server .*\n {2}harbour\.yaml:\d+:\d+ server: /m) as string,
  });
  expect(waived.exitCode).toBe(0);
  expect(await check(folder, '--base-url', 'http://127.0.0.1:1')).toMatchObject({
    exitCode: 2,
    stdout: expect.stringMatching(/^! verify server [\s\S]*^No verdict: verify server could not run\. /m) as string,
  });
});

const tasks = 'scripts/mutate/sample-contracts/tasks.yaml';
test.each<[options: string[], message: RegExp]>([
  [['--base-url', 'http://127.0.0.1:1'], /^--base-url is for another contract: give --spec too\.\n/],
  [['--spec', 'harbour.yaml', '--key', 'k'], /^--key is for a server at --base-url: give that too\.\n/],
  [['--spec', 'harbour.yaml', '--all'], /^--all is for the tests of this project: leave out --spec\.\n/],
  [['--spec', tasks, '--only', 'types'], /^There is no stage "types": there is lint\.\n/],
])('%j is refused', async (options, message) => {
  expect(await runScript('check.ts', options, projectFolder)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(message) as string,
  });
});

test('each save is checked, and the stub of the last contract that can be read is served', async () => {
  const folder = temporaryFolder({ 'harbour.yaml': contract, 'src/ship.ts': code, 'tsconfig.json': compiler });
  symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
  const dev = await started('dev.ts', ['--spec', 'harbour.yaml', '--out', 'api', '--port', '0'], folder);
  const [, page = ''] = await dev.said(/^The page is at (\S+)$/m);
  const [, stub = ''] = await dev.said(/ a stub of harbour\.yaml, is at (\S+)$/m);
  await dev.said(/^✓ types [\s\S]*^No finding in what was run\./m);
  expect(await (await fetch(`${page}docs`)).text()).toContain(`data-server="${new URL(stub).origin}"`);
  expect((await fetch(`${stub}/ships`)).status).toBe(200);

  const broken = dev.length();
  writeFileSync(join(folder, 'harbour.yaml'), contract.replace('paths:', 'paths: ['));
  await dev.said(/^✗ lint .*\n.*not valid YAML[\s\S]*^The contract is violated/m, broken);
  expect((await fetch(`${stub}/ships`)).status).toBe(200);

  const mended = dev.length();
  writeFileSync(join(folder, 'harbour.yaml'), contract.replaceAll('ships', 'boats'));
  await dev.said(/^No finding in what was run\./m, mended);
  await expect
    .poll(() =>
      fetch(`${stub}/boats`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);

  const edited = dev.length();
  writeFileSync(join(folder, 'src/ship.ts'), code.replace("'Ada'", '1'));
  await dev.said(/^✗ types .*\n {2}harbour\.yaml:20:\d+ src: Type 'number' is not assignable/m, edited);

  dev.child.kill('SIGTERM');
  expect(await once(dev.child, 'exit')).toEqual([0, null]);
  await expect(fetch(`${stub}/boats`)).rejects.toThrow('fetch failed');
});

test('a released contract and waivers that stand elsewhere are watched as well', async () => {
  const folder = temporaryFolder({
    'own/harbour.yaml': contract.replace('name: { type: string, maxLength: 40 }', 'name: { const: Ada }'),
    'old/harbour.yaml': contract,
    'old/waivers.txt': '[]',
  });
  const stub = await started('stub.ts', ['--spec', 'old/harbour.yaml', '--port', '0'], folder);
  const [baseUrl] = await stub.said(/http:\S+/);
  const others = ['--base-url', baseUrl, '--released', 'old/harbour.yaml', '--waivers', 'old/waivers.txt'];
  const dev = await started('dev.ts', ['--spec', 'own/harbour.yaml', '--port', '0', ...others], folder);
  await dev.said(/^✗ verify server [\s\S]*^The contract is violated/m);

  const waived = dev.length();
  writeFileSync(join(folder, 'old/waivers.txt'), '[{ requirement: listShips.*, reason: It is another one. }]');
  await dev.said(/^✓ released .* Version needed: [\s\S]*^The server keeps the contract\./m, waived);

  const released = dev.length();
  writeFileSync(join(folder, 'old/harbour.yaml'), readFileSync(join(folder, 'own/harbour.yaml')));
  await dev.said(/^✓ released .* No change since 1\.0\.0\.$/m, released);
});
