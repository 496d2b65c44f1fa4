import { expect, test } from 'vitest';
import { responseWith } from './response.ts';

test.each([
  [
    'with a body',
    responseWith(200, [['A', '1']], { mediaType: 'text/csv', bytes: Buffer.from('a,b') }),
    [
      ['Content-Type', 'text/csv'],
      ['A', '1'],
    ],
    'a,b',
  ],
  ['without one', responseWith(200, [['A', '1']], undefined), [['A', '1']], ''],
])('a response %s', (_, response, headers, body) => {
  expect(response).toEqual({ status: 200, headers, body: Buffer.from(body), receivedAt: 0 });
});
