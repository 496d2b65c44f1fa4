import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestHarness, transports } from '../test/transports.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

describe.each(Object.entries(transports))('the identifier of a request, %s', (_, open) => {
  let harness: TestHarness;
  beforeEach(async () => {
    harness = await open();
  });
  afterEach(() => harness.close());

  const namesOf = async (headers: Record<string, string>, path = '/pets') => {
    const response = await harness.send(new Request(`${harness.baseUrl}${path}`, { headers }));
    return [response.headers.get('X-Request-Id'), response.headers.get('traceparent')];
  };
  const isLogged = (text: string) => JSON.stringify(harness.log).includes(text);

  test.each(['a', '3b1e0b0c-52a1-4b52-9d2e-8f1f8c1f4c0e', 'Root=1-67891233', 'x'.repeat(40)])(
    'is that of its caller: %s',
    async (id) => {
      expect(await namesOf({ 'X-Request-Id': id })).toEqual([id, null]);
      expect(isLogged(`"requestId":"${id}"`)).toBe(true);
    },
  );

  test.each([
    ['', 'an empty one'],
    ['a b', 'one with a blank'],
    ['a"b', 'one with a quotation mark'],
    ['x'.repeat(41), 'one as long as a key may be'],
    ['é', 'one that is not ASCII'],
  ])('is a new one for %j, %s', async (id) => {
    expect(await namesOf({ 'X-Request-Id': id })).toEqual(['request-1', null]);
  });

  test.each([
    ['in part', (secret: string) => secret.slice(10, 40)],
    ['in part, in upper case', (secret: string) => secret.slice(0, 16).toUpperCase()],
    ['in part, with more before it', (secret: string) => `x${secret.slice(0, 30)}`],
    ['in part, with hyphens', (secret: string) => secret.slice(0, 32).replaceAll(/.{4}(?!$)/g, '$&-')],
    ['in part, as base64 that is cut', (secret: string) => Buffer.from(secret).toString('base64').slice(2, 40)],
    ['in part, as hexadecimal digits', (secret: string) => Buffer.from(secret).toString('hex').slice(0, 40)],
  ])('is a new one where it is the key of the request %s', async (_name, part) => {
    const key = await harness.newKey();
    const id = part(key.split('_')[2] ?? expect.fail(key));
    expect(await namesOf({ Authorization: `Bearer ${key}`, 'X-Request-Id': id })).toEqual(['request-1', null]);
    expect(isLogged(id)).toBe(false);
  });

  test.each([
    ['as it is', (key: string) => key.slice(0, 40)],
    ['as base64', (key: string) => Buffer.from(key).toString('base64').slice(0, 40)],
  ])(
    'is a new one where it is the beginning of a key, which the request has not sent otherwise, %s',
    async (_, cut) => {
      const id = cut(await harness.newKey());
      const own = `Bearer ${await harness.newKey()}`;
      expect(await namesOf({ 'X-Request-Id': id })).toEqual(['request-1', null]);
      expect(await namesOf({ Authorization: own, 'X-Request-Id': id })).toEqual(['request-2', null]);
      expect(isLogged(id)).toBe(false);
    },
  );

  const parts: [string, (secret: string) => string][] = [
    ['as it is', (secret) => secret.slice(-32)],
    ['in upper case', (secret) => secret.slice(0, 16).toUpperCase()],
    ['with more around it', (secret) => `a-${secret.slice(20, 52)}.z`],
    ['with hyphens', (secret) => secret.slice(0, 32).replaceAll(/.{4}(?!$)/g, '$&-')],
    ['as base64 that is cut', (secret) => Buffer.from(secret).toString('base64').slice(2, 40)],
    ['as hexadecimal digits', (secret) => Buffer.from(secret).toString('hex').slice(0, 40)],
  ];
  const secret = '5e0d3c1b9f7a48263b4c8d2e1f6071a9c0e8b7d65f4a3928170d6e5c4b3a2f19';

  test.each(parts)('is a new one where it is a part of a secret, and the request has no key: %s', async (_, part) => {
    const id = part(secret);
    for (const authorization of ['', 'Bearer unknown'])
      expect(await namesOf({ Authorization: authorization, 'X-Request-Id': id })).toEqual([
        expect.stringMatching(/^request-\d$/),
        null,
      ]);
    expect(isLogged(id)).toBe(false);
  });

  test.each(['4bf92f3577b34da6a3ce929d0e0e4736', 'Root=1-67891233-abcdef012345678912345678'])(
    'is that of its caller where the request has a valid key: %s',
    async (id) => {
      const headers = { Authorization: `Bearer ${await harness.newKey()}`, 'X-Request-Id': id };
      expect(await namesOf(headers)).toEqual([id, null]);
    },
  );

  test.each(['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'req-20261128123456789012', '01936ff0-6b1c-7a52-9c1e-b0c3f5a4d2e1'])(
    'is that of its caller where the request has no key: %s',
    async (id) => {
      expect(await namesOf({ 'X-Request-Id': id })).toEqual([id, null]);
    },
  );

  test('is a new one where a part of the key stands for a span', async () => {
    const key = await harness.newKey();
    const trace = `00-${traceId}-${key.slice(-16)}-01`;
    expect(await namesOf({ Authorization: `Bearer ${key}`, traceparent: trace })).toEqual(['request-1', null]);
    expect(isLogged(trace)).toBe(false);
  });

  test.each([0, 1])('is a new one where digits of the key, from digit %d on, are a trace', async (start) => {
    const key = await harness.newKey();
    const digits = Buffer.from(key.slice(-32)).toString('hex').slice(start);
    const trace = `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-01`;
    expect(await namesOf({ Authorization: `Bearer ${key}`, traceparent: trace })).toEqual(['request-1', null]);
    expect(isLogged(trace)).toBe(false);
  });

  test('is that of the trace where it has no other, and the trace is on the response', async () => {
    expect(await namesOf({ traceparent })).toEqual([traceId, traceparent]);
    expect(await namesOf({ traceparent, 'X-Request-Id': 'mine' })).toEqual(['mine', traceparent]);
    expect(isLogged(`"traceparent":"${traceparent}"`)).toBe(true);
  });

  test.each([
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-00f067aa0ba902b7-01`,
    `${traceparent}-x`,
    traceparent.toUpperCase(),
  ])('is a new one where the trace is not one: %s', async (trace) => {
    expect(await namesOf({ traceparent: trace })).toEqual(['request-1', null]);
  });

  test.each(['/pets', '/pets/1', '/none', '/../healthz', '/../readyz'])('is on every response: %s', async (path) => {
    expect(await namesOf({ 'X-Request-Id': 'mine' }, path)).toEqual(['mine', null]);
  });
});
