import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFile } from '../../../cli/project.ts';
import { fixture } from '../../../test/contracts.ts';
import { openBrowser } from '../../../test/open-browser.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openReferenceServer, type ReferenceServer } from '../../../verify/server/reference-server.ts';
import { type PackedPackage, packPackage, run } from '../packed-package.ts';
import { installInto, newProject } from './project.ts';
import { startStub } from './stub.ts';

let packed: PackedPackage;
let reference: ReferenceServer;
beforeAll(async () => {
  [packed, reference] = await Promise.all([packPackage(), openReferenceServer()]);
});
afterAll(() => reference.stop());

const nodes = ['node@20', 'node@22', 'node@24'];

// A minute for the limit of a key to pass; the rest is for the installations, all at once on a busy machine.
/** What the example prints when all is well. */
const walkedThrough = /^listed: \d+\ncreated: Bruno\nrefused: 400\nwent on: 429, then 200\n?$/;

test.concurrent.each([
  ...nodes.map((name) => ({ name, command: ['node'] })),
  { name: 'bun@1.4.5', command: ['bun'] },
  { name: 'deno@2.9.6', command: ['deno', 'run', '--allow-all'] },
])(
  '$name lists, creates, is refused, meets a 429 and goes on',
  async ({ name, command: [program = '', ...options] }) => {
    const project = await newProject(packed, [name]);
    const compiler = projectFile('node_modules/typescript-7/bin/tsc');
    await run(
      process.execPath,
      [compiler, '--strict', '--target', 'es2022', '--module', 'node16', 'adopt.ts'],
      project,
    );
    const { baseUrl, key, limitedKey } = await reference.open();
    const environment = { BASE_URL: baseUrl, API_KEY: key, LIMITED_KEY: limitedKey };
    const printed = await run(
      join(project, 'node_modules/.bin', program),
      [...options, 'node.mjs'],
      project,
      environment,
    );
    expect(printed).toMatch(walkedThrough);
  },
);

test.concurrent('a bundle of Vite in Chromium lists, creates, is refused, meets a 429 and goes on', async () => {
  const [project, { baseUrl, key, limitedKey }] = await Promise.all([
    newProject(packed, ['vite@8.3.8']),
    reference.open(),
  ]);
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  const folder = join(project, 'browser');
  await run(process.execPath, [vite, 'build'], folder);
  const preview = spawn(process.execPath, [vite, 'preview', '--host', '127.0.0.1', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, SERVICE: new URL(baseUrl).origin, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await openBrowser();
  try {
    let printed = '';
    while (!/http:\S+/.test(printed)) printed += String((await once(preview.stdout, 'data'))[0]);
    const [address] = /http:\S+/.exec(printed) ?? [];
    const page = await browser.newPage();
    await page.goto(`${address}#${new URLSearchParams({ key, 'limited-key': limitedKey })}`);
    await expect.poll(() => page.textContent('#report'), { timeout: 300_000, interval: 500 }).toMatch(walkedThrough);
  } finally {
    preview.kill();
    await browser.close();
  }
});

test.concurrent.each(nodes)('npx of the tarball in an empty folder, %s', async (node) => {
  const runtime = temporaryFolder({ 'package.json': '{}' });
  await installInto(runtime, [node]);
  const environment = {
    PATH: `${join(runtime, 'node_modules/.bin')}:${process.env['PATH']}`,
    npm_config_cache: temporaryFolder(),
    npm_config_loglevel: 'error',
  };
  expect(await run('node', ['--version'], runtime, environment)).toMatch(`v${node.slice('node@'.length)}.`);

  const stub = await startStub(packed.tarball, temporaryFolder(), environment);
  expect((await fetch(`${stub.baseUrl}/nowhere`)).status).toBe(401);
  await stub.stop();

  const { baseUrl, key, limitedKey } = await reference.open();
  const keys = { CONTRACT_KEY: key, CONTRACT_LIMITED_KEY: limitedKey };
  const options = ['--yes', `file:${packed.tarball}`, 'verify', '--base-url', baseUrl];
  const printed = await run('npx', options, temporaryFolder(), { ...environment, ...keys });
  expect(printed).toMatch(/\nThe contract is kept: \d{3} /);
});

test.concurrent.each(nodes)(
  'what the package does with another contract, with the packages that the message asks for, %s',
  async (node) => {
    const project = await newProject(packed, [node]);
    const contract = (...options: string[]) => run('npx', ['contract', ...options], project, environment);
    const environment = { PATH: `${join(project, 'node_modules/.bin')}:${process.env['PATH']}` };
    for (const command of ['lint', 'generate', 'docs']) {
      const message = await contract(command).catch(String);
      const [, asked = ''] = /npm install --save-dev (.*)/.exec(message) ?? [];
      await installInto(project, asked.split(' '));
    }

    expect(await contract('lint')).toMatch(/ pass the lint rules of /);
    expect(await contract('diff')).toMatch(/^No change since /);
    expect(await contract('generate', '--out', 'own')).toMatch(/^Wrote /);
    const [library = '', book = ''] = ['library.yaml', 'library-book.yaml'].map(fixture);
    cpSync(library, join(project, 'library.yaml'));
    cpSync(book, join(project, 'library-book.yaml'));
    expect(await contract('generate', '--spec', 'library.yaml', '--out', 'other')).toMatch(/^Wrote /);
    expect(await contract('check', '--spec', 'library.yaml')).toMatch(/^✓ lint .*\n\nNo finding in what was run\./);
    const program = join(project, 'node_modules/.bin/contract');
    const dev = spawn('node', [program, 'dev', '--spec', 'library.yaml', '--port', '0'], {
      cwd: project,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const text of dev.stdout.setEncoding('utf8')) {
      said += String(text);
      if (/^No .*\n/m.test(said)) break;
    }
    dev.kill();
    expect(said).toMatch(/^✓ lint .*\n[\s\S]*^No finding in what was run\./m);
  },
);
