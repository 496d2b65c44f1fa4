import { expect, test } from 'vitest';
import { benchFor } from '../test/bench.ts';
import { bookServer } from '../test/book-server.ts';

test.each([
  ['its last segment', '/books/7', '7'],
  ['without query and fragment', 'https://books.example/books/a%2Fb?x=1/2#/3', 'a/b'],
  ['a broken escape as it is', '/books/50%', '50%'],
])('the identifier in a Location: %s', (_, location, id) => {
  const { description, respond } = bookServer('plain', {});
  const { session } = benchFor(description, respond);
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  const request = { method: 'POST', target: '/books', headers: [], body: null };
  const response = { status: 201, headers: [['Location', location]] as const, body: Buffer.alloc(0), receivedAt: 0 };
  expect(session.idIn(resource, { request, response, body: undefined })).toBe(id);
});
