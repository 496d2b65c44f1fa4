import { expect, test } from 'vitest';
import { jsonIn } from '../http/message-changes.ts';
import { requestOf, responseOf } from '../http/test/messages.ts';
import { descriptionOf, operationIn } from '../test/contracts.ts';
import { asMayBeSeen } from './known-callers.ts';

const stock = "{ type: integer, description: 'Only shown to those who are logged in.' }";
const schema = `{ type: object, properties: { name: { type: string }, stock: ${stock} } }`;
const description = descriptionOf(
  `
/drink:
  get:
    operationId: readDrink
    responses: { '200': { description: '', content: { application/json: { schema: ${schema} } } } }`,
  `security: [{ token: [] }, { shown: [] }, { asked: [] }, { baked: [] }, {}]
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    shown: { type: apiKey, in: header, name: X-Key }
    asked: { type: apiKey, in: query, name: key }
    baked: { type: apiKey, in: cookie, name: key }`,
);
const drink = { name: 'Negroni', stock: 7 };

test.each([
  ['/drink', {}, { name: 'Negroni' }],
  ['/drink?other=1', { 'X-Other': '1' }, { name: 'Negroni' }],
  ['/drink', { Authorization: 'Bearer 1' }, drink],
  ['/drink', { 'X-Key': '1' }, drink],
  ['/drink?key=1', {}, drink],
  ['/drink', { Cookie: 'key=1' }, drink],
])('%s with %j shows %j', (target, headers, shown) => {
  const request = requestOf('GET', target, Object.entries(headers));
  const response = asMayBeSeen(
    description,
    operationIn(description, 'readDrink'),
    request,
    responseOf({ body: drink }),
  );
  expect(jsonIn(response.body)).toEqual(shown);
});

test('an error is shown as it is', () => {
  const response = responseOf({ status: 404, body: { stock: 'none' } });
  const own = asMayBeSeen(description, operationIn(description, 'readDrink'), requestOf('GET', '/drink'), response);
  expect(own).toBe(response);
});
