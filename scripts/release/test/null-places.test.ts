import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { documentChanges } from '../contract-changes.ts';

const pet = (status: string, named = 'type: string') =>
  contractOf(`openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pet:
    get:
      operationId: readPet
      responses:
        '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  schemas:
    Pet:
      type: object
      properties:
        status:
          ${status}
    Status:
      ${named}
`);
const plain = pet("$ref: '#/components/schemas/Status'");

const lines = (all: ReturnType<typeof documentChanges>) =>
  all.map(({ message, current, released }) => [message, released?.line, current.line]);

test.each(['oneOf', 'anyOf'])('a property that may be null by %s is where null comes and goes', (keyword) => {
  const nullable = pet(`${keyword}: [{ $ref: '#/components/schemas/Status' }, { type: 'null' }]`);
  expect(lines(documentChanges(plain, nullable))).toEqual([['`Pet.status` may be null.', 14, 15]]);
  expect(lines(documentChanges(nullable, plain))).toEqual([['`Pet.status` may no longer be null.', 15, 14]]);
});

test.each([
  ['a type', "type: [string, 'null']"],
  ['an alternative', "oneOf: [{ type: string }, { type: 'null' }]"],
])('a schema that may itself be null by %s is where null comes and goes', (_, named) => {
  const nullable = pet("$ref: '#/components/schemas/Status'", named);
  expect(lines(documentChanges(plain, nullable))).toEqual([['`Status` may be null.', 17, 17]]);
  expect(lines(documentChanges(nullable, plain))).toEqual([['`Status` may no longer be null.', 17, 17]]);
});

test('what 3.0 writes as `nullable` beside a composition is null in 3.1', () => {
  const inOpenApi30 = ({ document }: typeof plain) => contractOf(JSON.stringify({ ...document, openapi: '3.0.3' }));
  const old = inOpenApi30(pet("{ allOf: [{ $ref: '#/components/schemas/Status' }], nullable: true }"));
  const nullable = pet("oneOf: [{ $ref: '#/components/schemas/Status' }, { type: 'null' }]");
  expect(documentChanges(old, nullable).map(({ impact }) => impact)).not.toContain('major');
  const listed = inOpenApi30(pet('{ type: string, enum: [sold], nullable: true }'));
  expect(documentChanges(listed, pet('enum: [sold, null]')).map(({ impact }) => impact)).toContain('major');
});
