import { describe, expect, test } from 'vitest';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { listParametersOf } from '../../../openapi/list-parameters.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { catalogueOf } from '../../catalogue.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { offlineContext } from '../../planning-context.ts';
import { kindOf } from '../../registry.ts';
import { listInOrderOfCreation } from './in-order-of-creation.ts';
import { listedBy } from './list-resource.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;

/** Bikes that are listed, with what the contract says of the list. */
function bikes({ said = '', response = '', parameters = '', bought = '' }): ReturnType<typeof descriptionOf> {
  const bike = `{ type: object, properties: { id: { type: integer }, colour: { type: string } ${bought} } }`;
  return descriptionOf(`
/bikes:
  get:
    operationId: listBikes
    description: '${said}'
    parameters: [${parameters}]
    responses: { '200': { description: '${response}', ${json(`{ type: array, items: ${bike} }`)} } }
  post:
    operationId: addBike
    requestBody: { ${json(bike)} }
    responses: { '201': { description: '', ${json(bike)} } }
/bikes/{bikeId}:
  parameters: [{ name: bikeId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBike, responses: { '200': { description: '', ${json(bike)} } } }
`);
}

function listed(description: ReturnType<typeof bikes>): string[] {
  return catalogueOf({ description, workflows: undefined }, 'server')
    .filter(({ kind }) => kind === listInOrderOfCreation.id)
    .map(({ statement }) => statement);
}

test.each<[name: string, said: Parameters<typeof bikes>[0], statements: string[]]>([
  ['newest first', { said: 'Bikes, newest first.' }, ['Items must be listed newest first, as the description says.']],
  ['oldest first', { response: 'Oldest first.' }, ['Items must be listed oldest first, as the description says.']],
  ['nothing of an order', { said: 'All bikes, first of all the newest ones.' }, []],
  ['either', { said: 'Newest first, or oldest first.' }, []],
  [
    'newest first, unless asked otherwise',
    { said: 'Newest first.', parameters: '{ name: sort, in: query, schema: { enum: [colour, -colour] } }' },
    [],
  ],
  [
    'newest first, by a time of the client',
    { said: 'Newest first.', bought: ', bought: { type: string, format: date }' },
    [],
  ],
])('a contract that says %s', (_, said, statements) => expect(listed(bikes(said))).toEqual(statements));

describe('of items that are to be listed newest first', () => {
  type Made = readonly [id: number, sentAt: number, receivedAt: number, method?: string];
  const apart: Made[] = [
    [1, 0, 10],
    [2, 20, 30],
    [3, 40, 50],
  ];
  const together: Made[] = [
    [1, 0, 10],
    [2, 5, 20],
  ];

  test.each<[name: string, order: number[], made: Made[], shown: 'kept' | Violation | OutOfReach]>([
    ['the newest first', [3, 2, 1], apart, 'kept'],
    [
      'the oldest first',
      [1, 2, 3],
      apart,
      { documented: 'The newest item first.', received: '{"id":2} before {"id":3}' },
    ],
    [
      'one in a wrong place',
      [3, 1, 2],
      apart,
      { documented: 'The newest item first.', received: '{"id":1} before {"id":2}' },
    ],
    ['those that were there before, anywhere', [8, 3, 9, 2, 7, 1], apart, 'kept'],
    [
      'those that were created at the same time',
      [1, 2],
      together,
      { outOfReach: 'No page has had two items of which one was created before the other.' },
    ],
    ['one that was changed since', [1, 3, 2], [[1, 60, 70, 'PATCH'], ...apart.slice(1)], 'kept'],
  ])('%s', async (_, order, made, shown) => {
    const description = bikes({ said: 'Newest first.' });
    const context = offlineContext({ description, workflows: undefined });
    const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'listBikes' });
    const items = order.map((id) => ({ id }));
    const answer = { request: requestOf('GET', '/bikes'), response: responseOf({ body: items }), body: items };
    const all = { first: { answer, items }, items, isComplete: true };
    const present = made.map(([id, sentAt, receivedAt, method = 'POST']) => ({
      id,
      item: { id },
      isAnswered: true,
      exchange: {
        request: requestOf(method, '/bikes'),
        response: { ...responseOf({ body: { id } }, receivedAt), sentAt },
      },
    }));
    const judged: unknown[] = [];
    const reach = kindOf({ kind: listInOrderOfCreation.id }).server?.reach;
    if (reach?.by !== 'lists') expect.fail('It is not seen in lists.');
    await reach.check(
      context,
      {
        resource,
        parameters: listParametersOf(description, resource.list),
        stored: { present, nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: false },
        all,
        isAskedForPart: false,
        page: async () => all.first,
        linked: async () => undefined,
        everything: async () => all,
        read: async () => answer,
        isAcknowledged: () => true,
      },
      (_subject, _answer, one) => judged.push(one),
    );
    expect(judged).toEqual([shown]);
  });
});
