import { describe, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed, ProbeRun } from '../kind.ts';
import { listedBy, description as tools } from './test/tools-contract.ts';
import { unknownIdentifier } from './unknown-identifier.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const item = (id: string) => `{ type: object, required: [id], properties: { id: { ${id} } } }`;

/** A contract of tools that are created, and read by such an identifier. */
const described = (id: string, method = 'get') =>
  descriptionOf(`
/tools:
  post:
    operationId: addTool
    requestBody: { ${json('{ type: object }')} }
    responses: { '201': { description: '', ${json(item(id))} } }
/tools/{toolId}:
  parameters: [{ name: toolId, in: path, required: true, schema: { ${id} } }]
  ${method}:
    operationId: readTool
    responses: { '200': { description: '', ${json(item(id))} }, '404': { description: '' } }
`);

async function probe(
  description: ReturnType<typeof described>,
  existing: unknown,
  answer: (id: string) => ResponseParts,
  taken: readonly bigint[] = [],
): Promise<{ sent: string[]; judged: Probed<string>['judgement'][] }> {
  const sent: string[] = [];
  const { session } = benchFor(description, ({ method, target }: HttpRequest) => {
    if (method === 'POST') return { status: 201, body: { id: existing } };
    const id = decodeURIComponent(target.slice('/tools/'.length));
    sent.push(id);
    return answer(id);
  });
  const run: ProbeRun = {
    context: session,
    call: (parts) => session.call(parts),
    isTaken: (id) => taken.some((own) => own === id),
  };
  if (unknownIdentifier.server?.reach.by !== 'probes') return expect.fail('It is not probed.');
  const judged: Probed<string>['judgement'][] = [];
  for await (const { judgement } of unknownIdentifier.server.reach.probe(run, operationIn(description, 'readTool')))
    judged.push(judgement);
  return { sent, judged };
}

const notFound = (): ResponseParts => ({ status: 404 });

test('of every path parameter where 404 is documented, for servers alone', () => {
  expect(listedBy(unknownIdentifier, 'server', 'readTool')).toEqual(['path.number.unknown']);
  expect(listedBy(unknownIdentifier, 'server', 'listTools')).toEqual([]);
  expect(listedBy(unknownIdentifier, 'client', 'readTool')).toEqual([]);
  expect(tools.operations.length).toBeGreaterThan(0);
});

describe('the identifiers', () => {
  test('numbers that nothing has, and those that are the same with fewer bits', async () => {
    const { sent, judged } = await probe(described('type: integer, format: int64'), 7, notFound);
    expect(sent.slice(1)).toEqual([String(2n ** 32n + 7n), String(2n ** 52n + 7n)]);
    expect(sent[0]).toMatch(/^8123\d{12}$/);
    expect(judged).toEqual(['kept', 'kept', 'kept']);
  });

  test('the same ones where a seed is run again', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    const first = await probe(described('type: integer'), 7, notFound);
    vi.setSystemTime(12_345);
    const again = await probe(described('type: integer'), 7, notFound);
    vi.useRealTimers();
    expect(again.sent).toEqual(first.sent);
  });

  test('but none that the server has given to another item', async () => {
    const { sent } = await probe(described('type: integer'), 7, notFound, [2n ** 32n + 7n]);
    expect(sent.slice(1)).toEqual([String(2n ** 52n + 7n)]);
  });

  test('texts like one that is there, where the schema forbids them', async () => {
    const { sent } = await probe(described('type: string, pattern: "^[a-z]{3}$"'), 'abc', notFound);
    expect(sent.slice(1)).toEqual(['ABC', 'abcx', 'abc ', 'ab']);
  });

  test('none where the allowed ones are listed', async () => {
    expect((await probe(described('enum: [a, b]'), 'a', notFound)).sent).toEqual([]);
  });
});

test.each<[what: string, status: number, method: string, isKept: boolean]>([
  ['not found', 404, 'get', true],
  ['found', 200, 'get', false],
  ['gone', 410, 'get', false],
  ['refused', 400, 'get', false],
  ['created, where POST creates', 200, 'put', false],
])('%s', async (_, status, method, isKept) => {
  const { judged } = await probe(described('type: integer', method), 7, () => ({ status, body: { id: 7 } }));
  expect(judged.map((one) => one === 'kept')).toEqual([isKept, isKept, isKept]);
});

test('where the schema forbids the identifier, every refusal will do', async () => {
  const { judged } = await probe(described('type: string, pattern: "^[a-z]{3}$"'), 'abc', () => ({ status: 400 }));
  expect(judged).toEqual([
    { documented: '404: nothing has this toolId.', received: '400, an empty body' },
    'kept',
    'kept',
    'kept',
    'kept',
  ]);
});

test('where nothing else creates items, PUT does', async () => {
  const description = descriptionOf(`
/tools/{toolId}:
  parameters: [{ name: toolId, in: path, required: true, schema: { type: integer } }]
  put: { operationId: readTool, responses: { '200': { description: '' }, '404': { description: '' } } }
`);
  const { judged } = await probe(description, 7, () => ({ status: 200 }));
  expect(judged.length).toBeGreaterThan(0);
  expect(judged.filter((one) => one !== 'kept')).toEqual([]);
});
