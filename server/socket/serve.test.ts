import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { service } from '../../generated/operations.ts';
import { idOf } from '../api-keys/api-key.ts';
import { readConfiguration } from '../configuration.ts';
import { withoutShedding } from '../harness.ts';
import { undocumentedMethods } from '../test/methods.ts';
import { RawConnection } from '../test/raw-connection.ts';
import { openOnSocket, type TestHarness } from '../test/transports.ts';
import { unmatchedViolations, violationsOf } from '../test/violations.ts';
import { serve } from './serve.ts';

const { basePath } = service;

let harness: TestHarness;
let key: string;
let connection: RawConnection;
/** Messages that the test expects in the log at level error. */
let expectedErrors: string[];
let newRequestId: () => string;
let problem: unknown;

// One server for all tests: whatever it is sent, it goes on. No window of its limits ends meanwhile.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  harness = await openOnSocket({ parts: { newRequestId: () => newRequestId(), problem: () => fail(problem) } });
  key = await harness.newKey();
});

afterAll(async () => {
  // Where no server was opened, too: files that follow in this process need the real clock.
  try {
    await harness.close();
  } finally {
    vi.useRealTimers();
  }
});

beforeEach(async () => {
  expectedErrors = [];
  harness.log.length = 0;
  newRequestId = () => 'an identifier';
  connection = await RawConnection.open(harness.baseUrl);
});

afterEach(async () => {
  connection.reset();
  newRequestId = () => 'an identifier';
  const response = await harness.send(
    new Request(`${harness.baseUrl}/pets`, { headers: { Authorization: `Bearer ${key}` } }),
  );
  expect(response.status).toBe(200);
  expect(harness.log.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual(expectedErrors);
});

const fail = (error: unknown): never => {
  throw error;
};

const json = '{"name":"Bruno","categoryId":3}';

/** A request line and header fields, with Host and a valid key unless they are replaced or, by null, left out. */
function head(line: string, fields: Record<string, string | number | null> = {}): string {
  const all = { Host: 'localhost', Authorization: `Bearer ${key}`, ...fields };
  const present = Object.entries(all).filter(([, value]) => value !== null);
  const requestLine = line.includes('HTTP/') ? line : `${line} HTTP/1.1`;
  return [requestLine, ...present.map(([name, value]) => `${name}: ${value}`), '\r\n'].join('\r\n');
}

function post(body: string, fields: Record<string, string | number | null> = {}): string {
  return (
    head(`POST ${basePath}/pets`, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...fields,
    }) + body
  );
}

