import { describe, expect, test } from 'vitest';
import { basePath, operations } from '../generated/calls.ts';
import { createClient } from './create-client.ts';
import { requestOf } from './request.ts';
import { checkSent } from './sent-values.ts';
import { bruno } from './test/examples.ts';
import { json, optionsFor } from './test/scripted-fetch.ts';

/** A client as code without types calls it: with what the types would refuse. */
interface UntypedClient {
  GET(path: string, options: { params: unknown }): Promise<unknown>;
  POST(path: string, options: { body: unknown }): Promise<unknown>;
}
const untyped = (client: object) => client as UntypedClient;

describe('what would be sent as something else is refused before anything is sent', () => {
  test.each<[name: string, path: '/pets/{petId}' | '/pets', given: unknown, message: string]>([
    [
      'a path parameter that is null',
      '/pets/{petId}',
      { path: { petId: null } },
      'path parameter petId cannot be sent: null',
    ],
    ['that is missing', '/pets/{petId}', { path: {} }, 'path parameter petId cannot be sent: undefined'],
    [
      'that leads to the folder above',
      '/pets/{petId}',
      { path: { petId: '..' } },
      'path parameter petId cannot be sent: ".."',
    ],
    [
      'that leads to the same folder',
      '/pets/{petId}',
      { path: { petId: '.' } },
      'path parameter petId cannot be sent: "."',
    ],
    ['that is empty', '/pets/{petId}', { path: { petId: '' } }, 'path parameter petId cannot be sent: ""'],
    ['an empty list', '/pets/{petId}', { path: { petId: [] } }, 'path parameter petId cannot be sent: '],
    [
      'beyond 2^53',
      '/pets/{petId}',
      { path: { petId: 2 ** 53 } },
      'path parameter petId cannot be sent: 9007199254740992',
    ],
    [
      'a query parameter that is null',
      '/pets',
      { query: { status: null } },
      'query parameter status cannot be sent: null',
    ],
    ['that is no number', '/pets', { query: { limit: NaN } }, 'query parameter limit cannot be sent: NaN'],
    ['that is endless', '/pets', { query: { limit: -Infinity } }, 'query parameter limit cannot be sent: -Infinity'],
    [
      'that is no Unicode',
      '/pets',
      { query: { status: '\uD800' } },
      'query parameter status cannot be sent: "\\ud800"',
    ],
    [
      'with such an item',
      '/pets',
      { query: { status: ['sold', null] } },
      'query parameter status/1 cannot be sent: null',
    ],
  ])('%s', async (_, path, params, message) => {
    const options = optionsFor();
    const call = untyped(createClient(options)).GET(path, { params });
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(message);
    expect(options.requests).toEqual([]);
  });

  test.each<[name: string, body: unknown, message: string]>([
    [
      '2^60, which goes out as another number',
      { categoryId: 2 ** 60 },
      'body/categoryId cannot be sent: 1152921504606847000',
    ],
    ['NaN, which goes out as null', { categoryId: NaN }, 'body/categoryId cannot be sent: NaN'],
    ['a bigint', { categoryId: 3n }, 'body/categoryId cannot be sent: 3'],
    ['a function, which is left out', { name: () => 'Bruno' }, 'body/name cannot be sent: () =>'],
    ['a hole in a list, which goes out as null', { tags: ['a', undefined] }, 'body/tags/1 cannot be sent: undefined'],
    ['something deep', { a: [{ b: Infinity }] }, 'body/a/0/b cannot be sent: Infinity'],
  ])('%s', async (_, body, message) => {
    const options = optionsFor();
    const call = untyped(createClient(options)).POST('/pets', { body });
    await expect(call).rejects.toThrow(message);
    expect(options.requests).toEqual([]);
  });
});

test.each([
  ['the largest exact integer', Number.MAX_SAFE_INTEGER],
  ['a fraction', 0.1],
  ['null in a body', null],
  ['what is left out', { name: undefined }],
  ['a surrogate in a body, which JSON escapes', '\uD800'],
  ['a list', [1, 'a', true, null]],
  ['a date, which has a text of its own', new Date(0)],
])('%s is sent', (_, value) => {
  expect(() => checkSent(value, 'body', true)).not.toThrow();
});

describe('a request', () => {
  test('fills the path, and leaves out what is undefined', async () => {
    const options = optionsFor(json(200, bruno), json(200, bruno), json(200, []));
    const client = createClient(options);
    await client.GET('/pets/{petId}', { params: { path: { petId: -7 } } });
    await untyped(client).GET('/pets/{petId}', { params: { path: { petId: 'a/b?c#d%' } } });
    await untyped(client).GET('/pets', { params: { query: { limit: undefined, status: 'a b/c+d' } } });
    expect(options.requests.map(({ url }) => url.slice(url.indexOf('/pets')))).toEqual([
      '/pets/-7',
      '/pets/a%2Fb%3Fc%23d%25',
      '/pets?status=a%20b%2Fc%2Bd',
    ]);
  });

  test('has the headers of the call, and its media type unless that is given', async () => {
    const options = optionsFor(json(201, bruno), json(201, bruno));
    const client = createClient(options);
    const body = { name: 'Bruno', categoryId: 3 };
    await client.POST('/pets', { body, headers: { 'X-Trace': 'abc' } });
    await client.POST('/pets', { body, headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    expect(options.requests.map(({ headers }) => [headers.get('X-Trace'), headers.get('Content-Type')])).toEqual([
      ['abc', 'application/json'],
      [null, 'application/json; charset=utf-8'],
    ]);
  });
});

test('parameters in headers are sent as texts, and those without a value are not', () => {
  const params = { header: { 'X-One': 1, 'X-None': undefined } };
  const { headers } = requestOf(`https://adoption.example${basePath}`, operations.listPets, { params });
  expect([...headers]).toEqual([['x-one', '1']]);
});
