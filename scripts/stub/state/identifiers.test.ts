import { expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { Identifiers } from './identifiers.ts';

const id = '{ type: integer, format: int32 }';
const crate = `{ type: object, required: [id], properties: { id: ${id} } }`;
const description = descriptionOf(`
/crates:
  post:
    operationId: addCrate
    requestBody: { content: { application/json: { schema: ${crate} } } }
    responses: { '201': { description: '', content: { application/json: { schema: ${crate} } } } }
/crates/{id}:
  parameters: [{ name: id, in: path, required: true, schema: ${id} }]
  get:
    operationId: readCrate
    responses: { '200': { description: '', content: { application/json: { schema: ${crate} } } } }`);

/** The next number, after those that clients have given. */
function nextAfter(given: readonly number[]): unknown {
  const [resource] = resourcesOf(description);
  if (resource === undefined) throw new Error('There are crates.');
  const identifiers = new Identifiers(description, resource, new ValueSource(description.contract, 1, 'response'));
  for (const one of given) identifiers.note(one);
  return identifiers.next((one) => given.some((other) => other === one));
}

test('the next number is one more than the greatest', () => {
  expect(nextAfter([])).toBe(1);
  expect(nextAfter([7, 3])).toBe(8);
});

test('after the greatest of all comes one that is free', () => {
  expect(nextAfter([1, 2, 2 ** 31 - 1])).toBe(3);
});
