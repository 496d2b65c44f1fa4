import { describe, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../http/exchange.ts';
import { noon } from '../http/test/still-clock.ts';
import { Ledger } from '../verify/ledger.ts';
import { idsOf } from '../verify/test/bench.ts';
import { keyMark } from './sent-keys.ts';
import { type StubBench, stubFor } from './test/stub-bench.ts';

const error = "content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } }";
const rateLimit = ['Limit', 'Remaining', 'Reset']
  .map((name) => `X-RateLimit-${name}: { required: true, schema: { type: integer } }`)
  .join(', ');
const book = "{ $ref: '#/components/schemas/Book' }";

const library = (unmatched = '', others = '') => `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
servers: [{ url: http://localhost/v1 }]
security: [{ key: [] }]
${unmatched === '' ? '' : `x-unmatched-responses: { ${unmatched} }`}
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 5 } }
      responses:
        '200':
          description: ''
          headers: { ${rateLimit} }
          content:
            application/json:
              schema: { type: array, items: ${book} }
              examples: { two: { value: [{ id: 2, title: Globe }, { id: 1, title: Momo }] }, none: { value: [] } }
            text/csv: { schema: { type: string }, example: "id,title" }
        '400': { description: '', ${error} }
        '401': { description: '', headers: { WWW-Authenticate: { schema: { type: string } } }, ${error} }
        '406': { description: '' }
        '429':
          description: ''
          headers: { ${rateLimit}, Retry-After: { required: true, schema: { type: integer }, example: 30 } }
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Error' }
              example: { code: slow_down, message: Wait for 30 seconds. }
    post:
      operationId: addBook
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } }
      responses:
        '201':
          description: ''
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: ${book} } }
        '4XX':
          description: ''
          content:
            application/problem+json:
              schema:
                type: object
                required: [title, status]
                properties:
                  title: { type: string }
                  status: { type: integer, description: The HTTP status code. }
                  detail: { type: string }
              example: { title: No, status: 400, detail: So it is. }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readBook
      deprecated: true
      x-deprecated-since: '2026-01-01'
      x-sunset: '2031-01-01'
      x-replacement: { operationId: listBooks }
      responses:
        '200':
          description: ''
          headers:
            ETag: { schema: { type: string } }
            Deprecation: { required: true, schema: { type: string } }
            Sunset: { schema: { type: string } }
            Link: { schema: { type: string } }
          content: { application/json: { schema: ${book} } }
        '304': { description: '', headers: { ETag: { schema: { type: string } } } }
        '410':
          description: ''
          content:
            application/json:
              schema:
                type: object
                required: [error]
                properties:
                  error:
                    type: object
                    required: [code, details]
                    properties: { code: { enum: [other, gone] }, details: { type: string, maxLength: 60 } }
    delete:
      operationId: removeBook
      security: []
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      responses: { '204': { description: '' }, '412': { description: '' }, '428': { description: '' } }
${others}
components:
  securitySchemes:
    key: { type: http, scheme: bearer }
    card: { type: apiKey, in: query, name: card }
    cookie: { type: apiKey, in: cookie, name: session }
    header: { type: apiKey, in: header, name: X-Key }
    basic: { type: http, scheme: basic }
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
    Error:
      type: object
      required: [code, message]
      properties: { code: { type: string }, message: { type: string } }
`;

const key = { Authorization: 'Bearer right-key-4711' };
const isIn = (file: string) => expect.stringMatching(file) as string;

describe('a request that violates the contract is refused as documented', () => {
  test.each<
    [what: string, line: string, headers: Record<string, string>, body: unknown, status: number, expected: unknown]
  >([
    [
      'with what was wrong, and the line',
      'GET /books?limit=6',
      key,
      undefined,
      400,
      {
        code: 'bad_request',
        message: isIn(
          String.raw`^Received limit=6; documented: limit \(query\) must be <= 5\. \(.*openapi\.yaml:11:62\)$`,
        ),
      },
    ],
    [
      'for its credential before all else',
      'GET /books?limit=6',
      {},
      undefined,
      401,
      {
        code: 'unauthorized',
        message: isIn('^Received no credential; documented: Authorization: Bearer KEY\\. \\(\\S+\\)$'),
      },
    ],
    [
      'in the words of a problem, with its status (RFC 9457)',
      'POST /books',
      key,
      '{',
      400,
      { title: 'No', status: 400, detail: isIn('^Received .*documented: The body must be well-formed') },
    ],
    [
      'with the status that HTTP has for it',
      'POST /books',
      { ...key, 'Content-Type': 'text/plain' },
      'x',
      415,
      { title: 'Unsupported Media Type', status: 415, detail: isIn('Content-Type: text/plain') },
    ],
    [
      'for what is not there, in a property below another',
      'GET /books/9',
      key,
      undefined,
      410,
      { error: { code: 'gone', details: 'Nothing is at /books/9.' } },
    ],
    [
      'without a word where there is no room for one',
      'GET /books',
      { ...key, Accept: 'image/png' },
      undefined,
      406,
      '',
    ],
  ])('%s', async (_, line, headers, body, status, expected) => {
    const answered = await stubFor(library()).ask(line, body, headers);
    expect([answered.status, answered.body]).toEqual([status, expected]);
  });

  test('what was wrong is said in no more than fits', async () => {
    const { ask } = stubFor(library());
    expect(await ask(`GET /books/${'9'.repeat(80)}`, undefined, key)).toMatchObject({
      status: 410,
      body: { error: { code: 'gone', details: expect.not.stringContaining('999') as string } },
    });
  });
});

describe('a request that reaches no operation', () => {
  const documented = [
    "'401': { description: '' }",
    `'404': { description: '', ${error} }`,
    `'405': { description: '', ${error} }`,
  ].join(', ');
  test.each<
    [what: string, line: string, headers: Record<string, string>, unmatched: string, status: number, expected: unknown]
  >([
    [
      'is answered as documented',
      'GET /nothing',
      key,
      documented,
      404,
      { code: 'not_found', message: isIn('^Received GET /nothing; documented: A path of the contract\\.') },
    ],
    [
      'is answered in plain text otherwise',
      'GET /nothing',
      key,
      '',
      404,
      isIn('^Not Found: Received GET /nothing; documented: A path of the contract\\.'),
    ],
    ['learns nothing without a key', 'GET /nothing', {}, documented, 401, ''],
    [
      'gets the methods',
      'PUT /books',
      key,
      documented,
      405,
      { code: 'method_not_allowed', message: isIn('^Received PUT /books; documented: /books offers GET, POST\\.') },
    ],
    ['gets the methods in plain text', 'PUT /books', key, '', 405, isIn('^Method Not Allowed: Received PUT /books')],
  ])('%s', async (_, line, headers, unmatched, status, expected) => {
    const answered = await stubFor(library(unmatched)).ask(line, undefined, headers);
    expect([answered.status, answered.body]).toEqual([status, expected]);
    if (status === 405) expect(answered.headers['allow']).toBe('GET, HEAD, POST');
  });
});

describe('headers are true', () => {
  test('of a limit, of which each request takes one until it resets', async () => {
    const { ask, clock } = stubFor(library());
    const seen = [];
    for (const wait of [0, 1000, 58_999, 1, 60_000]) {
      clock.time += wait;
      const { headers } = await ask('GET /books', undefined, key);
      seen.push([
        headers['x-ratelimit-limit'],
        headers['x-ratelimit-remaining'],
        Number(headers['x-ratelimit-reset']) - noon / 1000,
      ]);
    }
    expect(seen).toEqual([
      ['100000', '99999', 60],
      ['100000', '99998', 60],
      ['100000', '99997', 60],
      ['100000', '99999', 120],
      ['100000', '99999', 180],
    ]);
  });

  test.each<[what: string, line: string, headers: Record<string, string>, expected: Record<string, string>]>([
    [
      'of a deprecation',
      'GET /books/1',
      key,
      {
        deprecation: '@1767225600',
        sunset: 'Wed, 01 Jan 2031 00:00:00 GMT',
        link: '</v1/books>; rel="successor-version"',
      },
    ],
    ['of a challenge', 'GET /books', {}, { 'www-authenticate': 'Bearer realm="Library"' }],
    ['of what was made', 'POST /books', key, { location: '/v1/books/3' }],
    [
      'of a refusal that is asked for, whose wait is short',
      'GET /books',
      { ...key, Prefer: 'code=429' },
      { 'retry-after': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(noon / 1000 + 1) },
    ],
  ])('%s', async (_, line, headers, expected) => {
    expect(
      (await stubFor(library()).ask(line, line.startsWith('POST') ? { title: 'x' } : undefined, headers)).headers,
    ).toMatchObject(expected);
  });

  test('of an ETag, by which what is known is not sent again (RFC 9110 section 13)', async () => {
    const { ask } = stubFor(library());
    const {
      headers: { etag = '' },
    } = await ask('GET /books/1', undefined, key);
    expect(etag).toMatch(/^"[\w-]{16}"$/);
    expect(await ask('GET /books/1', undefined, { ...key, 'If-None-Match': `"other", W/${etag}` })).toMatchObject({
      status: 304,
      body: '',
      headers: { etag },
    });
    expect(await ask('GET /books/1', undefined, { ...key, 'If-None-Match': '"other"' })).toMatchObject({ status: 200 });
    expect(await ask('DELETE /books/1', undefined, { 'If-Match': '"other"' })).toMatchObject({ status: 412 });
    expect(await ask('DELETE /books/1')).toMatchObject({ status: 428 });
    expect(await ask('GET /books/1', undefined, key)).toMatchObject({ status: 200 });
    expect(await ask('DELETE /books/1', undefined, { 'If-Match': etag })).toMatchObject({ status: 204 });
  });

  test('a default asks for no precondition', async () => {
    const others = `
  /seals/{sealId}:
    delete:
      operationId: removeSeal
      security: []
      parameters:
        - { name: sealId, in: path, required: true, schema: { type: string } }
        - { name: If-Match, in: header, schema: { type: string } }
      responses: { '204': { description: '' }, default: { description: '' } }`;
    const { ask } = stubFor(library('', others));
    expect(await ask('DELETE /seals/1')).not.toMatchObject({ status: 428 });
  });
});

test('a creation that is sent again with its idempotency key is answered as at first', async () => {
  const { ask } = stubFor(library());
  const add = (title: string, sent?: string) =>
    ask('POST /books', { title }, sent === undefined ? key : { ...key, 'Idempotency-Key': sent });
  const answers = [await add('x', 'one'), await add('x', 'one'), await add('x', 'two'), await add('y', 'one')];
  answers.push(await add('y'), await add('y'));
  expect(answers.map(({ headers }) => headers['location']?.split('/').at(-1))).toEqual(['3', '3', '4', '5', '6', '7']);
});

test.each<[what: string, accept: string | undefined, type: string, body: unknown]>([
  [
    'JSON unless said',
    undefined,
    'application/json',
    [
      { id: 2, title: 'Globe' },
      { id: 1, title: 'Momo' },
    ],
  ],
  ['what alone is accepted', 'text/csv', 'text/csv', 'id,title'],
  ['what is preferred', 'application/json;q=0.5, text/*', 'text/csv', 'id,title'],
])('a response is %s', async (_, accept, type, body) => {
  const answered = await stubFor(library()).ask(
    'GET /books',
    undefined,
    accept === undefined ? key : { ...key, Accept: accept },
  );
  expect([answered.headers['content-type'], answered.body]).toEqual([type, body]);
});

test('HEAD is answered as GET, without a body', async () => {
  const { ask } = stubFor(library());
  const { headers, body, status } = await ask('HEAD /books/1', undefined, key);
  const get = await ask('GET /books/1', undefined, key);
  const length = String(JSON.stringify(get.body).length);
  expect([status, body, headers]).toEqual([200, '', { ...get.headers, 'content-length': length }]);
});

test('HEAD that is documented by itself is answered as the GET beside it', async () => {
  const headers = 'headers: { ETag: { schema: { type: string } }, X-Name: { schema: { type: string } } }';
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Files, version: 1.0.0 }
paths:
  /files/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readFile
      responses: { '200': { description: '', ${headers}, content: { application/octet-stream: {} } } }
    head: { operationId: lookAtFile, responses: { '200': { description: '', ${headers} } } }
`);
  const [get, head] = [await ask('GET /files/1'), await ask('HEAD /files/1')];
  const length = String(get.body).length;
  expect([length > 0, head.body, head.headers]).toEqual([true, '', { ...get.headers, 'content-length': `${length}` }]);
});

test.each([
  ['refused where the contract says so', 'The Idempotency-Key came with a different body.', 422],
  ['taken as another one where it does not', 'Wrong.', 201],
])('an idempotency key with another body is %s', async (_, description, status) => {
  const json = 'content: { application/json: { schema: { type: object } } }';
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Files, version: 1.0.0 }
paths:
  /files:
    post:
      operationId: addFile
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { ${json} }
      responses: { '201': { description: '' }, '422': { description: ${description} } }
`);
  const add = async (name: string) => (await ask('POST /files', { name }, { 'Idempotency-Key': 'one' })).status;
  expect([await add('a'), await add('b'), await add('a')]).toEqual([201, status, 201]);
});

