import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { service } from '../../generated/operations.ts';
import { runKeys, type ServerProcess, startServer } from '../test/programs.ts';
import { RawConnection } from '../test/raw-connection.ts';

let folder: string;
let server: ServerProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function start(standardError: 'unread' | number): Promise<void> {
  server = await startServer(folder, {}, standardError);
  onTestFinished(async () => {
    server.signal('SIGKILL');
    await server.ended;
  });
}

/** Makes that many requests that are refused, each of which is a line of the log. */
async function fillLog(requests: number): Promise<void> {
  const connection = await RawConnection.open(server.address);
  for (let sent = 0; sent < requests; sent += 100) {
    connection.send(`GET ${service.basePath}/pets HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(100));
    for (let answer = 0; answer < 100; answer++) expect([401, 429]).toContain((await connection.response()).status);
  }
  connection.reset();
}

async function expectToServeAndStop(): Promise<void> {
  const key = (await runKeys(folder, 'create', '--plan', 'free')).stdout.trimEnd();
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = '{"name":"Bruno","categoryId":3}';
  expect((await fetch(`${server.address}/pets`, { method: 'POST', headers, body })).status).toBe(201);
  expect(await (await fetch(`${server.address}/pets`, { headers })).json()).toHaveLength(1);
  expect((await fetch(new URL('/healthz', server.address))).status).toBe(200);
  server.signal('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
}

describe('the log goes into a pipe that nobody reads', () => {
  // More lines than pipe and memory hold.
  const requests = 8_000;

  test('the server serves, and stops', async () => {
    await start('unread');
    await fillLog(requests);
    await expectToServeAndStop();
  });

  test('what was dropped is counted, once somebody reads it', async () => {
    await start('unread');
    await fillLog(requests);
    server.readLog();
    const lines = () =>
      server.output.stderr
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { msg: string; dropped?: number });
    const accountedFor = () => lines().reduce((sum, { dropped = 1 }) => sum + dropped, 0);
    await expect.poll(accountedFor).toBe(requests);
    expect(lines().filter(({ dropped }) => dropped !== undefined)).toEqual([
      expect.objectContaining({ level: 40, msg: 'lines of the log were dropped' }),
    ]);
  });
});

test.skipIf(!existsSync('/dev/full'))('the log goes to a disk that is full: the server serves, and stops', async () => {
  await start(openSync('/dev/full', 'w'));
  await fillLog(100);
  await expectToServeAndStop();
});

/** A terminal whose output is paused once it has taken what its buffers hold. */
async function openPausedTerminal(): Promise<number> {
  const name = join(folder, 'terminal');
  const command = `tty > ${name} && exec sleep 1000`;
  const program = spawn('script', ['-qfc', command, '/dev/null'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void program.kill());
  const path = () => (existsSync(name) ? readFileSync(name, 'utf8').trimEnd() : '');
  await expect.poll(path).toMatch(/^\/dev\//);
  return openSync(path(), 'w');
}

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)('the log goes to a terminal that is paused: the server serves, and stops', async () => {
  await start(await openPausedTerminal());
  await fillLog(2_000);
  await expectToServeAndStop();
});
