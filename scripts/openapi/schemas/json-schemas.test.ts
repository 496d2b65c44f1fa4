import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { childOf, type Json, objectOf } from '../json.ts';
import { type Direction, withJsonSchemas } from './json-schemas.ts';

const hidden = 'required: [a, b], properties: { a: { $ref: "#/components/schemas/Hidden" }, b: {} }';
const beside = 'required: [a, b], properties: { a: { $ref: "#/components/schemas/Plain", readOnly: true }, b: {} }';

test.each<[name: string, version: string, direction: Direction, schema: string, expected: Json]>([
  [
    'annotations and unknown keywords say nothing',
    '3.1.0',
    'request',
    '{ type: string, title: T, example: { $id: x }, x-own: { $id: y }, discriminator: { propertyName: p } }',
    { type: 'string' },
  ],
  [
    'what a discriminator alone tells apart may match several alternatives',
    '3.0.3',
    'request',
    `{ oneOf: [${['Plain', 'Hidden'].map((name) => `{ $ref: '#/components/schemas/${name}' }`).join()}],
      discriminator: { propertyName: p } }`,
    { anyOf: [{ $ref: '#/components/schemas/Plain' }, { $ref: '#/components/schemas/Hidden' }] },
  ],
  [
    'what its schemas tell apart matches one of them',
    '3.0.3',
    'request',
    `{ oneOf: [${['Plain', 'Named'].map((name) => `{ $ref: '#/components/schemas/${name}' }`).join()}],
      discriminator: { propertyName: p } }`,
    { oneOf: [{ $ref: '#/components/schemas/Plain' }, { $ref: '#/components/schemas/Named' }] },
  ],
  [
    'an identifier would move the references in it',
    '3.1.0',
    'request',
    '{ $id: "https://a.example/s", $schema: "https://b.example", type: string }',
    { type: 'string' },
  ],
  [
    'a property may have the name of a keyword',
    '3.1.0',
    'request',
    '{ properties: { $id: { type: string }, example: { type: string } } }',
    { properties: { $id: { type: 'string' }, example: { type: 'string' } } },
  ],
  [
    'what only a server sets is not required of a request, also where a part of the schema describes it',
    '3.0.3',
    'request',
    '{ required: [a, b, c], allOf: [{ properties: { a: { readOnly: true } } }, { $ref: "#/components/schemas/Base" }]}',
    { allOf: [{ properties: { a: {} } }, { $ref: '#/components/schemas/Base' }], required: ['c'] },
  ],
  [
    'schemas in schemas are converted',
    '3.0.3',
    'request',
    '{ items: { nullable: true, type: string } }',
    { items: { type: ['string', 'null'] } },
  ],
  [
    '3.0: of nullable values that are listed without null, a response may have null',
    '3.0.3',
    'response',
    '{ type: string, nullable: true, enum: [a] }',
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'of values that are listed without null beside it, too',
    '3.1.0',
    'response',
    '{ type: [string, "null"], enum: [a] }',
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    '3.0: and a request is not sure to be served with null',
    '3.0.3',
    'request',
    '{ type: string, nullable: true, enum: [a] }',
    { type: ['string', 'null'], enum: ['a'] },
  ],
  ['3.0: nullable without a type says nothing', '3.0.3', 'request', '{ nullable: true }', {}],
  ['3.0: an exclusive bound', '3.0.3', 'request', '{ maximum: 3, exclusiveMaximum: true }', { exclusiveMaximum: 3 }],
  ['3.0: a bound that is not exclusive', '3.0.3', 'request', '{ minimum: 3, exclusiveMinimum: false }', { minimum: 3 }],
  [
    '3.0: beside a reference nothing counts',
    '3.0.3',
    'request',
    '{ $ref: "#/components/schemas/Plain", minLength: 3 }',
    { $ref: '#/components/schemas/Plain' },
  ],
  [
    '3.1: beside a reference everything counts',
    '3.1.0',
    'request',
    '{ $ref: "#/components/schemas/Plain", minLength: 3 }',
    { $ref: '#/components/schemas/Plain', minLength: 3 },
  ],
  [
    '3.1: a boolean is a schema',
    '3.1.0',
    'request',
    '{ items: false, prefixItems: [true] }',
    { items: false, prefixItems: [true] },
  ],
  ['an empty enum matches nothing', '3.0.3', 'request', '{ type: string, enum: [] }', { type: 'string', not: {} }],
  [
    'a read-only property behind a reference, in a request',
    '3.0.3',
    'request',
    `{ ${hidden} }`,
    { required: ['b'], properties: { a: { $ref: '#/components/schemas/Hidden' }, b: {} } },
  ],
  [
    'a read-only property behind a reference, in a response',
    '3.0.3',
    'response',
    `{ ${hidden} }`,
    { required: ['a', 'b'], properties: { a: { $ref: '#/components/schemas/Hidden' }, b: {} } },
  ],
  [
    '3.0: read-only beside a reference does not count',
    '3.0.3',
    'request',
    `{ ${beside} }`,
    { required: ['a', 'b'], properties: { a: { $ref: '#/components/schemas/Plain' }, b: {} } },
  ],
  [
    '3.1: read-only beside a reference counts',
    '3.1.0',
    'request',
    `{ ${beside} }`,
    { required: ['b'], properties: { a: { $ref: '#/components/schemas/Plain' }, b: {} } },
  ],
  [
    'a required property that is not described',
    '3.0.3',
    'request',
    '{ required: [constructor, __proto__] }',
    { required: ['constructor', '__proto__'] },
  ],
])('%s', (_, version, direction, schema, expected) => {
  const contract = contractOf(`openapi: ${version}
components:
  schemas:
    Subject: ${schema}
    Hidden: { readOnly: true }
    Plain: { type: string }
    Base: { properties: { b: { readOnly: true }, c: {} } }
    Named: { properties: { p: { const: named } } }
`);
  const schemas = objectOf(withJsonSchemas(contract, direction)['components'])['schemas'];
  expect(childOf(schemas, 'Subject')).toEqual(expected);
});

test('what is no schema is left out', () => {
  const contract = contractOf(`openapi: 3.1.0
info: { title: T }
paths:
  /a:
    summary: S
    get:
      tags: [T]
      responses:
        '200':
          description: D
          content: { text/plain: { schema: { type: string }, example: { $id: x } } }
`);
  expect(withJsonSchemas(contract, 'response')).toEqual({
    paths: {
      '/a': {
        get: { responses: { '200': { content: { 'text/plain': { schema: { type: 'string' } } } } } },
      },
    },
  });
});
