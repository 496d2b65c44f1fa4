import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { runProbes } from '../../verify/server/cases/probes.ts';
import { addReachedBy, benchFor, idsOf } from '../../verify/test/bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const colour = 'colour: { enum: [red, blue] }';
const painted = `{ type: object, required: [colour], properties: { ${colour} } }`;
const sent = `requestBody: { required: true, ${json(painted)} }`;
const thing = (id: string) => `{ type: object, required: [id], properties: { id: ${id}, ${colour} } }`;
const made = (id: string) => `responses: { '201': { description: '', ${json(thing(id))} } }`;

const pen = "{ $ref: '#/components/schemas/Pen' }";

/** The verdict on a list beneath something, of things that have no path of their own, but for those that are `read`. */
async function verdictOn(
  id: string,
  listed: 'its own' | 'all' | 'its own and one of each',
  before = 5,
  read = '',
  paging: 'offset' | 'cursor' = 'offset',
): Promise<string | undefined> {
  const list =
    paging === 'offset'
      ? `{ type: array, items: ${pen} }`
      : `{ type: object, properties: { items: { type: array, items: ${pen} }, nextCursor: { type: string } } }`;
  const description = descriptionOf(
    `
/boxes: { post: { operationId: addBox, ${sent}, ${made('{ type: integer }')} } }
/boxes/{boxId}/pens:
  parameters: [{ name: boxId, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: listPens
    parameters:
      - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
      - { name: ${paging}, in: query, schema: { type: ${paging === 'offset' ? 'integer' : 'string'} } }
    responses: { '200': { description: '', ${json(list)} } }
  post: { operationId: addPen, ${sent}, responses: { '201': { description: '', ${json(pen)} } } }${read}`,
    `
components: { schemas: { Pen: ${thing(id)} } }`,
  );
  const things: (ExactObject & { at: string })[] = [];
  const common = { id: '3f2504e0-4f89-41d3-9a0c-000000000000', colour: 'blue' };
  const { session, ledger } = benchFor(description, ({ method, target }) => {
    const { pathname: path, searchParams } = new URL(target, 'http://localhost');
    const limit = Number(searchParams.get('limit') ?? 5);
    const offset = Number(searchParams.get(paging) ?? 0);
    const isOfList = ({ at }: { at: string }) => at === path || (listed === 'all' && at !== '/boxes');
    const found = things.filter(isOfList).map(({ at: _, ...own }) => own);
    const items = [...(listed === 'its own and one of each' ? [common] : []), ...found];
    const page = items.slice(offset).slice(0, limit);
    const next = offset + limit < items.length ? { nextCursor: String(offset + limit) } : {};
    if (method === 'GET') return { body: paging === 'offset' ? page : { items: page, ...next } };
    const count = things.length + 1;
    const number = `3f2504e0-4f89-41d3-9a0c-${String(count).padStart(12, '0')}`;
    const ulid = `pen_01HZX3K8Y7T5R9M2N4P6Q8S${String(count).padStart(3, '0')}`;
    const counted = `pen_${String(count).padStart(26, '0')}`;
    const text = id.includes('uuid') ? number : id.includes('counted') ? counted : ulid;
    const own = { id: id.includes('string') && target !== '/boxes' ? text : count, colour: 'red' };
    things.push({ ...own, at: target });
    return { status: 201, body: own };
  });
  addReachedBy('probes', description, ledger);
  for (let count = 0; count < before; count += 1)
    await session.call(await session.source.base(operationIn(description, 'addPen')));
  await runProbes(session, operationIn(description, 'listPens'), 'probes');
  const verdicts = ['kept', 'violated', 'waived'] as const;
  return verdicts.find((verdict) => idsOf(ledger, verdict).includes('listPens.beneath.boxId'));
}

test.each<[id: string, listed: Parameters<typeof verdictOn>[1], verdict: string]>([
  ['{ type: string, format: uuid }', 'its own', 'kept'],
  ['{ type: string, format: uuid }', 'its own and one of each', 'kept'],
  ['{ type: string, format: uuid }', 'all', 'violated'],
  ["{ type: string, pattern: '^pen_' }", 'its own', 'kept'],
  ["{ type: string, pattern: '^pen_' }", 'all', 'violated'],
  // Beneath another thing, another one may have the same number.
  ['{ type: string, description: counted }', 'all', 'waived'],
  ['{ type: integer }', 'all', 'waived'],
])('things with the identifier %s, of which a list has %s, are %s', async (id, listed, verdict) =>
  expect(await verdictOn(id, listed)).toBe(verdict),
);