const piecesOf = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 9) }, (_, i) => text.slice(9 * i, 9 * i + 9));
const chunked = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' };
/** As in a request for the list. */
const line = `GET ${basePath}/pets HTTP/1.1\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Shows that the connection is sane: the next request on it gets the next answer. */
async function expectToGoOn(): Promise<void> {
  connection.send(head(`GET ${basePath}/pets`));
  const response = await connection.response();
  expect(response.status).toBe(200);
  expect(await violationsOf('listPets', response)).toEqual([]);
}

describe('what is not as HTTP wants it is refused, and the connection closed', () => {
  test.each<[string, number, () => string | Uint8Array]>([
    ['nonsense', 400, () => '\u0000\u0001\u0002hello\r\n\r\n'],
    ['a text without an end', 400, () => 'hello there'],
    ['the first bytes of TLS', 400, () => new Uint8Array([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
    ['the first bytes of HTTP/2', 400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 400, () => head(`GET ${basePath}/pets HTTP/1.2`)],
    ['no version (HTTP/0.9)', 400, () => `GET ${basePath}/pets\r\n\r\n`],
    ['a method that is no token', 400, () => head(`G@T ${basePath}/pets`)],
    ['a method that Node.js does not know', 400, () => head(`ADOPT ${basePath}/pets`)],
    ['a method in lower case', 400, () => head(`get ${basePath}/pets`)],
    ['a target without a slash', 400, () => head(`GET ${basePath.slice(1)}/pets`)],
    ['a target that is not ASCII', 400, () => head(`GET ${basePath}/pets/é`)],
    ['a blank in the target', 400, () => head(`GET ${basePath}/pets/1 2`)],
    ['a blank before a colon', 400, () => head(`GET ${basePath}/pets`, { 'X-Name ': 'a' })],
    ['U+0000 in a header field', 400, () => head(`GET ${basePath}/pets`, { 'X-Name': 'a\u0000b' })],
    ['a folded header field', 400, () => head(`GET ${basePath}/pets`, { 'X-Name': 'a\r\n b' })],
    ['lines without CR', 400, () => head(`GET ${basePath}/pets`).replaceAll('\r', '')],
    ['CONNECT', 400, () => head('CONNECT adoption.example:443')],
    ['CONNECT to a path', 400, () => head(`CONNECT ${basePath}/pets`)],
    ['Content-Length and Transfer-Encoding', 400, () => post(chunk(json), { 'Transfer-Encoding': 'chunked' })],
    ['two lengths', 400, () => post(json, { 'content-length': 5 })],
    ['a negative length', 400, () => post(json, { 'Content-Length': -1 })],
    ['a length beyond all numbers', 400, () => post(json, { 'Content-Length': '9'.repeat(30) })],
    ['a length that is no number', 400, () => post(json, { 'Content-Length': 'many' })],
    ['Transfer-Encoding: gzip', 400, () => post(json, { ...chunked, 'Transfer-Encoding': 'gzip' })],
    ['chunked before gzip', 400, () => post(json, { ...chunked, 'Transfer-Encoding': 'chunked, gzip' })],
    ['a chunk without a size', 400, () => post('zz\r\nabc\r\n', chunked)],
    ['a bad chunk after a good one', 400, () => post(`${chunk('{"name":')}zz\r\n`, chunked)],
    ['a chunk with a size beyond all numbers', 400, () => post(`${'f'.repeat(20)}\r\n`, chunked)],
    ['a chunk longer than its size', 400, () => post('1\r\nabc\r\n', chunked)],
    ['no Host', 400, () => head(`GET ${basePath}/pets`, { Host: null })],
    ['an empty Host', 400, () => head(`GET ${basePath}/pets`, { Host: '' })],
    ['two Hosts', 400, () => head(`GET ${basePath}/pets`, { host: 'other.example' })],
    ['twice the same Host', 400, () => head(`GET ${basePath}/pets`, { host: 'localhost' })],
    [
      'two Hosts in HTTP/1.0',
      400,
      () => head(`GET ${basePath}/pets HTTP/1.0`, { host: 'localhost', Connection: 'keep-alive' }),
    ],
    [
      'another transfer coding before chunked',
      400,
      () => post(chunk(json) + chunk(''), { ...chunked, 'Transfer-Encoding': 'gzip, chunked' }),
    ],
    ['HTTP/2.0 in the request line', 400, () => head(`GET ${basePath}/pets HTTP/2.0`)],
    ['two blanks before the target', 400, () => head(`GET  ${basePath}/pets`)],
    ['two blanks behind the target', 400, () => head(`GET ${basePath}/pets  HTTP/1.1`)],
    ['chunks in HTTP/1.0', 400, () => post(chunk(json) + chunk(''), chunked).replace('HTTP/1.1', 'HTTP/1.0')],
    ['a dot segment', 400, () => head(`GET ${basePath}/./pets`)],
    ['a dot segment that leads out of a probe', 400, () => head(`GET /healthz/..${basePath}/pets`)],
    ['a dot segment at the end', 400, () => head(`GET ${basePath}/pets/..`)],
    ['an encoded dot segment', 400, () => head(`GET /healthz/%2e%2E${basePath}/pets`)],
    ['a dot segment that is encoded in part', 400, () => head(`GET /healthz/.%2e${basePath}/pets`)],
    ['a dot segment between encoded slashes', 400, () => head(`GET /healthz%2F..%2f${basePath.slice(1)}/pets`)],
    ['a dot segment between backslashes', 400, () => head(`GET /healthz\\..\\${basePath.slice(1)}/pets`)],
    ['a dot segment before an encoded backslash', 400, () => head(`GET ${basePath}/..%5cpets`)],
    ['a dot segment in an absolute target', 400, () => head(`GET http://localhost/healthz/..${basePath}/pets`)],
    ['a dot segment behind a number sign', 400, () => head(`GET ${basePath}/pets#/../../healthz`)],
    ['an absolute target and no Host', 400, () => head(`GET http://localhost${basePath}/pets`, { Host: null })],
    ['a header field that is too large', 431, () => head(`GET ${basePath}/pets`, { 'X-Name': 'x'.repeat(20_000) })],
    [
      'a header field that does not end',
      431,
      () => head(`GET ${basePath}/pets`, { 'X-Name': 'x'.repeat(20_000) }).trimEnd(),
    ],
    [
      'too many header fields',
      431,
      () => head(`GET ${basePath}/pets`, { 'X-Name': `a\r\n${'X-Name: a\r\n'.repeat(3_000)}X-Last: a` }),
    ],
    ['a target that is too long', 431, () => head(`GET ${basePath}/pets?${'x'.repeat(20_000)}`)],
  ])('%s: %d', async (_, status, bytes) => {
    connection.send(bytes());
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(await unmatchedViolations(response)).toEqual([]);
    expect(response.headers.get('Connection')).toBe('close');
    expect(response.headers.get('Date')).not.toBeNull();
    expect(await connection.rest()).toBe('');
  });

  // Node.js leaves all but the first 2,000 away, unless it is told otherwise.
  test.each<[string, (fields: string) => string]>([
    ['a second Host', (fields) => head(`GET ${basePath}/pets`).replace('\r\n\r\n', `\r\n${fields}Host: other\r\n\r\n`)],
    [
      'chunks in HTTP/1.0',
      (fields) =>
        post(chunk(json) + chunk(''), { 'Content-Length': null })
          .replace('HTTP/1.1', 'HTTP/1.0')
          .replace('\r\n\r\n', `\r\n${fields}Transfer-Encoding: chunked\r\n\r\n`),
    ],
  ])('%s behind many header fields', async (_, bytes) => {
    connection.send(bytes('a:\r\n'.repeat(2_000)));
    expect((await connection.response()).status).toBe(400);
  });

  test.each<[what: string, bytes: () => string, message: string, reason?: string]>([
    ['nonsense', () => 'hello there', 'The request is not valid HTTP.', 'HPE_INVALID_METHOD'],
    [
      'a header field that is too large',
      () => head(`GET ${basePath}/pets`, { 'X-Name': 'x'.repeat(20_000) }),
      'The header fields of the request are too large.',
      'HPE_HEADER_OVERFLOW',
    ],
    ['CONNECT', () => head('CONNECT adoption.example:443'), 'This server is not a proxy.'],
    ['another version', () => head(`GET ${basePath}/pets HTTP/2.0`), 'The request must be HTTP/1.1 or HTTP/1.0.'],
    [
      'two blanks',
      () => head(`GET  ${basePath}/pets`),
      'The request line must have one space before its target and one after it.',
    ],
    ['no Host', () => head(`GET ${basePath}/pets`, { Host: null }), 'The request must have one Host header field.'],
    [
      'chunks in HTTP/1.0',
      () => post(chunk(''), chunked).replace('HTTP/1.1', 'HTTP/1.0'),
      'The request must have no transfer coding in HTTP/1.0.',
    ],
    [
      'another transfer coding',
      () => post(chunk(''), { ...chunked, 'Transfer-Encoding': 'gzip, chunked' }),
      'The request must have no transfer coding but chunked.',
    ],
    [
      'a dot segment',
      () => head(`GET ${basePath}/./pets`),
      'The path of the request must have no segment . or .., encoded or not.',
    ],
    [
      'a Host that is none',
      () => head(`GET ${basePath}/pets`, { Host: 'a b' }),
      'The target or the Host of the request cannot be read.',
    ],
  ])('the client and the log are told what is wrong: %s', async (_, bytes, message, reason = message) => {
    connection.send(bytes());
    expect(await (await connection.response()).json()).toMatchObject({ message });
    expect(harness.log.map((line) => [line.message, line.fields['reason']])).toEqual([
      ['a request that was not served', reason],
    ]);
  });

  test('the status has its name', async () => {
    connection.send('hello there');
    expect(await connection.rest()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test.each<[string, () => string[]]>([
    ['behind another one', () => [head(`GET ${basePath}/pets/0`) + head(`GET  ${basePath}/pets`)]],
    ['behind a body', () => [`${post('{}')}${head(`GET ${basePath}/pets/0`)}${head(`GET  ${basePath}/pets`)}`]],
    ['in pieces', () => [head(`GET ${basePath}/pets/0`), 'GET ', ...piecesOf(head(` ${basePath}/pets`))]],
    [
      'behind a body that has the line with one',
      () => [
        head(`GET ${basePath}/pets/0`),
        post('', { 'Content-Length': line.length }),
        line,
        head(`GET  ${basePath}/pets`),
      ],
    ],
    [
      'behind a chunk that has the line with one',
      () => [
        head(`GET ${basePath}/pets/0`) + post('', chunked),
        chunk(`\r\n0\r\n\r\n${line}`) + chunk('') + head(`GET  ${basePath}/pets`),
      ],
    ],
    [
      'before a body that has the line with one',
      () => [head(`GET ${basePath}/pets/0`), post(`POST ${basePath}/pets HTTP/1.1\r\n`).replace('POST', 'POST ')],
    ],
  ])('two blanks in a request line are refused %s', async (_, parts) => {
    const sent = parts();
    const expected = sent.join('').match(/^Host: /gm)?.length ?? 0;
    for (const part of sent) {
      connection.send(part);
      // What is sent next comes in a piece of its own.
      await harness.send(new Request(new URL('/healthz', harness.baseUrl)));
    }
    const responses: Response[] = [];
    for (let i = 0; i < expected; i++) responses.push(await connection.response());
    expect(await responses.pop()?.json()).toMatchObject({ code: 'malformed_request' });
    expect(responses.filter(({ status }) => status === 404)).not.toEqual([]);
    expect(await connection.rest()).toBe('');
  });

  test('request lines in pieces are taken as they are', async () => {
    for (let request = 0; request < 2; request++) {
      for (const part of piecesOf(head(`GET ${basePath}/pets`))) {
        connection.send(part);
        await harness.send(new Request(new URL('/healthz', harness.baseUrl)));
      }
      expect((await connection.response()).status).toBe(200);
    }
    connection.send(post(json.slice(0, 9), { 'Content-Length': json.length }));
    await harness.send(new Request(new URL('/healthz', harness.baseUrl)));
    connection.send(json.slice(9) + head(`GET ${basePath}/pets`));
    expect((await connection.response()).status).toBe(201);
    expect((await connection.response()).status).toBe(200);
  });

  test.each<[string, (next: string) => string[]]>([
    ['behind chunks', (next) => [post(chunk(json.slice(0, 9)) + chunk(json.slice(9)) + chunk(''), chunked) + next]],
    ['behind a chunk in pieces', (next) => [post('', chunked), ...piecesOf(chunk(json) + chunk('') + next)]],
    [
      'behind chunk extensions and trailers',
      (next) => [
        post(`${json.length.toString(16)};a=b\r\n${json}\r\n00;a=b\r\nX-A: a\r\nX-B: b\r\n\r\n`, chunked) + next,
      ],
    ],
    ['behind empty lines', (next) => [`${post(json)}\r\n\r\n${next}`]],
  ])('a request line %s is taken as it is', async (_, partsBefore) => {
    for (const part of partsBefore(head(`GET ${basePath}/pets`))) {
      connection.send(part);
      await harness.send(new Request(new URL('/healthz', harness.baseUrl)));
    }
    expect((await connection.response()).status).toBe(201);
    expect((await connection.response()).status).toBe(200);
  });

  test.each<[string, number, (upgrade: Record<string, string>) => string]>([
    ['a request', 200, (upgrade) => head(`GET ${basePath}/pets`, upgrade)],
    ['a request with a body', 201, (upgrade) => post(json, upgrade)],
  ])('behind %s that asks for another protocol nothing is read: its answer is the last one', async (_, status, ask) => {
    const upgrade = { Connection: 'Upgrade', Upgrade: 'h2c' };
    connection.send(ask(upgrade));
    expect((await connection.response()).headers.get('Connection')).toMatch(/keep-alive/);
    connection.send(ask(upgrade) + head(`GET ${basePath}/pets/0`));
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(response.headers.get('Connection')).toMatch(/close/);
    expect(await connection.rest()).toBe('');
  });

  test.each<[string, () => string]>([
    ['in the middle of the header section', () => head(`GET ${basePath}/pets`).trimEnd()],
    ['in the middle of the body', () => post(json, { 'Content-Length': 500 })],
    ['in the middle of a chunk', () => post('ff\r\n{"name":', chunked)],
    ['before the last chunk', () => post(chunk(json), chunked)],
  ])('a request that ends %s: 400', async (_, bytes) => {
    const newest = () => harness.storage.animals.list({ limit: 1 });
    const before = await newest();
    connection.send(bytes());
    connection.end();
    const response = await connection.response();
    expect(response.status).toBe(400);
    expect(await unmatchedViolations(response)).toEqual([]);
    expect(await connection.rest()).toBe('');
    expect(await newest()).toEqual(before);
  });
});

describe('what names no resource is refused, and the connection goes on', () => {
  test.each<[string, number, () => string]>([
    ['a Host with a blank', 400, () => head(`GET ${basePath}/pets`, { Host: 'a b' })],
    ['a Host with a path', 400, () => head(`GET ${basePath}/pets`, { Host: 'a/b?c' })],
    ['a Host with a user', 400, () => head(`GET ${basePath}/pets`, { Host: 'user@localhost' })],
    ['a Host with half a bracket', 400, () => head(`GET ${basePath}/pets`, { Host: '[::1' })],
    ['a Host with no such port', 400, () => head(`GET ${basePath}/pets`, { Host: 'localhost:99999' })],
    ['a bad Host and a body', 400, () => post(json, { Host: 'a b' })],
    ['an absolute target without a host', 400, () => head('GET http:///')],
    ['an absolute target of another scheme', 400, () => head(`GET ftp://localhost${basePath}/pets`)],
    ['OPTIONS for the whole server', 400, () => head('OPTIONS *')],
    ['GET of the whole server', 400, () => head('GET *')],
    ['a backslash in the path', 400, () => head(`GET ${basePath}\\pets`)],
    ['an unknown path', 404, () => head(`GET ${basePath}0/pets`)],
    ['a path with a slash at its end', 404, () => head(`GET ${basePath}/pets/`)],
    ['a path with two slashes', 404, () => head(`GET /${basePath}/pets`)],
    ['a path that looks like a host', 404, () => head(`GET //adoption.example${basePath}/pets`)],
    ['a path with an encoded slash', 404, () => head(`GET ${basePath}%2fpets`)],
    ['an unknown path and a body', 404, () => head(`POST ${basePath}`, { 'Content-Length': json.length }) + json],
    ['TRACE', 405, () => head(`TRACE ${basePath}/pets`)],
    ['TRACE and a body', 405, () => `${head(`TRACE ${basePath}/pets`, { 'Content-Length': 3 })}abc`],
    ...undocumentedMethods('/pets/{petId}').map((method): [string, number, () => string] => [
      `${method} of an animal`,
      405,
      () => head(`${method} ${basePath}/pets/1`),
    ]),
    ['QUERY and a body', 405, () => `${head(`QUERY ${basePath}/pets/1`, { 'Content-Length': 2 })}{}`],
    ['PROPFIND', 405, () => head(`PROPFIND ${basePath}/pets`)],
    ['QUERY', 405, () => head(`QUERY ${basePath}/pets`)],
    ['two Authorizations', 401, () => head(`QUERY ${basePath}/pets`, { authorization: 'Bearer other' })],
    [
      'two Authorizations in the other order',
      401,
      () => head(`QUERY ${basePath}/pets`, { Authorization: 'Bearer other', authorization: `Bearer ${key}` }),
    ],
    ['an Authorization that is not ASCII', 401, () => head(`QUERY ${basePath}/pets`, { Authorization: 'Bearer é' })],
  ])('%s: %d', async (_, status, bytes) => {
    connection.send(bytes());
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(await unmatchedViolations(response)).toEqual([]);
    await expectToGoOn();
  });

  test('it counts for the address that it comes from, like other requests without a key', async () => {
    const remaining = async () => Number((await connection.response()).headers.get('X-RateLimit-Remaining'));
    connection.send(head(`GET ${basePath}/pets`, { Authorization: null }));
    const before = await remaining();
    connection.send(head(`GET ${basePath}/pets`, { Host: 'a b', Authorization: null }));
    expect(await remaining()).toBe(before - 1);
    connection.send('hello there');
    expect(await remaining()).toBe(before - 2);
  });

  test('it counts for its key where it carries one, and once', async () => {
    const remaining = async () => Number((await connection.response()).headers.get('X-RateLimit-Remaining'));
    connection.send(head(`GET ${basePath}/pets`));
    const before = await remaining();
    connection.send(head(`GET ${basePath}/pets`, { Host: 'a b' }));
    expect(await remaining()).toBe(before - 1);
    connection.send(
      `${head(`POST ${basePath}/pets`, { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })}ZZ\r\n`,
    );
    const response = await connection.response();
    expect(response.status).toBe(400);
    expect(Number(response.headers.get('X-RateLimit-Remaining'))).toBe(before - 2);
  });
});

test('the log has of what cannot be read as a request whose it was, how it was answered, and why', async () => {
  connection.send(head(`GET ${basePath}/pets`, { Host: 'a b' }));
  await connection.response();
  connection.send('hello there');
  await connection.response();
  const another = await RawConnection.open(harness.baseUrl);
  another.send(head('CONNECT adoption.example:443'));
  await another.response();
  another.reset();
  const line = { requestId: 'an identifier', address: '127.0.0.1', status: 400, code: 'malformed_request' };
  expect(harness.log.map(({ fields }) => fields)).toEqual([
    { ...line, key: idOf(key), reason: 'The target or the Host of the request cannot be read.' },
    { ...line, reason: 'HPE_INVALID_METHOD' },
    { ...line, key: idOf(key), reason: 'This server is not a proxy.' },
  ]);
});

test.each([
  ['a part of a secret', '5e0d3c1b9f7a48263b4c8d2e1f6071a9', 'an identifier'],
  ['what is no such part', 'mine', 'mine'],
])('the name of what cannot be read as a request, and has no key: %s', async (_, sent, given) => {
  connection.send(head(`GET ${basePath}/pets`, { Host: 'a b', Authorization: null, 'X-Request-Id': sent }));
  expect((await connection.response()).headers.get('X-Request-Id')).toBe(given);
  expect(harness.log.map(({ fields }) => fields['requestId'])).toEqual([given]);
});

test('what cannot be read as a request is 429 as well, once its key has no request left', async () => {
  const own = await harness.newKey({ plan: 'enterprise', limits: { requestsPerMinute: 2, requestsPerDay: 9 } });
  const statuses: number[] = [];
  for (const host of ['localhost', 'a b', 'a b']) {
    connection.send(head(`GET ${basePath}/pets`, { Host: host, Authorization: `Bearer ${own}` }));
    const response = await connection.response();
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 400, 429]);
});

