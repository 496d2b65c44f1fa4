import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from './cli/project.ts';
import { sampleContracts } from './mutate/sample-contracts/contracts.ts';
import { isObject, type Json, listOf } from './openapi/json.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const [contract] = sampleContracts.filter(({ limitedKey }) => limitedKey !== undefined);
if (contract === undefined) throw new Error('No contract at hand has a limit.');

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo.
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${contract?.basePath ?? ''}` };
}

const servers: Server[] = [];
async function open(listener: RequestListener): Promise<string> {
  const { server, url } = await listen(listener);
  servers.push(server);
  return url;
}
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const verify = (...options: string[]) => runScript('verify.ts', options, projectFolder);
const keys = ['--key', contract.key, '--limited-key', contract.limitedKey ?? ''];
const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;

describe('the reference server', () => {
  const folder = temporaryFolder();
  const [json, junit, markdown] = ['report.json', 'report.xml', 'deep/report.md'].map((name) => join(folder, name));
  let run: Awaited<ReturnType<typeof verify>>;
  beforeAll(async () => {
    run = await verify(
      '--json',
      json ?? '',
      '--junit',
      junit ?? '',
      '--markdown',
      markdown ?? '',
      '--seed',
      '1234567890',
    );
  });

  test('keeps the contract', () => {
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /\nThe contract is kept: \d{3} requirements proven, .* seed 1234567890 \(\d+\.\d s\)\n$/,
    );
  });

  test('is reported in each format', () => {
    const report = read(json ?? '');
    expect(isObject(report) && listOf(report['requirements']).length).toBeGreaterThan(300);
    expect(readFileSync(junit ?? '', 'utf8')).toMatch(/^<\?xml [\s\S]*<testsuites/);
    expect(existsSync(markdown ?? '')).toBe(true);
  });
});

describe('a server elsewhere', () => {
  test('is reported on standard output where that is asked for, and there alone', async () => {
    const url = await open(contract.createServer({ basePath: contract.basePath }));
    const options = ['--base-url', url, ...keys, '--spec', contract.document];
    const { exitCode, stdout, stderr } = await verify(...options, '--json', '-');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ formatVersion: 2, verdict: 'kept' });
    expect(stderr).toMatch(/\nThe contract is kept: /);
  });

  test('cannot be reported on standard output twice', async () => {
    expect(await verify('--json', '-', '--junit', '-')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'Only one report can go to standard output.\nSee: npm run -s verify -- --help\n',
    });
  });

  test('that violates the contract gets a report of it, each requirement once', async () => {
    const fault = contract.faults.find(({ operation }) => operation !== '*');
    const url = await open(contract.createServer({ basePath: contract.basePath, ...fault?.options }));
    const folder = temporaryFolder();
    const { exitCode, stdout } = await verify(
      '--base-url',
      url,
      ...keys,
      '--spec',
      contract.document,
      '--json',
      join(folder, 'r.json'),
      '--github',
    );
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ \S+ .*\.yaml:\d+:\d+$/m);
    expect(stdout).toMatch(/^ {2}curl +curl /m);
    expect(stdout).toMatch(/^::error file=.*,line=\d+,/m);
    const report = read(join(folder, 'r.json'));
    const ids = isObject(report)
      ? listOf(report['requirements']).map((requirement) => (isObject(requirement) ? requirement['id'] : undefined))
      : [];
    expect(new Set(ids).size).toBe(ids.length);
    expect(`${stdout}${readFileSync(join(folder, 'r.json'), 'utf8')}`).not.toContain(contract.key);
  });

  test.each<[what: string, options: (url: string) => string[], message: RegExp]>([
    [
      'that is not there',
      () => ['--base-url', 'http://127.0.0.1:9/v1', ...keys],
      /^http:\/\/127\.0\.0\.1:9\/v1 cannot be reached: .*\.\n$/,
    ],
    [
      'that refuses the key',
      (url) => ['--base-url', url, '--key', 'unknown', '--spec', contract.document],
      /^The server refuses the key for every operation \(401\): .*\n$/,
    ],
    [
      'below another path',
      (url) => ['--base-url', `${new URL(url).origin}/elsewhere`, ...keys, '--spec', contract.document],
      /^http:\/\/127\.0\.0\.1:\d+\/elsewhere answers 404 to GET \/\w+.*: correct the path .* says is \/.*\.\n$/,
    ],
    [
      'that refuses the limited key',
      (url) => ['--base-url', url, '--key', contract.key, '--limited-key', 'unknown', '--spec', contract.document],
      /^The server refuses the limited key \(401\): .*\n$/,
    ],
    [
      'without a key',
      (url) => ['--base-url', url, '--spec', contract.document],
      /^The contract asks for a credential: .*\n$/,
    ],
    [
      'that has no address',
      () => ['--base-url', 'nonsense', ...keys],
      /^--base-url must be an address .*\nSee: npm run -s verify -- --help\n$/,
    ],
    ['without its address', () => keys, /^A key is for a server at --base-url: give that too\./],
    [
      'with a contract for it alone',
      () => ['--spec', contract.document],
      /^--spec is the contract of another service: give the address of its server with --base-url\./,
    ],
    ['with a time for it alone', () => ['--timeout', '9'], /^--timeout is for a server at --base-url: give that too\./],
    ['with an unknown option', () => ['--nonsense'], /^Unknown option '--nonsense'/],
    ['with a seed that is none', () => ['--seed', 'x'], /^--seed must be a whole number/],
    [
      'with a contract that is not there',
      (url) => ['--base-url', url, '--spec', 'nowhere.yaml'],
      /^Cannot read nowhere\.yaml: there is no such file\.\n$/,
    ],
  ])('%s cannot be verified: exit code 2', async (_, options, message) => {
    const url = await open(contract.createServer({ basePath: contract.basePath }));
    expect(await verify(...options(url))).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(message) as string,
    });
  });
});

// Before, while and after the reference server is started, as far as one can see from outside.
test.each([200, 600, 1000, 1400, 1800])('Ctrl-C after %i ms leaves nothing behind', async (milliseconds) => {
  // A terminal sends the signal to the whole group.
  const child = spawn(process.execPath, [join(projectFolder, 'scripts/verify.ts')], {
    cwd: projectFolder,
    detached: true,
    stdio: 'ignore',
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The process did not start.');
  const ended = once(child, 'exit');
  await sleep(milliseconds);
  if (child.exitCode === null) process.kill(-pid, 'SIGINT');
  await ended;
  await expect.poll(() => isAlive(-pid), { timeout: 10_000 }).toBe(false);
});

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
