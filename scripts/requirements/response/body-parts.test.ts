import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { bodyPartsOf } from './body-parts.ts';
import { responsesTo } from './response-sets.ts';

/** What is said of a body that has this for its content, as `path keyword`. */
function partsOf(content: string, method = 'get', schemas = '{}'): string[] {
  const { contract, ...rest } = descriptionOf(
    `/books: { ${method}: { operationId: listBooks, responses: { '200': { description: '', content: ${content} } } } }`,
    `components: { schemas: ${schemas} }`,
  );
  const set = responsesTo(operationIn({ contract, ...rest }, 'listBooks'));
  const response = set.responses['200'] ?? expect.fail('There is no such response.');
  return bodyPartsOf(contract, { set, status: '200', response }).map(({ path, keyword }) => `${path} ${keyword}`);
}
const json = (schema: string) => `{ application/json: { schema: ${schema} } }`;

test.each<[name: string, content: string, parts: string[]]>([
  ['a scalar', json('{ type: integer, minimum: 1, description: A number. }'), [' minimum', ' type', ' schema']],
  [
    'an object',
    json('{ type: object, required: [a, b], additionalProperties: false, properties: { a: { maxLength: 3 } } }'),
    [' surplus', ' type', '.a required', '.a maxLength', ' schema'],
  ],
  ['other properties that are described', json('{ additionalProperties: { type: integer } }'), [' schema']],
  [
    'what is in no response',
    json('{ required: [a], properties: { a: { type: string, writeOnly: true } } }'),
    [' schema'],
  ],
  ['a list', json('{ items: { items: { const: 1 } }, uniqueItems: true }'), [' uniqueItems', '[][] const', ' schema']],
  ['a list that may have the same item twice', json('{ uniqueItems: false }'), [' schema']],
  [
    'alternatives',
    json('{ properties: { a: { oneOf: [{ type: integer }, { type: boolean }] } } }'),
    ['.a schema', ' schema'],
  ],
  ['alternatives for the whole', json('{ oneOf: [{ type: integer }, { type: boolean }] }'), [' schema']],
  ['what is no JSON', '{ text/csv: { schema: { type: string } } }', []],
  ['JSON without a schema', '{ application/json: {} }', []],
  [
    'several media types',
    '{ application/json: { schema: { minimum: 1 } }, application/hal+json: { schema: { minimum: 2, maximum: 3 } } }',
    [' minimum', ' schema', ' maximum'],
  ],
])('%s', (_, content, parts) => expect(partsOf(content)).toEqual(parts));

test('a response to HEAD has no body', () => expect(partsOf(json('{ type: integer }'), 'head')).toEqual([]));

test('a schema that holds itself comes to an end', () => {
  const tree = "{ Tree: { properties: { child: { $ref: '#/components/schemas/Tree' } } } }";
  const parts = partsOf(json("{ $ref: '#/components/schemas/Tree' }"), 'get', tree);
  expect(parts).toEqual([`${'.child'.repeat(7)} schema`, ' schema']);
});
