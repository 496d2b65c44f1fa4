import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { projectFolder } from './cli/project.ts';
import { type Run, runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const document = `openapi: 3.1.0
info: { title: Library, version: 1.2.0 }
servers: [{ url: http://localhost/v1 }]
security: [{ key: [] }]
paths:
  /books:
    get:
      operationId: listBooks
      deprecated: true
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 5 } }]
      responses:
        '200':
          description: Books.
          content:
            application/json:
              schema: { type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }
              example: [{ id: 1 }]
        '400': { description: Refused. }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
`;
const folder = temporaryFolder({ 'openapi.yaml': document });
const spec = join(folder, 'openapi.yaml');

interface Started {
  child: ChildProcess;
  baseUrl: string;
  /** What it has printed so far. */
  output(): string;
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Run>;
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the command, and waits until it says where it is. */
async function start(...options: string[]): Promise<Started> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|TEST|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  const child = spawn(
    process.execPath,
    [join(projectFolder, 'scripts/stub.ts'), '--port', '0', '--spec', spec, ...options],
    { cwd: folder, env: Object.fromEntries(inherited), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.add(child);
  const run: Run = { exitCode: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (run.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (run.stderr += text));
  const ended = once(child, 'close').then(([exitCode]) => {
    running.delete(child);
    return { ...run, exitCode: exitCode as number | null };
  });
  await expect.poll(() => run.stdout + run.stderr).toMatch(/\n/);
  const [, baseUrl = ''] = / is at (\S+)\n/.exec(run.stdout + run.stderr) ?? [];
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { child, baseUrl, output: () => run.stdout, stop };
}

const key = 'secret-key-4711';
const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { Authorization: `Bearer ${key}`, ...headers } });

describe('a stub that runs', () => {
  test('says where it is, and what to try', async () => {
    const { baseUrl, output, stop } = await start();
    expect(output()).toBe(
      `Library 1.2.0, a stub of ${spec}, is at ${baseUrl}

curl -H "Authorization: Bearer any-key" ${baseUrl}/books

Any key is valid. \`verify\` expects that unknown ones are refused: --key KEY makes it the only valid one.

`,
    );
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await stop('SIGTERM')).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringMatching(/\nNo request came\.\n$/) as string,
    });
  });

  test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])(
    'ends with 0 after %s where its requests violated nothing',
    async (signal) => {
      const { baseUrl, stop } = await start();
      expect(await (await get(`${baseUrl}/books`)).json()).toEqual([{ id: 1 }]);
      const { exitCode, stdout, stderr } = await stop(signal);
      expect([exitCode, stderr]).toEqual([0, '']);
      const [note, ...summary] = stdout.split('\n').slice(6);
      expect(note).toBe('! listBooks is deprecated.');
      expect(summary).toEqual([
        '',
        expect.stringMatching(/^✓ listBooks {7}\d+ kept, \d+ not used$/),
        expect.stringMatching(/^✓ other requests {2}\d+ kept$/),
        '',
        expect.stringMatching(/^1 request: no requirement violated, \d+ kept, \d+ not used\.$/),
        '',
      ]);
    },
  );

  test('reports at once what a request violates, and ends with 1', async () => {
    const { baseUrl, output, stop } = await start();
    expect((await get(`${baseUrl}/books?limit=6`)).status).toBe(400);
    await expect
      .poll(output)
      .toMatch(
        new RegExp(
          String.raw`^✗ openapi\.yaml:\d+:\d+ listBooks\.parameters\.query\.limit\.maximum: ` +
            String.raw`limit=6; documented: limit \(query\) must be <= 5\.$`,
          'm',
        ),
      );
    await get(`${baseUrl}/books?limit=7`);
    const { exitCode, stdout } = await stop('SIGTERM');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      new RegExp(
        [
          String.raw`^✗ listBooks\.parameters\.query\.limit\.maximum openapi\.yaml:\d+:\d+`,
          ' {2}documented .*',
          ' {2}received {3}limit=6',
          String.raw` {2}curl {7}curl .*"\$KEY".*`,
          ' {2}client {5}.*',
          ' {2}contract {3}.*',
          ' {2}seen in 2 cases$',
        ].join('\n'),
        'm',
      ),
    );
    expect(stdout).toMatch(/\n2 requests: 1 requirement violated, \d+ kept, \d+ not used\.\n$/);
    expect(stdout).not.toContain(key);
  });

  test('leaves a report, also when it is killed', async () => {
    const file = join(folder, 'reports', 'stub.json');
    const { baseUrl, stop } = await start('--report', file);
    const report = () =>
      JSON.parse(readFileSync(file, 'utf8')) as {
        verdict: string;
        requests: number;
        counts: Record<string, number>;
        requirements: { id: string; verdict: string }[];
      };
    expect(report()).toMatchObject({
      formatVersion: 2,
      verdict: 'unproven',
      requests: 0,
      baseUrl,
      contract: { title: 'Library', version: '1.2.0' },
    });
    await get(`${baseUrl}/books?limit=6`);
    await stop('SIGKILL');
    expect(report()).toMatchObject({ verdict: 'violated', requests: 1, counts: { violated: 1 } });
    expect(report().requirements.filter(({ verdict }) => verdict === 'violated')).toMatchObject([
      {
        id: 'listBooks.parameters.query.limit.maximum',
        violation: { advice: { client: expect.any(String) as string }, received: 'limit=6' },
      },
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain(key);
  });

  test('writes its report to standard output at the end where that is asked for, and nothing else there', async () => {
    const { baseUrl, output, stop } = await start('--report', '-');
    await get(`${baseUrl}/books`);
    expect(output()).toBe('');
    const { exitCode, stdout, stderr } = await stop('SIGTERM');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ formatVersion: 2, verdict: 'kept', requests: 1, baseUrl });
    expect(stderr).toContain('1 request: ');
  });

  test('leaves a report of what its requests kept, also when it is killed', async () => {
    const file = join(folder, 'kept.json');
    const { baseUrl, stop } = await start('--report', file);
    const report = () => JSON.parse(readFileSync(file, 'utf8')) as { verdict: string; requests: number };
    await get(`${baseUrl}/books`);
    await get(`${baseUrl}/books?limit=5`);
    await expect.poll(report).toMatchObject({ verdict: 'kept', requests: 2 });
    await stop('SIGKILL');
    expect(report()).toMatchObject({ verdict: 'kept', requests: 2 });
  });

  test('ends with 2 where its report can no longer be written', async () => {
    const own = temporaryFolder({});
    const { baseUrl, stop } = await start('--report', join(own, 'stub.json'));
    mkdirSync(join(own, 'stub.json.part'));
    expect((await get(`${baseUrl}/books?limit=6`)).status).toBe(400);
    expect(await stop('SIGCONT')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^Cannot write .*stub\.json: /) as string,
    });
  });

  test('reports what is no HTTP', async () => {
    const { baseUrl, output, stop } = await start();
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    socket.end('nonsense\r\n\r\n').resume();
    await once(socket, 'close');
    await expect
      .poll(output)
      .toMatch(/^✗ openapi\.yaml:\d+:\d+ paths\.unknown: not HTTP: Invalid method encountered; documented: .*$/m);
    expect(await stop('SIGTERM')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/\n1 request: 1 requirement violated, .*\n$/) as string,
    });
  });

  test('ends with 1 where a report is asked for and no request came', async () => {
    const { stop } = await start('--report', join(folder, 'nobody.json'));
    expect(await stop('SIGTERM')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/\nNo request came\.\n$/) as string,
    });
  });

  test('writes the report once more when it ends', async () => {
    const file = join(folder, 'ended.json');
    const { baseUrl, stop } = await start('--report', file);
    await get(`${baseUrl}/books`);
    await stop('SIGTERM');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      verdict: 'kept',
      requests: 1,
      counts: { violated: 0, kept: expect.any(Number) as number },
    });
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  test.each<[what: string, options: string[], target: string, headers: Record<string, string>, expected: object]>([
    ['takes one key alone', ['--key', 'another'], '/books', {}, { status: 401 }],
    ['takes that key', ['--key', key], '/books', {}, { status: 200 }],
    ['gives what is preferred', [], '/books', { Prefer: 'code=400' }, { status: 400 }],
    ['gives each response in turn', ['--every'], '/books', {}, { status: 200 }],
    ['gives what is not documented', ['--faulty'], '/books', { Prefer: 'code=418' }, { status: 418 }],
    [
      'lets other origins in',
      ['--cors'],
      '/books',
      {},
      { headers: expect.objectContaining({ 'access-control-allow-origin': '*' }) as object },
    ],
    [
      'lets nobody in otherwise',
      [],
      '/books',
      {},
      { headers: expect.not.objectContaining({ 'access-control-allow-origin': '*' }) as object },
    ],
  ])('%s', async (_, options, target, headers, expected) => {
    const { baseUrl } = await start(...options);
    const response = await get(baseUrl + target, headers);
    expect({ status: response.status, headers: Object.fromEntries(response.headers) }).toMatchObject(expected);
  });

  test('ends at once, also where a response is under way', async () => {
    const { baseUrl, output, stop } = await start('--latency', '600000');
    const answered = get(`${baseUrl}/books`).then(
      () => 'answered',
      () => 'not answered',
    );
    await expect.poll(output).toContain('! listBooks is deprecated.');
    expect(await stop('SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await answered).toBe('not answered');
  });

  test('shows which response it gives by turns', async () => {
    const { baseUrl, output } = await start('--seed', '7');
    await get(`${baseUrl}/books`);
    await expect.poll(output).toMatch(/^GET \/books \d{3}.*$/m);
  });
});

