import { describe, expect, test } from 'vitest';
import { headerOf } from '../../../http/exchange.ts';
import { type ResponseParts, requestOf, responseOf } from '../../../http/test/messages.ts';
import { noon } from '../../../http/test/still-clock.ts';
import type { DocumentedResponse } from '../../../openapi/operation-table.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import type { HeaderMeaning } from './header-meaning.ts';
import { meaningOf } from './header-meanings.ts';

const limits =
  'X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: { x-rate-limit-reset: unix-timestamp }';
const deltas =
  'RateLimit-Limit: {}, RateLimit-Remaining: {}, RateLimit-Reset: { x-rate-limit-reset: seconds-from-now }';

const job = "content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } }";
const phase = job.replace('Job', 'Phase');

const description = descriptionOf(
  `
/books:
  get:
    operationId: listBooks
    responses:
      '200': { description: '', headers: { ${limits}, X-Other: {} } }
      '401': { description: '', headers: { ${limits}, WWW-Authenticate: {} } }
      '405': { description: '', headers: { Allow: {} } }
      '429': { description: '', headers: { ${limits}, Retry-After: {} } }
  post:
    operationId: addBook
    security: [{ login: [] }]
    responses:
      '201': { description: '', headers: { Location: {} }, content: { application/json: {} } }
      '200': { description: '', headers: { ${deltas} } }
      '401': { description: '', headers: { WWW-Authenticate: {} } }
      '429': { description: '', headers: { ${deltas}, Retry-After: {} } }
/volumes:
  get:
    operationId: listVolumes
    deprecated: true
    x-deprecated-since: '2030-01-02'
    x-sunset: '2031-02-03'
    x-replacement: { operationId: listBooks }
    responses: { '200': { description: '', headers: { Deprecation: {}, Sunset: {}, Link: {} } } }
/plates/{plateId}:
  get:
    operationId: readPlate
    deprecated: true
    x-replacement: { operationId: readMap }
    parameters: [{ name: plateId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', headers: { Link: {} } } }
/tomes:
  get:
    operationId: listTomes
    deprecated: true
    responses: { '200': { description: '', headers: { Deprecation: {}, Sunset: {}, Link: {} } } }
/maps:
  post:
    operationId: addMap
    responses: { '201': { description: '', headers: { Location: {} }, content: { application/json: {} } } }
/maps/{mapId}:
  get:
    operationId: readMap
    parameters: [{ name: mapId, in: path, required: true, style: label, schema: { type: integer } }]
    responses: { '200': { description: '', headers: { Allow: {} } } }
/maps/{mapId}/jobs:
  post:
    operationId: addJob
    parameters: [{ name: mapId, in: path, required: true, schema: { type: integer } }]
    responses: { '201': { description: '', headers: { Location: {} }, ${job} } }
/prints/{printId}.png:
  get:
    operationId: readPrint
    parameters: [{ name: printId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '' } }
/prints:
  post:
    operationId: printMap
    responses: { '202': { description: '', headers: { Location: {} }, ${job} } }
/jobs/{jobId}:
  get:
    operationId: readJob
    parameters: [{ name: jobId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${job} } }
/drawings:
  post:
    operationId: drawMap
    responses: { '202': { description: '', headers: { Location: {} }, ${phase} } }
/phases:
  post:
    operationId: addPhase
    responses: { '201': { description: '', headers: { Location: {} }, ${phase} } }
/phases/{phaseId}:
  get:
    operationId: readPhase
    parameters: [{ name: phaseId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${phase} } }
/shelves:
  get:
    operationId: listShelves
    responses: { '200': { description: '', headers: { X-RateLimit-Reset: {} } } }
/desk:
  get:
    operationId: seeDesk
    security: [{ badge: [] }]
    responses: { '401': { description: '', headers: { WWW-Authenticate: {} } } }
/signs:
  get:
    operationId: seeSigns
    security: [{ signed: [] }]
    responses: { '401': { description: '', headers: { WWW-Authenticate: {} } } }
`,
  `servers: [{ url: https://library.example/v1 }]
security: [{ token: [] }, { login: [] }]
components:
  schemas:
    Job: { type: object, properties: { id: { type: integer }, done: { type: boolean } } }
    Phase: { type: object, properties: { done: { type: boolean } } }
  securitySchemes:
    token: { type: http, scheme: bearer }
    login: { type: http, scheme: basic }
    signed: { type: http, scheme: 'sig+(4' }
    badge: { type: apiKey, in: header, name: X-Badge }`,
);

