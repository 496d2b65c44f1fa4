import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const item = '{ type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }';
const cover = '{ type: object, properties: { size: { type: integer } } }';
const named = 'parameters: [{ name: stockItemId, in: path, required: true, schema: { type: integer } }]';
const document = `openapi: 3.1.0
info: { title: Stock, version: 1.0.0 }
paths:
  /stock:
    post:
      operationId: addItem
      requestBody: { required: true, ${json(item)} }
      responses: { '201': { description: '', ${json(item)} } }
  /stock/{stockItemId}:
    ${named}
    delete: { operationId: removeItem, responses: { '204': { description: '' } } }
  /covers/{stockItemId}:
    ${named}
    get:
      operationId: getCover
      responses: { '200': { description: '', ${json(cover)} }, '404': { description: Nothing is there } }`;

test('what is read of a thing at another path is there as long as the thing is', async () => {
  const { ask } = stubFor(document);
  const { id } = Object((await ask('POST /stock', {})).body);
  const statusFor = async (one: number) => (await ask(`GET /covers/${one}`)).status;
  const before = [await statusFor(id), await statusFor(id + 1000)];
  await ask(`DELETE /stock/${id}`);
  expect([...before, await statusFor(id)]).toEqual([200, 404, 404]);
});
