import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOnSocket, type TestHarness, transports } from '../test/transports.ts';

const origin = 'https://app.example';
const crossOrigin = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe.each(Object.entries(transports))('pages of other origins, %s', (_, open) => {
  let harness: TestHarness;
  beforeEach(async () => {
    harness = await open({ parts: { allowedOrigins: ['https://first.example', origin] } });
  });
  afterEach(() => harness.close());

  const send = (path: string, headers: Record<string, string>, method = 'GET') =>
    harness.send(new Request(`${harness.baseUrl}${path}`, { method, headers }));
  const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };

  test.each([
    ['/pets', 200],
    ['/pets?limit=0', 400],
    ['/pets/1', 404],
    ['/none', 404],
  ])('read a response to %s (%d) and its headers where they are allowed', async (path, status) => {
    const response = await send(path, { Origin: origin, Authorization: `Bearer ${await harness.newKey()}` });
    expect(response.status).toBe(status);
    expect(crossOrigin(response)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': expect.stringMatching(
        /^(?=.*X-RateLimit-Limit)(?=.*X-Request-Id)(?=.*Retry-After)(?=.*Sunset).*traceparent/,
      ),
    });
  });

  test('may read why they are refused, too', async () => {
    const response = await send('/pets', { Origin: origin });
    expect(response.status).toBe(401);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
  });

  test('may ask without a key what they may send', async () => {
    const response = await send('/pets', { Origin: origin, ...preflight }, 'OPTIONS');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(crossOrigin(response)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, X-Request-Id, traceparent',
      'access-control-max-age': '600',
    });
    expect(response.headers.get('Vary')).toBe('Origin');
    for (const name of ['X-RateLimit-Limit', 'X-Request-Id', 'Cache-Control'])
      expect(response.headers.has(name)).toBe(true);
    for (const incomplete of [{}, { Origin: origin }])
      expect((await send('/pets', incomplete, 'OPTIONS')).status).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['an allowed origin', { Origin: origin }],
    ['another origin', { Origin: 'https://other.example' }],
    ['no origin', {}],
  ])('are told apart by caches: the response to %s says that it depends on the origin', async (_name, headers) => {
    expect((await send('/pets', headers)).headers.get('Vary')).toBe('Origin');
  });

  test.each(['https://other.example', 'http://app.example', 'https://app.example:8443', 'null'])(
    'read nothing, and may send nothing, where they are not allowed: %s',
    async (other) => {
      const responses = [
        await send('/pets', { Origin: other }),
        await send('/pets', { Origin: other, ...preflight }, 'OPTIONS'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([401, 401]);
      expect(responses.map(crossOrigin)).toEqual([{}, {}]);
    },
  );
});

test.each(Object.entries(transports))('%s, no origin is allowed unless it is configured', async (_, open) => {
  const harness = await open();
  const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
  const response = await harness.send(new Request(`${harness.baseUrl}/pets`, { method: 'OPTIONS', headers }));
  expect([response.status, crossOrigin(response)]).toEqual([401, {}]);
  expect(response.headers.has('Vary')).toBe(false);
  await harness.close();
});

test('pages may read that the server has too much to do', async () => {
  const harness = await openOnSocket({ parts: { allowedOrigins: [origin] }, limits: { maximumBytesInFlight: -1 } });
  const response = await harness.send(new Request(`${harness.baseUrl}/pets`, { headers: { Origin: origin } }));
  expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([503, origin]);
  await harness.close();
});

test('the answer to a preflight says what is left for all addresses of its client', async () => {
  const harness = await openOnSocket({ parts: { allowedOrigins: [origin] }, trustedProxies: ['127.0.0.1'] });
  const left = async (method: string, address: string) => {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET', 'X-Forwarded-For': address };
    const response = await harness.send(new Request(`${harness.baseUrl}/pets`, { method, headers }));
    return response.headers.get('X-RateLimit-Remaining');
  };
  expect([await left('GET', '2001:db8::1'), await left('OPTIONS', '2001:db8::2')]).toEqual(['599', '599']);
  await harness.close();
});