test.each<[listed: Parameters<typeof verdictOn>[1], verdict: string]>([
  ['its own', 'kept'],
  ['all', 'violated'],
])('things that are read by their numbers alone, of which a list has %s, are %s', async (listed, verdict) => {
  const read = `
/pens/{penId}:
  parameters: [{ name: penId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readPen, responses: { '200': { description: '', ${json(pen)} } } }`;
  expect(await verdictOn('{ type: integer }', listed, 5, read)).toBe(verdict);
});

test.each(['offset', 'cursor'] as const)('by %s, what is not on the first page is looked for', async (paging) => {
  expect(await verdictOn('{ type: string, format: uuid }', 'its own', 60, '', paging)).toBe('kept');
  expect(await verdictOn('{ type: string, format: uuid }', 'all', 60, '', paging)).toBe('violated');
});

test.each([
  ['its own', 'kept'],
  ['all', 'violated'],
])('things that are put under names of their own, of which a list has %s, are %s', async (listed, verdict) => {
  const properties = '{ name: { type: string }, note: { type: object } }';
  const named = `{ type: object, required: [name], properties: ${properties} }`;
  const note = '{ type: object, required: [note], properties: { note: { type: string } } }';
  const at = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
  const description = descriptionOf(`
/boxes: { post: { operationId: addBox, ${sent}, ${made('{ type: string }')} } }
/boxes/{boxId}/pens:
  parameters: [${at('boxId')}]
  get:
    operationId: listPens
    responses: { '200': { description: '', ${json(`{ type: array, items: ${named} }`)} } }
/boxes/{boxId}/pens/{name}:
  parameters: [${at('boxId')}, ${at('name')}]
  put:
    operationId: putPen
    requestBody: { ${json(note)} }
    responses: { '200': { description: '', ${json(named)} } }
  delete: { operationId: removePen, responses: { '204': { description: '' } } }`);
  const pens = new Map<string, ExactObject>();
  let boxes = 0;
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    if (method === 'POST') return { status: 201, body: { id: `box-${(boxes += 1)}` } };
    const isListed = ([key]: [string, ExactObject]) => listed === 'all' || key.startsWith(`${target}/`);
    if (method === 'GET') return { body: [...pens].filter(isListed).map(([, pen]) => pen) };
    const pen = { name: decodeURIComponent(target.slice(target.lastIndexOf('/') + 1)), note: jsonIn(body) ?? null };
    pens.set(target, pen);
    return { body: pen };
  });
  addReachedBy('probes', description, ledger);
  await runProbes(session, operationIn(description, 'listPens'), 'probes');
  expect(idsOf(ledger, verdict === 'kept' ? 'kept' : 'violated')).toContain('listPens.beneath.boxId');
});

test('where there is no more of what a thing is made of, one is made of little', async () => {
  const line = '{ type: object, required: [id, count], properties: { id: { type: string, format: uuid }, count: {} } }';
  const number = '{ type: integer, minimum: 1, maximum: 999 }';
  const count = `{ type: object, required: [count], properties: { count: ${number} } }`;
  const description = descriptionOf(`
/orders: { post: { operationId: addOrder, ${sent}, ${made('{ type: integer }')} } }
/orders/{orderId}/lines:
  parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: listLines
    responses: { '200': { description: '', ${json(`{ type: array, items: ${line} }`)} } }
  post:
    operationId: addLine
    requestBody: { required: true, ${json(count)} }
    responses: { '201': { description: '', ${json(line)} }, '422': { description: Not enough in stock } }`);
  const lines: ExactObject[] = [];
  const counts: number[] = [];
  let orders = 0;
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    if (target === '/orders') return { status: 201, body: { id: (orders += 1), colour: 'red' } };
    if (method === 'GET') return { body: lines };
    const asked = jsonIn(body) ?? null;
    const own = isExactObject(asked) ? Number(asked['count']) : 0;
    counts.push(own);
    if (own > 3) return { status: 422 };
    lines.push({ id: `3f2504e0-4f89-41d3-9a0c-${String(lines.length).padStart(12, '0')}`, count: own });
    return { status: 201, body: lines.at(-1) };
  });
  addReachedBy('probes', description, ledger);
  await runProbes(session, operationIn(description, 'listLines'), 'probes');
  expect(counts).toEqual([expect.any(Number), expect.any(Number)]);
  expect(Math.max(...counts)).toBeGreaterThan(3);
  expect(idsOf(ledger, 'violated')).toContain('listLines.beneath.orderId');
});
