import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { partsOf } from './document-walk.ts';

const { document } = contractOf(`openapi: 3.1.0
info: { title: T, schema: { type: string } }
x-own: { schema: {} }
paths:
  x-own: { get: {} }
  /wells:
    summary: Wells
    parameters: [{ $ref: '#/components/parameters/Depth' }]
    get:
      security: [{ key: [] }]
      responses:
        x-own: { content: {} }
        '200':
          headers: { x-level: { schema: { type: integer } } }
          content: { x-world/x-vrml: { schema: { type: string, example: { properties: { a: {} } } } } }
          links: { self: {} }
      callbacks: { filled: { x-own: {}, '{$url}': { post: { requestBody: { content: {} } } } } }
webhooks: { emptied: { post: {} } }
x-unmatched-responses: { '404': { $ref: '#/components/responses/Missing' } }
components:
  parameters:
    Depth: { name: depth, in: query, content: { application/json: { encoding: { a: { headers: { b: {} } } } } } }
  responses: { Missing: {} }
  schemas:
    x-Any: true
    Well:
      properties: { x-a: { items: { not: {} } } }
      allOf: [{ dependentSchemas: { b: {} } }]
      default: { items: {} }
`);

test('each object is visited once, under its pointer, with its kind and what holds it', () => {
  expect([...partsOf(document)].map(({ kind, node, holder }) => `${node.pointer} ${kind} in ${holder}`)).toEqual([
    ' document in undefined',
    '/paths/~1wells pathItem in document',
    '/paths/~1wells/parameters/0 parameter in pathItem',
    '/paths/~1wells/get operation in pathItem',
    '/paths/~1wells/get/security requirements in operation',
    '/paths/~1wells/get/responses responses in operation',
    '/paths/~1wells/get/responses/200 response in responses',
    '/paths/~1wells/get/responses/200/headers/x-level header in response',
    '/paths/~1wells/get/responses/200/headers/x-level/schema schema in header',
    '/paths/~1wells/get/responses/200/content content in response',
    '/paths/~1wells/get/responses/200/content/x-world~1x-vrml mediaType in content',
    '/paths/~1wells/get/responses/200/content/x-world~1x-vrml/schema schema in mediaType',
    '/paths/~1wells/get/responses/200/links/self link in response',
    '/paths/~1wells/get/callbacks/filled callback in operation',
    '/paths/~1wells/get/callbacks/filled/{$url} pathItem in callback',
    '/paths/~1wells/get/callbacks/filled/{$url}/post operation in pathItem',
    '/paths/~1wells/get/callbacks/filled/{$url}/post/requestBody requestBody in operation',
    '/paths/~1wells/get/callbacks/filled/{$url}/post/requestBody/content content in requestBody',
    '/webhooks callback in document',
    '/webhooks/emptied pathItem in callback',
    '/webhooks/emptied/post operation in pathItem',
    '/x-unmatched-responses responses in document',
    '/x-unmatched-responses/404 response in responses',
    '/components components in document',
    '/components/parameters/Depth parameter in components',
    '/components/parameters/Depth/content content in parameter',
    '/components/parameters/Depth/content/application~1json mediaType in content',
    '/components/parameters/Depth/content/application~1json/encoding/a encoding in mediaType',
    '/components/parameters/Depth/content/application~1json/encoding/a/headers/b header in encoding',
    '/components/responses/Missing response in components',
    '/components/schemas/x-Any schema in components',
    '/components/schemas/Well schema in components',
    '/components/schemas/Well/properties/x-a schema in schema',
    '/components/schemas/Well/properties/x-a/items schema in schema',
    '/components/schemas/Well/properties/x-a/items/not schema in schema',
    '/components/schemas/Well/allOf/0 schema in schema',
    '/components/schemas/Well/allOf/0/dependentSchemas/b schema in schema',
  ]);
});
