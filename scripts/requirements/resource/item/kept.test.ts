import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { encodeBody } from '../../request/request-parts.ts';
import { itemKept } from './kept.ts';

const merge = 'application/merge-patch+json';
const others = 'size: { type: integer, default: 1 }, color: { type: string }';
const lamp = `{ type: object, required: [id, name], properties: { id: {}, name: { type: string }, ${others} } }`;
const nullable = (type: string) => `{ type: [${type}, 'null'] }`;
const change = `name: ${nullable('string')}, size: ${nullable('integer')}, color: ${nullable('string')}`;
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

/** What is shown of a property that is changed to null, by what a server answers with. */
function shownOf(name: string, body: ExactObject, mediaType = merge): unknown[] {
  const description = described(mediaType);
  const context = offlineContext({ description, workflows: undefined });
  const [resource = expect.fail('There is no resource.')] = context.resources;
  if (itemKept.server?.reach.by !== 'items') return expect.fail('No items are looked at.');
  const operation = operationIn(description, 'change');
  const path = { id: '1' };
  const sent = encodeBody(mediaType, { [name]: null });
  const credential = context.credentialOf(operation);
  const parts = { operation, path, query: [], headers: [], cookies: [], body: sent, credential };
  const answer = { request: requestOf('PATCH', '/lamps/1'), response: responseOf({}), body };
  const before = { id: 1, name: 'one', size: 7, color: 'red' };
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

test('in any other change, a null need not be shown', () =>
  expect(shownOf('color', { id: 1, name: 'one', color: 'red' }, 'application/json')).toEqual([unknown('color')]));
