import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { limitsOfPets } from '../test/limits.ts';
import { documentedMethods } from '../test/methods.ts';
import { type TestHarness, transports } from '../test/transports.ts';
import { unmatchedViolations, violationsOf } from '../test/violations.ts';

/** What a request says; the paths and bodies of this table are of this service, as those of any caller are. */
interface Sent {
  method?: string;
  path?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

const statuses = contract.components.schemas.PetStatus.enum.join(', ');
const { greatest: greatestLimit, bound } = limitsOfPets();

const json = { 'Content-Type': 'application/json' };
const bruno = '{"name": "Bruno", "categoryId": 3}';

/** A body to create an animal with: the fields that are required, and those given. */
function body(fields: string): Sent {
  return { method: 'POST', body: `{"name": "Bruno", "categoryId": 3${fields && `, ${fields}`}}`, headers: json };
}

function text(content: string): Sent {
  return { method: 'POST', body: content, headers: json };
}

function query(search: string): Sent {
  return { path: `/pets?${search}` };
}

const accepted: [name: string, sent: Sent, status: number][] = [
  ['limit 1', query('limit=1'), 200],
  ['the greatest limit', query(`limit=${greatestLimit}`), 200],
  ['each status', query('status=pending'), 200],
  ['a parameter whose name is encoded', query('%6Cimit=1'), 200],
  ['a parameter that is not documented', query('page=2'), 200],
  ['such a parameter in broken percent-encoding', query('%=%E0'), 200],
  ['a parameter in other case, which is another one', query('LIMIT=0'), 200],
  ['HEAD for GET', { method: 'HEAD' }, 200],
  ['a body with every field', body('"status": "sold"'), 201],
  [
    'a media type with a charset',
    { ...text(bruno), headers: { 'Content-Type': 'Application/JSON; charset="UTF-8"' } },
    201,
  ],
  [
    'a media type with a parameter that it does not have',
    { ...text(bruno), headers: { 'Content-Type': 'application/json; version=1' } },
    201,
  ],
  [
    'the charset in its other spelling',
    { ...text(bruno), headers: { 'Content-Type': 'application/json;charset=utf8' } },
    201,
  ],
  [
    'a body that says that it is not compressed',
    { ...text(bruno), headers: { ...json, 'Content-Encoding': 'Identity' } },
    201,
  ],
  ['a body as large as the limit', text(bruno.padEnd(65_536)), 201],
  ['the largest integer a number holds', text('{"name": "Bruno", "categoryId": 9007199254740991}'), 201],
  ['the smallest', text('{"name": "Bruno", "categoryId": -9007199254740991}'), 201],
  ['an integer written as 3.0', text('{"name": "Bruno", "categoryId": 3.0}'), 201],
];

const refused: [name: string, sent: Sent, status: number, code: string][] = [
  ['limit 0', query('limit=0'), 400, 'invalid_parameter'],
  ['a limit beyond the greatest', query(`limit=${greatestLimit + 1}`), 400, 'invalid_parameter'],
  ['limit -1', query('limit=-1'), 400, 'invalid_parameter'],
  ['limit 1.5', query('limit=1.5'), 400, 'invalid_parameter'],
  ['limit 1e1', query('limit=1e1'), 400, 'invalid_parameter'],
  ['limit 010', query('limit=010'), 400, 'invalid_parameter'],
  ['limit +5', query('limit=%2B5'), 400, 'invalid_parameter'],
  ['a limit with a blank', query('limit=%205'), 400, 'invalid_parameter'],
  ['a limit that is no number', query('limit=ten'), 400, 'invalid_parameter'],
  ['an empty limit', query('limit='), 400, 'invalid_parameter'],
  ['a limit beyond 2^53', query('limit=9007199254740993'), 400, 'invalid_parameter'],
  ['a limit in broken percent-encoding', query('limit=1%'), 400, 'invalid_parameter'],
  ['a limit behind a question mark that belongs to the query', query('page=?&limit=0'), 400, 'invalid_parameter'],
  ['a status in broken percent-encoding', query('status=%FF'), 400, 'invalid_parameter'],
  ['limit twice', query('limit=5&limit=5'), 400, 'invalid_parameter'],
  ['an unknown status', query('status=undocumented'), 400, 'invalid_parameter'],
  ['a status in other case', query('status=Sold'), 400, 'invalid_parameter'],
  ['a status with a blank', query('status=sold%20'), 400, 'invalid_parameter'],
  ['an empty status', query('status='), 400, 'invalid_parameter'],
  ['two statuses', query('status=sold&status=pending'), 400, 'invalid_parameter'],
  ['two statuses in one', query('status=sold,pending'), 400, 'invalid_parameter'],
  ['an unknown identifier', { path: '/pets/4711' }, 404, 'not_found'],
  ['identifier 0', { path: '/pets/0' }, 404, 'not_found'],
  ['a negative identifier', { path: '/pets/-1' }, 404, 'not_found'],
  ['an identifier that is no integer', { path: '/pets/abc' }, 404, 'not_found'],
  ['a fraction as identifier', { path: '/pets/1.0' }, 404, 'not_found'],
  ['an identifier beyond 2^53', { path: '/pets/9007199254740993' }, 404, 'not_found'],
  ['an identifier beyond int64', { path: '/pets/99999999999999999999' }, 404, 'not_found'],
  ['an identifier that is encoded twice', { path: '/pets/%2531' }, 404, 'not_found'],
  ['an identifier with an encoded slash', { path: '/pets/1%2F2' }, 404, 'not_found'],
  ['an identifier in broken percent-encoding', { path: '/pets/%FF' }, 404, 'not_found'],
  ['no body', { method: 'POST' }, 400, 'invalid_body'],
  ['an empty body', text(''), 400, 'invalid_body'],
  ['a body without name', text('{"categoryId": 3}'), 400, 'invalid_body'],
  ['a body without categoryId', text('{"name": "Bruno"}'), 400, 'invalid_body'],
  ['a name that is null', text('{"name": null, "categoryId": 3}'), 400, 'invalid_body'],
  ['a name that is a number', text('{"name": 1, "categoryId": 3}'), 400, 'invalid_body'],
  ['a categoryId that is a string', text('{"name": "Bruno", "categoryId": "3"}'), 400, 'invalid_body'],
  ['a categoryId that is a fraction', text('{"name": "Bruno", "categoryId": 1.5}'), 400, 'invalid_body'],
  ['a categoryId of 2^53', text('{"name": "Bruno", "categoryId": 9007199254740992}'), 400, 'invalid_body'],
  ['a categoryId of 2^53+1', text('{"name": "Bruno", "categoryId": 9007199254740993}'), 400, 'invalid_body'],
  ['a categoryId of 10^30', text('{"name": "Bruno", "categoryId": 1e30}'), 400, 'invalid_body'],
  ['a status that is null', body('"status": null'), 400, 'invalid_body'],
  ['a status that is not documented', body('"status": "undocumented"'), 400, 'invalid_body'],
  ['an id', body('"id": 5'), 400, 'invalid_body'],
  ['an unknown field', body('"undescribed": "brown"'), 400, 'invalid_body'],
  ['__proto__', body('"__proto__": {"status": "sold"}'), 400, 'invalid_body'],
  ['a field twice', body('"name": "Bella"'), 400, 'invalid_body'],
  ['a list', text(`[${bruno}]`), 400, 'invalid_body'],
  ['a string', text('"Bruno"'), 400, 'invalid_body'],
  ['null', text('null'), 400, 'invalid_body'],
  ['cut JSON', text('{"name": "Bru'), 400, 'invalid_body'],
  [
    'a body that is no UTF-8',
    { ...text(''), body: Buffer.from(bruno.replace('B', 'ÿ'), 'latin1') },
    400,
    'invalid_body',
  ],
  ['a byte order mark', text(`\uFEFF${bruno}`), 400, 'invalid_body'],
  [
    'a body of one byte beyond the limit',
    text(`{"name": "${'x'.repeat(65_536 - 28)}", "categoryId": 3}`),
    413,
    'body_too_large',
  ],
  ['half a surrogate pair', text(String.raw`{"name": "\ud800", "categoryId": 3}`), 400, 'invalid_body'],
  ['another media type', { ...text(bruno), headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported_media_type'],
  [
    'a media type that starts alike',
    { ...text(bruno), headers: { 'Content-Type': 'application/json-patch+json' } },
    415,
    'unsupported_media_type',
  ],
  ['no media type', { method: 'POST', body: new TextEncoder().encode(bruno) }, 415, 'unsupported_media_type'],
  [
    'another charset',
    { ...text(bruno), headers: { 'Content-Type': 'application/json; charset=latin1' } },
    415,
    'unsupported_media_type',
  ],
  [
    'a compressed body',
    { ...text(bruno), headers: { ...json, 'Content-Encoding': 'gzip' } },
    415,
    'unsupported_media_type',
  ],
  [
    'a body that is compressed in another way',
    { ...text(bruno), headers: { ...json, 'Content-Encoding': 'br' } },
    415,
    'unsupported_media_type',
  ],
  ['a body beyond the limit', text(`{"name": "${'x'.repeat(70_000)}", "categoryId": 3}`), 413, 'body_too_large'],
  [
    'a body beyond the limit in another media type',
    { ...text('x'.repeat(70_000)), headers: { 'Content-Type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
];

const unmatched: [name: string, sent: Sent, status: number, code: string][] = [
  ['an unknown path', { path: '/nothing' }, 404, 'not_found'],
  ['a path with a slash at its end', { path: '/pets/' }, 404, 'not_found'],
  ['a path in other case', { path: '/PETS' }, 404, 'not_found'],
  ['a path below an animal', { path: '/pets/1/owner' }, 404, 'not_found'],
  ['a path outside the version', { path: '/../pets' }, 404, 'not_found'],
  ['a wrong method', { method: 'PROPFIND' }, 405, 'method_not_allowed'],
  [
    'a wrong method with a wrong body',
    { method: 'PUT', body: 'x', headers: { 'Content-Type': 'text/plain' } },
    405,
    'method_not_allowed',
  ],
  ['OPTIONS', { method: 'OPTIONS' }, 405, 'method_not_allowed'],
  ['POST to one animal', { method: 'POST', path: '/pets/1', body: bruno, headers: json }, 405, 'method_not_allowed'],
];

describe.each(Object.entries(transports))('the server %s', (_, open) => {
  let harness: TestHarness;
  let key: string;
  beforeAll(async () => {
    harness = await open();
    key = await harness.newKey();
  });
  afterAll(() => harness.close());

  function send(
    { method = 'GET', path = '/pets', body: content, headers = {} }: Sent,
    authorization: string | null = `Bearer ${key}`,
  ): Promise<Response> {
    const all = { ...headers, ...(authorization === null ? {} : { Authorization: authorization }) };
    return harness.send(
      new Request(harness.baseUrl + path, {
        method,
        headers: all,
        ...(content === undefined ? {} : { body: content }),
      }),
    );
  }

  function operationOf({ method = 'GET', path = '/pets' }: Sent) {
    if (method === 'POST') return operations.createPet.id;
    return path.startsWith('/pets/') ? operations.getPet.id : operations.listPets.id;
  }

  test.each(accepted)('serves %s', async (_name, sent, status) => {
    const response = await send(sent);
    expect(response.status).toBe(status);
    if (sent.method !== 'HEAD') expect(await violationsOf(operationOf(sent), response)).toEqual([]);
  });

  test.each(refused)('refuses %s', async (_name, sent, status, code) => {
    const response = await send(sent);
    expect(await violationsOf(operationOf(sent), response)).toEqual([]);
    expect(await response.json()).toMatchObject({ status, code });
  });

  test.each([
    ['with other values', '{"name": "Bruno", "name": "Bella", "categoryId": 7075}'],
    ['with the same value', '{"name": "Bruno", "categoryId": 7075, "categoryId": 7075}'],
    ['with an invalid value first', '{"name": "Bruno", "categoryId": null, "categoryId": 7075}'],
    ['with an invalid value last', '{"status": "sold", "name": "Bruno", "categoryId": 7075, "status": "undocumented"}'],
  ])('stores nothing where a field is given twice, %s', async (_name, content) => {
    const animals = async () => (await send(query(`limit=${greatestLimit}`))).json();
    const before = await animals();
    expect(await (await send(text(content))).json()).toMatchObject({ status: 400, code: 'invalid_body' });
    expect(await animals()).toEqual(before);
  });

  test.each(unmatched)('refuses %s', async (_name, sent, status, code) => {
    const response = await send(sent);
    expect(await unmatchedViolations(response)).toEqual([]);
    expect(await response.json()).toMatchObject({ status, code });
  });

  test.each<[string, Sent, string]>([
    ['a required field that is missing', text('{"name": "Bruno"}'), 'The body has no field categoryId.'],
    ['an unknown field', body('"undescribed": "brown"'), 'The body has the unknown field "undescribed".'],
    ['a field of a wrong type', text('{"name": 1, "categoryId": 3}'), 'The field name must be of type string.'],
    [
      'a value that is not in the enum',
      body('"status": "undocumented"'),
      `The field status must be one of ${statuses}.`,
    ],
    [
      '2^53',
      text('{"name": "Bruno", "categoryId": 9007199254740992}'),
      'The field categoryId must be an integer from -9007199254740991 to 9007199254740991.',
    ],
    [
      '2^53+1',
      text('{"name": "Bruno", "categoryId": 9007199254740993}'),
      'The body has the number 9007199254740993, which cannot be held exactly.',
    ],
    ['a list', text('[]'), 'The body must be of type object.'],
    ['no body', text(''), 'The body is missing.'],
    ['a body that is no UTF-8', { ...text(bruno), body: Buffer.from('"ÿ"', 'latin1') }, 'The body is not UTF-8.'],
    ['a body that is too large', text('x'.repeat(70_000)), 'The body must not be larger than 65536 bytes.'],
    [
      'a body without a media type',
      { method: 'POST', body: new TextEncoder().encode(bruno) },
      'The body must be application/json.',
    ],
    [
      'another media type',
      { ...text(bruno), headers: { 'Content-Type': 'text/plain' } },
      'The body must be application/json.',
    ],
    [
      'another charset',
      { ...text(bruno), headers: { 'Content-Type': 'application/json; charset=latin1' } },
      'The body must be JSON in UTF-8.',
    ],
    [
      'a compressed body',
      { ...text(bruno), headers: { ...json, 'Content-Encoding': 'gzip' } },
      'The body must not be compressed.',
    ],
    ['an unknown animal', { path: '/pets/4711' }, 'The requested animal could not be found.'],
    ['an unknown path', { path: '/nothing' }, 'The requested resource could not be found.'],
    [
      'a wrong method',
      { method: 'PROPFIND', path: '/pets/1' },
      expect.stringMatching(/^This path offers GET, HEAD\b.* only\.$/),
    ],
    ['a parameter out of bounds', query(`limit=${greatestLimit + 1}`), `The query parameter limit must be ${bound}.`],
    ['a parameter of a wrong type', query('limit=ten'), 'The query parameter limit must be of type integer.'],
    [
      'a parameter beyond 2^53',
      query('limit=9007199254740993'),
      'The query parameter limit is an integer beyond 2^53-1.',
    ],
    [
      'a parameter that is not in the enum',
      query('status=undocumented'),
      `The query parameter status must be one of ${statuses}.`,
    ],
    [
      'an identifier that is no integer',
      { path: '/pets/abc' },
      'The requested resource could not be found: petId must be of type integer.',
    ],
  ])('says what is wrong with %s', async (_name, sent, message) => {
    expect(await (await send(sent)).json()).toMatchObject({ message });
  });

  test.each([
    ['/pets', '/pets'],
    ['/pets/1', '/pets/{petId}'],
  ] as const)('names the methods of %s', async (path, template) => {
    const response = await send({ method: 'PROPFIND', path });
    const allowed = response.headers.get('Allow')?.split(', ');
    expect(allowed?.toSorted()).toEqual(documentedMethods(template));
    expect(allowed?.slice(0, 2)).toEqual(['GET', 'HEAD']);
  });

  test.each([
    ['an unknown path', { path: '/nothing' }],
    ['a wrong method', { method: 'PROPFIND' }],
    ['an unknown animal', { path: '/pets/4711' }],
    ['an invalid body', text('{}')],
    ['a wrong media type', { ...text(bruno), headers: { 'Content-Type': 'text/plain' } }],
    ['a body beyond the limit', text('x'.repeat(70_000))],
    ['an invalid parameter', query('limit=0')],
  ])('refuses a request without a key before it looks at %s', async (_name, sent: Sent) => {
    const response = await send(sent, null);
    expect(response.status).toBe(401);
    expect(await unmatchedViolations(response)).toEqual([]);
  });

  test.each([
    ['no header', () => null, 'missing_api_key'],
    ['an empty header', () => '', 'missing_api_key'],
    ['no scheme', (valid: string) => valid, 'missing_api_key'],
    ['the scheme alone', () => 'Bearer', 'missing_api_key'],
    ['a blank key', () => 'Bearer  ', 'missing_api_key'],
    ['another scheme', (valid: string) => `Basic ${valid}`, 'missing_api_key'],
    ['a word before the scheme', (valid: string) => `Other Bearer ${valid}`, 'missing_api_key'],
    ['an unknown key', () => `Bearer ${'adoption_0123456789abcdef_'.padEnd(90, '0')}`, 'invalid_api_key'],
    [
      'a key with a letter changed',
      (valid: string) => `Bearer ${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`,
      'invalid_api_key',
    ],
    ['a key with a letter dropped', (valid: string) => `Bearer ${valid.slice(0, -1)}`, 'invalid_api_key'],
    ['a key with a letter added', (valid: string) => `Bearer ${valid}0`, 'invalid_api_key'],
    ['a key in capitals', (valid: string) => `Bearer ${valid.toUpperCase()}`, 'invalid_api_key'],
    ['a key followed by another', (valid: string) => `Bearer ${valid} ${valid}`, 'missing_api_key'],
  ])('refuses %s', async (_name, authorization, code) => {
    const response = await send({}, authorization(key));
    expect(await violationsOf(operations.listPets.id, response)).toEqual([]);
    const message =
      code === 'invalid_api_key'
        ? 'The API key is not valid.'
        : 'The Authorization header carries no API key: send `Authorization: Bearer <API_KEY>`.';
    expect(await response.json()).toEqual({ status: 401, code, message });
    expect(response.headers.get('WWW-Authenticate')).toMatch(
      code === 'invalid_api_key' ? /error="invalid_token"/ : /^Bearer realm="[^"]+"$/,
    );
  });

  test.each(['bEARER ', 'Bearer  '])('takes the scheme %j (RFC 9110 sections 11.1 and 11.4)', async (scheme) => {
    expect((await send({}, scheme + key)).status).toBe(200);
  });

  test('refuses a revoked key', async () => {
    const revoked = await harness.newKey();
    expect((await send({}, `Bearer ${revoked}`)).status).toBe(200);
    await harness.storage.keys.revoke(revoked.split('_')[1] ?? '', new Date());
    expect((await send({}, `Bearer ${revoked}`)).status).toBe(401);
  });

  test('writes no key to its log', () => {
    expect(harness.log.length).toBeGreaterThan(50);
    expect(JSON.stringify(harness.log)).not.toContain(key);
    expect(harness.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