describe('a request may prefer a response', () => {
  test.each<[prefer: string, status: number, body: unknown, isFaulty?: boolean]>([
    ['code=429', 429, { code: 'slow_down', message: 'Wait for 30 seconds.' }],
    ['respond-async, code="200"; example=none', 200, []],
    [
      'example=two',
      200,
      [
        { id: 2, title: 'Globe' },
        { id: 1, title: 'Momo' },
      ],
    ],
    ['code=401', 401, { code: expect.any(String) as string, message: expect.any(String) as string }],
    [
      'code=418',
      400,
      'Prefer: listBooks has no response 418. ' +
        'It has 200 (examples: two, none, example); 400; 401; 406; 429 (examples: example).\n',
    ],
    ['code=429, example=two', 400, isIn('has no example two for 429')],
    ['example=three', 400, isIn('has no example three\\.')],
    ['code=many', 400, isIn('has no such response')],
    ['code=418', 418, "I'm a Teapot\n", true],
    ['code=77', 400, isIn('has no response 77'), true],
  ])('%s', async (prefer, status, body, isFaulty = false) => {
    const { ask, stub } = stubFor(library(), isFaulty ? { choice: { kind: 'turns', order: 'turn', isFaulty } } : {});
    const answered = await ask('GET /books', undefined, { ...key, Prefer: prefer });
    expect([answered.status, answered.body, stub.ledger.violations]).toEqual([status, body, 0]);
  });

  test('of a range, with the status in it', async () => {
    expect(await stubFor(library()).ask('POST /books', { title: 'x' }, { ...key, Prefer: 'code=422' })).toMatchObject({
      status: 422,
      body: { title: 'No', status: 422, detail: 'So it is.' },
    });
  });

  test('also where it is wrong itself, which is reported all the same', async () => {
    const { ask, stub } = stubFor(library());
    expect(await ask('GET /books?limit=6', undefined, { ...key, Prefer: 'code=200' })).toMatchObject({ status: 200 });
    expect(idsOf(stub.ledger, 'violated')).toEqual(['listBooks.parameters.query.limit.maximum']);
  });
});