describe('what an operation answers over a socket', () => {
  const listed = 'listPets';
  const created = 'createPet';
  const read = 'getPet';

  test.each<[string, Parameters<typeof violationsOf>[0], number, () => string]>([
    ['an absolute target', listed, 200, () => head(`GET http://other.example${basePath}/pets`)],
    ['a Host with a port', listed, 200, () => head(`GET ${basePath}/pets`, { Host: 'localhost:8080' })],
    [
      'a field whose value is the name of another',
      listed,
      200,
      () => head(`GET ${basePath}/pets`, { 'X-Name': 'host' }),
    ],
    ['a Host that is an IPv6 address', listed, 200, () => head(`GET ${basePath}/pets`, { Host: '[::1]:8080' })],
    [
      'an Upgrade, which is not taken',
      listed,
      200,
      () => head(`GET ${basePath}/pets`, { Connection: 'Upgrade', Upgrade: 'websocket' }),
    ],
    [
      'an Upgrade to HTTP/2, which is not taken',
      listed,
      200,
      () =>
        head(`GET ${basePath}/pets`, {
          Connection: 'Upgrade, HTTP2-Settings',
          Upgrade: 'h2c',
          'HTTP2-Settings': 'AAMA',
        }),
    ],
    [
      'a body that GET has no use for',
      listed,
      200,
      () => `${head(`GET ${basePath}/pets`, { 'Content-Length': 5 })}hello`,
    ],
    ['a long query', listed, 200, () => head(`GET ${basePath}/pets?${'x'.repeat(15_000)}`)],
    ['a fragment', listed, 200, () => head(`GET ${basePath}/pets#top`)],
    ['dots in the path that are no segment', read, 404, () => head(`GET ${basePath}/pets/...`)],
    ['dots in the query', listed, 200, () => head(`GET ${basePath}/pets?x=/../`)],
    ['an encoded letter in the path', listed, 200, () => head(`GET ${basePath}/%70ets`)],
    ['an encoded digit in the query', listed, 200, () => head(`GET ${basePath}/pets?limit=%32`)],
    ['a plus in the query, which is a blank', listed, 400, () => head(`GET ${basePath}/pets?limit=+5`)],
    ['a broken encoding in the query', listed, 400, () => head(`GET ${basePath}/pets?status=%zz`)],
    ['an encoding in the query that is not UTF-8', listed, 400, () => head(`GET ${basePath}/pets?status=%ff`)],
    ['an encoded U+0000 in the query', listed, 400, () => head(`GET ${basePath}/pets?status=available%00`)],
    ['a broken encoding in the path', read, 404, () => head(`GET ${basePath}/pets/%zz`)],
    ['an encoding in the path that is not UTF-8', read, 404, () => head(`GET ${basePath}/pets/%ff`)],
    ['an encoded U+0000 in the path', read, 404, () => head(`GET ${basePath}/pets/%00`)],
    ['an encoded slash in the path', read, 404, () => head(`GET ${basePath}/pets/1%2f2`)],
    ['chunks', created, 201, () => post([...json].map(chunk).join('') + chunk(''), chunked)],
    ['chunks with a trailer', created, 201, () => post(`${chunk(json)}0\r\nX-Name: a\r\n\r\n`, chunked)],
    ['an expectation that it does not know', created, 201, () => post(json, { Expect: 'tea' })],
    [
      'chunks by another spelling',
      created,
      201,
      () => post(chunk(json) + chunk(''), { ...chunked, 'Transfer-Encoding': 'Chunked' }),
    ],
    ['no body at all', created, 400, () => head(`POST ${basePath}/pets`)],
    ['a body without a key', created, 401, () => post(json, { Authorization: null })],
    ['a body that is too large', created, 413, () => post('x'.repeat(70_000))],
    [
      'chunks that are too large together',
      created,
      413,
      () => post(chunk('x'.repeat(40_000)).repeat(2) + chunk(''), chunked),
    ],
    ['a body in another media type', created, 415, () => post(json, { 'Content-Type': 'text/plain' })],
  ])('%s: %s %d, and the connection goes on', async (_, id, status, bytes) => {
    connection.send(bytes());
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(await violationsOf(id, response)).toEqual([]);
    await expectToGoOn();
  });

  test.each<[string, Record<string, null>]>([
    ['with a Host', {}],
    ['without a Host', { Host: null }],
  ])('HTTP/1.0 %s is served, and the connection closed', async (_, fields) => {
    connection.send(head(`GET ${basePath}/pets HTTP/1.0`, fields));
    const response = await connection.response();
    expect(response.status).toBe(200);
    expect(await violationsOf(listed, response)).toEqual([]);
    expect(await connection.rest()).toBe('');
  });

  test.each([
    ['announced as too large', 413, { 'Content-Type': 'application/json', 'Content-Length': 70_000 }],
    ['of another media type', 415, { 'Content-Type': 'text/plain', 'Content-Length': 7 }],
    ['compressed', 415, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'Content-Length': 7 }],
  ])('a body that is %s is refused before it comes: %d', async (_, status, fields) => {
    connection.send(head(`POST ${basePath}/pets`, fields));
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(await violationsOf(created, response)).toEqual([]);
  });

  test('Expect: 100-continue gets an interim response, and then its own', async () => {
    connection.send(
      head(`POST ${basePath}/pets`, {
        'Content-Type': 'application/json',
        'Content-Length': json.length,
        Expect: '100-continue',
      }),
    );
    const answer = connection.response();
    await expect.poll(() => connection.interim).toEqual([100]);
    connection.send(json);
    expect((await answer).status).toBe(201);
    await expectToGoOn();
  });

  test.each<[what: string, line: string, status: number, fields: Record<string, string | number | null>]>([
    ['without a key', `POST ${basePath}/pets`, 401, { Authorization: null }],
    ['that is too large', `POST ${basePath}/pets`, 413, { 'Content-Length': 70_000 }],
    ['of another media type', `POST ${basePath}/pets`, 415, { 'Content-Type': 'text/plain' }],
    ['to a path that is not there', 'POST /v2', 404, {}],
    ['in a request that is not valid', `POST ${basePath}/../pets`, 400, {}],
  ])('Expect: 100-continue asks for no body %s', async (_, line, status, fields) => {
    const json = { 'Content-Type': 'application/json', 'Content-Length': 31 };
    connection.send(head(line, { ...json, Expect: '100-continue', ...fields }));
    const response = await connection.response();
    expect([response.status, response.headers.get('Connection')]).toEqual([status, 'close']);
    expect([connection.interim, await connection.rest()]).toEqual([[], '']);
  });

  test.each<[string, number, Record<string, string | null>]>([
    [`${basePath}/pets`, 200, {}],
    [`${basePath}/pets/0`, 404, {}],
    [`${basePath}/pets?limit=0`, 400, {}],
    [`${basePath}/pets`, 401, { Authorization: null }],
    [`${basePath}/pets`, 400, { Host: 'a b' }],
    ['/v2', 404, {}],
  ])('HEAD %s (%d) has no body and the headers of GET', async (path, status, fields) => {
    // These count or date the response, or its body, which is not made for HEAD.
    const differing = ['x-ratelimit-remaining', 'x-ratelimit-reset', 'date', 'content-length'];
    const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => !differing.includes(name));
    connection.send(head(`GET ${path}`, fields));
    const got = await connection.response();
    connection.send(head(`HEAD ${path}`, fields));
    const response = await connection.response('HEAD');
    expect([got.status, response.status]).toEqual([status, status]);
    expect(headersOf(response)).toEqual(headersOf(got));
    for (const name of differing.slice(0, 3)) expect(response.headers.has(name)).toBe(true);
    await expectToGoOn();
  });
});

