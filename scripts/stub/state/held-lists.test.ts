import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const room = '{ type: object, required: [name], properties: { id: { type: integer }, name: { type: string } } }';
const held = `_embedded: { type: object, properties: { roomList: { type: array, items: ${room} } } }`;
const page = 'page: { type: object, required: [totalElements], properties: { totalElements: { type: integer } } }';

test('the stub lists what was created within the part of the body that has the list', async () => {
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Rooms, version: 1.0.0 }
paths:
  /rooms:
    get:
      operationId: listRooms
      parameters: [{ name: size, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }]
      responses:
        '200':
          description: ''
          ${json(`{ type: object, required: [page], properties: { ${held}, ${page} } }`)}
    post:
      operationId: addRoom
      requestBody: { ${json(room)} }
      responses: { '201': { description: '', ${json(room)} } }`);
  const { body: before } = await ask('GET /rooms');
  await ask('POST /rooms', { name: 'Attic' });
  const { body } = await ask('GET /rooms');
  expect(JSON.stringify(before)).not.toContain('Attic');
  expect(body).toMatchObject({
    _embedded: { roomList: expect.arrayContaining([{ id: expect.any(Number), name: 'Attic' }]) },
  });
});
