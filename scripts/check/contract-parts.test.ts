import { expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { contractParts } from './contract-parts.ts';
import { isUnchanged } from './partial-verification.ts';

const document = `openapi: 3.1.0
info: { title: T, version: 1.0.0, description: An API. }
security: [{ key: [] }]
paths:
  /lamps:
    parameters: [{ name: trace, in: header, schema: { type: string } }]
    get:
      operationId: listLamps
      responses: { '200': { $ref: '#/components/responses/Lamps' } }
    post:
      operationId: createLamp
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewLamp' } } } }
      responses: { '201': { description: New. } }
  /rooms:
    get:
      operationId: listRooms
      summary: Lists all.
      responses: { '200': { description: All. } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  responses:
    Lamps:
      description: All.
      content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Lamp' } } } }
  schemas:
    Lamp: { allOf: [{ $ref: '#/components/schemas/NewLamp' }], properties: { id: { type: integer, minimum: 1 } } }
    NewLamp: { properties: { watts: { type: integer, maximum: 60 }, inside: { $ref: '#/components/schemas/Lamp' } } }
    Unused: { description: Of nothing., minLength: 3 }
`;
const partsOf = (text: string) => contractParts(contractOf(text));
const known = partsOf(document);

test.each<[what: string, from: string, to: string, changed: string[]]>([
  ['an operation', "'201'", "'202'", ['createLamp']],
  // `newest first` is a requirement.
  ['a description', 'description: New.', 'description: A new one.', ['createLamp']],
  ['a summary', 'Lists all.', 'Lists all, newest first.', ['listRooms']],
  [
    'the description of a component',
    'Lamps:\n      description: All.',
    'Lamps:\n      description: Some.',
    ['listLamps'],
  ],
  ['the description of a component that none refers to', 'Of nothing.', 'Of no operation.', []],
  ['the description of the service', 'An API.', 'Another API.', []],
  ['what a path has in common', 'name: trace', 'name: span', ['listLamps', 'createLamp']],
  ['a component', 'minimum: 1', 'minimum: 2', ['listLamps', 'createLamp']],
  ['a component of a component', 'maximum: 60', 'maximum: 40', ['listLamps', 'createLamp']],
  ['a component that none refers to', 'minLength: 3', 'minLength: 4', ['rest']],
  ['a security scheme', 'scheme: bearer', 'scheme: basic', ['rest']],
  ['what all have in common', 'security: [{ key: [] }]', 'security: []', ['rest']],
  ['the name of an operation', 'listRooms', 'listAllRooms', ['listAllRooms', 'rest']],
  ['the path of an operation', '/rooms:', '/halls:', ['rest']],
  ['a discriminator', 'Unused: {', 'Unused: { discriminator: { propertyName: kind },', ['rest']],
])('a change of %s is one of the parts that it is in', (_, from, to, changed) => {
  expect(document).toContain(from);
  const { operations, rest } = partsOf(document.replace(from, to));
  const own = Object.keys(operations).filter((id) => !isUnchanged(known.operations[id], operations[id]));
  expect([...own, ...(rest === known.rest ? [] : ['rest'])]).toEqual(changed);
});

test.each([
  ['what all operations of a path are sent', 'name: trace', 'name: span', 'request'],
  ['a component of a body', 'maximum: 60', 'maximum: 40', 'request'],
  ['a response', "'201'", "'202'", 'others'],
  ['an extension', 'operationId: createLamp', 'operationId: createLamp\n      x-sunset: tomorrow', 'others'],
] as const)('a change of %s is one of what it is said of', (_, from, to, part) => {
  const { createLamp } = partsOf(document.replace(from, to)).operations;
  const before = known.operations['createLamp'];
  expect([createLamp?.request === before?.request, createLamp?.others === before?.others]).toEqual([
    part !== 'request',
    part !== 'others',
  ]);
});

test('with a discriminator, schemas that nothing refers to may be meant: any change is one of everything', () => {
  const before = document.replace('Unused: {', 'Unused: { discriminator: { propertyName: kind },');
  expect(partsOf(before.replace('minimum: 1', 'minimum: 2')).rest).not.toBe(partsOf(before).rest);
});
