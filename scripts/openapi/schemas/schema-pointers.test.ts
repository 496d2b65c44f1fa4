import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { bodySchema } from './schema-pointers.ts';

const description = descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' } }
/draws:
  post: { operationId: draw, responses: { '201': { description: '' } } }`);

test.each<[operationId: string, mediaType: string, pointer: string | undefined]>([
  ['addLamp', 'application/json', '/paths/~1lamps/post/requestBody/content/application~1json/schema'],
  ['addLamp', 'text/plain', undefined],
  ['draw', 'application/json', undefined],
  ['draw', '', undefined],
])('the schema of a body of %s in "%s" is at %s', (operationId, mediaType, pointer) => {
  expect(bodySchema(description.contract, operationIn(description, operationId), mediaType)).toBe(pointer);
});
