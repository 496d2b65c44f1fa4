import { expect, test } from 'vitest';
import { descriptionOf } from '../test/contracts.ts';
import { itemIn } from './item-place.ts';
import { resourcesOf } from './resources.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const book = '{ type: object, properties: { id: { type: integer }, title: { type: string } } }';
const description = descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody: { ${json(book)} }
    responses: { '201': { description: '', ${json(book)} } }
/books/{id}:
  get:
    operationId: readBook
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${json(`{ type: object, properties: { book: ${book} } }`)} } }`);

test.each([
  ['the body itself', { id: 1 }, { id: 1 }],
  ['in a property', { book: { id: 1 }, seen: { at: 1 } }, { id: 1 }],
  ['in one of two properties', { book: { id: 1 }, author: { id: 2 } }, { book: { id: 1 }, author: { id: 2 } }],
])('an item that is %s, where operations have it in different places', (_, body, item) => {
  const [resource = expect.fail('There is no resource.')] = resourcesOf(description);
  expect(itemIn(description.contract, resource, body)).toEqual(item);
});
