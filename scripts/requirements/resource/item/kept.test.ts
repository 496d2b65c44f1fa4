import { expect, test } from 'vitest';
import type { Exact, ExactObject } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import type { Description } from '../../../openapi/description.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { encodeBody } from '../../request/request-parts.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { itemKept } from './kept.ts';

const merge = 'application/merge-patch+json';
const price = 'price: { type: integer, readOnly: true }';
const bulb = `type: object, properties: { id: { type: string }, watts: { type: integer }, ${price} }`;
const bulbs = (required: string) => `bulbs: { type: array, items: { ${bulb}, required: ${required} } }`;
const others = `size: { type: integer, default: 1 }, color: { type: string }, ${bulbs('[watts, price]')}`;
const modeOf = (names: string) => `{ properties: { mode: { enum: [${names}] } } }`;
const modes = `anyOf: [${modeOf('blue, bright')}, ${modeOf('blue')}]`;
const ofLamp = `id: {}, name: { type: string }, cost: { type: string, format: decimal }, ${others}`;
const lamp = `{ type: object, required: [id, name], properties: { ${ofLamp} }, ${modes} }`;
const nullable = (type: string) => `{ type: [${type}, 'null'] }`;
const nullables = `name: ${nullable('string')}, size: ${nullable('integer')}, color: ${nullable('string')}`;
const change = `${nullables}, cost: { type: string, format: decimal }, mode: { type: string }, ${bulbs('[watts]')}`;
const described = (mediaType: string) =>
  descriptionOf(`
/lamps/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { content: { application/json: { schema: ${lamp} } } } } }
  patch:
    operationId: change
    requestBody: { content: { ${mediaType}: { schema: { type: object, properties: { ${change} } } } } }
    responses: { '200': { content: { application/json: { schema: ${lamp} } } } }
`);

/** What is shown of a property that is changed, by what a server answers with. */
function shownOf(name: string, body: ExactObject, mediaType = merge, value: Exact = null): unknown[] {
  const before = { id: 1, name: 'one', size: 7, color: 'red', bulbs: [] };
  return shownBy(described(mediaType), mediaType, { [name]: value }, before, body);
}

/** What a change shows, of an item as it was before, and is answered. */
function shownBy(
  description: Description,
  mediaType: string,
  value: Exact,
  before: Exact,
  body: ExactObject,
): unknown[] {
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no resource.')] = context.resources;
  if (itemKept.server?.reach.by !== 'items') return expect.fail('No items are looked at.');
  const operation = operationIn(description, 'change');
  const path = { id: '1' };
  const sent = encodeBody(mediaType, value);
  const credential = context.credentialOf(operation);
  const parts = { operation, path, query: [], headers: [], cookies: [], body: sent, credential };
  const answer = { request: requestOf('PATCH', '/lamps/1'), response: responseOf({}), body };
  const shown: unknown[] = [];
  const change = { resource, of: 'change' as const, parts, before, preset: undefined, answer };
  itemKept.server.reach.check(context, change, (_, __, one) => shown.push(one));
  return shown;
}

const unknown = (name: string) => ({ outOfReach: `No response may show the ${name} that was sent.` });

test.each<[what: string, name: string, body: ExactObject, shown: unknown]>([
  ['is gone', 'color', { id: 1, name: 'one' }, 'kept'],
  [
    'stays',
    'color',
    { id: 1, name: 'one', color: 'red' },
    { documented: 'color as it was sent: null', received: 'color: "red"' },
  ],
  ['has its default', 'size', { id: 1, name: 'one', size: 1 }, unknown('size')],
  ['is one that each item has', 'name', { id: 1, name: '' }, unknown('name')],
])('what a merge patch removes %s', (_, name, body, shown) => expect(shownOf(name, body)).toEqual([shown]));

test('of a character that was lost, it is said how that comes about', () =>
  expect(shownOf('color', { id: 1, name: 'one', color: 'bl\ufffd\ufffd' }, merge, 'blå')).toEqual([
    {
      documented: 'color as it was sent: "blå"',
      received: 'color: "bl\ufffd\ufffd", as from a server that reads each piece of a body as a text',
    },
  ]));

