import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { textAt } from '../../test/text-at.ts';
import { compareContracts } from '../contract-changes.ts';

const released = `openapi: 3.1.0
info: { title: Ferry, version: 1.0.0 }
servers:
  - description: The only one.
    url: https://{port}.ferry.example
    variables:
      port:
        default: north
security:
  - login:
      - read
paths:
  /crossings:
    get:
      operationId: listCrossings
      parameters:
        - name: via
          in: query
          allowReserved: true
          schema: { type: string }
      responses:
        '200':
          description: Crossings.
          headers:
            X-Tide:
              required: true
              schema: { type: integer }
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Crossing' } } }
            text/json: { schema: { allOf: [{ $ref: '#/components/schemas/Tide' }, { required: [low] }] } }
            application/cbor: { schema: { allOf: [{ $ref: '#/components/schemas/Tide' }, { required: [high] }] } }
            application/xml: { schema: { type: array, items: { $ref: '#/components/schemas/Crossing' } } }
    post:
      operationId: addCrossing
      security:
        - login:
            - write
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Crossing' } } } }
      responses: { '204': { description: Added. } }
components:
  securitySchemes:
    login:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://login.example
          scopes: { read: Reads., write: Writes. }
  schemas:
    Crossing:
      type: object
      xml:
        name: trip
      required:
        - ship
      properties:
        ship:
          type: string
        from:
          description: Where it starts.
          $ref: '#/components/schemas/Port'
        to:
          description: Where it ends.
          $ref: '#/components/schemas/Port'
        state:
          type: string
          enum:
            - open
            - shut
        load:
          unevaluatedProperties: false
          oneOf:
            - type: object
              required: [cars]
            - type: object
              required: [goods]
        note:
          type: string
          readOnly: true
    Tide:
      required:
        - low
        - harbour
      properties:
        low: { type: number }
        high: { type: number }
        harbour: { type: string }
    Port: { type: string, maxLength: 9 }
    Quay: { type: string, maxLength: 5 }
`;

/** What is said of a change, each message with the text of its line. */
async function saidOf(from: string, to: string): Promise<string[]> {
  const changed = released.replace(from, to);
  expect(changed).not.toBe(released);
  const { changes } = await compareContracts(contractOf(released), contractOf(changed));
  return changes.map(({ impact, message, current }) => `${impact}: ${message} | ${textAt(current)}`);
}

test.each<[what: string, from: string, to: string, said: string[]]>([
  [
    'an address',
    '.ferry.example',
    '.boats.example',
    [
      'major: The address https://north.ferry.example was replaced by https://north.boats.example. ' +
        '| url: https://{port}.boats.example',
    ],
  ],
  [
    'a variable of an address',
    'default: north',
    'default: south',
    ['major: The address https://north.ferry.example was replaced by https://south.ferry.example. | default: south'],
  ],
  [
    'a scope more',
    '      - read\n',
    '      - read\n      - list\n',
    ['major: To call listCrossings, `login` (read, list) is needed: `login` (read) was enough. | list'],
  ],
  [
    'a scheme of several operations with scopes of their own',
    'https://login.example',
    'https://id.example',
    [
      'major: To call listCrossings, addCrossing, `login` (oauth2 clientCredentials at https://id.example) is ' +
        'needed: `login` (oauth2 clientCredentials at https://login.example) was enough. ' +
        '| tokenUrl: https://id.example',
    ],
  ],
  ['a value', '- shut\n', '- shut\n            - full\n', ['major: `Crossing.state` also allows `full`. | full']],
  ['a value that is gone', '            - shut\n', '', ['major: `Crossing.state` no longer allows `shut`. | enum:']],
  ['what is required', '- ship\n', '- ship\n        - state\n', ['major: `Crossing.state` is now required. | state']],
  [
    'what is required no longer, in so many words',
    'required: true',
    'required: false',
    ['major: Header `X-Tide` of the 200 response of listCrossings is no longer required. | required: false'],
  ],
  [
    'what is only read',
    '        ship:\n          type: string\n',
    '        ship:\n          type: string\n          readOnly: true\n',
    ['major: `Crossing.ship` is read-only now: clients may no longer send it. | readOnly: true'],
  ],
  [
    'security that an operation has no more',
    '      security:\n        - login:\n            - write\n',
    '',
    ['major: To call addCrossing, `login` (read) is needed: `login` (write) was enough. | post:'],
  ],
  [
    'a component that several refer to with remarks of their own',
    'maxLength: 9',
    'maxLength: 10',
    ['major: `maxLength` of `Port` changed from 9 to 10. | maxLength: 10 }'],
  ],
  [
    'alternatives where there were none',
    '      required:\n        - ship\n',
    '      required:\n        - ship\n      anyOf: [{ required: [to] }, { required: [state] }]\n',
    ['major: `Crossing` must match `anyOf` now. | anyOf: [{ required: [to] }, { required: [state] }]'],
  ],
  [
    'what may be sent now',
    '          readOnly: true\n',
    '',
    ['minor: `Crossing.note` is no longer read-only: clients may send it. | note:'],
  ],
  [
    'other properties beside alternatives',
    '          unevaluatedProperties: false\n',
    '',
    ['minor: `Crossing.load` also allows properties that it does not name. | load:'],
  ],
  [
    'a name in XML, and not in JSON',
    'name: trip',
    'name: crossing',
    ['major: `Crossing` is written as XML differently: `name`. | name: crossing'],
  ],
  [
    'what is so in XML without it',
    'name: trip\n',
    'name: trip\n        wrapped: false\n',
    ['patch: `xml/wrapped` of `Crossing` was added. | wrapped: false'],
  ],
  [
    'reserved characters',
    '          allowReserved: true\n',
    '',
    ['major: Query parameter `via` of listCrossings may no longer have reserved characters as they are. | name: via'],
  ],
  [
    'a header in other letters',
    'X-Tide',
    'x-tide',
    ['patch: Header `X-Tide` of the 200 response of listCrossings is written `x-tide` now. | x-tide:'],
  ],
  [
    'a media type with the usual charset',
    'application/xml',
    'application/xml; charset=utf-8',
    [
      'patch: The media type `application/xml` of the 200 response of listCrossings is written ' +
        '`application/xml; charset=utf-8` now. | ' +
        "application/xml; charset=utf-8: { schema: { type: array, items: { $ref: '#/components/schemas/Crossing' } } }",
    ],
  ],
  [
    'a parameter that moved',
    'in: query',
    'in: header',
    ['major: Query parameter `via` of listCrossings moved: it is a header parameter. | in: header'],
  ],
  [
    'a reference that leads to another schema',
    "starts.\n          $ref: '#/components/schemas/Port'",
    "starts.\n          $ref: '#/components/schemas/Quay'",
    [
      'major: `Crossing.from` is `Quay` now, no longer `Port`: `maxLength` of `Quay` changed from 9 to 5. ' +
        "| $ref: '#/components/schemas/Quay'",
    ],
  ],
  [
    'null beside a list that does not have it',
    'type: string\n          enum',
    "type: [string, 'null']\n          enum",
    ['patch: `type` of `Crossing.state` changed from "string" to ["string","null"]. | type: [string, \'null\']'],
  ],
  [
    'a property of a component that is a part of other schemas',
    '        high: { type: number }\n',
    '',
    ['major: `Tide.high` was removed. | properties:'],
  ],
  [
    'what a part of other schemas requires no longer',
    '        - harbour\n',
    '',
    ['major: `Tide.harbour` is no longer required. | required:'],
  ],
])('%s', async (_, from, to, said) => {
  expect(await saidOf(from, to)).toEqual(said);
});
