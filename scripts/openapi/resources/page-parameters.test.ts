import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { listParametersOf } from './list-parameters.ts';
import { makesNoPage } from './page-parameters.ts';

const listing = (name: string, schema: string) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: '${name}', in: query, schema: ${schema} }]
    responses:
      '200': { description: '', content: { application/json: { schema: { type: array, items: { type: object } } } } }`);
  return { description, operation: operationIn(description, 'listBooks') };
};

test.each<[name: string, schema: string, value: number | bigint | string, isNone: boolean]>([
  ['limit', '{ type: integer }', 0, true],
  ['limit', '{ type: integer }', 1, false],
  ['limit', '{ type: integer, minimum: 0 }', 0, false],
  ['limit', '{ type: integer }', 2n ** 63n, true],
  ['limit', '{ type: integer, maximum: 9999999999 }', 2 ** 31, false],
  ['$top', '{ type: number }', 1.5, true],
  ['offset', '{ type: integer }', 0, false],
  ['skip', '{ type: number }', -1, true],
  ['page', '{ type: integer }', 0, true],
  ['page', '{ type: integer, minimum: 0 }', 0, false],
  ['cursor', '{ type: string }', '7', true],
  ['page_token', '{ type: string }', '7', true],
  ['starting_after', '{ type: integer }', 7, false],
  // A cursor of another name, and what has nothing to do with pages.
  ['page', '{ type: string }', '-1', false],
  ['price', '{ type: integer }', -1, false],
])('%s of %s: %s is of no page: %s', (name, schema, value, isNone) => {
  const { description, operation } = listing(name, schema);
  expect(operation.parameters.map((one) => makesNoPage(description.contract, one, value))).toEqual([isNone]);
});

test.each([
  ['9', true],
  ['10', false],
  ['50', false],
  ['51', true],
  ['x', true],
])('a size that is a text, between 10 and 50 by its description: %s is of no page: %s', (value, isNone) => {
  const { description, operation } = listing('perPage', "{ type: string }, description: 'Between 10 and 50.'");
  expect(operation.parameters.map((one) => makesNoPage(description.contract, one, value))).toEqual([isNone]);
});

test.each(['integer', 'number'])('what bounds the items of a page is an integer, or a %s', (type) => {
  const { description, operation } = listing('top', `{ type: ${type} }`);
  const { size } = listParametersOf(description, { operation, segments: [], item: '' });
  expect(size?.name).toBe('top');
});
