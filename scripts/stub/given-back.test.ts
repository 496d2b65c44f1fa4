import { expect, test } from 'vitest';
import { jsonIn } from '../http/message-changes.ts';
import { requestOf, responseOf } from '../http/test/messages.ts';
import { descriptionOf, operationIn } from '../test/contracts.ts';
import { GivenBack } from './given-back.ts';

const order = "{ $ref: '#/components/schemas/Order' }";
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const taking = (id: string, schema: string) =>
  `{ operationId: ${id}, requestBody: { ${json(schema)} }, responses: { '200': { description: '', ${json(order)} } } }`;
const description = descriptionOf(
  `
/order: { post: ${taking('order', order)} }
/orders: { post: ${taking('orderAll', `{ type: array, items: ${order} }`)} }
/kept:
  post: ${taking('keep', order)}
/kept/{id}:
  get:
    operationId: readKept
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${json(order)} } }`,
  `components:
  schemas:
    Order:
      type: object
      required: [id, code, state]
      properties:
        id: { type: integer }
        code: { type: string }
        note: { type: string }
        state: { type: string, readOnly: true }`,
);
const made = { id: 7, code: 'made', note: 'made', state: 'new' };
const sent = { id: 1, code: 'sent', note: 'sent', state: 'sent' };

test.each([
  ['order', sent, { ...made, code: 'sent' }],
  ['orderAll', [sent], { ...made, code: 'sent' }],
  ['orderAll', [], made],
  ['keep', sent, made],
])('of %s, %j is answered with %j', (id, body, answered) => {
  const request = { ...requestOf('POST', '/order'), body: Buffer.from(JSON.stringify(body)) };
  const own = new GivenBack(description);
  const response = own.withWhatWasSent(operationIn(description, id), request, responseOf({ body: made }));
  expect(jsonIn(response.body)).toEqual(answered);
});
