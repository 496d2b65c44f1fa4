import { describe, expect, test, vi } from 'vitest';
import { type Exact, writeExact } from '../../http/exact-json.ts';
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
const described = (id: string, method = 'get', said = '') =>
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
    description: '${said}'
    responses: { '200': { description: '', ${json(item(id))} }, '404': { description: '' } }
`);

async function probe(
  description: ReturnType<typeof described>,
  existing: Exact,
  answer: (id: string) => ResponseParts,
  taken: readonly Exact[] = [],
): Promise<{ sent: string[]; judged: Probed<string>['judgement'][] }> {
  const sent: string[] = [];
  const { session } = benchFor(description, ({ method, target }: HttpRequest) => {
    if (method === 'POST') return { status: 201, body: writeExact({ id: existing }) };
    const id = decodeURIComponent(target.slice('/tools/'.length));
    sent.push(id);
    return answer(id);
  });
  const run: ProbeRun = {
    context: session,
    call: (parts) => session.call(parts),
    wait: async () => {},
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

test.each<[said: string, judged: unknown]>([
  ['Anything above 1000 will generate errors.', 'kept'],
  ['For valid response try integer IDs with value <= 5 or > 10.', 'kept'],
  ['Tools above 10 kg are sent by truck.', expect.objectContaining({ documented: '404: nothing has this toolId.' })],
])('an identifier may be refused where a description says which ones fail: %s', async (said, judgement) => {
  const { judged } = await probe(described('type: integer', 'get', said), 7, () => ({ status: 400 }));
  expect(judged[0]).toEqual(judgement);
});

describe('the identifiers', () => {
  test('no text that something has been given meanwhile', async () => {
    const { sent } = await probe(described("type: string, pattern: '^[ab]$'"), 'x', notFound, ['a']);
    expect(sent[0]).toBe('b');
  });

  test('numbers that nothing has, and those that are the same with fewer bits', async () => {
    const { sent, judged } = await probe(described('type: integer, format: int64'), 7, notFound);
    const beyond = [31n, 32n, 53n, 63n, 64n].map((bits) => 2n ** bits + 7n);
    expect(sent.slice(1)).toEqual([...beyond, -7n, 2n ** 8n + 7n, 2n ** 16n + 7n].map(String));
    expect(sent[0]).toMatch(/^8123\d{12}$/);
    expect(judged).toEqual(sent.map(() => 'kept'));
  });

  test.each<[what: string, schema: string, sent: RegExp]>([
    ['with a maximum', 'maximum: 1000000', /^9[89]\d{4}$/],
    ['with a maximum that it does not reach', 'exclusiveMaximum: 500000', /^49\d{4}$/],
    ['of 32 bits', 'format: int32', /^21\d{8}$/],
    ['of which there are few, for reading', 'maximum: 400', /^39[3-9]|400$/],
  ])('a number %s', async (_, schema, first) => {
    const { sent } = await probe(described(`type: integer, ${schema}`), 7, notFound);
    expect(sent[0]).toMatch(first);
  });

  test('no number of which there are few, for what is no reading', async () => {
    const { sent } = await probe(described('type: integer, maximum: 400', 'delete'), 7, notFound);
    expect(sent.filter((id) => Number(id) > 0 && Number(id) <= 400)).toEqual([]);
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
    expect(sent).toContain(String(2n ** 31n + 7n));
    expect(sent).not.toContain(String(2n ** 32n + 7n));
  });

  test('the next ones, where a double does not tell them apart', async () => {
    const { sent } = await probe(described('type: integer, format: int64'), 2n ** 53n + 2n, notFound);
    expect(sent).toEqual(expect.arrayContaining([2n ** 53n + 3n, 2n ** 53n + 1n].map(String)));
  });

  test('numbers in a text', async () => {
    const { sent } = await probe(described('type: string'), '7', notFound);
    expect(sent).toContain(String(2n ** 64n + 7n));
  });

  test('those near by for reading alone: what has them may have been there before', async () => {
    const { sent } = await probe(described('type: integer', 'delete'), 7, notFound);
    expect(sent).not.toContain(String(2n ** 8n + 7n));
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
  const answer = (): ResponseParts => ({ status, body: { id: 7 } });
  const { sent, judged } = await probe(described('type: integer', method), 7, answer);
  const ofDoubles = judged.filter(
    (_, index) => /^\d{1,16}$/.test(sent[index] ?? '') && Number.isSafeInteger(Number(sent[index])),
  );
  expect(ofDoubles.length).toBeGreaterThan(2);
  expect(ofDoubles.map((one) => one === 'kept')).toEqual(ofDoubles.map(() => isKept));
});

describe('a reader that keeps fewer bits is reported', () => {
  test.each([8, 16, 31, 32, 53, 63, 64])('%d', async (bits) => {
    const { judged } = await probe(described('type: integer, format: int64'), 7, (id) => {
      const kept = /^\d+$/.test(id) ? BigInt.asUintN(bits, BigInt(id)) : undefined;
      return kept === 7n ? { body: { id: 7 } } : { status: 404 };
    });
    expect(judged.filter((one) => one !== 'kept').length).toBeGreaterThan(0);
  });
});

test('what was there before, under an identifier near by, is no violation', async () => {
  const { judged } = await probe(described('type: integer'), 7, (id) =>
    id === '263' ? { body: { id: 263 } } : { status: 404 },
  );
  expect(judged.filter((one) => one !== 'kept')).toEqual([]);
});

test('what a double does not hold may be refused, but not found', async () => {
  const { sent, judged } = await probe(described('type: integer'), 7, (id) => ({
    status: Number.isSafeInteger(Number(id)) ? 404 : 400,
  }));
  expect(sent.map(Number).some((id) => !Number.isSafeInteger(id))).toBe(true);
  expect(judged.filter((one) => one !== 'kept')).toEqual([]);
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

test.each<[what: string, status: number, isBlamed: boolean]>([
  ['refuses what is sent, as is documented', 422, false],
  ['refuses it in another way', 410, true],
])('where PUT creates items, it %s', async (_, status, isBlamed) => {
  const responses = "{ '200': { description: '' }, '404': { description: '' }, '422': { description: '' } }";
  const description = descriptionOf(`
