import { expect, test } from 'vitest';
import { isExactObject } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor, harnessAt } from '../../verify/test/bench.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { unknownReference } from './unknown-reference.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;

const contractWith = (identifier: string) =>
  descriptionOf(`
/products:
  get:
    operationId: listProducts
    responses:
      '200':
        description: ''
        ${json(`{ type: array, items: { type: object, properties: { id: ${identifier} } } }`)}
/products/{productId}:
  get:
    operationId: getProduct
    parameters: [{ name: productId, in: path, required: true, schema: ${identifier} }]
    responses: { '200': { description: '' }, '404': { description: '' } }
/orders:
  post:
    operationId: place
    requestBody:
      required: true
      ${json(`{ type: object, required: [productId], properties: { productId: ${identifier} } }`)}
    responses: { '201': { description: '' }, '400': { description: '' }, '404': { description: Product not found } }`);

type Place = (isThere: boolean) => number;

/** A server with three products, and orders of them. */
const serverOf =
  (ids: readonly (string | number)[], place: Place) =>
  ({ method, body }: HttpRequest): ResponseParts => {
    const sent = jsonIn(body);
    if (method === 'GET') return { body: ids.map((id) => ({ id })) };
    const own = sent !== undefined && isExactObject(sent) ? sent['productId'] : undefined;
    return { status: place(ids.some((id) => id === own)) };
  };

const strict: Place = (isThere) => (isThere ? 201 : 404);
const texts = ['prod-1a2b3c4d', 'prod-5e6f7a8b', 'prod-9c0d1e2f'];
const violation = (received: string) => ({ documented: '404: nothing has this productId.', received });

test.each<[what: string, identifier: string, ids: (string | number)[], place: Place, judgement: unknown]>([
  ['one that looks it up', '{ type: integer }', [1, 2, 3], strict, 'kept'],
  ['one that looks a text up', '{ type: string }', texts, strict, 'kept'],
  ['one with short texts', '{ type: string }', ['p1', 'p2', 'p3'], strict, 'kept'],
  ['one with numbers as texts', '{ type: string }', ['1', '2', '3'], strict, 'kept'],
  ['one with a pattern', "{ type: string, pattern: '^prod-[a-f0-9]{8}$' }", texts, strict, 'kept'],
  ['one that takes any', '{ type: integer }', [1, 2, 3], () => 201, violation('201, an empty body')],
  [
    'one with another status',
    '{ type: integer }',
    [1, 2, 3],
    (isThere) => (isThere ? 201 : 400),
    violation('400, an empty body'),
  ],
  [
    'one that forbids it',
    '{ type: integer }',
    [1, 2, 3],
    (isThere) => (isThere ? 201 : 403),
    { outOfReach: 'The request was answered with 403.' },
  ],
  [
    'one that takes none',
    '{ type: integer }',
    [1, 2, 3],
    () => 404,
    { outOfReach: 'No request has named something as productId.' },
  ],
])('%s', async (_, identifier, ids, place, judgement) => {
  const description = contractWith(identifier);
  const { session } = benchFor(description, serverOf(ids, place));
  expect(await probedJudgements(unknownReference, session, 'place')).toEqual([judgement]);
});

test('the fault is found', async () => {
  const description = contractWith('{ type: integer }');
  const [{ fault } = expect.fail('There is no fault.')] = serverFaultsOf(
    withoutWorkflows(description),
    ({ id }) => id === 'place.requestBody.productId.unknown',
  );
  const { session } = benchFor(description, serverOf([1, 2, 3], strict), undefined, (send, clock) =>
    fault.wrap(send, harnessAt(clock)),
  );
  expect(await probedJudgements(unknownReference, session, 'place')).toEqual([
    { documented: '404: nothing has this productId.', received: '201, an empty body' },
  ]);
});
