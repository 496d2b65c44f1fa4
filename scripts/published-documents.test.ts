import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateFiles } from './generate/files.ts';
import { runValidators } from './generate/test/run-validators.ts';
import { readContract } from './openapi/read-contract.ts';
import { Stub } from './stub/stub.ts';
import { documentWith } from './test/hostile-documents.ts';
import { temporaryFolder } from './test/temporary-folder.ts';
import { specificationOf } from './verify/specification.ts';

const lamp = (schemas: string, version = '3.1.0') =>
  documentWith({ version, schema: "{ $ref: '#/components/schemas/Lamp' }", schemas });

const json = {
  openapi: '3.0.1',
  info: { title: 'Lamps', version: 1 },
  swagger: '2.0',
  paths: {
    '/lamps/{id}': {
      get: {
        operationId: 'lamp',
        tags: 'lamps',
        parameters: [{ name: 'full', in: 'query', type: 'boolean' }],
        responses: { 200: { content: { 'application/json': { schema: { type: 'object', required: true } } } } },
      },
      delete: { operationId: 'lamp', responses: { 204: {} } },
      post: { responses: { default: { description: 'D', content: { '*/*': { schema: { type: 'file' } } } } } },
    },
  },
};

/** Documents of the sort that people publish: each is wrong, or unusual, in its own way. */
const documents: Record<string, string> = {
  'JSON with the habits of Swagger 2.0': JSON.stringify(json),
  'a document without paths':
    'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\ncomponents: { schemas: { A: {} } }\n',
  'schemas with the names of what every object has': lamp(`    Lamp:
      type: object
      required: [valueOf, constructor]
      properties:
        valueOf: { $ref: '#/components/schemas/valueOf' }
        constructor: { $ref: '#/components/schemas/constructor' }
        __proto__: { $ref: '#/components/schemas/__proto__' }
    valueOf: { type: string }
    constructor: { type: object, properties: { toString: { $ref: '#/components/schemas/toString' } } }
    toString: { type: integer }
    hasOwnProperty:
      oneOf: [{ $ref: '#/components/schemas/constructor' }]
      discriminator: { propertyName: toString }
    __proto__: { type: object }
`),
  'a base that lists what is derived from it': lamp(
    `    Lamp:
      type: object
      required: [kind]
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { Desk light: Desk } }
      oneOf: [{ $ref: '#/components/schemas/Desk' }, { $ref: '#/components/schemas/Wall' }]
    Desk: { allOf: [{ $ref: '#/components/schemas/Lamp' }, { required: [a], properties: { a: { type: string } } }] }
    Wall: { allOf: [{ $ref: '#/components/schemas/Lamp' }, { required: [b], properties: { b: { type: string } } }] }
`,
    '3.0.3',
  ),
  'a schema that must hold itself': lamp(
    "    Lamp: { type: object, required: [next], properties: { next: { $ref: '#/components/schemas/Lamp' } } }\n",
  ),
  'alternatives of which more than one matches': lamp(
    `    Lamp:
      oneOf:
        - { type: object, properties: { a: { type: string } } }
        - { type: object, required: [b], properties: { b: { type: string } } }
        - { type: string }
        - { type: string, minLength: 1 }
`,
  ),
  'alternatives of which no value has one alone': lamp('    Lamp: { oneOf: [{ type: string }, { type: string }] }\n'),
  'any media type, of which no value has the schema': lamp(
    '    Lamp: { oneOf: [{ type: string }, { type: string }] }\n',
  ).replaceAll('application/json', "'*/*'"),
  'keywords of every version and dialect': lamp(String.raw`    Lamp:
      $id: https://example.com/lamp
      $anchor: lamp
      type: [object, null]
      required: [a, a]
      properties:
        a: { type: String, nullable: true, pattern: '\A[\w-.]+\z', maxLength: '9', example: }
        b: { type: number, exclusiveMinimum: true, minimum: 0, multipleOf: 0 }
        c: { type: any, enum: a }
        d:
        e: { allOf: [] }
        f: { type: array, items: [{ type: string }] }
        g: { additionalProperties: 'true', unknown: 1 }
`),
};

test.each(Object.entries(documents))('%s: all is generated, and runs', async (_, text) => {
  const contract = await readContract(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'));
  const files = await generateFiles(contract);
  expect(files.get('types.ts')).toMatch(/^export (type|interface) components\b/m);
  const { operations } = specificationOf(contract).description;
  expect(Object.keys((await runValidators(files)).operations)).toHaveLength(operations.length);
});

test.each(Object.entries(documents))('%s: the stub answers as documented', async (_, text) => {
  const contract = await readContract(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'));
  const specification = specificationOf(contract);
  const stub = new Stub(specification, { now: () => 0, seed: 1, choice: { kind: 'state' } });
  for (const { method, path, responses } of specification.description.operations) {
    const [[key = '', documented] = []] = Object.entries(responses);
    const target = path.replaceAll(/\{\w+\}/g, '1');
    const code = key === 'default' ? '200' : key;
    const { status, body } = await stub.respond({ method, target, headers: [['Prefer', `code=${code}`]], body: null });
    expect(String(status)).toBe(code);
    expect(body.length > 0).toBe(documented !== undefined && documented.mediaTypes.length > 0);
    const plain = await stub.respond({ method, target, headers: [], body: null });
    expect(plain.status).toBeLessThan(500);
  }
});
