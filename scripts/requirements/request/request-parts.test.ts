import { describe, expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { readFormInParts } from '../../http/form-in-parts.ts';
import { sampleFile } from '../../http/sample-files.ts';
import { carrierOf, carry, credentialFor, isOpen, noCredential } from '../../openapi/credentials.ts';
import type { FormFile } from '../../openapi/operation-table.ts';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import {
  assemble,
  encodeBody,
  itemAsked,
  pathValue,
  type RequestParts,
  sentBody,
  withoutCredential,
} from './request-parts.ts';

const description = descriptionOf(
  `
/shelves/{shelf}/books/{isbn}:
  get:
    operationId: readBook
    responses:
      '200': { description: '', content: { text/csv: {}, application/json: {} } }
      '404': { description: '', content: { application/problem+json: {}, application/json: {} } }
  put:
    operationId: replaceBook
    security: [{ token: [] }, { desk: [], badge: [] }]
    responses: { '204': { description: '' } }
  patch: { operationId: mergeBook, security: [{ token: [] }, {}], responses: { '204': { description: '' } } }
  delete: { operationId: removeBook, security: [], responses: { '204': { description: '' } } }
`,
  `security: [{ token: [] }]
components:
  securitySchemes:
    token: { type: http, scheme: Bearer }
    login: { type: http, scheme: basic }
    desk: { type: apiKey, in: header, name: X-Desk }
    badge: { type: apiKey, in: cookie, name: badge }
    stamp: { type: apiKey, in: query, name: 'st amp' }
    club: { type: oauth2, flows: {} }`,
);
const { service } = description;

describe('a key is carried', () => {
  test.each<[scheme: string, key: string, headers: string[], query: string[]]>([
    ['token', 'k', ['Authorization: Bearer k'], []],
    ['club', 'k', ['Authorization: Bearer k'], []],
    ['login', 'k', [`Authorization: Basic ${btoa('k:')}`], []],
    ['login', 'me:secret', [`Authorization: Basic ${btoa('me:secret')}`], []],
    ['desk', 'k&', ['X-Desk: k&'], []],
    ['badge', 'k', ['Cookie: badge=k'], []],
    ['stamp', 'k&', [], ['st%20amp=k%26']],
  ])('as %s: %s', (scheme, key, headers, query) => {
    const own = carry(carrierOf(service, scheme), key);
    expect(own.headers.map((pair) => pair.join(': '))).toEqual(headers);
    expect(own.query.map((pair) => pair.join('='))).toEqual(query);
  });

  test('by all schemes that are needed together', () => {
    expect(credentialFor(service, { desk: [], badge: [], stamp: [] }, 'k')).toEqual({
      headers: [
        ['X-Desk', 'k'],
        ['Cookie', 'badge=k'],
      ],
      query: [['st%20amp', 'k']],
    });
  });
});

describe('what a request gives for a parameter in its path', () => {
  test.each<[style: string, type: string, text: string, value: Exact | undefined]>([
    ['simple', 'integer', '7', 7],
    ['simple', 'string', 'a%2Fb', 'a/b'],
    ['label', 'integer', '.7', 7],
    ['matrix', 'string', ';id=a%20b', 'a b'],
    ['matrix', 'string', '7', undefined],
  ])('%s %s %s', (style, type, text, value) => {
    const { contract, operations } = descriptionOf(
      `/books/{id}: { get: { parameters: [{ name: id, in: path, style: ${style}, schema: { type: ${type} } }] } }`,
    );
    const [parameter] = operations[0]?.parameters ?? [];
    expect(parameter && pathValue(contract, { path: { id: text } }, parameter)).toBe(value);
    expect(parameter && pathValue(contract, { path: {} }, parameter)).toBeUndefined();
  });
});

test.each([
  ['readBook', false],
  ['replaceBook', false],
  ['mergeBook', true],
  ['removeBook', true],
])('%s is open to everybody: %s', (id, expected) => expect(isOpen(operationIn(description, id))).toBe(expected));

function parts(changes: Partial<RequestParts> = {}, id = 'readBook'): RequestParts {
  return {
    operation: operationIn(description, id),
    path: { shelf: 'a%2Fb', isbn: '$&' },
    query: [],
    headers: [],
    cookies: [],
    body: null,
    credential: noCredential,
    ...changes,
  };
}

describe('a request', () => {
  test('has what a path cannot have as it is percent-encoded', () =>
    expect(
      assemble(parts({ operation: { ...operationIn(description, 'readBook'), path: '/my books/#{isbn}:lend' } })),
    ).toMatchObject({ target: '/my%20books/%23$&:lend' }));

  test('has its path filled as it is given', () =>
    expect(assemble(parts())).toMatchObject({ method: 'GET', target: '/shelves/a%2Fb/books/$&', body: null }));

  test('has its own query, then that of the credential', () => {
    const credential = carry(carrierOf(service, 'stamp'), 'k');
    expect(
      assemble(
        parts({
          query: [
            ['a', '1'],
            ['a', '%20'],
          ],
          credential,
        }),
      ).target,
    ).toBe('/shelves/a%2Fb/books/$&?a=1&a=%20&st%20amp=k');
    expect(assemble(withoutCredential(parts({ credential }))).target).toBe('/shelves/a%2Fb/books/$&');
  });

  test('has one Cookie for all', () => {
    const { headers } = assemble(
      parts({
        cookies: [
          ['a', '1'],
          ['b', '2'],
        ],
        credential: credentialFor(service, { desk: [], badge: [] }, 'k'),
      }),
    );
    expect(headers.filter(([name]) => name === 'Cookie')).toEqual([['Cookie', 'a=1; b=2; badge=k']]);
    expect(headers).toContainEqual(['X-Desk', 'k']);
  });

  test.each<[name: string, id: string, headers: RequestParts['headers'], accept: string[]]>([
    ['what is documented, JSON first', 'readBook', [], ['application/json, application/problem+json, text/csv;q=0.5']],
    ['anything where no body is', 'removeBook', [], ['*/*']],
    ['what the case itself says', 'readBook', [['accept', 'text/csv']], ['text/csv']],
  ])('accepts %s', (_, id, headers, accept) => {
    expect(
      assemble(parts({ headers }, id))
        .headers.filter(([name]) => name.toLowerCase() === 'accept')
        .map(([, value]) => value),
    ).toEqual(accept);
  });

  test('says what its body is, unless it is to be silent on that', () => {
    const bytes = Buffer.from('{}');
    const typesOf = (mediaType: string | null) =>
      assemble(parts({ body: { mediaType, bytes } })).headers.filter(([name]) => name === 'Content-Type');
    expect(typesOf('application/json')).toEqual([['Content-Type', 'application/json']]);
    expect(typesOf('application/*')).toEqual([['Content-Type', 'application/json']]);
    expect(typesOf(null)).toEqual([]);
    expect(assemble(parts({ body: { mediaType: null, bytes } })).body).toBe(bytes);
  });

  test('keeps its own headers, Transfer-Encoding too', () =>
    expect(
      assemble(
        parts({
          headers: [
            ['X-A', '1'],
            ['Transfer-Encoding', 'chunked'],
          ],
          body: { mediaType: null, bytes: Buffer.from('x') },
        }),
      ).headers.slice(-2),
    ).toEqual([
      ['X-A', '1'],
      ['Transfer-Encoding', 'chunked'],
    ]));
});

describe('a body', () => {
  test.each<[mediaType: string, value: Exact, text: string]>([
    ['application/json', { a: [2n ** 63n, 'é'] }, '{"a":[9223372036854775808,"é"]}'],
    ['application/vnd.books+json', null, 'null'],
    [
      'application/x-www-form-urlencoded',
      { a: 'x y&é', b: [1, 'z'], c: { d: 1 }, e: true, f: 2n ** 63n },
      'a=x+y%26%C3%A9&b=1&b=z&c=%7B%22d%22%3A1%7D&e=true&f=9223372036854775808',
    ],
    ['application/x-www-form-urlencoded; charset=utf-8', { a: '' }, 'a='],
    ['text/plain', 'x "y"', 'x "y"'],
    ['text/plain', 5, '5'],
  ])('of %s: %s', (mediaType, value, text) => {
    const { bytes, mediaType: own } = encodeBody(mediaType, value);
    expect([own, bytes.toString()]).toEqual([mediaType, text]);
  });

  test.each([
    ['image/png', 'image/png', 'PNG'],
    ['image/*', 'image/png', 'PNG'],
    ['application/pdf', 'application/pdf', '%PDF'],
  ])('of %s: a file of %s, with the text behind its end', (mediaType, sent, mark) => {
    const { headers, body } = assemble(parts({ body: encodeBody(mediaType, 'own') }));
    expect(headers).toContainEqual(['Content-Type', sent]);
    expect(body?.toString('latin1')).toMatch(new RegExp(`^.?${mark}.*own$`, 's'));
    expect(encodeBody(mediaType, {}).bytes.length).toBe(Number(body?.length) - 3);
  });
});

test('JSON that is sent as a form is no form', () => {
  const body = encodeBody('application/json', { title: 'Löwe' });
  expect(sentBody({ body: body && { ...body, mediaType: 'application/x-www-form-urlencoded' } })).toBeUndefined();
});

describe('a form in parts', () => {
  const { operations } = descriptionOf(`
/photos:
  post:
    requestBody:
      content:
        multipart/form-data:
          schema: { properties: { title: { type: string }, photo: { type: string, format: binary } } }
    responses: { '201': { description: '' } }`);
  const [operation = expect.fail('There is no operation.')] = operations;
  const value = { title: 'Löwe', photo: 'bytes' };
  const of = (changes: Partial<RequestParts>) => assemble(parts({ operation, ...changes }));

  test('is made of its value when it is sent', async () => {
    const body = encodeBody('multipart/form-data', value);
    const { headers, body: bytes } = of({ body });
    const form = await new Response(new Uint8Array(bytes ?? []), {
      headers: headers.map(([name, own]): [string, string] => [name, own]),
    }).formData();
    const photo = form.get('photo');
    expect([form.get('title'), photo instanceof File ? await photo.text() : photo]).toEqual(['Löwe', 'bytes']);
    expect(sentBody({ body })).toEqual(value);
  });

  const longest = sampleFile('image/png')?.bytes.length ?? 0;

  test.each<[what: string, text: string, bounds: Partial<FormFile>, length: number]>([
    ['with the text behind it', 'own', {}, longest + 3],
    ['of no text', '', {}, longest],
    ['as long as may be', 'own', { maxLength: longest + 1 }, longest + 1],
    ['that a text is too long for', 'x'.repeat(longest + 2), { maxLength: longest + 1 }, longest + 2],
    ['that a text is too short for', '', { minLength: 1 }, 0],
    ['that may not be so long', 'own', { maxLength: longest - 1 }, 3],
    ['of a media type of which none is known', 'own', { mediaType: 'image/x' }, 3],
  ])('has a file of its media type, %s', async (_, photo, bounds, length) => {
    const requestBody = {
      pointer: '',
      required: true,
      mediaTypes: ['multipart/form-data'],
      files: { photo: { mediaType: 'image/png', ...bounds } },
    };
    const body = encodeBody('multipart/form-data', { photo });
    const { headers, body: bytes } = assemble(parts({ operation: { ...operation, requestBody }, body }));
    const [, type = ''] = headers.find(([name]) => name === 'Content-Type') ?? [];
    expect(readFormInParts(bytes ?? Buffer.alloc(0), type)?.map(([, own]) => own.length)).toEqual([length]);
  });

  test.each([
    ['of another media type', 'multipart/form-data; boundary=x', '{}'],
    ['that is none', 'multipart/form-data', '{'],
  ])('a body %s is sent as it is', (_, mediaType, text) => {
    const { headers, body } = of({ body: { mediaType, bytes: Buffer.from(text) } });
    expect([headers, body?.toString()]).toEqual([expect.arrayContaining([['Content-Type', mediaType]]), text]);
  });
});

test.each([
  ['get', 'Accept: application/problem+json'],
  ['head', 'Accept: application/problem+json, */*;q=0.1'],
])('what a %s asks for, where refusals alone have a media type', (method, accept) => {
  const { operations } = descriptionOf(`
/files:
  ${method}:
    responses: { '200': { description: '' }, '404': { description: '', content: { application/problem+json: {} } } }`);
  const [operation] = operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], credential: noCredential, body: null };
  expect(assemble(parts).headers.map((pair) => pair.join(': '))).toEqual([accept]);
});

test.each<[type: string, text: string, shown: Exact]>([
  ['integer', '7', 7],
  ['integer', '007', '007'],
  ['integer', 'a7', 'a7'],
  ['integer', '9007199254740993', 9007199254740993n],
  ['string', '7', '7'],
])('an identifier that is a text in the path and of type %s in the item: %s', (type, text, shown) => {
  const book = `{ type: object, required: [id], properties: { id: { type: ${type} }, name: { type: string } } }`;
  const found = (schema: string) =>
    `responses: { '200': { description: '', content: { application/json: { schema: ${schema} } } } }`;
  const own = descriptionOf(`
/books: { get: { operationId: listBooks, ${found(`{ type: array, items: ${book} }`)} } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
  get: { operationId: readOne, ${found(book)} }
  patch: { operationId: changeOne, ${found(book)} }
`);
  const [resource = expect.fail('No resource.')] = resourcesOf(own);
  const request = { ...parts(), operation: operationIn(own, 'changeOne'), path: { bookId: text } };
  expect(itemAsked(own.contract, resource, request)).toBe(shown);
});