const turns = (isFaulty: boolean, order: 'turn' | 'seed' = 'turn', seed = 1) =>
  stubFor(library(), { seed, choice: { kind: 'turns', order, isFaulty } });

describe('responses in turn', () => {
  async function titles(bench: StubBench, count: number): Promise<string[]> {
    for (let index = 0; index < count; index += 1)
      await bench.stub.respond({ method: 'GET', target: '/books', headers: Object.entries(key), body: null });
    return bench.exchanges.map(({ title }) => title);
  }

  test('have one of each status first', async () => {
    const bench = turns(false);
    await titles(bench, 5);
    expect(bench.exchanges.map(({ response }) => response.status)).toEqual([200, 400, 401, 406, 429]);
  });

  test('ask nobody to wait long', async () => {
    const bench = turns(false);
    await titles(bench, 60);
    const waits = bench.exchanges.flatMap(({ response }) =>
      response.headers.filter(([name]) => name.toLowerCase() === 'retry-after').map(([, value]) => value),
    );
    expect(waits.length).toBeGreaterThan(2);
    expect(new Set(waits)).toEqual(new Set(['1']));
  });

  test('begin again when all were given', async () => {
    const seen = await titles(turns(false), 400);
    expect(seen.lastIndexOf(seen[0] ?? '')).toBeGreaterThan(0);
    expect(new Set(seen.slice(0, seen.indexOf(seen[0] ?? '', 1))).size).toBe(seen.indexOf(seen[0] ?? '', 1));
  });

  test('have every other one broken, where that is wanted, and each kind of fault early', async () => {
    const bench = turns(true);
    const seen = await titles(bench, 24);
    expect(seen[0]).toBe('200, example two');
    expect(bench.exchanges.map(({ response }) => response.delivery?.kind)).toEqual(
      expect.arrayContaining(['cut', 'none', 'late']),
    );
    expect(seen).toContain('200, example two, 3 seconds later');
  });

  test('come in the order of a seed', async () => {
    const [one, same, other] = [
      await titles(turns(false, 'seed', 1), 12),
      await titles(turns(false, 'seed', 1), 12),
      await titles(turns(false, 'seed', 2), 12),
    ];
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    expect(one).not.toEqual(await titles(turns(false), 12));
  });

  test('refuse all the same what violates the contract', async () => {
    const { ask } = turns(false);
    expect(await ask('GET /books?limit=6', undefined, key)).toMatchObject({
      status: 400,
      body: { message: isIn('limit=6') },
    });
  });
});