/** What a header means in the responses with one status, and these as they are documented. */
function known(id: string, name: string, status: number): { meaning: HeaderMeaning; documented: DocumentedResponse } {
  const operation = operationIn(description, id);
  const documented = operation.responses[String(status)];
  const header = documented?.headers.find((one) => one.name === name);
  const meaning = header === undefined ? undefined : meaningOf(description, operation, header);
  if (documented === undefined || meaning === undefined) throw new Error(`Nothing is known of ${name}.`);
  return { meaning, documented };
}

/** Why a header of a response is not true: nothing when it is. */
function wrong(
  id: string,
  name: string,
  { status = 200, headers = {}, body }: ResponseParts,
  method = 'GET',
): string | undefined {
  const { meaning, documented } = known(id, name, status);
  const response = responseOf({ status, headers, body });
  const { path } = operationIn(description, id);
  return meaning.whyWrong(headerOf(response, name) ?? '', { response, documented, path, method });
}

const seconds = noon / 1000;

test.each(['X-RateLimit-Reset', 'Retry-After'])('%s may be long past where a busy server took its time', (name) => {
  const { meaning, documented } = known('listBooks', name, 429);
  const headers = { ...state(10, 0, seconds - 9), 'Retry-After': '1' };
  const response = responseOf({ status: 429, headers });
  const whyWrong = (sentAt: number) =>
    meaning.whyWrong(headerOf(response, name) ?? '', {
      response: { ...response, sentAt },
      documented,
      path: '/books',
      method: 'GET',
    });
  expect(whyWrong(noon - 10_000)).toBeUndefined();
  expect(whyWrong(noon)).toBeDefined();
});
const state = (limit: number, remaining: number, reset: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
});
const delta = (limit: number, remaining: number, reset: number) => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
});
const date = (time: number) => new Date(time).toUTCString();

describe('a rate-limit header', () => {
  test.each<
    [
      name: string,
      id: string,
      header: string,
      status: number,
      headers: Record<string, string>,
      problem: string | undefined,
    ]
  >([
    ['a limit', 'listBooks', 'X-RateLimit-Limit', 200, state(10, 9, seconds + 60), undefined],
    [
      'a limit below what is left',
      'listBooks',
      'X-RateLimit-Limit',
      200,
      state(10, 11, seconds + 60),
      '10, with 11 requests left',
    ],
    ['what is left', 'listBooks', 'X-RateLimit-Remaining', 200, state(10, 9, seconds + 60), undefined],
    [
      'all of it left after a request',
      'listBooks',
      'X-RateLimit-Remaining',
      200,
      state(10, 10, seconds + 60),
      '10 of 10 after a request that counts',
    ],
    ['all of it left without a key', 'listBooks', 'X-RateLimit-Remaining', 401, state(10, 10, seconds + 60), undefined],
    ['more than all without a key', 'listBooks', 'X-RateLimit-Remaining', 401, state(10, 11, seconds + 60), '11 of 10'],
    ['none left in a refusal', 'listBooks', 'X-RateLimit-Remaining', 429, state(10, 0, seconds + 60), undefined],
    [
      'some left in a refusal',
      'listBooks',
      'X-RateLimit-Remaining',
      429,
      state(10, 1, seconds + 60),
      '1 in a 429, where no request is left',
    ],
    ['a timestamp', 'listBooks', 'X-RateLimit-Reset', 200, state(10, 9, seconds + 60), undefined],
    ['a timestamp that is just over', 'listBooks', 'X-RateLimit-Reset', 200, state(10, 9, seconds - 1), undefined],
    [
      'a timestamp in the past',
      'listBooks',
      'X-RateLimit-Reset',
      200,
      state(10, 9, seconds - 60),
      `${seconds - 60}, 60 seconds in the past`,
    ],
    ['seconds where either may be', 'listShelves', 'X-RateLimit-Reset', 200, state(10, 9, 60), undefined],
    ['a timestamp where either may be', 'listShelves', 'X-RateLimit-Reset', 200, state(10, 9, seconds + 60), undefined],
    [
      'milliseconds where either may be',
      'listShelves',
      'X-RateLimit-Reset',
      200,
      state(10, 9, noon + 60_000),
      expect.stringContaining('days from now'),
    ],
    [
      'seconds where a timestamp is meant',
      'listBooks',
      'X-RateLimit-Reset',
      200,
      state(10, 9, 60),
      expect.stringContaining('days in the past'),
    ],
    [
      'a timestamp in milliseconds',
      'listBooks',
      'X-RateLimit-Reset',
      200,
      state(10, 9, noon + 60_000),
      expect.stringContaining('days from now'),
    ],
    [
      'no whole number',
      'listBooks',
      'X-RateLimit-Reset',
      200,
      { 'X-RateLimit-Reset': '1.5' },
      '1.5, not a whole number',
    ],
    ['seconds from now', 'addBook', 'RateLimit-Reset', 200, delta(10, 9, 60), undefined],
    [
      'milliseconds from now',
      'addBook',
      'RateLimit-Reset',
      200,
      delta(10, 9, 3_600_000_000),
      expect.stringContaining('days from now'),
    ],
    [
      'a timestamp where seconds are meant',
      'addBook',
      'RateLimit-Reset',
      200,
      delta(10, 9, seconds + 60),
      expect.stringContaining('days from now'),
    ],
  ])('%s', (_, id, header, status, headers, problem) =>
    expect(wrong(id, header, { status, headers })).toEqual(problem),
  );
});

