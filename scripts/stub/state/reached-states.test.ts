import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const order = "{ $ref: '#/components/schemas/Order' }";
const line = '{ type: object, required: [id], properties: { id: { type: integer } } }';
const at = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;
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
    parameters: [${at('orderId')}]
    get: { operationId: read, ${answers(refused(400))} }
    patch:
      operationId: change
      description: A closed order cannot be changed.
      requestBody: { required: true, ${json(order)} }
      ${answers(refused(422))}
  /orders/{orderId}/close:
    parameters: [${at('orderId')}]
    post: { operationId: close, ${answers(refused(409, 'The order is closed.'))} }
  /orders/{orderId}/archive:
    parameters: [${at('orderId')}]
    post: { operationId: archive, responses: { '204': { description: '' }, ${refused(403, 'The order is lost.')} } }
  /orders/{orderId}/settle:
    parameters: [${at('orderId')}]
    post:
      operationId: settle
      requestBody: { required: true, ${json('{ type: object, properties: { result: { enum: [closed, lost] } } }')} }
      ${answers(refused(400))}
  /orders/{orderId}/lines:
    parameters: [${at('orderId')}]
    post:
      operationId: addLine
      requestBody: { required: true, ${json('{ type: object }')} }
      responses: { '201': { description: '', ${json(line)} } }
  /orders/{orderId}/lines/{lineId}:
    parameters: [${at('orderId')}, ${at('lineId')}]
    get: { operationId: readLine, responses: { '200': { description: '', ${json(line)} }, ${refused(404)} } }
    delete:
      operationId: removeLine
      responses: { '204': { description: '' }, ${refused(409, 'The order is closed.')} }
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

test('a policy that looks at the state of a thing refuses with its 403', async () => {
  const { ask } = stubFor(document);
  const { id } = Object((await ask('POST /orders', { text: 'Seeds' })).body);
  expect((await ask(`POST /orders/${id}/settle`, { result: 'lost' })).status).toBe(200);
  expect((await ask(`POST /orders/${id}/archive`)).status).toBe(403);
});

test('an action brings a thing into the state that it is sent', async () => {
  const { ask } = stubFor(document);
  const { id } = Object((await ask('POST /orders', { text: 'Seeds' })).body);
  expect((await ask(`POST /orders/${id}/settle`, { result: 'lost' })).body).toMatchObject({ status: 'lost' });
});

test('what is beneath a thing in a state may not allow what it allows otherwise', async () => {
  const { ask } = stubFor(document);
  const { id } = Object((await ask('POST /orders', { text: 'Seeds' })).body);
  const lines = await Promise.all([1, 2].map(async () => Object((await ask(`POST /orders/${id}/lines`, {})).body)));
  const [first, second] = lines.map((one) => `/orders/${id}/lines/${one.id}`);
  expect((await ask(`DELETE ${first}`)).status).toBe(204);
  await ask(`POST /orders/${id}/close`);
  expect((await ask(`DELETE ${second}`)).status).toBe(409);
});
