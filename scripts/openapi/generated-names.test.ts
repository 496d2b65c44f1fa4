import { expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { pointerOfNames } from './generated-names.ts';

const { document } = contractOf(`openapi: 3.1.0
paths:
  /wells/{id}:
    get:
      operationId: readWell
      parameters:
        - { name: depth, in: query, schema: { type: integer } }
        - { name: id, in: path, schema: { type: string } }
      responses:
        '200':
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Well' }
    delete:
      responses: { '204': {} }
components:
  schemas:
    Well:
      properties:
        level: { type: number }
        pumps: { type: array, items: { properties: { power: { type: integer } } } }
`);

test.each<[name: string, names: string[], pointer: string | undefined]>([
  ['a schema', ['components', 'schemas', 'Well'], '/components/schemas/Well'],
  ['a property', ['components', 'schemas', 'Well', 'level'], '/components/schemas/Well/properties/level'],
  [
    'a property of items',
    ['components', 'schemas', 'Well', 'pumps', 'power'],
    '/components/schemas/Well/properties/pumps/items/properties/power',
  ],
  ['an operation', ['operations', 'readWell'], '/paths/~1wells~1{id}/get'],
  ['an operation without an operationId', ['operations', 'delete /wells/{id}'], '/paths/~1wells~1{id}/delete'],
  ['a response', ['operations', 'readWell', 'responses', '200'], '/paths/~1wells~1{id}/get/responses/200'],
  [
    'a body',
    ['operations', 'readWell', 'responses', '200', 'content', 'application/json'],
    '/paths/~1wells~1{id}/get/responses/200/content/application~1json',
  ],
  [
    'a parameter by its place',
    ['operations', 'readWell', 'parameters', 'query', 'depth'],
    '/paths/~1wells~1{id}/get/parameters/0',
  ],
  [
    'a place that has two',
    ['operations', 'readWell', 'parameters', 'path', 'id'],
    '/paths/~1wells~1{id}/get/parameters/1',
  ],
  ['as far as it leads', ['components', 'schemas', 'Well', 'depth', 'unit'], '/components/schemas/Well'],
  ['not what objects inherit', ['components', 'schemas', 'constructor', 'name'], '/components/schemas'],
  ['an unknown operation', ['operations', 'fillWell', 'responses'], undefined],
  ['an unknown root', ['service', 'title'], undefined],
  ['nothing', [], undefined],
])('%s', (_, names, pointer) => {
  expect(pointerOfNames(document, names)).toBe(pointer);
});
