import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { listParametersOf } from '../resources/list-parameters.ts';
import { resourcesOf } from '../resources/resources.ts';

const properties =
  'page: { type: integer, default: 0 }, size: { type: integer }, sort: { type: array, items: { type: string } }';
const pageable = `{ type: object, properties: { ${properties} } }`;
const described = (parameters: string) =>
  descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [${parameters}]
    responses:
      '200': { description: '', content: { application/json: { schema: { type: array, items: { type: object } } } } }
  post: { operationId: addBook, responses: { '201': { description: '' } } }`);

test.each<[what: string, parameter: string, names: string[]]>([
  ['an exploded object', `name: pageable, required: true, schema: ${pageable}`, ['page', 'size', 'sort']],
  ['an object that is not exploded', `name: pageable, explode: false, schema: ${pageable}`, ['pageable']],
  ['an object of another style', `name: pageable, style: deepObject, schema: ${pageable}`, ['pageable']],
  ['another object', 'name: at, schema: { type: object, properties: { x: { type: integer }, y: {} } }', ['at']],
  ['a map', 'name: more, schema: { type: object, additionalProperties: { type: string } }', ['more']],
  [
    'an object that must have a property',
    `name: pageable, schema: { type: object, required: [page], properties: { ${properties} } }`,
    ['pageable'],
  ],
])('%s in a query', (_, parameter, names) => {
  const { parameters } = operationIn(described(`{ in: query, ${parameter} }`), 'listBooks');
  expect(parameters.map(({ name }) => name)).toEqual(names);
  expect(parameters.every(({ name, required }) => !required || name === 'pageable')).toBe(true);
});

test('where another parameter has the name of a property, the object stays whole', () => {
  const other = '{ name: page, in: query, schema: { type: integer } }';
  const { parameters } = operationIn(
    described(`${other}, { name: pageable, in: query, schema: ${pageable} }`),
    'listBooks',
  );
  expect(parameters.map(({ name }) => name)).toEqual(['page', 'pageable']);
});

test('a list has its page by the properties of an exploded object', () => {
  const description = described(`{ name: pageable, in: query, required: true, schema: ${pageable} }`);
  const list = resourcesOf(description).flatMap((one) => one.list ?? [])[0];
  const { size, page } = listParametersOf(description, list ?? expect.fail('There is no list.'));
  expect([size?.name, page?.name, page?.default]).toEqual(['size', 'page', 0]);
});
