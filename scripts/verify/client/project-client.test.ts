import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CannotRun } from '../../cli/problem.ts';
import { projectFolder } from '../../cli/project.ts';
import { headerOf } from '../../http/exchange.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { verdictOf } from '../../report/summary.ts';
import type { CallableClient } from '../../requirements/client/calls.ts';
import { serveStub } from '../../stub/stub-server.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { verifySide } from '../server/connect.ts';
import { specificationOf } from '../specification.ts';
import { startProjectClient } from './connect.ts';
import { openProjectClient } from './project-client.ts';

const opened: CallableClient[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.stop()));
});

async function open(...options: Parameters<typeof openProjectClient>): Promise<CallableClient> {
  const client = await openProjectClient(...options);
  opened.push(client);
  return client;
}

const specification = readContract(join(projectFolder, 'spec/openapi.yaml')).then(specificationOf);

test('the client of this project keeps its contract', async () => {
  const { verification } = await verifySide(startProjectClient(), await specification, { seed: 1 });
  const violations = verification.requirements.filter(
    ({ verdict }) => verdict === 'violated' || verdict === 'unproven',
  );
  expect(violations, `seed ${verification.seed}`).toEqual([]);
  expect(verdictOf(verification)).toBe('kept');
});

test('a call waits in no time, and says for how long', async () => {
  const { operations, service } = (await specification).description;
  const [operation] = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  if (operation === undefined) throw new Error('There is nothing to read.');
  const stub = await serveStub(
    async () => ({ status: 429, headers: [['Retry-After', '50']], body: Buffer.alloc(0), receivedAt: 0 }),
    { basePath: service.basePath, port: 0 },
  );
  const waits: number[] = [];
  const client = await (await open()).open(stub.baseUrl, 'a-key', (milliseconds) => waits.push(milliseconds));
  const { outcome } = await client.call({ operation, parameters: new Map(), body: undefined });
  await stub.close();
  expect(outcome).toMatchObject({ kind: 'answered', status: 429, data: undefined });
  // Twice, and a little longer than asked for.
  expect(Math.floor(waits.reduce((sum, wait) => sum + wait, 0) / 50_000)).toBe(2);
  if (outcome.kind === 'answered')
    expect(headerOf({ ...outcome, body: Buffer.alloc(0), receivedAt: 0 }, 'Retry-After')).toBe('50');
});

test('a call of an operation that it does not have is a defect of the project', async () => {
  const [operation] = (await specification).description.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const client = await (await open()).open(
    `http://127.0.0.1:9${(await specification).description.service.basePath}`,
    'a-key',
    () => undefined,
  );
  await expect(
    client.call({ operation: { ...operation, id: 'none' }, parameters: new Map(), body: undefined }),
  ).rejects.toThrow('There is no operation none');
});

const module = (text: string) => ({ module: join(temporaryFolder({ 'harness.mjs': text }), 'harness.mjs') });
const giving = (result: string) => module(`export const openHarness = () => ({ call: () => (${result}) });`);

test.each<[name: string, options: { module: string }, message: string]>([
  ['gives no result of a call', giving('7'), 'The client cannot handle call: Error: 7 is no result of call.'],
  [
    'gives no status',
    giving("{ outcome: { kind: 'answered' }, notices: [] }"),
    'The client cannot handle call: Error: {"outcome":{"kind":"answered"},"notices":[]} is no result of call.',
  ],
  [
    'opens nothing',
    module('export const openHarness = () => undefined;'),
    'The client cannot handle open: Error: openHarness gives no harness of a client.',
  ],
  ['has no harness', module('export const open = 1;'), 'does not export a function openHarness.'],
  ['dies', module('process.exit(3);'), 'The client has ended (exit code 3).'],
])('a client that %s cannot be verified', async (_, options, message) => {
  const [operation] = (await specification).description.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const call = async () =>
    (await (await open(options)).open('http://127.0.0.1:9', 'a-key', () => undefined)).call({
      operation,
      parameters: new Map(),
      body: undefined,
    });
  const failure: unknown = await call().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CannotRun);
  expect(String(failure)).toContain(message);
});