/tools/{toolId}:
  parameters: [{ name: toolId, in: path, required: true, schema: { type: integer } }]
  put: { operationId: readTool, responses: ${responses} }
`);
  const { judged } = await probe(description, 7, () => ({ status }));
  expect(judged.some((one) => one !== 'kept' && 'documented' in one)).toBe(isBlamed);
});

test('what PUT sets without a body is taken away where it is not set, but not beneath what is not there', async () => {
  const inPath = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
  const description = descriptionOf(`
/tools:
  post:
    operationId: addTool
    requestBody: { ${json('{ type: object }')} }
    responses: { '201': { description: '', ${json(item('type: string'))} } }
/tools/{toolId}/stars/{user}:
  parameters: [${inPath('toolId')}, ${inPath('user')}]
  put: { operationId: star, responses: { '204': { description: '' }, '404': { description: '' } } }
  delete: { operationId: readTool, responses: { '204': { description: '' }, '404': { description: '' } } }
`);
  const { judged } = await probe(description, 'x', () => ({ status: 204 }));
  expect(new Set(judged)).toEqual(
    new Set([
      { documented: '404: nothing has this toolId.', received: '204, an empty body' },
      { outOfReach: 'What is set without a body may be taken away where it is not set.' },
    ]),
  );
});

test.each<[what: string, status: number, isBlamed: boolean]>([
  ['refused for its body, of which none is made', 400, false],
  ['served', 201, true],
])('what is %s', async (_, status, isBlamed) => {
  const description = descriptionOf(`
/tools:
  post:
    operationId: addTool
    requestBody: { ${json('{ type: object }')} }
    responses: { '201': { description: '', ${json(item('type: string'))} } }
