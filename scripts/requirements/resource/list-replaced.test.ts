import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { listReplaced } from './list-replaced.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const many = (items: string, limits = '') => `{ type: array, ${limits} items: ${items} }`;
const object = (properties: string) => `{ type: object, properties: { ${properties} } }`;
const inPath = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const day = 'day: { type: integer, minimum: 1 }, note: { type: string }';

/** Shops, and a list beneath each that is set as a whole. */
const described = (sent: string, shown: string, more = '') =>
  descriptionOf(`
/shops:
  post:
    operationId: add
    requestBody: { required: true, ${json(object('name: { type: string }'))} }
    responses: { '201': { description: '', ${json(object('id: { type: integer }'))} } }
/shops/{id}:
  ${inPath}
  get: { operationId: read, responses: { '200': { description: '', ${json(object('id: { type: integer }'))} } } }
/shops/{id}/hours:
  ${inPath}
  get: { operationId: readHours, responses: { '200': { description: '', ${json(shown)} } } }
  put:
    operationId: setHours
    requestBody: { required: true, ${json(sent)} }
    responses: { '204': { description: '' } }
  ${more}`);

const words = many('{ type: string }', 'uniqueItems: true,');
const hours = many(object(day));
const shownHours = object(`items: ${many(object(`id: { type: integer }, ${day}`))}`);

type Store = (before: readonly Exact[], sent: readonly Exact[]) => readonly Exact[];

async function judged(
  store: Store,
  description = described(words, words),
  { status = 204, show = (all: readonly Exact[]): Exact => [...all] } = {},
): Promise<Probed<string>['judgement'][]> {
  const lists = new Map<string, readonly Exact[]>();
  let shops = 0;
  const { session } = benchFor(description, ({ method, target, body }) => {
    if (method === 'POST') return { status: 201, body: { id: (shops += 1) } };
    const before = lists.get(target) ?? [];
    if (method === 'GET') return { body: show(before) };
    const sent = jsonIn(body);
    lists.set(target, store(before, Array.isArray(sent) ? sent : []));
    return { status };
  });
  return probedJudgements(listReplaced, session, 'setHours');
}

const violation = {
  documented: expect.stringMatching(/^The list that was set: \[/) as string,
  received: expect.stringMatching(/^\[/) as string,
};

test.each<[what: string, store: Store, judgements: unknown[]]>([
  ['sets the list', (_, sent) => sent, ['kept', 'kept']],
  ['sets it in another order', (_, sent) => sent.toReversed(), ['kept', 'kept']],
  ['sets nothing', (before) => before, [violation, violation]],
  ['adds to the list', (before, sent) => [...before, ...sent], ['kept', violation]],
  ['sets the first one alone', (_, sent) => sent.slice(0, 1), [violation, 'kept']],
])('a server that %s', async (_, store, judgements) => expect(await judged(store)).toEqual(judgements));

test('a server may show more of each item, and have the list in a property', async () => {
  const show = (all: readonly Exact[]): Exact => ({
    items: all.map((one, index) => (typeof one === 'object' ? { ...one, id: index } : one)),
  });
  expect(await judged((_, sent) => sent, described(hours, shownHours), { show })).toEqual(['kept', 'kept']);
});

test('a list that is set later is not seen', async () => {
  const outOfReach = { outOfReach: 'No list was set at once.' };
  expect(await judged((before) => before, undefined, { status: 202 })).toEqual([outOfReach, outOfReach]);
});

test.each([
  ['of texts', described(words, words), 1],
  ['of objects', described(hours, shownHours), 1],
  ['that is shown as others', described(words, many('{ type: integer }')), 0],
  ['of objects that have nothing in common', described(hours, many(object('id: { type: integer }'))), 0],
  ['of lists', described(many(words), many(words)), 0],
  ['in a property of the body', described(object(`all: ${words}`), words), 0],
  ['of things that are added one by one', described(hours, hours, `post: ${adding(object(day))}`), 0],
])('a list %s', (_, description, count) => {
  const { session } = benchFor(description);
  expect(listReplaced.list(session, operationIn(description, 'setHours'), 'server')).toHaveLength(count);
});

function adding(schema: string): string {
  return `{ operationId: addHour, requestBody: { ${json(schema)} }, responses: { '201': { description: '' } } }`;
}

test('faults', () => {
  const specification = withoutWorkflows(described(words, words));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === listReplaced.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['answered alone']);
});
