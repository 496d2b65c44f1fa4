import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContract } from '../openapi/read-contract.ts';
import { contractOf, fixture } from '../test/contracts.ts';
import { generateFiles } from './files.ts';
import { schemaLines } from './schema-lines.ts';
import { runValidators, type Validate } from './test/run-validators.ts';

const { lines, operations } = await runValidators(await generateFiles(await readContract(fixture('library.yaml'))));
const book = operations['getBook']?.responses['200']?.content['application/json'];
const reason = operations['getBook']?.responses['404']?.content['application/json'];

/** The text of the line that a location names. */
function textAt(location = ''): string | undefined {
  const [file = '', line] = location.split(':');
  return readFileSync(fixture(file), 'utf8').split('\n')[Number(line) - 1]?.trim();
}

const linesOf = (validator: Validate | undefined) => lines.schemas[validator?.pointer ?? ''];

test('a validator has the lines of its schema, and leads to those of its parts', () => {
  const own = linesOf(book);
  const price = lines.schemas[own?.properties['price'] ?? ''];
  expect([own?.lines['type'], own?.lines['title.required'], price?.lines['maximum']].map(textAt)).toEqual([
    'type: object',
    'required: [id, title, shelfMark, author]',
    'maximum: 100',
  ]);
});

test('a schema that holds itself leads to itself', () => {
  expect(linesOf(book)?.properties['sequel']).toBe(book?.pointer);
  expect(linesOf(book)).toBeDefined();
});

test('a line belongs to the file that it stands in', () => {
  const own = linesOf(reason);
  expect(own?.lines['reason.required']).toMatch(/^library-book\.yaml:\d+$/);
  expect(textAt(own?.lines['reason.required'])).toBe('required: [reason]');
});

test('the responses of each operation have a line', () => {
  expect(Object.keys(lines.responses)).toEqual(Object.keys(operations));
  expect(Object.values(lines.responses).map(textAt)).toEqual(Object.keys(operations).map(() => 'responses:'));
});

test('of alternatives there is the line of all of them; items lead to their schema', () => {
  const contract = contractOf(`openapi: 3.1.0
components:
  schemas:
    Things:
      type: array
      items:
        type: [string, integer]
        oneOf:
          - type: string
          - type: integer
`);
  expect(schemaLines(contract, ['/components/schemas/Things'])).toEqual({
    '/components/schemas/Things': {
      lines: { schema: 'openapi.yaml:4', type: 'openapi.yaml:5' },
      properties: {},
      items: '/components/schemas/Things/items',
    },
    '/components/schemas/Things/items': { lines: { schema: 'openapi.yaml:6' }, properties: {} },
  });
});
