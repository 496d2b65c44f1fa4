import { describe, expect, test } from 'vitest';
import { contractOf, descriptionOf, fixture } from '../test/contracts.ts';
import { operationsOf } from './operations.ts';
import { readContract } from './read-contract.ts';
import { serviceOf } from './service.ts';

const [library, weather] = await Promise.all([
  readContract(fixture('library.yaml')),
  readContract(fixture('weather.yaml')),
]);
const operations = new Map(
  [...operationsOf(library), ...operationsOf(weather)].map((operation) => [operation.id, operation]),
);

test('every operation is in the table, in the order of the document', () => {
  expect([...operations.values()].map(({ id, method, path, pointer }) => [id, method, path, pointer])).toEqual([
    ['listBooks', 'GET', '/books', '/paths/~1books/get'],
    ['addBook', 'POST', '/books', '/paths/~1books/post'],
    ['getBook', 'GET', '/books/{id}', '/paths/~1books~1{id}/get'],
    ['delete /shelves/a~b', 'DELETE', '/shelves/a~b', '/paths/~1shelves~1a~0b/delete'],
    ['listReadings', 'GET', '/readings', '/paths/~1readings/get'],
    ['addReading', 'POST', '/readings', '/paths/~1readings/post'],
    ['get /archive/#{day}', 'GET', '/archive/#{day}', '/paths/~1archive~1#{day}/get'],
  ]);
});

describe('parameters', () => {
  const plain = { required: false, explode: true, style: 'form', mediaType: null, itemTypes: [] };
  test.each<[operation: string, place: string, name: string, expected: object]>([
    [
      'listBooks',
      'header',
      'X-Trace',
      { pointer: '/paths/~1books/parameters/0', style: 'simple', explode: false, types: ['string'] },
    ],
    ['listBooks', 'query', 'page', { pointer: '/paths/~1books/get/parameters/0', required: true, types: ['integer'] }],
    ['listBooks', 'header', 'page', { style: 'simple', explode: false, types: ['string'] }],
    ['addBook', 'query', 'page', { pointer: '/paths/~1books/parameters/1', types: ['integer'], default: 1 }],
    ['listBooks', 'query', 'tag', { types: ['array'], itemTypes: ['string'], default: ['new'] }],
    ['listBooks', 'query', 'shelf', { explode: false, types: ['array'], itemTypes: ['integer'] }],
    ['listBooks', 'query', 'order', { style: 'deepObject', types: ['object'] }],
    ['listBooks', 'query', 'filter', { types: [], mediaType: 'application/json' }],
    ['listBooks', 'cookie', 'session', { types: ['string'] }],
    ['listBooks', 'query', 'constructor', { types: ['boolean', 'null'] }],
    ['listBooks', 'query', '__proto__', { types: ['boolean'] }],
    [
      'getBook',
      'path',
      'id',
      {
        pointer: '/paths/~1books~1{id}/parameters/0',
        required: true,
        style: 'simple',
        explode: false,
        types: ['integer'],
      },
    ],
    ['listReadings', 'query', 'since', { types: ['string'], default: '2026-01-01T00:00:00Z' }],
    ['listReadings', 'query', 'unit', { types: ['string'], default: 'celsius' }],
    ['listReadings', 'query', 'height', { types: ['number', 'null'] }],
    ['listReadings', 'query', 'level', { types: ['integer', 'string'] }],
  ])('of %s, in %s: %s', (id, place, name, expected) => {
    const found = operations
      .get(id)
      ?.parameters.filter((parameter) => parameter.in === place && parameter.name === name);
    expect(found).toEqual([{ name, in: place, ...plain, pointer: expect.any(String) as string, ...expected }]);
  });

  test('that OpenAPI has ignored are left out', () => {
    expect(operations.get('listBooks')?.parameters.map(({ name }) => name)).not.toContain('Authorization');
  });

  test.each(['Accept', 'content-length', 'Host', 'Trailer', 'TE', 'Upgrade', 'Keep-Alive', 'Expect'])(
    'the header %s, which says nothing of an operation, is left out',
    (name) => {
      const given = `parameters: [{ name: ${name}, in: header, required: true, schema: { type: string } }]`;
      const { operations: own } = descriptionOf(`/a: { get: { operationId: a, ${given}, responses: {} } }`);
      expect(own[0]?.parameters).toEqual([]);
    },
  );

  test.each<[name: string, version: string, schema: string, expected: object]>([
    [
      'all of several schemas',
      '3.1.0',
      "{ allOf: [{ $ref: '#/components/schemas/Size' }, { type: [integer, string], maximum: 5 }] }",
      { types: ['integer'], itemTypes: [], default: 3 },
    ],
    ['its own default', '3.1.0', "{ allOf: [{ $ref: '#/components/schemas/Size' }], default: 4 }", { default: 4 }],
    [
      'a list with items of all of several schemas',
      '3.1.0',
      "{ allOf: [{ type: array }, { items: { allOf: [{ $ref: '#/components/schemas/Size' }] } }] }",
      { types: ['array'], itemTypes: ['number'] },
    ],
    [
      'what stands beside a reference in 3.1',
      '3.1.0',
      "{ $ref: '#/components/schemas/Size', default: 1 }",
      { default: 1 },
    ],
    ['only the reference in 3.0', '3.0.3', "{ $ref: '#/components/schemas/Size', default: 1 }", { default: 3 }],
    ['null in 3.0', '3.0.3', '{ allOf: [{ type: string, nullable: true }] }', { types: ['string', 'null'] }],
  ])('have %s', (_, version, schema, expected) => {
    const contract = contractOf(`openapi: ${version}
paths:
  /a: { get: { parameters: [{ name: by, in: query, schema: ${schema} }] } }
components: { schemas: { Size: { type: number, default: 3 } } }
`);
    expect(operationsOf(contract)[0]?.parameters[0]).toMatchObject(expected);
  });

  test('of a schema that is its own alternative end', () => {
    const contract = contractOf(`openapi: 3.1.0
paths:
  /a:
    get:
      parameters:
        - { name: deep, in: query, schema: { $ref: '#/components/schemas/Deep' } }
components:
  schemas:
    Deep:
      oneOf: [{ $ref: '#/components/schemas/Deep' }, { $ref: '#/components/schemas/Deep' }, { type: integer }]
`);
    expect(operationsOf(contract)[0]?.parameters[0]?.types).toEqual(['integer']);
  });
});

