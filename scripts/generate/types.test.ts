import { expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { typeErrors } from './test/type-errors.ts';
import { generateTypes, typeGenerators } from './types.ts';

const withProperties = (properties: string) =>
  contractOf(`openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
    A:
      type: object
      required: [needed]
      properties:
${properties}
`);

test.each<[name: string, property: string, type: string]>([
  ['required', 'needed: { type: string }', 'needed: string;'],
  ['optional', 'a: { type: string }', 'a?: string;'],
  ['optional, with a default', 'a: { type: string, default: x }', 'a?: string;'],
  ['nullable', "a: { type: [string, 'null'] }", 'a?: string | null;'],
  ['an enum', 'a: { enum: [x, y] }', 'a?: "x" | "y";'],
  ['an object of which nothing is described', 'a: { type: object }', 'a?: Record<string, unknown>;'],
])('a property: %s', async (_, property, type) => {
  for (const { typesOf } of Object.values(typeGenerators))
    expect(await typesOf(withProperties(`        ${property}`))).toContain(type);
});

const withHeader = (required: boolean) =>
  contractOf(`openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    get: { responses: { '200': { description: D, headers: { X-A: { $ref: '#/components/headers/A' } } } } }
components:
  headers:
    A: { required: ${required}, schema: { type: integer } }
`);

test.each<[name: string, required: boolean, type: string]>([
  ['required', true, '"X-A": components["headers"]["A"];'],
  ['optional', false, '"X-A"?: number;'],
])('a header that is referred to: %s', async (_, required, type) => {
  expect(await generateTypes(withHeader(required))).toContain(type);
});

test('a schema of `$defs` is a schema, and no property', async () => {
  const contract = withProperties(
    "        a: { $ref: '#/components/schemas/A/$defs/Own/properties/x' }\n" +
      '      $defs: { Own: { type: object, properties: { x: { enum: [y] } } } }',
  );
  const types = await generateTypes(contract);
  expect(types).toContain('a?: components["schemas"]["Own"]["x"];');
  expect(types).toContain('x?: "y";');
  expect(types).not.toContain('$defs: {');
});

test('a schema that may be a list of itself', async () => {
  const list = (name: string) => `{ type: array, items: { $ref: '#/components/schemas/${name}' } }`;
  const contract = contractOf(`openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
    Json:
      anyOf:
        - { type: 'null' }
        - { type: string }
        - ${list('Json')}
        - { type: object, additionalProperties: { $ref: '#/components/schemas/Json' } }
    some-words: ${list('Word')}
    Word: { oneOf: [{ type: string }, { $ref: '#/components/schemas/some-words' }] }
    Node: { type: object, properties: { kids: ${list('Node')} } }
`);
  const use = `import type { Json, Node, Word } from './types.ts';
export const json: Json = { a: [null, 'b', ['c', { d: [] }]] };
export const word: Word = [['a'], 'b'];
export const node: Node = { kids: [{ kids: [] }] };
// @ts-expect-error: a number is none
export const wrong: Json = [[1]];
`;
  const types = await generateTypes(contract);
  expect(typeErrors(['generated/use.ts'], { 'generated/types.ts': types, 'generated/use.ts': use })).toEqual([]);
  expect(types).toContain('kids?: components["schemas"]["Node"][];');
});

test('a document is not changed by it', async () => {
  const contract = withHeader(false);
  const before = JSON.stringify(contract.document);
  for (const { typesOf } of Object.values(typeGenerators)) await typesOf(contract);
  expect(JSON.stringify(contract.document)).toBe(before);
});

test('a path in which % stands for itself', async () => {
  const contract = contractOf(
    `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /50%:
    get: { responses: { '200': { description: D } } }
  /50%/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: D } }
  /%ff:
    get: { responses: { '200': { description: D } } }
`,
  );
  const types = await generateTypes(contract);
  expect(types).toContain('"/50%": {');
  expect(types).toContain('"/50%/{id}": {');
  expect(types).toContain('"/%ff": {');
});
