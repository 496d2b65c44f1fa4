import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { bulkChanges } from './bulk-changes.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, required = '') =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;
const fields = 'name: { type: string }, size: { type: integer, minimum: 1 }';
const lamp = object(`id: { type: integer }, ${fields}`, 'id');
const many = (items: string) => `{ type: array, minItems: 1, items: ${items} }`;
const results = object(`results: ${many(object('id: { type: integer }, status: { type: integer }'))}`);

/** Lamps of which many are changed by a request with such a body. */
const described = (body: string, path = '') =>
  descriptionOf(`
/lamps:
  post:
    operationId: add
    requestBody: { required: true, ${json(object('name: { type: string }', 'name'))} }
    responses: { '201': { description: '', ${json(lamp)} } }
  ${path === '' ? '' : `\n/lamps${path}:`}
  patch:
    operationId: changeAll
    requestBody: { required: true, ${json(body)} }
    responses: { '207': { description: '', ${json(results)} } }
/lamps/{lampId}:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${json(lamp)} } } }
`);

const bodies = {
  'a list of lamps': many(object(`lampId: { type: integer }, ${fields}`, 'lampId, name, size')),
  'a list in a property': object(
    `updates: ${many(object(`id: { type: integer }, ${fields}`, 'id, name, size'))}`,
    'updates',
  ),
  'identifiers, and what changes': object(
    `ids: ${many('{ type: integer }')}, set: ${object(fields, 'name, size')}`,
    'ids, set',
  ),
  'identifiers beside what changes': object(`lampIds: ${many('{ type: integer }')}, ${fields}`, 'lampIds, name, size'),
};

type Change = (lamps: Map<number, ExactObject>, ids: number[], changes: ExactObject) => void;

async function judged(
  body: string,
  change: Change,
  { status = 207, outcome = 200 } = {},
): Promise<Probed<string>['judgement'][]> {
  const description = described(body);
  const lamps = new Map<number, ExactObject>();
  const { session } = benchFor(description, ({ method, target, body: bytes }) => {
    const sent: Exact = jsonIn(bytes) ?? null;
    if (method === 'GET') return { body: lamps.get(Number(target.split('/')[2])) ?? null };
    if (method === 'POST') {
      const id = lamps.size + 1;
      lamps.set(id, { ...(isExactObject(sent) ? sent : {}), id });
      return { status: 201, body: lamps.get(id) };
    }
    const whole = isExactObject(sent) ? sent : {};
    const list = [sent, ...Object.values(whole)].find((one) => Array.isArray(one));
    const entries = Array.isArray(list) ? list : [];
    const ids = entries.map((one) => Number(isExactObject(one) ? (one['id'] ?? one['lampId']) : one));
    const [first] = entries;
    const own = [first ?? null, whole['set'] ?? null, whole].find((one) => isExactObject(one)) ?? {};
    const { name = '', size = 0 } = own;
    change(lamps, ids, { name, size });
    return { status, body: { results: ids.map((id) => ({ id, status: outcome })) } };
  });
  return probedJudgements(bulkChanges, session, 'changeAll');
}

const each: Change = (lamps, ids, changes) =>
  ids.forEach((id) => void lamps.set(id, { ...lamps.get(id), ...changes, id }));
const violation = {
  documented: expect.stringMatching(/^(name: ".*"|size: \d+), as for each\.$/) as string,
  received: expect.stringMatching(/^\{/) as string,
};

test.each(Object.entries(bodies))('a server that changes each of %s', async (_, body) =>
  expect(await judged(body, each)).toEqual(['kept', 'kept', 'kept']),
);

test.each<[what: string, change: Change, judgements: unknown[]]>([
  ['the first alone', (lamps, ids, changes) => each(lamps, ids.slice(0, 1), changes), ['kept', violation, violation]],
  ['none', () => {}, [violation, violation, violation]],
  ['not all of each', (lamps, ids, { name = '' }) => each(lamps, ids, { name }), [violation, violation, violation]],
])('a server that changes %s', async (_, change, judgements) => {
  for (const body of Object.values(bodies)) expect(await judged(body, change)).toEqual(judgements);
});

test('what is refused, or done later, shows nothing', async () => {
  const refused = { outOfReach: 'Some of the items were refused.' };
  expect(await judged(bodies['a list of lamps'], () => {}, { outcome: 409 })).toEqual([refused, refused, refused]);
  const later = await judged(bodies['a list of lamps'], () => {}, { status: 202 });
  expect(later).toEqual([{ outOfReach: 'No several items were changed at once.' }]);
});

test.each([
  ['at the path of the collection', '', 1],
  ['behind it', '/bulk', 1],
  ['as a method of it', ':change', 1],
  ['beneath something else', '/{roomId}/all', 0],
])('a change of many %s', (_, path, count) => {
  const description = described(bodies['a list of lamps'], path);
  const { session } = benchFor(description);
  expect(bulkChanges.list(session, operationIn(description, 'changeAll'), 'server')).toHaveLength(count);
});

test.each([
  ['names no item', many(object(fields))],
  ['has a list of something else', object(`words: ${many('{ type: string }')}, ${fields}`)],
  [
    'has new lamps, whose identifiers the server gives',
    many(object(`id: { type: integer, readOnly: true }, ${fields}`, 'id')),
  ],
  ['changes nothing that is shown', many(object('id: { type: integer }, other: { type: string }', 'id'))],
])('a body that %s', (_, body) => {
  const description = described(body);
  expect(bulkChanges.list(benchFor(description).session, operationIn(description, 'changeAll'), 'server')).toEqual([]);
});

const lit = object('id: { type: integer }, state: { type: string }', 'id');

/** Lamps whose state a path sets, with a list of their identifiers. */
const switched = descriptionOf(`
/lamps:
  post:
    operationId: add
    requestBody: { required: true, ${json(object('state: { type: string, enum: [on] }', 'state'))} }
    responses: { '201': { description: '', ${json(lit)} } }
/lamps/state/{state}:
  parameters: [{ name: state, in: path, required: true, schema: { type: string, enum: [on, off] } }]
  put:
    operationId: changeAll
    requestBody: { description: Identifiers of lamps, ${json(many('{ type: integer }'))} }
    responses: { '204': { description: '' } }
/lamps/{lampId}:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${json(lit)} } } }`);

test.each<[what: string, some: (ids: Exact[]) => Exact[], judgements: unknown[]]>([
  ['each', (ids) => ids, ['kept', 'kept', 'kept']],
  ['the first alone', (ids) => ids.slice(0, 1), ['kept', expect.anything(), expect.anything()]],
])('a server that sets what a path says of %s', async (_, some, judgements) => {
  const states = new Map<number, Exact>();
  const { session } = benchFor(switched, ({ method, target, body }) => {
    const last = target.split('/').at(-1) ?? '';
    const sent: Exact = jsonIn(body) ?? null;
    if (method === 'PUT') for (const id of some([sent].flat())) states.set(Number(id), last);
    if (method === 'PUT') return { status: 204 };
    const id = method === 'POST' ? states.size + 1 : Number(last);
    if (method === 'POST') states.set(id, 'on');
    return { status: method === 'POST' ? 201 : 200, body: { id, state: states.get(id) ?? null } };
  });
  const shown = await probedJudgements(bulkChanges, session, 'changeAll');
  expect(shown).toEqual(judgements);
  expect(shown.filter((one) => one === 'kept')).toHaveLength(judgements.filter((one) => one === 'kept').length);
});

test('faults', () => {
  const specification = withoutWorkflows(described(bodies['a list of lamps']));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === bulkChanges.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['the first alone', 'the last alone']);
});
