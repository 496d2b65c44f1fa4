import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const product = '{ type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }';
const line = '{ type: object, properties: { productId: { type: integer, example: 900 } } }';
const order = `{ type: object, required: [lines], properties: { lines: { type: array, items: ${line} } } }`;
const document = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /products:
    post:
      operationId: addProduct
      requestBody: { required: true, ${json(product)} }
      responses: { '201': { description: '', ${json(product)} } }
  /products/{productId}:
    get:
      operationId: getProduct
      parameters: [{ name: productId, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: '', ${json(product)} }, '404': { description: '' } }
  /orders:
    post:
      operationId: order
      requestBody: { required: true, ${json(order)} }
      responses: { '201': { description: '', ${json(order)} }, '400': { description: A product does not exist } }`;

test('what a body names must be there, in each of its lines', async () => {
  const { ask } = stubFor(document);
  const { id } = Object((await ask('POST /products', {})).body);
  const statusFor = async (...ids: number[]) =>
    (await ask('POST /orders', { lines: ids.map((productId) => ({ productId })) })).status;
  expect([await statusFor(id), await statusFor(id, 7_654_321), await statusFor()]).toEqual([201, 400, 201]);
});

test('what an example of the contract names is there', async () => {
  const { ask } = stubFor(document);
  expect((await ask('POST /orders', { lines: [{ productId: 900 }] })).status).toBe(201);
});
