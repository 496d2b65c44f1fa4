import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CannotRun, OutOfTime } from '../../cli/problem.ts';
import { projectFolder } from '../../cli/project.ts';
import { runScript } from '../../test/run-script.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
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

const module = (text: string) => ({ module: join(temporaryFolder({ 'harness.mjs': text }), 'harness.mjs') });
const opening = (harness: string) => module(`export const openHarness = () => (${harness});`);

test('opens harnesses that answer, are apart, and close', async () => {
  const server = await open();
  const [one, other] = await Promise.all([server.open(), server.open()]);
  expect(one.baseUrl).not.toBe(other.baseUrl);
  expect(new Set([one, other].flatMap(({ key, limitedKey, revokedKey }) => [key, limitedKey, revokedKey])).size).toBe(
    6,
  );
  await one.advance(1000);
  for (const { baseUrl } of [one, other]) expect((await fetch(new URL('/readyz', baseUrl))).status).toBe(200);
  await one.close();
  await expect(fetch(one.baseUrl)).rejects.toThrow();
  expect((await fetch(new URL('/readyz', other.baseUrl))).status).toBe(200);
});

test('refuses requests for a harness that is closed, and time that goes back', async () => {
  const server = await open();
  const harness = await server.open();
  await harness.close();
  await expect(harness.advance(1)).rejects.toThrow('There is no harness 1.');
  const other = await server.open();
  await expect(other.advance(-1)).rejects.toThrow('{"harness":2,"milliseconds":-1} are no parameters of advance.');
});

test('stops with harnesses that are open, and says so afterwards', async () => {
  const server = await openReferenceServer();
  const harness = await server.open();
  await server.stop();
  await expect(fetch(harness.baseUrl)).rejects.toThrow();
  await expect(server.open()).rejects.toThrow('The reference server has been stopped.');
  await server.stop();
});

test.each<[name: string, options: { module: string; startSeconds?: number }, message: RegExp]>([
  [
    'is not there',
    { module: '/nowhere/harness.mjs' },
    /^Error: The reference server has ended \(exit code 1\)\.\n[\s\S]*Cannot find module '\/nowhere\/harness\.mjs'/,
  ],
  [
    'has no harness',
    module('export const openHarness = 1;'),
    new RegExp(
      String.raw`^Error: The reference server has ended \(exit code 1\)\.\n` +
        String.raw`[\s\S]*harness\.mjs does not export a function openHarness\.`,
    ),
  ],
  [
    'dies',
    module("console.error('No port.'); process.exit(3);"),
    /^Error: The reference server has ended \(exit code 3\)\.\nNo port\.$/,
  ],
  [
    'hangs',
    { ...module('setInterval(() => undefined, 1000); await new Promise(() => undefined);'), startSeconds: 1 },
    /^Error: The reference server has not started within 1 seconds\.$/,
  ],
  [
    'dies later',
    module("export const openHarness = () => { console.error('Too much.'); process.exit(4); };"),
    /^Error: The reference server has ended \(exit code 4\)\.\nToo much\.$/,
  ],
  [
    'is killed',
    module("export const openHarness = () => process.kill(process.pid, 'SIGKILL');"),
    /^Error: The reference server has ended \(SIGKILL\)\.$/,
  ],
  [
    'refuses',
    module("export const openHarness = async () => { throw new Error('Not today.'); };"),
    /^Error: The reference server cannot handle open: Error: Not today\.\n/,
  ],
  [
    'refuses the contract',
    module("export const openHarness = () => { throw Object.assign(new Error('No 415. (#/a)'), { pointer: '/a' }); };"),
    /^Error: The reference server does not start: No 415\. \(#\/a\)$/,
  ],
  [
    'does not say where it is',
    opening("{ baseUrl: 7, key: 'a', limitedKey: 'b', revokedKey: 'c', planKeys: {}, advance() {}, close() {} }"),
    /^Error: The reference server cannot handle open: Error: openHarness gives no harness of a server\.\n/,
  ],
])('a server that %s cannot be opened', async (name, options, message) => {
  const failure: unknown = await open(options)
    .then((server) => server.open())
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CannotRun);
  expect(String(failure)).toMatch(message);
  expect(failure instanceof OutOfTime).toBe(name === 'hangs');
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
