import { expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { withoutCursors } from '../../openapi/resources/body-cursors.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { notKeptBy } from '../../verify/test/not-kept.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

const search = (answered: string, required = '') =>
  descriptionOf(`
/books/search:
  post:
    operationId: search
    requestBody:
      required: true
      content:
        application/json:
          schema:
            type: object
            ${required}
            properties:
              text: { type: string, maxLength: 20 }
              cursor: { type: [string, 'null'], minLength: 1, maxLength: 40 }
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: object, properties: { data: { type: array, items: { type: object } }, ${answered} } }
      '400': { description: '' }
`);
const paged = search("next_cursor: { type: [string, 'null'] }");

test.each([
  ['a page leads to the next one', paged, { text: 'a' }],
  ['a page says whether there is another one', search('has_more: { type: boolean }'), { text: 'a' }],
  ['nothing says of another page', search('total: { type: integer }'), { text: 'a', cursor: 'b' }],
  ['it is required', search('has_more: { type: boolean }', 'required: [cursor]'), { text: 'a', cursor: 'b' }],
])('a body is for the first page where %s', (_, description, expected) => {
  const operation = operationIn(description, 'search');
  const schema = '/paths/~1books~1search/post/requestBody/content/application~1json/schema';
  expect(withoutCursors(description.contract, operation, schema, { text: 'a', cursor: 'b' })).toEqual(expected);
});

test('a server may refuse a cursor that no page has given', async () => {
  const serve = ({ method, target, body, headers }: HttpRequest) => {
    if (method !== 'POST' || !target.startsWith('/books/search')) return { status: method === 'POST' ? 404 : 405 };
    const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
    const isJson = /^application\/json *(;|$)/i.test(type);
    const sent = body === null || !isJson ? undefined : jsonIn(body);
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { status: 400 };
    const { text = '', cursor = null } = sent as Record<string, unknown>;
    const isRefused = typeof text !== 'string' || [...text].length > 20 || cursor !== null;
    return isRefused ? { status: 400 } : { body: { data: [], next_cursor: null } };
  };
  const specification = withoutWorkflows(paged);
  expect(await notKeptBy({ respond: serve }, specification, 'key', 1, true)).toEqual([]);
});