describe('a client that was asked to wait', () => {
  /** Sends the request until it is refused. */
  async function refuse({ ask }: StubBench): Promise<void> {
    for (let status = 0; status !== 429; ) ({ status } = await ask('GET /books', undefined, key));
  }

  test.each<[what: string, wait: number, line: string, isBroken: boolean, isKept: boolean]>([
    ['does not', 0, 'GET /books', true, false],
    ['waits too short a time', 900, 'GET /books', true, false],
    ['waits but for what a timer may be early', 991, 'GET /books', false, true],
    ['waits', 1000, 'GET /books', false, true],
    ['waits longer', 60_000, 'GET /books', false, true],
    ['asks for something else', 0, 'GET /books?limit=1', false, false],
  ])('%s', async (_, wait, line, isBroken, isKept) => {
    const bench = turns(false);
    const { ask, clock, stub } = bench;
    await refuse(bench);
    clock.time += wait;
    await ask(line, undefined, key);
    expect([idsOf(stub.ledger, 'violated'), idsOf(stub.ledger, 'kept').includes('listBooks.retry.waits')]).toEqual([
      isBroken ? ['listBooks.retry.waits'] : [],
      isKept,
    ]);
  });

  test('is reported once for each time', async () => {
    const bench = turns(false);
    const { ask, clock, exchanges } = bench;
    await refuse(bench);
    await ask('GET /books', undefined, key);
    await refuse(bench);
    clock.time += 250;
    await ask('GET /books', undefined, key);
    expect(exchanges.flatMap(({ violations }) => violations.map(({ received }) => received))).toEqual([
      'sent again after 0.000 seconds',
      'sent again after 0.250 seconds',
    ]);
  });

  test('is not seen in tests that ask for the same refusal', async () => {
    const { ask, stub } = stubFor(library());
    const refused = { ...key, Prefer: 'code=429' };
    for (const headers of [refused, refused, key, refused])
      expect((await ask('GET /books', undefined, headers)).status).toBe(headers === key ? 200 : 429);
    expect(idsOf(stub.ledger, 'violated')).toEqual([]);
  });
});

