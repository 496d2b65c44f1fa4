import fc from 'fast-check';
import { operations, service } from '../../generated/operations.ts';

/** What is sent over one connection. */
export interface FuzzedRequest {
  method: string;
  bytes: Buffer;
}

export interface FuzzedKeys {
  valid: string;
  /** Of the plan with the lowest limits, which it exceeds. */
  limited: string;
}

const methods = [...new Set(Object.values(operations).map(({ method }) => method))];
const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const fieldValue = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) });
const encoded = fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed()));
const number = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom('0', '1', '20', '100', '101', '9007199254740993', '1e0', '01', '-0'),
);
const text = fc.oneof(encoded, visible, number, fc.constantFrom('%00', '%zz', '%ff', '..', '.', '', '%2e%2e', '%2f'));

const documentedPath = fc
  .constantFrom(...Object.values(operations).map(({ path }) => path))
  .chain((path) => text.map((value) => service.basePath + path.replaceAll(/\{[^}]+\}/g, () => value)));
const path = fc.oneof(
  { weight: 8, arbitrary: documentedPath },
  { weight: 1, arbitrary: fc.array(text).map((segments) => `/${segments.join('/')}`) },
  { weight: 1, arbitrary: fc.constantFrom('*', '/', '//', 'http://other.example/v1', '/healthz', '/docs') },
);
const parameterNames = Object.values(operations).flatMap(({ parameters }) => parameters.map(({ name }) => name));
const query = fc
  .array(
    fc.tuple(fc.oneof(fc.constantFrom(...parameterNames), text), fc.oneof(text, fc.constantFrom('sold', 'pending'))),
  )
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

const animal = fc.record(
  {
    name: fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.jsonValue()),
    categoryId: fc.oneof(fc.maxSafeInteger(), fc.jsonValue()),
    status: fc.oneof(fc.constantFrom('available', 'pending', 'sold'), fc.jsonValue()),
    id: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const goodAnimal = fc.record({ name: fc.string({ unit: 'grapheme' }), categoryId: fc.maxSafeInteger() });
const body = fc.oneof(
  fc.constant(Buffer.alloc(0)),
  fc.oneof(goodAnimal, animal, fc.jsonValue()).map((value) => Buffer.from(JSON.stringify(value))),
  fc.json().map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 65_000, max: 67_000 }).map((length) => Buffer.alloc(length, 'x')),
);

/** A header field by its name, with a value of its own and values that mean something to a server. */
const field = fc.oneof(
  fc.tuple(fc.stringMatching(/^[A-Za-z][\w-]{0,20}$/), fieldValue),
  fc.tuple(
    fc.constantFrom(
      'X-Request-Id',
      'traceparent',
      'Origin',
      'X-Forwarded-For',
      'Accept',
      'Cookie',
      'Range',
      'If-Match',
    ),
    fieldValue,
  ),
  fc.constantFrom<[string, string]>(['Expect', '100-continue'], ['Upgrade', 'h2c'], ['TE', 'trailers']),
);
const mediaType = fc.oneof(
  { weight: 5, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.oneof(fieldValue, fc.constantFrom('text/plain', 'application/json; charset=latin1')) },
);

/** Requests as a client may make them that knows the service, and many that no client would make. */
export function fuzzedRequests({ valid, limited }: FuzzedKeys): fc.Arbitrary<FuzzedRequest> {
  const authorization = fc.oneof(
    { weight: 8, arbitrary: fc.constant(`Bearer ${valid}`) },
    { weight: 1, arbitrary: fc.constantFrom(`Bearer ${limited}`, `Bearer ${valid}x`, 'Bearer', `Basic ${valid}`, '') },
    { weight: 1, arbitrary: fieldValue },
  );
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...methods) },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE') },
  );
  return fc
    .record({
      method,
      path,
      query,
      authorization,
      mediaType,
      fields: fc.array(field, { maxLength: 4 }),
      body,
      isChunked: fc.boolean(),
    })
    .map(({ method, path, query, authorization, mediaType, fields, body, isChunked }) => {
      const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
      const lines = [
        `${method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1`,
        'Host: localhost',
        `Authorization: ${authorization}`,
        ...(body.length > 0 ? [`Content-Type: ${mediaType}`, framing] : []),
        ...fields.map(([name, value]) => `${name}: ${value}`),
      ];
      const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
      return { method, bytes: Buffer.concat([head, body.length > 0 && isChunked ? inChunks(body) : body]) };
    });
}

function inChunks(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
}

/** A request in which bytes are cut out, changed or repeated. */
export function damagedRequests(keys: FuzzedKeys): fc.Arbitrary<FuzzedRequest> {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 8 }),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom(...['\r\n', ' ', '\0', ':', '0\r\n\r\n'].map((part) => Buffer.from(part))),
    ),
  });
  const short = fuzzedRequests(keys).filter(({ method, bytes }) => method !== 'HEAD' && bytes.length < 2_000);
  return fc.tuple(short, fc.array(damage, { minLength: 1, maxLength: 3 })).map(([{ method, bytes }, damages]) => ({
    method,
    bytes: damages.reduce((left, { at, length, bytes: inserted }) => {
      const start = Math.floor(at * left.length);
      return Buffer.concat([left.subarray(0, start), inserted, left.subarray(start + length)]);
    }, bytes),
  }));
}
