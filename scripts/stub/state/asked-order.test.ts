import { expect, test } from 'vitest';
import { listParametersOf } from '../../openapi/resources/list-parameters.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { inAskedOrder } from './asked-order.ts';

const keys = 'type: array, items: { enum: [pages, -pages, price, -price] }';
const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: sort, in: query, schema: { ${keys} } }]
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: array, items: { properties: { pages: { type: integer }, price: { type: integer } } } }`);
const operation = operationIn(description, 'listBooks');
const item = `${operation.responses['200']?.pointer}/content/application~1json/schema/items`;
const { sort } = listParametersOf(description, { operation, segments: [], item });

test.each([
  [['pages'], [2, 3, 1]],
  [
    ['pages', 'price'],
    [3, 2, 1],
  ],
  [
    ['-pages', '-price'],
    [1, 2, 3],
  ],
])('things are sorted by %j', (asked, expected) => {
  const books = [
    { id: 1, item: { pages: 20, price: 1 } },
    { id: 2, item: { pages: 10, price: 7 } },
    { id: 3, item: { pages: 10, price: 5 } },
  ].map((book, position) => ({ ...book, position, isExample: false }));
  expect(inAskedOrder(books, sort, () => asked).map(({ id }) => id)).toEqual(expected);
});

test.each([
  ['ASC', [1, 2, 3]],
  ['DESC', [3, 2, 1]],
])('of a direction alone, %s', (asked, expected) => {
  const order = { name: 'order', in: 'query', required: false, types: ['string'] };
  const parameter = { ...(sort?.parameter ?? expect.fail()), ...order };
  const books = [1, 2, 3].map((id, position) => ({ id, item: {}, position, isExample: false }));
  const ways = { parameter, orders: [], pairs: [], ways: [[[parameter, 'ASC']], [[parameter, 'DESC']]] } as const;
  expect(inAskedOrder(books, ways, () => asked).map(({ id }) => id)).toEqual(expected);
});