test('in any other change, a null need not be shown', () =>
  expect(shownOf('color', { id: 1, name: 'one', color: 'red' }, 'application/json')).toEqual([unknown('color')]));

test.each<[sent: string, received: string, shown: unknown]>([
  ['5', '5.00', 'kept'],
  ['0', '0.00', 'kept'],
  ['5', '50.00', { documented: 'cost as it was sent: "5"', received: 'cost: "50.00"' }],
])('an amount may come back with other digits after the point: %s as %s', (sent, received, shown) =>
  expect(shownOf('cost', { id: 1, name: 'one', cost: received }, 'application/json', sent)).toEqual([shown]),
);

test.each<[what: string, received: Exact[], shown: string]>([
  [
    'all of them',
    [
      { watts: 1, price: 3 },
      { watts: 2, price: 3 },
    ],
    'kept',
  ],
  ['one of two', [{ watts: 1, price: 3 }], '[{"watts":1,"price":3}]'],
  [
    'the other way round',
    [
      { watts: 2, price: 3 },
      { watts: 1, price: 3 },
    ],
    '[{"watts":2,"price":3},{"watts":1,"price":3}]',
  ],
])('objects of a list, of which the server sets a part, come back: %s', (_, received, shown) => {
  const sent = [{ watts: 1 }, { watts: 2 }];
  const violation = { documented: `bulbs as it was sent: ${JSON.stringify(sent)}`, received: `bulbs: ${shown}` };
  const expected = shown === 'kept' ? shown : violation;
  expect(shownOf('bulbs', { id: 1, name: 'one', bulbs: received }, 'application/json', sent)).toEqual([expected]);
});

test.each([
  ['dim', [unknown('mode')]],
  ['bright', [{ documented: 'mode as it was sent: "bright"', received: 'mode: "blue"' }]],
])('of what an alternative alone describes, %s is shown where that allows it', (sent, shown) =>
  expect(shownOf('mode', { id: 1, name: 'one', mode: 'blue' }, 'application/json', sent)).toEqual(shown),
);

test('an item of a list has what the server sets of it, and an identifier, where it need not have one', () => {
  const received = [{ id: 'b1', watts: 1, price: 3 }];
  const sent = [{ id: 'of the client', watts: 1, price: 4 }];
  expect(shownOf('bulbs', { id: 1, name: 'one', bulbs: received }, 'application/json', sent)).toEqual(['kept']);
});

test.each([
  ['1', ['name', 'shelf_id']],
  ['2', ['name']],
])('what is made at shelf %s shows of what was sent with shelf 1: %j', (shelf, properties) => {
  const known = 'name: { type: string }, shelf_id: { type: integer }';
  const json = (more: string) => `content: { application/json: { schema: { type: object, properties: { ${more} } } } }`;
  const inPath = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;
  const lamps = descriptionOf(`
/shelves/{shelf_id}/lamps:
  post:
    operationId: add
    parameters: [${inPath('shelf_id')}]
    requestBody: { ${json(known)} }
    responses: { '201': { description: '', ${json(`id: { type: integer }, ${known}`)} } }
/shelves/{shelf_id}/lamps/{id}:
  get:
    operationId: read
    parameters: [${inPath('shelf_id')}, ${inPath('id')}]
    responses: { '200': { description: '', ${json(`id: { type: integer }, ${known}`)} } }`);
  const item = { id: 7, name: 'one', shelf_id: Number(shelf) };
  const shown = shownOfCreation(lamps, { shelf_id: shelf }, { name: 'one', shelf_id: 1 }, item);
  expect(Object.keys(shown).toSorted()).toEqual(properties);
});

