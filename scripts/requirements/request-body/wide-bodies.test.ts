import { expect, test } from 'vitest';
import { readRequest } from '../../http/request-text.ts';
import { requestOf } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { BodyReader } from './body-reader.ts';

test('what is asked of each property is asked of the objects of a body, which are found once', () => {
  const description = descriptionOf(`
/lamps:
  post:
    operationId: addLamp
    requestBody:
      content:
        application/json:
          schema:
            properties: { name: { type: string }, size: { properties: { width: { type: integer } } } }
    responses: { '201': { description: '' } }
`);
  const reader = new BodyReader(description, operationIn(description, 'addLamp'), new Set());
  const body = Buffer.from('{"name":"Ada","size":{"width":1}}');
  const request = { ...requestOf('POST', '/lamps', [['Content-Type', 'application/json']]), body };
  expect(reader.read(readRequest(request)).objects.map(({ part }) => part.path)).toEqual(['', '.size']);
});