describe('what is kept of a request', () => {
  const requestWith = (
    headers: HttpRequest['headers'],
    target = '/books',
    body: Buffer | null = null,
  ): HttpRequest => ({ method: 'GET', target, headers, body });
  test.each<[what: string, request: HttpRequest, expected: Partial<HttpRequest>, known?: string]>([
    [
      'has no bearer token',
      requestWith([['authorization', 'Bearer x']]),
      { headers: [['authorization', `Bearer ${keyMark}`]] },
    ],
    [
      'has no password',
      requestWith([['Authorization', `Basic ${Buffer.from('me:x').toString('base64')}`]]),
      { headers: [['Authorization', `Basic ${Buffer.from(keyMark).toString('base64')}`]] },
    ],
    ['has no token without a scheme', requestWith([['Authorization', 'x']]), { headers: [['Authorization', keyMark]] }],
    ['has no key in a header', requestWith([['x-key', 'x']]), { headers: [['x-key', keyMark]] }],
    [
      'has no key in a cookie',
      requestWith([['Cookie', 'a=b; session=x; c=d']]),
      { headers: [['Cookie', `a=b; session=${keyMark}; c=d`]] },
    ],
    ['has no key in its query', requestWith([], '/books?a=b&card=x%20y'), { target: `/books?a=b&card=${keyMark}` }],
    [
      'has it nowhere else',
      requestWith(
        [
          ['Authorization', 'Bearer right-key-4711'],
          ['X-Copy', 'a right-key-4711'],
        ],
        '/books/right-key-4711',
        Buffer.from('{"a":"right-key-4711"}'),
      ),
      {
        target: `/books/${keyMark}`,
        headers: [
          ['Authorization', `Bearer ${keyMark}`],
          ['X-Copy', `a ${keyMark}`],
        ],
        body: Buffer.from(`{"a":"${keyMark}"}`),
      },
    ],
    [
      'has the known key nowhere',
      requestWith([['X-Copy', 'k1']], '/books?a=k1'),
      { target: `/books?a=${keyMark}`, headers: [['X-Copy', keyMark]] },
      'k1',
    ],
    [
      'has an empty credential as it is',
      requestWith([['Authorization', 'Bearer ']]),
      { headers: [['Authorization', 'Bearer ']] },
    ],
    [
      'has nothing of the connection',
      requestWith([
        ['Host', 'a'],
        ['Content-Length', '3'],
        ['X-A', 'b'],
      ]),
      { headers: [['X-A', 'b']] },
    ],
  ])('%s', async (_, request, expected, known) => {
    const { stub, exchanges } = stubFor(library(), { key: known });
    await stub.respond(request);
    expect(exchanges[0]?.request).toEqual({ ...request, ...expected });
  });

  test('has no key in what is reported of it, nor in the answer', async () => {
    const { ask, exchanges, stub } = stubFor(library());
    await ask('GET /books/right-key-4711', undefined, key);
    await ask('POST /books', { title: 'right-key-4711' }, key);
    const text = JSON.stringify([
      exchanges,
      stub.results('http://localhost'),
      exchanges.map(({ response }) => response.body.toString()),
    ]);
    expect(text).not.toContain('right-key');
    expect(exchanges[0]?.violations.map(({ received }) => received)).toContain('$KEY');
  });
});

test('all requirements are put in order once a report, not once a requirement', () => {
  const arrange = vi.spyOn(Ledger.prototype, 'arrange');
  const { stub } = stubFor(library());
  const results = stub.results('http://localhost');
  expect(results.length).toBeGreaterThan(20);
  expect([results.every(({ verdict }) => verdict === 'unproven'), arrange.mock.calls.length]).toEqual([true, 1]);
});

test('the requirements that requests use are kept, the others stay as they are', async () => {
  const { ask, stub } = stubFor(library());
  await ask('GET /books?limit=5', undefined, key);
  expect(idsOf(stub.ledger, 'kept')).toEqual(
    expect.arrayContaining(['listBooks.exists', 'listBooks.parameters.query.limit.maximum', 'listBooks.security.none']),
  );
  expect(idsOf(stub.ledger, 'kept').filter((id) => id.startsWith('addBook'))).toEqual([]);
  expect(idsOf(stub.ledger, 'violated')).toEqual([]);
  expect(stub.requests).toBe(1);
});