describe('Retry-After', () => {
  test.each<[name: string, id: string, headers: Record<string, string>, problem: string | undefined]>([
    ['seconds', 'listBooks', { ...state(10, 0, seconds + 60), 'Retry-After': '60' }, undefined],
    ['seconds, rounded', 'listBooks', { ...state(10, 0, seconds + 60), 'Retry-After': '62' }, undefined],
    [
      'seconds that are a little wrong',
      'listBooks',
      { ...state(10, 0, seconds + 60), 'Retry-After': '64' },
      '64, with the reset 60 seconds away',
    ],
    [
      'seconds after which some come back, before the reset',
      'listBooks',
      { ...state(10, 0, seconds + 60), 'Retry-After': '6' },
      undefined,
    ],
    ['seconds beside seconds', 'addBook', { ...delta(10, 0, 60), 'Retry-After': '60' }, undefined],
    [
      'more seconds than seconds',
      'addBook',
      { ...delta(10, 0, 60), 'Retry-After': '90' },
      '90, with the reset 60 seconds away',
    ],
    ['a date', 'listBooks', { ...state(10, 0, seconds + 60), 'Retry-After': date(noon + 60_000) }, undefined],
    [
      'a date that does not agree',
      'listBooks',
      { ...state(10, 0, seconds + 60), 'Retry-After': date(noon + 90_000) },
      expect.stringContaining('with the reset 60 seconds away'),
    ],
    ['nothing else to agree with', 'listBooks', { 'Retry-After': '5' }, undefined],
    ['no time', 'listBooks', { 'Retry-After': '0' }, '0, no time to wait'],
    ['a fraction', 'listBooks', { 'Retry-After': '1.5' }, '1.5, neither whole seconds nor an HTTP date'],
    [
      'another form of a date',
      'listBooks',
      { 'Retry-After': new Date(noon).toISOString() },
      expect.stringContaining('neither whole seconds'),
    ],
  ])('%s', (_, id, headers, problem) => expect(wrong(id, 'Retry-After', { status: 429, headers })).toEqual(problem));
});

describe('Allow', () => {
  test.each<[value: string, method: string, problem: string | undefined]>([
    ['GET, POST', 'PUT', undefined],
    ['post,get, OPTIONS', 'PUT', undefined],
    ['GET', 'PUT', 'GET, without POST'],
    ['', 'PUT', ', without GET, POST'],
    ['GET, POST, PUT', 'PUT', 'GET, POST, PUT, with the method that was refused'],
  ])('%s, to %s', (value, method, problem) =>
    expect(wrong('listBooks', 'Allow', { status: 405, headers: { Allow: value } }, method)).toBe(problem),
  );

  test('may have the method of a request that was served', () =>
    expect(wrong('readMap', 'Allow', { headers: { Allow: 'GET' } }, 'GET')).toBe(undefined));
});

describe('WWW-Authenticate', () => {
  test.each<[id: string, value: string, isTrue: boolean]>([
    ['listBooks', 'Bearer', true],
    ['listBooks', 'bearer realm="x"', true],
    ['listBooks', 'Digest a="b", Basic realm="x"', true],
    ['listBooks', 'Digest realm="x"', false],
    ['listBooks', 'Bearers', false],
    ['addBook', 'Basic', true],
    ['addBook', 'Bearer', false],
    ['seeSigns', 'Sig+(4 realm="x"', true],
    ['seeSigns', 'Sigg', false],
  ])('%s: %s', (id, value, isTrue) =>
    expect(wrong(id, 'WWW-Authenticate', { status: 401, headers: { 'WWW-Authenticate': value } }) === undefined).toBe(
      isTrue,
    ),
  );
});

