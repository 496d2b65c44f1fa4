import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { reuseRefusalOf } from './idempotency.ts';

test.each([
  ['Idempotency key has been used.', ['409']],
  ['This name has been used.', undefined],
])('what a 409 says of a key that comes again: %s', (text, statuses) => {
  const description = descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' }, '409': { description: ${text} } }`);
  expect(reuseRefusalOf(description, operationIn(description, 'addLamp'))?.statuses).toEqual(statuses);
});

test.each([
  ['The same key and body are answered as before; the same key with another body answers 409.', ['409']],
  ['The same key with another body is an error.', undefined],
  ['The same key answers 409. Another body is stored.', undefined],
])('what an operation says of a key that comes again: %s', (text, statuses) => {
  const description = descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    description: ${text}
    parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' }, '409': { description: No. } }`);
  expect(reuseRefusalOf(description, operationIn(description, 'addLamp'))?.statuses).toEqual(statuses);
});