test.each([
  ['an error', new Error('disk full')],
  ['something that is no error', 'disk full'],
])('a failure outside of every operation is a 500 that hides %s, and counts for nobody', async (_, thrown) => {
  problem = thrown;
  expectedErrors = ['the request failed', 'the request failed'];
  const left: (string | null)[] = [];
  for (const line of ['GET /readyz', 'GET /readyz']) {
    connection.send(head(line));
    const response = await connection.response();
    expect(response.status).toBe(500);
    expect(await unmatchedViolations(response)).toEqual([]);
    expect(await response.text()).not.toContain('disk full');
    left.push(response.headers.get('X-RateLimit-Remaining'));
  }
  expect(left[1]).toBe(left[0]);
  expect(harness.log.flatMap(({ level, fields }) => (level === 'info' ? [fields['reason']] : []))).toEqual([
    'it could not be served',
    'it could not be served',
  ]);
});

test('a failure before the answer of an operation is a 500 as well, and the log says of which request', async () => {
  expectedErrors = ['the request failed'];
  let failures = 0;
  newRequestId = () => (failures++ === 0 ? fail(new Error('no identifier')) : 'the second identifier');
  connection.send(head(`GET ${basePath}/pets`));
  const response = await connection.response();
  expect([response.status, response.headers.get('X-Request-Id')]).toEqual([500, 'the second identifier']);
  expect(harness.log.map(({ fields }) => [fields['requestId'], fields['reason']])).toEqual([
    ['the second identifier', undefined],
    ['the second identifier', 'it could not be served'],
  ]);
});