describe('of what is deprecated', () => {
  test.each<[header: string, value: string, isTrue: boolean]>([
    ['Deprecation', `@${Date.UTC(2030, 0, 2) / 1000}`, true],
    ['Deprecation', `@${Date.UTC(2030, 0, 2, 23, 59) / 1000}`, true],
    ['Deprecation', `@${Date.UTC(2030, 0, 3) / 1000}`, false],
    ['Deprecation', `@${Date.UTC(2030, 0, 2)}`, false],
    ['Deprecation', 'true', false],
    ['Deprecation', date(Date.UTC(2030, 0, 2)), false],
    ['Sunset', date(Date.UTC(2031, 1, 3)), true],
    ['Sunset', date(Date.UTC(2031, 1, 4)), false],
    ['Sunset', '2031-02-03', false],
    ['Link', '</v1/books>; rel="successor-version"', true],
    ['Link', '<https://library.example/v1/books>; rel=successor-version', true],
    ['Link', '</v1/desk>; rel="help", </v1/books>; title="x"; rel="next successor-version"', true],
    ['Link', '</v1/books>; rel="next"', false],
    ['Link', '</v1/desk>; rel="successor-version", </v1/books>; rel="next"', false],
    ['Link', '/v1/books', false],
  ])('%s: %s', (header, value, isTrue) =>
    expect(wrong('listVolumes', header, { headers: { [header]: value } }) === undefined).toBe(isTrue),
  );
});

test.each([
  ['</v1/maps/{mapId}>; rel="successor-version"', true],
  ['</v1/maps/.7>; rel="successor-version"', true],
  ['</v1/prints/{mapId}>; rel="successor-version"', false],
  ['</v1/maps>; rel="successor-version"', false],
])('a link to what replaces an operation on one item: %s', (value, isTrue) =>
  expect(wrong('readPlate', 'Link', { headers: { Link: value } }) === undefined).toBe(isTrue),
);

test.each<[id: string, status: string, name: string]>([
  ['listBooks', '200', 'X-Other'],
  ['listTomes', '200', 'Deprecation'],
  ['listTomes', '200', 'Sunset'],
  ['listTomes', '200', 'Link'],
  ['seeDesk', '401', 'WWW-Authenticate'],
])('nothing is known of %s, %s, %s', (id, status, name) => {
  const operation = operationIn(description, id);
  const header = operation.responses[status]?.headers.find((one) => one.name === name);
  expect(header).toBeDefined();
  expect(header === undefined ? undefined : meaningOf(description, operation, header)).toBeUndefined();
});

test.each<[what: string, location: string, problem: string | undefined]>([
  ['a path to what was created', '/v1/books/7', undefined],
  ['an address, with a query', 'https://library.example/v1/books/7?full=1', undefined],
  ['a path in which the identifier is a part of a segment', '/v1/prints/7.png', undefined],
  ['such a path of another thing', '/v1/prints/8.png', '/v1/prints/8.png, which is not what was created'],
  ['another thing', '/v1/books/8', '/v1/books/8, which is not what was created'],
])('a Location that is %s', (_, location, problem) => {
  expect(
    wrong('addBook', 'Location', { status: 201, headers: { Location: location }, body: { id: 7, title: 'Emma' } }),
  ).toBe(problem);
});

test.each<[location: string, problem: string | undefined]>([
  ['/v1/maps/.7', undefined],
  ['/v1/maps/.8', '/v1/maps/.8, which is not what was created'],
  ['https://library.example/api/v1/maps/.7', undefined],
  ['/v1/map/.7', '/v1/map/.7, which is not a path of the contract'],
])('a Location whose identifier is written as a label: %s', (location, problem) => {
  expect(wrong('addMap', 'Location', { status: 201, headers: { Location: location }, body: { id: 7 } })).toBe(problem);
});

test.each<[location: string, problem: string | undefined]>([
  ['/v1/jobs/7', undefined],
  ['https://library.example/api/v1/jobs/7', undefined],
  ['/v1/maps/3/jobs/7', '/v1/maps/3/jobs/7, which is not a path of the contract'],
  ['/v1/job/7', '/v1/job/7, which is not a path of the contract'],
])('a Location of what is read elsewhere: %s', (location, problem) => {
  expect(wrong('addJob', 'Location', { status: 201, headers: { Location: location }, body: { id: 7 } })).toBe(problem);
});