test('ends through npm as well', async () => {
  const child = spawn('npm', ['run', '-s', 'stub', '--', '--port', '0', '--spec', spec], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  await expect.poll(() => stdout).toContain(' is at ');
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
  expect(stdout).toContain('No request came.');
});

describe('what cannot run ends with 2', () => {
  test('where the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    expect(await runScript('stub.ts', ['--port', String(port), '--spec', spec], folder)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `Cannot listen on 127.0.0.1:${port}: the port is taken. --port 0 takes a free one.\n`,
    });
    server.close();
  });

  test.each<[what: string, options: string[], message: RegExp]>([
    [
      'with a port that is none',
      ['--port', '70000'],
      /^--port must be a whole number from 0 to 65535, not "70000"\.\nSee: npm run -s stub -- --help\n$/,
    ],
    ['with a port that is no number', ['--port', 'x'], /^--port must be a whole number/],
    ['with a latency that is no number', ['--latency', '-5'], /^--latency|^Option '--latency/],
    ['with a seed that is none', ['--seed', 'x'], /^--seed must be a whole number/],
    ['with an unknown option', ['--nonsense'], /^Unknown option '--nonsense'/],
    [
      'with a contract that is not there',
      ['--spec', 'nowhere.yaml'],
      /^Cannot read nowhere\.yaml: there is no such file\.\n$/,
    ],
    [
      'with a report that cannot be written',
      ['--port', '0', '--spec', spec, '--report', join(spec, 'report.json')],
      /^Cannot write .*report\.json: /,
    ],
  ])('%s', async (_, options, message) => {
    expect(await runScript('stub.ts', options, folder)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(message) as string,
    });
  });
});
