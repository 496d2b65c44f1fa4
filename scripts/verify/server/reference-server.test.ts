import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CannotRun } from '../../cli/problem.ts';
import { projectFolder, runScript, temporaryFolder } from '../../test/testing.ts';
import { openReferenceServer, type ReferenceServer } from './reference-server.ts';

const opened: ReferenceServer[] = [];

async function open(...options: Parameters<typeof openReferenceServer>): Promise<ReferenceServer> {
  const server = await openReferenceServer(...options);
  opened.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.stop()));
});

const program = (text: string) => ({ program: join(temporaryFolder({ 'program.mjs': text }), 'program.mjs') });
const ready = "process.send({ type: 'ready', id: 0 });";
const reply = (fields: string) => `${ready} process.on('message', ({ id }) => process.send({ id, ${fields} }));`;

test('opens harnesses that answer, are apart, and close', async () => {
  const server = await open();
  const [one, other] = await Promise.all([server.open(), server.open()]);
  expect(one.baseUrl).not.toBe(other.baseUrl);
  expect(new Set([one.key, one.limitedKey, other.key, other.limitedKey]).size).toBe(4);
  await one.advance(1000);
  for (const { baseUrl } of [one, other]) expect((await fetch(new URL('/readyz', baseUrl))).status).toBe(200);
  await one.close();
  await expect(fetch(one.baseUrl)).rejects.toThrow();
  expect((await fetch(new URL('/readyz', other.baseUrl))).status).toBe(200);
});

test('takes no order for a harness that is closed, and no time that goes back', async () => {
  const server = await open();
  const harness = await server.open();
  await harness.close();
  await expect(harness.advance(1)).rejects.toThrow('There is no harness 1.');
  const other = await server.open();
  await expect(other.advance(-1)).rejects.toThrow('This is no order');
});

test('stops with harnesses that are open, and says so afterwards', async () => {
  const server = await openReferenceServer();
  const harness = await server.open();
  await server.stop();
  await expect(fetch(harness.baseUrl)).rejects.toThrow();
  await expect(server.open()).rejects.toThrow('The reference server has been stopped.');
  await server.stop();
});

test.each<[name: string, options: { program: string; startSeconds?: number }, message: RegExp]>([
  [
    'is not there',
    { program: '/nowhere/program.mjs' },
    /^Error: The reference server has ended \(exit code 1\)\.\n[^]*Cannot find module/,
  ],
  [
    'dies',
    program("console.error('No port.'); process.exit(3);"),
    /^Error: The reference server has ended \(exit code 3\)\.\nNo port\.$/,
  ],
  [
    'hangs',
    { ...program('setInterval(() => undefined, 1000);'), startSeconds: 1 },
    /^Error: The reference server has not started within 1 seconds\.$/,
  ],
  [
    'talks nonsense',
    program(`${ready} process.send('hello');`),
    /^Error: The reference server has said what nobody asked: "hello"$/,
  ],
  [
    'dies later',
    program(`${ready} process.on('message', () => { console.error('Too much.'); process.exit(4); });`),
    /^Error: The reference server has ended \(exit code 4\)\.\nToo much\.$/,
  ],
  [
    'is killed',
    program(`${ready} process.on('message', () => process.kill(process.pid, 'SIGKILL'));`),
    /^Error: The reference server has ended \(SIGKILL\)\.$/,
  ],
  [
    'refuses',
    program(reply("type: 'failed', message: 'Not today.'")),
    /^Error: The reference server does not do what it is told: "Not today\."$/,
  ],
  [
    'answers something else',
    program(reply("type: 'closed'")),
    /^Error: The reference server does not do what it is told: \{"id":1,"type":"closed"\}$/,
  ],
  [
    'does not say where it is',
    program(reply("type: 'opened', baseUrl: 7")),
    /^Error: The reference server has opened a harness and not said where\.$/,
  ],
])('a server that %s is told as such', async (_, options, message) => {
  const failure: unknown = await open(options)
    .then((server) => server.open())
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CannotRun);
  expect(String(failure)).toMatch(message);
});

test('leaves no process behind when its own is killed', async () => {
  const module = JSON.stringify(join(projectFolder, 'scripts/verify/server/reference-server.ts'));
  const text = `import { openReferenceServer } from ${module};
const harness = await (await openReferenceServer()).open();
console.log(harness.baseUrl);
process.kill(process.pid, 'SIGKILL');`;
  const folder = temporaryFolder({ 'run.ts': text });
  const { stdout } = await runScript(join(folder, 'run.ts'), [], folder);
  expect(stdout).toMatch(/^http:/);
  await expect.poll(() => fetch(stdout.trim()).catch(() => 'gone')).toBe('gone');
});
