import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CannotRun } from '../cli/problem.ts';
import { projectFolder } from '../cli/project.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { DrivenProcess } from './driver.ts';
import { isCount, isNull, isText } from './guards.ts';
import { handler, type Method } from './protocol.ts';

const doubled: Method<number, number> = { name: 'doubled', isParams: isCount, isResult: isCount };
const asked: Method<string, string> = { name: 'asked', isParams: isText, isResult: isText };
const unknown: Method<null, null> = { name: 'unknown', isParams: isNull, isResult: isNull };

const started: DrivenProcess[] = [];
const forked: ChildProcess[] = [];
afterEach(async () => {
  for (const child of forked.splice(0)) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map((process) => process.stop()));
});

function drive(program: string, ...handlers: ReturnType<typeof handler>[]): DrivenProcess {
  const file = join(temporaryFolder({ 'program.ts': program }), 'program.ts');
  const process = new DrivenProcess({ name: 'The process', program: file, handlers });
  started.push(process);
  return process;
}

const from = (module: string) => JSON.stringify(join(projectFolder, 'scripts/harness', module));

/** Serves `doubled`, and `asked` by asking its driver the same; it never ends by itself. */
const serving = `
import { isCount, isText } from ${from('guards.ts')};
import { handler } from ${from('protocol.ts')};
import { serveRequests } from ${from('serve-requests.ts')};
const asked = { name: 'asked', isParams: isText, isResult: isText };
setInterval(() => undefined, 1000);
serveRequests((driver) => [
  handler({ name: 'doubled', isParams: isCount, isResult: isCount }, (value: number) =>
    value === 13 ? 'unlucky' : value * 2,
  ),
  handler(asked, (text: string) => driver.request(asked, text)),
]);`;

test('requests have their results, whichever comes first', async () => {
  const process = drive(serving);
  await process.started();
  expect(await Promise.all([1, 2, 3].map((value) => process.request(doubled, value)))).toEqual([2, 4, 6]);
});

test('a process sends requests to its driver', async () => {
  const process = drive(
    serving,
    handler(asked, (text) => `${text}, of course`),
  );
  await process.started();
  expect(await process.request(asked, 'really?')).toBe('really?, of course');
});

test.each<[name: string, ask: (process: DrivenProcess) => Promise<unknown>, message: RegExp]>([
  [
    'with parameters that the method does not take',
    (process) => process.request(doubled, -1),
    /^Error: The process cannot handle doubled: Error: -1 are no parameters of doubled\.\n +at /,
  ],
  [
    'that has no valid result',
    (process) => process.request(doubled, 13),
    /^Error: The process cannot handle doubled: Error: "unlucky" is no result of doubled\.\n +at /,
  ],
  [
    'of an unknown method',
    (process) => process.request(unknown, null),
    /^Error: The process cannot handle unknown: Error: There is no method unknown\.\n +at /,
  ],
  ['that its driver cannot handle', (process) => process.request(asked, 'no'), /^Error: Not for the like of you\.$/],
])('a request %s fails', async (_, ask, message) => {
  const refuse = () => Promise.reject(new CannotRun('Not for the like of you.'));
  const process = drive(serving, handler(asked, refuse));
  await process.started();
  const failure: unknown = await ask(process).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CannotRun);
  expect(String(failure)).toMatch(message);
});

// A process that may violate the protocol.
const responding = (fields: string) => `
process.on('message', ({ id, method }) => {
  process.send(method === 'start' ? { id, result: null } : { id, ${fields} });
});`;

test.each<[name: string, fields: string, message: string]>([
  ['another result', "result: 'four'", 'The process gives no result of doubled: "four"'],
  ['no result', "outcome: 'four'", 'The process has sent neither a request nor a response: {"id":2,"outcome":"four"}'],
  [
    'an error without a message',
    'error: 7',
    'The process has sent neither a request nor a response: {"id":2,"error":7}',
  ],
  [
    'the response to another request',
    'id: 9, result: 4',
    'The process has sent neither a request nor a response: {"id":9,"result":4}',
  ],
  ['a failure for the user', "error: { message: 'Not today.', isDefect: false }", 'Not today.'],
])('a process that sends %s', async (_, fields, message) => {
  const process = drive(responding(fields));
  await process.started();
  const failure: unknown = await process.request(doubled, 2).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CannotRun);
  expect(String(failure)).toBe(`Error: ${message}`);
});

/** The process of a driver that may violate the protocol. */
function forkServing(): ChildProcess {
  const file = join(temporaryFolder({ 'program.ts': serving }), 'program.ts');
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  forked.push(child);
  return child;
}

test.each<[name: string, message: Serializable]>([
  ['a text', 'open'],
  ['no id', { method: 'doubled', params: 1 }],
  ['an id that is no count', { id: '1', method: 'doubled', params: 1 }],
  ['a method that is no text', { id: 1, method: 7, params: 1 }],
  ['no parameters', { id: 1, method: 'doubled' }],
  ['the response to no request', { id: 1, result: 1 }],
])('a process ends when its driver sends %s', async (_, message) => {
  const child = forkServing();
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.send(message);
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(stderr).toContain('The driver has sent neither a request nor a response');
});

test('a process ends when its driver is gone', async () => {
  const child = forkServing();
  child.send({ id: 1, method: 'start', params: null });
  expect(await once(child, 'message')).toEqual([{ id: 1, result: null }, undefined]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