test('a client that hangs up before it is told to go on, and has sent CONNECT, does not end the server', async () => {
  const thrown = vi.fn();
  process.on('uncaughtException', thrown);
  try {
    const another = await RawConnection.open(harness.baseUrl);
    await expectToGoOn();
    const fields = { Expect: '100-continue', 'Content-Type': 'application/json', 'Content-Length': 0 };
    another.send(head(`POST ${basePath}/pets`, fields) + head('CONNECT adoption.example:443'));
    another.reset();
    await expectToGoOn();
    expect(thrown).not.toHaveBeenCalled();
  } finally {
    process.off('uncaughtException', thrown);
  }
});

test('a connection that cannot be taken is said in the log, and does not end the server', async () => {
  expectedErrors = ['a connection could not be taken'];
  const error = new Error('too many open files');
  // The only place where Node.js shows the server to others.
  const onRequest = (message: unknown) => {
    const { server }: { server?: unknown } = Object(message);
    if (server instanceof Server) server.emit('error', error);
  };
  subscribe('http.server.request.start', onRequest);
  try {
    await expectToGoOn();
  } finally {
    unsubscribe('http.server.request.start', onRequest);
  }
  expect(harness.log.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual([{ err: error }]);
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.skipIf(!hasIpv6)('the address of a server on IPv6 is one that a client takes', async () => {
  const limits = withoutShedding(readConfiguration({}));
  const server = await serve(harness.parts, { port: 0, host: '::1', limits, trustedProxies: [] });
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  await server.close();
});

test.each<[string, string[], () => string]>([
  ['a request', ['the request could not be answered'], () => head(`GET ${basePath}/pets`, { Host: null })],
  ['a target', ['the request could not be answered'], () => head('GET *')],
  ['nonsense', ['the request could not be answered'], () => 'hello there'],
])('a failure to make the refusal (of %s) closes the connection, without a body', async (_, errors, bytes) => {
  expectedErrors = errors;
  newRequestId = () => fail(new Error('no identifiers are left'));
  connection.send(bytes());
  expect(await connection.rest()).toBe('');
});

test('a failure to answer a request that is read to its end closes the connection', async () => {
  const failing = () => fail(new Error('nothing can be counted'));
  const own = await openOnSocket({ parts: { meter: { request: failing, breach: failing } } });
  const raw = await RawConnection.open(own.baseUrl);
  raw.send(post(json, { Authorization: `Bearer ${await own.newKey()}` }));
  expect(await raw.rest()).toBe('');
  await own.close();
});

test('a request that is too much for the server counts neither for its key nor for its address', async () => {
  const own = await openOnSocket({ settings: { anonymousPerMinute: 7 }, limits: { maximumBytesInFlight: -1 } });
  const headers = { Authorization: `Bearer ${await own.newKey()}` };
  for (let sent = 0; sent < 2; sent++) {
    const response = await own.send(new Request(`${own.baseUrl}/pets`, { headers }));
    expect([response.status, response.headers.get('X-RateLimit-Remaining')]).toEqual([503, '7']);
    expect(await unmatchedViolations(response)).toEqual([]);
    expect(await response.json()).toMatchObject({
      message: 'The server has too many responses on their way; try again in 1 second.',
    });
  }
  expect(own.log.map(({ fields }) => fields['reason'])).toEqual(
    Array(2).fill('The server has too many responses on their way'),
  );
  await own.close();
});