test('what is said of a file in another part of a form comes back', () => {
  const known = 'name: { type: string }, tags: { type: array, items: { type: string } }';
  const photo = `{ type: object, properties: { id: { type: integer }, ${known} } }`;
  const form = `{ type: object, properties: { image: { format: binary }, about: { properties: { ${known} } } } }`;
  const photos = descriptionOf(`
/photos:
  post:
    operationId: add
    requestBody: { content: { multipart/form-data: { schema: ${form} } } }
    responses: { '201': { description: '', content: { application/json: { schema: ${photo} } } } }
/photos/{id}:
  get:
    operationId: read
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', content: { application/json: { schema: ${photo} } } } }`);
  const sent = { image: '', about: { name: 'one', tags: ['sea'] } };
  expect(shownOfCreation(photos, {}, sent, { id: 7, name: 'one', tags: [] })).toEqual({
    name: 'kept',
    tags: { documented: 'tags as it was sent: ["sea"]', received: 'tags: []' },
  });
});

/** What is shown of each property that the operation `add` is sent. */
function shownOfCreation(
  description: Description,
  path: Record<string, string>,
  sent: ExactObject,
  item: ExactObject,
): Record<string, unknown> {
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no resource.')] = context.resources;
  if (itemKept.server?.reach.by !== 'items') return expect.fail('No items are looked at.');
  const operation = operationIn(description, 'add');
  const body = encodeBody('application/json', sent);
  const credential = context.credentialOf(operation);
  const parts = { operation, path, query: [], headers: [], cookies: [], body, credential };
  const answer = { request: requestOf('POST', operation.path), response: responseOf({}), body: item };
  const shown: Record<string, unknown> = {};
  const others = [{ id: 1 }];
  const creation = { resource, of: 'creation' as const, parts, answer, id: 7, isTaken: false, others };
  itemKept.server.reach.check(context, creation, ({ property }, _, one) => {
    shown[property] = one;
  });
  return shown;
}

test.each<[what: string, text: string, shown: unknown]>([
  ['keeps it', 'blue', 'kept'],
  ['keeps another one', 'red', { documented: 'color as it was sent: "blue"', received: 'color: "red"' }],
])('what is sent by itself and answered in a property comes back, of a server that %s', (_, color, expected) => {
  const item = '{ type: object, required: [id], properties: { id: { type: integer }, color: { type: string } } }';
  const answered = `content: { application/json: { schema: { type: object, properties: { data: ${item} } } } }`;
  const description = descriptionOf(`
/lamps/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { ${answered} } } }
  patch:
    operationId: change
    requestBody: { content: { application/json: { schema: { properties: { color: { type: string } } } } } }
    responses: { '200': { ${answered} } }
`);
  const before = { data: { id: 1, color: 'red' } };
  expect(shownBy(description, 'application/json', { color: 'blue' }, before, { data: { id: 1, color } })).toEqual([
    expected,
  ]);
});

test('of alternatives, what the server alone sets, or only takes, need not come back', () => {
  const base = 'id: {}, name: {}, madeAt: { readOnly: true }, photo: { writeOnly: true }';
  const kinds = ['cup', 'pot'].map((kind) => `{ properties: { kind: { const: ${kind} }, ${base} } }`);
  const thing = `content: { application/json: { schema: { oneOf: [${kinds.join(', ')}] } } }`;
  const description = descriptionOf(`
/things:
  post: { operationId: add, requestBody: { ${thing} }, responses: { '201': { description: '', ${thing} } } }
/things/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  delete: { operationId: remove, responses: { '204': { description: '' } } }`);
  const context = offlineContext(withoutWorkflows(description));
  const listed = itemKept.list(context, operationIn(description, 'add'), 'server');
  expect([...listed].map(({ subject }) => subject.property).toSorted()).toEqual(['kind', 'name']);
});

