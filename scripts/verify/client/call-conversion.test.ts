import { expect, test } from 'vitest';
import { noCredential } from '../../openapi/credentials.ts';
import { RequestCheck } from '../../requirements/request/request-check.ts';
import { assemble, type RequestParts } from '../../requirements/request/request-parts.ts';
import { contractOf } from '../../test/contracts.ts';
import { specificationOf } from '../specification.ts';
import { callFor } from './call-conversion.ts';

const specification = specificationOf(
  contractOf(`openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books/{bookId}:
    put:
      operationId: putBook
      parameters:
        - { name: bookId, in: path, required: true, schema: { type: integer, format: int64 } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: size, in: query, schema: { type: integer, maximum: 10 } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties: { title: { type: string }, pages: { type: integer, format: int64 } }
      responses: { '204': { description: Done. } }
`),
);
const [operation] = specification.description.operations;
if (operation === undefined) throw new Error('There is no operation.');
const json = (text: string, mediaType: string | null = 'application/json') => ({ mediaType, bytes: Buffer.from(text) });
const parts: RequestParts = {
  operation,
  path: { bookId: '7' },
  query: [
    ['tags', 'a,b'],
    ['size', '10'],
  ],
  headers: [],
  cookies: [],
  body: json('{"title":"T"}'),
  credential: noCredential,
};

test.each<[name: string, change: Partial<RequestParts>, values: Record<string, unknown>, body: unknown]>([
  ['all that is there', {}, { bookId: 7, tags: ['a', 'b'], size: 10 }, { title: 'T' }],
  ['no optional parameter', { query: [] }, { bookId: 7 }, { title: 'T' }],
  ['no body', { body: null }, { bookId: 7, tags: ['a', 'b'], size: 10 }, undefined],
  ['a value beyond its bound', { query: [['size', '11']] }, { bookId: 7, size: 11 }, { title: 'T' }],
  ['a value of another type', { query: [['size', 'many']] }, { bookId: 7, size: 'many' }, { title: 'T' }],
  ['a body that lacks a property', { body: json('{}') }, { bookId: 7, tags: ['a', 'b'], size: 10 }, {}],
  [
    'the largest integer that JavaScript holds',
    { body: json('{"title":"T","pages":9007199254740991}') },
    { bookId: 7, tags: ['a', 'b'], size: 10 },
    { title: 'T', pages: 2 ** 53 - 1 },
  ],
])('a call says %s', (_, change, values, body) => {
  const own = { ...parts, ...change };
  const call = callFor(own, new RequestCheck(specification).check(assemble(own)));
  expect(call && Object.fromEntries([...call.parameters].map(([{ name }, value]) => [name, value]))).toEqual(values);
  expect(call?.body).toEqual(body);
});

test.each<[name: string, change: Partial<RequestParts>]>([
  ['JSON that is cut', { body: json('{"title":') }],
  ['JSON in another spelling', { body: json('{"title":"\\u0054"}') }],
  ['another media type', { body: json('title=T', 'text/plain') }],
  ['a body without its type', { body: json('{"title":"T"}', null) }],
  [
    'a parameter given twice',
    {
      query: [
        ['size', '1'],
        ['size', '1'],
      ],
    },
  ],
  ['a parameter that is not described', { query: [['colour', 'red']] }],
  ['an integer beyond what JavaScript holds', { body: json('{"title":"T","pages":9007199254740993}') }],
  ['an integer beyond it in the path', { path: { bookId: '9007199254740993' } }],
])('no call says %s', (_, change) => {
  const own = { ...parts, ...change };
  expect(callFor(own, new RequestCheck(specification).check(assemble(own)))).toBeUndefined();
});