test('a Location that ends in another number of what was created than its identifier', () => {
  const answer = { status: 201, headers: { Location: '/v1/jobs/2' }, body: { id: 7, attempts: 2 } };
  expect(wrong('addJob', 'Location', answer)).toBe('/v1/jobs/2, which is not what was created');
});

test.each<[what: string, body: object, problem: string | undefined]>([
  ['in its only property', { book: { id: 7 } }, undefined],
  ['in `data`', { data: { id: 7, title: 'Emma' }, meta: { id: 8 } }, undefined],
  ['in `data`, of another one', { data: { id: 8, title: 'Emma' } }, '/v1/books/7, which is not what was created'],
])('a Location of what a body has %s', (_, body, problem) => {
  expect(wrong('addBook', 'Location', { status: 201, headers: { Location: '/v1/books/7' }, body })).toBe(problem);
});

test.each<[location: string, problem: string | undefined]>([
  ['/v1/prints/7.png', undefined],
  ['/v1/jobs/7', undefined],
  ['/v1/jobs/8', '/v1/jobs/8, which is not what was created'],
])('a Location of what is under way: %s', (location, problem) => {
  const answer = { status: 202, headers: { Location: location }, body: { id: 7, done: false } };
  expect(wrong('printMap', 'Location', answer)).toBe(problem);
  const headers = { Location: '/v1/prints/8.png' };
  expect(wrong('printMap', 'Location', { ...answer, headers })).toBeUndefined();
});

test('a Location of what is under way, where the answer does not say which it is', () => {
  const answer = { status: 202, headers: { Location: '/v1/phases/8' }, body: { done: false } };
  expect(wrong('drawMap', 'Location', answer)).toBeUndefined();
});

test('a Location of what was created, where the contract does not say that the answer names it', () => {
  const seen = (location: string) =>
    wrong('addPhase', 'Location', { status: 201, headers: { Location: location }, body: { done: false } });
  expect(seen('/v1/phases/8')).toBeUndefined();
  expect(seen('/v1/stages/8')).toBe('/v1/stages/8, which is not a path of the contract');
  const { meaning, documented } = known('addPhase', 'Location', 201);
  expect(meaning.untruths({ status: '201', response: documented }).map(({ what }) => what)).toEqual([
    'leads to another path',
  ]);
});

const created = { id: 7, title: 'Emma' };
const trueValues: [id: string, name: string, status: number, value: string | undefined][] = [
  ['listBooks', 'Allow', 405, undefined],
  ['listBooks', 'WWW-Authenticate', 401, undefined],
  ['addBook', 'WWW-Authenticate', 401, undefined],
  ['listVolumes', 'Deprecation', 200, undefined],
  ['listVolumes', 'Sunset', 200, undefined],
  ['listVolumes', 'Link', 200, undefined],
  ['addBook', 'Location', 201, '/v1/books/7'],
  ['addJob', 'Location', 201, '/v1/jobs/7'],
  ['printMap', 'Location', 202, '/v1/jobs/7'],
  ['listBooks', 'Retry-After', 429, '60'],
];

describe.each(trueValues)('%s: %s of a %d', (id, name, status, given) => {
  const { meaning, documented } = known(id, name, status);
  const { path } = operationIn(description, id);
  const value = given ?? meaning.truth?.(path) ?? expect.fail('No value is known to be true.');
  const limited = status === 429 ? state(10, 0, seconds + 60) : {};
  const partsWith = (text: string) => ({ status, headers: { ...limited, [name]: text }, body: created });

  test('a true value is true', () => expect(wrong(id, name, partsWith(value), 'DELETE')).toBeUndefined());

  test.each(meaning.untruths({ status: String(status), response: documented }))('$what is not', ({ instead }) => {
    const [request, response] = [requestOf('DELETE', path), responseOf(partsWith(value))];
    const harness = { key: '', limitedKey: '', now: () => noon, doing: () => '' };
    const text = instead(value, { request, response, documented, harness, before: 0, first: value });
    expect(wrong(id, name, partsWith(text ?? ''), 'DELETE')).toBeDefined();
  });
});

test('every meaning has something that is not true', () => {
  const without = trueValues.filter(([id, name, status]) => {
    const { meaning, documented } = known(id, name, status);
    return meaning.untruths({ status: String(status), response: documented }).length === 0;
  });
  expect(without).toEqual([]);
});
