import { expect, test } from 'vitest';
import { contractWith, descriptionOf } from '../../test/contracts.ts';
import { itemHolder, itemIn, itemPlaceIn } from './item-place.ts';
import { resourcesOf } from './resources.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const book = '{ type: object, properties: { id: { type: integer }, title: { type: string } } }';
const receipt = '{ type: object, properties: { bookId: { type: integer }, fee: { type: number } } }';
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

const identifier = '{ type: object, properties: { bookId: { type: integer } } }';
test.each([
  ['a receipt that has the identifier', 'data', `{ type: object, properties: { data: ${receipt} } }`, { fee: 2 }],
  ['the identifier alone', 'book', identifier, {}],
])('a creation may answer with %s under the name that it has in the path', (_, holder, answered, others) => {
  const item = json(`{ type: object, properties: { ${holder}: ${book} } }`);
  const known = descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody: { ${json('{ type: object, properties: { title: { type: string } } }')} }
    responses: { '201': { description: '', ${json(answered)} } }
/books/{bookId}:
  get:
    operationId: readBook
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${item} } }`);
  const [resource = expect.fail('There is no resource.')] = resourcesOf(known);
  expect(resource.idProperty).toBe('id');
  expect(itemHolder(known.contract, resource)).toBe(holder);
  const sent = { bookId: 1, ...others };
  const body = answered === identifier ? sent : { [holder]: sent };
  expect(itemIn(known.contract, resource, body)).toEqual({ ...sent, id: 1 });
});

const held = (name: string) => `{ type: object, properties: { ${name}: ${book} } }`;
const failure = '{ type: object, properties: { error: { type: string } } }';
test.each<[what: string, alternatives: string[], segments: string[]]>([
  ['in a property of each', [held('data'), held('data')], ['data']],
  ['in a property of one, where the other is an error', [held('data'), failure], ['data']],
  ['in different properties', [held('data'), held('book')], []],
  ['one of them itself', [book, held('data')], []],
  ['in none', [failure], []],
])('of alternatives, an item is %s', (_, alternatives, segments) => {
  const contract = contractWith(`It: { oneOf: [${alternatives.join(', ')}] }`);
  expect(itemPlaceIn(contract, '/components/schemas/It', { idProperty: 'id', parameter: undefined })?.segments).toEqual(
    segments,
  );
});
