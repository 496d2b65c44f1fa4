import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { totalsOf } from './beside-items.ts';

test.each([
  ['X-Total', true],
  ['X-Total-Count', true],
  ['X-Pagination-Total', true],
  ['X-WP-Total', true],
  ['X-Total-Pages', false],
  ['X-RateLimit-Total', false],
])('%s is the number of all items of a list: %s', (name, isTotal) => {
  const list = '{ type: array, items: { type: object } }';
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    responses:
      '200':
        description: ''
        headers: { ${name}: { schema: { type: integer } } }
        content: { application/json: { schema: ${list} } }`);
  const listed = { operation: operationIn(description, 'listBooks'), segments: [], item: '' };
  expect(totalsOf(description, listed).headers).toEqual(isTotal ? [name] : []);
});
