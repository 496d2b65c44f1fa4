import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const order = "{ $ref: '#/components/schemas/Order' }";
const at = 'parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]';
const refused = (status: number, description = '') => `'${status}': { description: '${description}' }`;
const answers = (more: string) => `responses: { '200': { description: '', ${json(order)} }, ${refused(404)}, ${more} }`;

const document = `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
paths:
  /orders:
    post:
      operationId: add
      requestBody: { required: true, ${json(order)} }
      responses: { '201': { description: '', ${json(order)} } }
  /orders/{orderId}:
    ${at}
    get: { operationId: read, ${answers(refused(400))} }
    patch:
      operationId: change
      description: A closed order cannot be changed.
      requestBody: { required: true, ${json(order)} }
      ${answers(refused(422))}
  /orders/{orderId}/close:
    ${at}
    post: { operationId: close, ${answers(refused(409, 'The order is closed.'))} }
  /orders/{orderId}/archive:
    ${at}
    post: { operationId: archive, responses: { '204': { description: '' } } }
  /orders/{orderId}/settle:
    ${at}
    post:
      operationId: settle
      requestBody: { required: true, ${json('{ type: object, properties: { result: { enum: [closed, lost] } } }')} }
      ${answers(refused(400))}
components:
  schemas:
    Order:
      type: object
      required: [id, text, status, isArchived]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string }
        status: { enum: [open, closed, lost], readOnly: true }
        isArchived: { type: boolean, readOnly: true }`;

test('an action brings a thing into the state that it is called by, which may not allow others', async () => {
  const { ask } = stubFor(document);
  const made = Object((await ask('POST /orders', { text: 'Seeds' })).body);
  const path = `/orders/${made.id}`;
  expect((await ask(`PATCH ${path}`, { text: 'Bulbs' })).status).toBe(200);
  expect(await ask(`POST ${path}/close`)).toMatchObject({ status: 200, body: { status: 'closed', text: 'Bulbs' } });
  expect((await ask(`POST ${path}/close`)).status).toBe(409);
  expect((await ask(`PATCH ${path}`, { text: 'Seeds' })).status).toBe(422);
  expect((await ask(`POST ${path}/archive`)).status).toBe(204);
  expect((await ask(`GET ${path}`)).body).toMatchObject({ status: 'closed', text: 'Bulbs', isArchived: true });
});

test('an action brings a thing into the state that it is sent', async () => {
  const { ask } = stubFor(document);
  const { id } = Object((await ask('POST /orders', { text: 'Seeds' })).body);
  expect((await ask(`POST /orders/${id}/settle`, { result: 'lost' })).body).toMatchObject({ status: 'lost' });
});
