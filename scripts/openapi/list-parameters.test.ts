import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../test/contracts.ts';
import { totalsOf } from './list-parameters.ts';

test.each([
  ['beside the items', 'total: { type: integer }', [['total']]],
  [
    'in an object about the page',
    'meta: { type: object, properties: { total: { type: integer } } }',
    [['meta', 'total']],
  ],
  ['nowhere', 'sum: { type: integer }', []],
])('a list says %s how many items there are', (_, property, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: object, properties: { items: { type: array, items: { type: object } }, ${property} } }`);
  const operation = operationIn(description, 'listBooks');
  expect(totalsOf(description, { operation, segments: ['items'], item: '' }).properties).toEqual(expected);
});
