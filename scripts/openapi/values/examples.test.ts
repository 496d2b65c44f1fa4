import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { examplesAt, ownExamplesAt } from './examples.ts';

const contract = contractOf(`openapi: 3.1.0
components:
  examples:
    Red: { value: red }
    Elsewhere: { externalValue: 'https://example.com/red' }
  schemas:
    Color: { allOf: [{ example: green }], examples: [blue, cyan] }
  mediaTypes:
    both: { example: null, examples: { own: { value: 1 }, shared: { $ref: '#/components/examples/Red' } } }
    schema: { schema: { $ref: '#/components/schemas/Color' } }
    all: { example: white, schema: { $ref: '#/components/schemas/Color' } }
    elsewhere: { examples: { far: { $ref: '#/components/examples/Elsewhere' } } }
    none: {}
  parameters:
    Referred: { $ref: '#/components/parameters/Json' }
    Json: { name: by, in: query, content: { application/json: { example: [1], schema: { example: [2] } } } }
`);

test.each<[pointer: string, examples: [name: string, value: unknown][], own: number]>([
  [
    'mediaTypes/both',
    [
      ['example', null],
      ['own', 1],
      ['shared', 'red'],
    ],
    3,
  ],
  [
    'mediaTypes/schema',
    [
      ['example of the schema', 'green'],
      ['example 2 of the schema', 'blue'],
      ['example 3 of the schema', 'cyan'],
    ],
    0,
  ],
  [
    'mediaTypes/all',
    [
      ['example', 'white'],
      ['example of the schema', 'green'],
      ['example 2 of the schema', 'blue'],
      ['example 3 of the schema', 'cyan'],
    ],
    1,
  ],
  ['mediaTypes/elsewhere', [], 0],
  ['mediaTypes/none', [], 0],
  [
    'parameters/Referred',
    [
      ['example', [1]],
      ['example of the schema', [2]],
    ],
    0,
  ],
])('the examples of %s', (pointer, examples, own) => {
  const found = examplesAt(contract, `/components/${pointer}`).map(({ name, value }) => [name, value]);
  expect(found).toEqual(examples);
  expect(ownExamplesAt(contract, `/components/${pointer}`)).toHaveLength(own);
});
