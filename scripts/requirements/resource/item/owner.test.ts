import { expect, test } from 'vitest';
import type { Exact } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { catalogueOf } from '../../catalogue.ts';
import { offlineContext } from '../../planning-context.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { itemOwner } from './owner.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const integer = '{ type: integer }';
const line = (of: string) => `{ type: object, properties: { id: { type: integer, readOnly: true }, ${of} } }`;
const described = (of: string, { sent = '', parameter = 'id', order = `id: ${integer}` } = {}) =>
  descriptionOf(`
/orders:
  post:
    operationId: addOrder
    requestBody: { ${json('{ type: object, properties: { note: { type: string } } }')} }
    responses: { '201': { description: '', ${json(`{ type: object, properties: { ${order} } }`)} } }
/orders/{${parameter}}:
  parameters: [{ name: ${parameter}, in: path, required: true, schema: ${integer} }]
  get: { operationId: readOrder, responses: { '200': { description: '', ${json(`{ properties: { ${order} } }`)} } } }
/orders/{${parameter}}/lines:
  parameters: [{ name: ${parameter}, in: path, required: true, schema: ${integer} }]
  post:
    operationId: addLine
    requestBody: { ${json(line(`text: { type: string }, ${sent}`))} }
    responses: { '201': { description: '', ${json(line(of))} } }
/orders/{${parameter}}/lines/{lineId}:
  parameters:
    - { name: ${parameter}, in: path, required: true, schema: ${integer} }
    - { name: lineId, in: path, required: true, schema: ${integer} }
  get: { operationId: readLine, responses: { '200': { description: '', ${json(line(of))} } } }`);

test.each<[what: string, of: string, others: Parameters<typeof described>[1], ids: string[]]>([
  ['what it belongs to', `orderId: ${integer}`, {}, ['addLine.owner.orderId', 'readLine.owner.orderId']],
  ['that in another spelling', `order_id: ${integer}`, {}, ['addLine.owner.order_id', 'readLine.owner.order_id']],
  [
    'what the path calls so',
    `orderId: ${integer}`,
    { parameter: 'orderId' },
    ['addLine.owner.orderId', 'readLine.owner.orderId'],
  ],
  [
    'what the path calls by another name',
    `orderNumber: ${integer}`,
    { parameter: 'number', order: `number: ${integer}` },
    ['addLine.owner.orderNumber', 'readLine.owner.orderNumber'],
  ],
  ['what a client says', `orderId: ${integer}`, { sent: `orderId: ${integer}` }, []],
  ['something of another type', 'orderId: { type: string }', {}, []],
  ['an identifier that no path has', `orderId: ${integer}`, { order: `number: ${integer}`, parameter: 'number' }, []],
  ['something else', `partId: ${integer}, order: ${integer}`, {}, []],
])('of items that have %s, it is asked for %s', (_, of, others, ids) => {
  const all = catalogueOf(withoutWorkflows(described(of, others)), 'server');
  expect(all.map(({ id }) => id).filter((id) => /^\w+\.owner\./.test(id))).toEqual(ids);
});

test.each<[what: string, orderId: Exact | undefined, shown: string]>([
  ['that of its path', 7, 'kept'],
  ['another one', 8, 'orderId: 8'],
  ['none', undefined, 'out of reach'],
  ['null', null, 'out of reach'],
])('of an item that has %s, it is said', (_, orderId, received) => {
  const description = described(`orderId: ${integer}`);
  const context = offlineContext(withoutWorkflows(description));
  const operation = operationIn(description, 'addLine');
  const resource = context.resources.find(({ create }) => create === operation) ?? expect.fail('There is no resource.');
  const credential = context.credentialOf(operation);
  const parts = { operation, path: { id: '7' }, query: [], headers: [], cookies: [], body: null, credential };
  const body = { id: 1, ...(orderId !== undefined && { orderId }) };
  const answer = { request: requestOf('POST', '/orders/7/lines'), response: responseOf({ status: 201, body }), body };
  const shown: string[] = [];
  const reach = itemOwner.server?.reach;
  const seen = { resource, of: 'creation', parts, answer, id: 1, isTaken: false, others: [] } as const;
  if (reach?.by === 'items')
    reach.check(context, seen, (_subject, _answer, one) =>
      shown.push(one === 'kept' ? one : 'received' in one ? one.received : 'out of reach'),
    );
  expect(shown).toEqual([received]);
});

test('its fault names another owner', async () => {
  const specification = withoutWorkflows(described(`orderId: ${integer}`));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === itemOwner.id);
  expect(faults.map(({ requirement, fault }) => [requirement.id, fault.what])).toEqual([
    ['addLine.owner.orderId', 'is that of another'],
    ['readLine.owner.orderId', 'is that of another'],
  ]);
  const [first = expect.fail('There is no fault.')] = faults;
  const body = { id: 1, orderId: 7 };
  const harness = { key: '', limitedKey: '', now: () => 0, doing: () => '' };
  const send = first.fault.wrap(async () => responseOf({ status: 201, body }), harness);
  const { body: answered } = await send(requestOf('POST', '/orders/7/lines'));
  expect(JSON.parse(answered.toString())).toEqual({ id: 1, orderId: 8 });
});
