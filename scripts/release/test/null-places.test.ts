import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { documentChanges } from '../contract-changes.ts';

const pet = (status: string) =>
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
      type: string
`);
const plain = pet("$ref: '#/components/schemas/Status'");

test.each(['oneOf', 'anyOf'])('a property that may be null by %s is where null comes and goes', (keyword) => {
  const nullable = pet(`${keyword}: [{ $ref: '#/components/schemas/Status' }, { type: 'null' }]`);
  const lines = (all: ReturnType<typeof documentChanges>) =>
    all.map(({ message, current, released }) => [message, released?.line, current.line]);
  expect(lines(documentChanges(plain, nullable))).toEqual([['`Pet.status` may be null.', 14, 15]]);
  expect(lines(documentChanges(nullable, plain))).toEqual([['`Pet.status` may no longer be null.', 15, 14]]);
});
