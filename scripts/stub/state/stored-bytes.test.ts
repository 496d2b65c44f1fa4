import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const bytes = 'content: { application/octet-stream: { schema: { type: string, format: binary } } }';
const photo = "{ $ref: '#/components/schemas/Photo' }";
const about = '{ type: object, properties: { name: { type: string }, place: { type: string } } }';
const parts = `image: { type: string, format: binary }, about: ${about}`;
const form = `{ type: object, required: [image], properties: { ${parts} } }`;
const contract = `openapi: 3.1.0
info: { title: Photos, version: '1' }
paths:
  /photos:
    post:
      operationId: addPhoto
      requestBody: { required: true, content: { multipart/form-data: { schema: ${form} } } }
      responses: { '201': { description: '', ${json(photo)} } }
  /photos/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readPhoto, responses: { '200': { description: '', ${json(photo)} } } }
  /photos/{id}/content:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readContent, responses: { '200': { description: '', ${bytes} } } }
  /cover:
    get: { operationId: readCover, responses: { '200': { description: '', ${bytes} } } }
    put:
      operationId: putCover
      requestBody: { required: true, ${bytes} }
      responses: { '204': { description: '' } }
components:
  schemas:
    Photo: { type: object, properties: { id: { type: integer }, name: { type: string }, place: { type: string } } }
`;

const uploadOf = (content: string) =>
  [
    '--b\r\nContent-Disposition: form-data; name="image"; filename="i.png"\r\nContent-Type: image/png\r\n\r\n',
    `${content}\r\n`,
    '--b\r\nContent-Disposition: form-data; name="about"\r\nContent-Type: application/json\r\n\r\n',
    '{"name":"Sea","place":"Brest"}\r\n--b--\r\n',
  ].join('');
const inParts = { 'Content-Type': 'multipart/form-data; boundary=b' };

test('a file that was uploaded is read as it was sent, and what was said of it', async () => {
  const { ask } = stubFor(contract);
  const photo = { id: 2, name: 'Sea', place: 'Brest' };
  expect((await ask('POST /photos', uploadOf('first'), inParts)).body).toEqual(photo);
  await ask('POST /photos', uploadOf('second'), inParts);
  expect((await ask('GET /photos/2')).body).toEqual(photo);
  expect((await ask('GET /photos/2/content')).body).toBe('first');
  expect((await ask('GET /photos/3/content')).body).toBe('second');
});

test('bytes that were put somewhere are read there', async () => {
  const { ask } = stubFor(contract);
  expect((await ask('PUT /cover', 'red', { 'Content-Type': 'application/octet-stream' })).status).toBe(204);
  expect((await ask('GET /cover')).body).toBe('red');
});
