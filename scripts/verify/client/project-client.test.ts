import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CannotRun } from '../../cli/problem.ts';
import { headerOf } from '../../http/exchange.ts';
import { readContract } from '../../openapi/contract.ts';
import { verdictOf } from '../../report/summary.ts';
import type { CallableClient } from '../../requirements/client/calls.ts';
import { serveStub } from '../../stub/stub-server.ts';
import { projectFolder, temporaryFolder } from '../../test/testing.ts';
import { newSeed } from '../server/connect.ts';
import { specificationOf } from '../server/run.ts';
import { verifyProjectClient } from './connect.ts';
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
  const { verification } = await verifyProjectClient(await specification, { seed: newSeed() });
  const violations = verification.requirements.filter(({ verdict }) => verdict === 'broken' || verdict === 'unproven');
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
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(waits)).toEqual(new Set([50_000]));
  if (outcome.kind === 'answered')
    expect(headerOf({ ...outcome, body: Buffer.alloc(0), receivedAt: 0 }, 'Retry-After')).toBe('50');
});

test('an operation that it does not have is told as a defect of the project', async () => {
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

const program = (text: string) => ({ program: join(temporaryFolder({ 'program.mjs': text }), 'program.mjs') });
const replying = (fields: string) =>
  program(
    `process.send({ type: 'ready', id: 0 }); process.on('message', ({ id, type }) => process.send(type === 'open' ? { id, type: 'opened' } : { id, type: 'called', ${fields} }));`,
  );

test.each<[name: string, options: { program: string }, message: string]>([
  ['says nothing of a call', replying('outcome: 7'), 'The client has said nothing of its call: 7'],
  [
    'says no status',
    replying("outcome: { kind: 'answered' }"),
    'The client has said nothing of its call: {"kind":"answered"}',
  ],
  ['dies', program('process.exit(3);'), 'The client has ended (exit code 3).'],
])('a client that %s is told as such', async (_, options, message) => {
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