test.each<[id: string, security: object[]]>([
  ['listBooks', [{ readerCard: [] }, { staff: ['books:write'], readerCard: [] }]],
  ['addBook', []],
  ['listReadings', []],
])('the security of %s', (id, security) => {
  expect(operations.get(id)?.security).toEqual(security);
});

test('deprecation is read with what replaces the operation', () => {
  expect(operations.get('delete /shelves/a~b')?.deprecation).toEqual({
    since: '2030-01-01',
    sunset: '2031-01-01',
    replacement: { operationId: 'listBooks', parameter: null },
  });
  expect(operations.get('listBooks')?.deprecation).toBeNull();
});

test('request bodies', () => {
  expect(operations.get('addBook')?.requestBody).toEqual({
    pointer: '/paths/~1books/post/requestBody',
    required: true,
    mediaTypes: ['application/json', 'application/x-www-form-urlencoded'],
  });
  expect(operations.get('addReading')?.requestBody).toMatchObject({ required: false });
  expect(operations.get('listBooks')?.requestBody).toBeNull();
});

test('responses, by status, range and default', () => {
  const pointer = '/paths/~1books/get/responses';
  expect(operations.get('listBooks')?.responses).toEqual({
    '200': {
      pointer: `${pointer}/200`,
      headers: [
        { name: 'X-Total', pointer: `${pointer}/200/headers/X-Total`, required: true },
        { name: 'X-Next', pointer: `${pointer}/200/headers/X-Next`, required: false },
      ],
      mediaTypes: ['application/json', 'text/csv', 'application/xml'],
    },
    '4XX': { pointer: `${pointer}/4XX`, headers: [], mediaTypes: ['application/json'] },
    default: { pointer: `${pointer}/default`, headers: [], mediaTypes: [] },
  });
});

test('what has no content has no media type, whatever is documented', () => {
  const content = 'content: { application/json: {} }';
  const {
    operations: [removed],
  } = descriptionOf(`
/books:
  delete:
    operationId: removeBooks
    responses: { '200': { description: '', ${content} }, '204': { description: '', ${content} } }`);
  expect(removed?.responses).toMatchObject({ '200': { mediaTypes: ['application/json'] }, '204': { mediaTypes: [] } });
});

test('what the document says beside its operations', () => {
  expect(serviceOf(library)).toEqual({
    title: 'City Library',
    version: '2.3.1',
    basePath: '/api/v2',
    securitySchemes: {
      readerCard: { type: 'apiKey', in: 'header', name: 'X-Reader' },
      staff: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://library.example/token', scopes: { 'books:write': 'Change books.' } },
        },
      },
    },
    rateLimitPlans: { reader: { requestsPerMinute: 10 } },
    unmatchedResponses: {
      '404': { pointer: '/x-unmatched-responses/404', headers: [], mediaTypes: ['application/json'] },
    },
  });
});

test.each<[name: string, servers: string, basePath: string]>([
  ['no server', '[]', ''],
  ['the root', '[{ url: / }]', ''],
  ['a host alone', '[{ url: "https://a.example" }]', ''],
  ['a path with a slash at its end', '[{ url: "https://a.example/v1/" }]', '/v1'],
  ['a relative address', '[{ url: api/v1 }]', '/api/v1'],
  [
    'a variable',
    '[{ url: "{host}/v{major}", variables: { host: { default: "https://a.example" }, major: { default: "3" } } }]',
    '/v3',
  ],
  ['a variable without value', '[{ url: "https://{host}" }]', ''],
  ['an address without a place', '[{ url: "mailto:lamps" }]', ''],
  ['two servers', '[{ url: /one }, { url: /two }]', '/one'],
])('the base path of %s', (_, servers, basePath) => {
  expect(
    serviceOf(contractOf(`openapi: 3.1.0\ninfo: { title: T, version: '1' }\nservers: ${servers}\n`)).basePath,
  ).toBe(basePath);
});