/tools/{toolId}/photo:
  parameters: [{ name: toolId, in: path, required: true, schema: { type: string, pattern: '^[a-z]{3}$' } }]
  put:
    operationId: readTool
    requestBody: { required: true, content: { application/xml: { schema: { type: object } } } }
    responses: { '201': { description: '' }, '400': { description: '' }, '404': { description: '' } }
`);
  const { judged } = await probe(description, 'abc', () => ({ status }));
  expect(judged.some((one) => one !== 'kept' && 'documented' in one)).toBe(isBlamed);
});

test('what is looked for is no identifier for what is created meanwhile', async () => {
  const asked: string[] = [];
  const { session } = benchFor(described('type: string, pattern: "^[a-z]{3}$"'), ({ method, target }: HttpRequest) => {
    if (method === 'GET') asked.push(target.slice('/tools/'.length));
    return method === 'GET' ? { status: 404 } : { status: 201, body: { id: 'abc' } };
  });
  const run: ProbeRun = {
    context: session,
    call: (parts) => session.call(parts),
    wait: async () => {},
    isTaken: () => false,
  };
  if (unknownIdentifier.server?.reach.by !== 'probes') return expect.fail('It is not probed.');
  const read = session.description.operations.find(({ id }) => id === 'readTool');
  if (read === undefined) return expect.fail('Nothing reads a tool.');
  for await (const { judgement } of unknownIdentifier.server.reach.probe(run, read)) expect(judgement).toBe('kept');
  const [resource] = session.resources;
  expect(resource && session.source.newItems.take(resource, asked[0] ?? '')).toBe(false);
});

test('what the body of a request names is made beneath a thing that is there', async () => {
  const empty = `requestBody: { ${json('{ type: object }')} }`;
  const box = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const names = 'boxId: { type: integer }, shelfId: { type: integer }';
  const moved = `{ type: object, required: [boxId, shelfId], properties: { ${names} } }`;
  const inPath = 'parameters: [{ name: shelfId, in: path, required: true, schema: { type: integer } }]';
  const description = descriptionOf(`
/shelves:
  post: { operationId: addShelf, ${empty}, responses: { '201': { description: '', ${json(item('type: integer'))} } } }
/shelves/{shelfId}:
  ${inPath}
  get: { operationId: readShelf, responses: { '200': { description: '', ${json(item('type: integer'))} } } }
/shelves/{shelfId}/boxes:
  ${inPath}
  post: { operationId: addBox, ${empty}, responses: { '201': { description: '', ${json(box)} } } }
/shelves/{shelfId}/boxes/{boxId}:
  ${inPath.replace(']', ', { name: boxId, in: path, required: true, schema: { type: integer } }]')}
  get: { operationId: readBox, responses: { '200': { description: '', ${json(box)} } } }
/shelves/{shelfId}/sort:
  ${inPath}
  post:
    operationId: readTool
    requestBody: { required: true, ${json(moved)} }
    responses: { '204': { description: '' }, '404': { description: '' } }
`);
  const seen: string[] = [];
  const { session } = benchFor(description, ({ target, body }) => {
    seen.push(`${target} ${body ?? ''}`);
    return target.endsWith('/sort') ? { status: 404 } : { status: 201, body: { id: seen.length } };
  });
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  if (unknownIdentifier.server?.reach.by !== 'probes') return expect.fail('It is not probed.');
  for await (const { judgement } of unknownIdentifier.server.reach.probe(run, operationIn(description, 'readTool')))
    expect(judgement).toBe('kept');
  const [shelves, boxes, sorted] = ['shelves ', 'boxes ', 'sort '].map((path) =>
    seen.filter((one) => one.includes(path)),
  );
  // One box shows that boxes can be made there, and one is named.
  expect([shelves?.length, boxes]).toEqual([1, ['/shelves/1/boxes {}', '/shelves/1/boxes {}']]);
  // The body says the same shelf as the path.
  expect(sorted?.every((one) => one.includes(`"shelfId":${one.split('/')[2]}`))).toBe(true);
});