test('of what is created, the server sets what its description says, and times that need not be sent', () => {
  const when =
    'createdAt: { type: string, format: date-time }, updated: { type: string }, created_on: { type: string }';
  const own = 'id: { type: integer }, status: { enum: [draft, open] }, title: { type: string }';
  const schema = `{ type: object, required: [created_on], properties: { ${own}, ${when} } }`;
  const json = `{ application/json: { schema: ${schema} } }`;
  const description = descriptionOf(`
/posts:
  post:
    operationId: write
    description: The post will be given an id and will enter the \`draft\` status.
    requestBody: { content: ${json} }
    responses: { '201': { content: ${json} } }
/posts/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { content: ${json} } } }
`);
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no resource.')] = context.resources;
  const operation = operationIn(description, 'write');
  const sent = { status: 'open', title: 'One', createdAt: '2031-01-01T00:00:00Z', updated: 'now', created_on: 'then' };
  const body = { ...sent, id: 1, status: 'draft', createdAt: '2026-01-01T00:00:00Z', updated: 'later' };
  const parts = {
    ...{ operation, path: {}, query: [], headers: [], cookies: [], credential: context.credentialOf(operation) },
    body: encodeBody('application/json', sent),
  };
  const answer = { request: requestOf('POST', '/posts'), response: responseOf({ status: 201, body }), body };
  const shown: unknown[] = [];
  const creation = { resource, of: 'creation', parts, answer, id: 1, isTaken: false, others: [{}] } as const;
  if (itemKept.server?.reach.by === 'items')
    itemKept.server.reach.check(context, creation, ({ property }, _, one) => shown.push([property, one]));
  expect(shown).toEqual([
    ['status', { outOfReach: 'The description says which status a new item has.' }],
    ['title', 'kept'],
    ['created_on', 'kept'],
  ]);
});

const named = '{ type: object, properties: { type: { type: string }, id: { type: string } } }';
const linked = (data: string) =>
  `{ type: object, properties: { links: { type: object, properties: { related: { type: string } } }, data: ${data} } }`;
const attributes =
  '{ type: object, properties: { name: { type: string }, createdAt: { type: string, format: date-time } } }';
const bulbsOf = linked(`{ type: array, items: ${named} }`);
const relationships = `{ properties: { maker: ${linked(named)}, bulbs: ${bulbsOf} } }`;
const inData = `{ id: { type: string }, attributes: ${attributes}, relationships: ${relationships} }`;
const document = `{ type: object, required: [data], properties: { data: { properties: ${inData} } } }`;
const jsonApi = 'application/vnd.api+json';
const documents = descriptionOf(`
/lamps/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  get: { operationId: read, responses: { '200': { content: { ${jsonApi}: { schema: ${document} } } } } }
  patch:
    operationId: change
    requestBody: { content: { ${jsonApi}: { schema: ${document} } } }
    responses: { '200': { content: { ${jsonApi}: { schema: ${document} } } } }
`);

test.each<[what: string, name: string, maker: string, isKept: boolean]>([
  ['its time, its links and what names it', 'two', 'b', true],
  ['an attribute', 'one', 'b', false],
  ['the one thing of a relationship', 'two', 'a', false],
])('of a resource of JSON:API, a server may set %s: %#', (_, name, maker, isKept) => {
  const lamp = (own: string, by: string, day: number, more: ExactObject[]) => ({
    data: {
      id: '1',
      attributes: { name: own, createdAt: `2024-01-0${day}T00:00:00Z` },
      relationships: {
        maker: { links: { related: `/makers/${day}` }, data: { type: 'makers', id: by } },
        bulbs: { links: { related: `/bulbs/${day}` }, data: more },
      },
    },
  });
  const sent = lamp('two', 'b', 2, [{ type: 'bulbs', id: '7' }]);
  const shown = shownBy(documents, jsonApi, sent, lamp('one', 'a', 1, []), lamp(name, maker, 1, []));
  expect(shown.map((one) => one === 'kept')).toEqual([isKept]);
});

test('of a schema without a type, what is none of what it describes need not be kept', () => {
  const lamp = { data: { id: '1', attributes: { name: 'one' } } };
  expect(shownBy(documents, jsonApi, { data: 7 }, lamp, lamp)).toEqual([]);
});
