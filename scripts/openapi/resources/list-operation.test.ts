import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { listOperation } from './list-operation.ts';

const books = '{ type: array, items: { type: object, properties: { id: { type: integer } } } }';
const within = (name: string, properties: string) => `${name}: { type: object, properties: { ${properties} } }`;

test.each<[what: string, path: string, properties: string, segments: string[] | undefined]>([
  ['beside the page', '/books', `items: ${books}, page: { type: integer }`, ['items']],
  ['in _embedded of HAL', '/books', within('_embedded', `bookList: ${books}`), ['_embedded', 'bookList']],
  ['in an envelope, as usual', '/books', within('data', `items: ${books}, total: {}`), ['data', 'items']],
  ['in an envelope, as the path', '/books', within('result', `books: ${books}`), ['result', 'books']],
  [
    'in a part that is called as the path',
    '/my-books',
    within('myBooks', `data: ${books}, pages: {}`),
    ['myBooks', 'data'],
  ],
  ['of a part that is called as the path', '/books', within('books', `authors: ${books}`), undefined],
  ['of a thing in an envelope', '/profile', within('data', `name: {}, roles: ${books}`), undefined],
  ['of a thing', '/library', within('owner', `items: ${books}`), undefined],
  ['one of two', '/books', within('_embedded', `books: ${books}, authors: ${books}`), undefined],
])('the list of an answer: %s', (_, path, properties, segments) => {
  const { contract, ...description } = descriptionOf(`
${path}:
  get:
    operationId: read
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`);
  const operation = operationIn({ contract, ...description }, 'read');
  expect(listOperation(contract, operation)?.segments).toEqual(segments);
});

test('what has things of its own kind is the root of a tree, and no list', () => {
  const response = "'200': { content: { application/json: { schema: { $ref: '#/components/schemas/Office' } } } }";
  const office =
    "{ type: object, properties: { id: {}, below: { type: array, items: { $ref: '#/components/schemas/Office' } } } }";
  const { contract, ...description } = descriptionOf(
    `
/offices:
  get: { operationId: read, responses: { ${response} } }`,
    `components: { schemas: { Office: ${office} } }`,
  );
  expect(listOperation(contract, operationIn({ contract, ...description }, 'read'))).toBeUndefined();
});
