import { expect, test } from 'vitest';
import { jsonResponse, responseWith } from './response.ts';

test.each([
  ['as JSON', jsonResponse(200, [['A', '1']], { id: 2n ** 63n - 1n }), [['Content-Type', 'application/json'], ['A', '1']], '{"id":9223372036854775807}'],
  ['as another JSON', jsonResponse(200, [], null, 'application/problem+json'), [['Content-Type', 'application/problem+json']], 'null'],
  ['with a body', responseWith(200, [], { mediaType: 'text/csv', bytes: Buffer.from('a,b') }), [['Content-Type', 'text/csv']], 'a,b'],
  ['without one', responseWith(200, [['A', '1']], undefined), [['A', '1']], ''],
])('a response %s', (_, response, headers, body) => {
  expect(response).toEqual({ status: 200, headers, body: Buffer.from(body), receivedAt: 0 });
});
