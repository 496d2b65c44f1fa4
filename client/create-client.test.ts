import { describe, expect, test, vi } from 'vitest';
import { basePath } from '../generated/calls.ts';
import { createClient } from './create-client.ts';
import { rateLimitOf } from './rate-limit.ts';
import { bruno, limited } from './test/examples.ts';
import { answering, base, json, key, optionsFor } from './test/scripted-fetch.ts';

describe('baseUrl', () => {
  test.each([
    ['as documented', base],
    ['with a slash at its end', `${base}/`],
    ['with several', `${base}//`],
    ['with its scheme in capitals', base.replace('https', 'HTTPS')],
  ])('%s', async (_name, baseUrl) => {
    const options = optionsFor(json(200, []));
    await createClient({ ...options, baseUrl }).GET('/pets');
    expect(options.requests[0]?.url).toBe(`${base}/pets`);
  });

  test.each([
    ['empty', ''],
    ['no address', `adoption.example${basePath}`],
    ['a path', basePath],
    ['another scheme', `ftp://adoption.example${basePath}`],
    ['a user', `https://user:s3cret@adoption.example${basePath}`],
    ['a query', `${base}?a=b`],
    ['a query that is empty', `${base}?`],
    ['a fragment', `${base}#a`],
    ['no version', 'https://adoption.example'],
    ['another version', `${base}0`],
    ['a path behind the version', `${base}/pets`],
    ['a segment that only ends so', `https://adoption.example/x${basePath.slice(1)}`],
  ])('%s is refused', (_name, baseUrl) => {
    expect(() => createClient({ ...optionsFor(), baseUrl })).toThrow(
      new TypeError(
        `baseUrl must be an http(s) address that ends with ${basePath}, without user, password, query or fragment.`,
      ),
    );
  });
});

test.each([0, 2_147_483])('every bound may be %d', (bound) => {
  const bounds = { maxRetries: bound, maxRetryAfter: bound, timeout: bound, attemptTimeout: bound };
  expect(() => createClient({ ...optionsFor(), ...bounds })).not.toThrow();
});

describe('bounds that make no sense are refused', () => {
  test.each([
    ['a negative number of retries', { maxRetries: -1 }, 'maxRetries'],
    ['endless retries', { maxRetries: Infinity }, 'maxRetries'],
    ['a negative wait', { maxRetryAfter: -1 }, 'maxRetryAfter'],
    ['no number', { maxRetryAfter: NaN }, 'maxRetryAfter'],
    ['more than a timer takes', { maxRetryAfter: 2_147_484 }, 'maxRetryAfter'],
    ['endless time', { timeout: Infinity }, 'timeout'],
    ['no time', { attemptTimeout: -1 }, 'attemptTimeout'],
  ])('%s', (_name, bounds, name) => {
    expect(() => createClient({ ...optionsFor(), ...bounds })).toThrow(
      new RangeError(`${name} must be a number from 0 to 2147483.`),
    );
  });
});

describe('a call', () => {
  test('is sent as the contract says', async () => {
    const options = optionsFor(json(200, []), json(201, bruno), json(200, bruno));
    const client = createClient(options);
    await client.GET('/pets', { params: { query: { limit: 5, status: 'sold' } } });
    await client.POST('/pets', { body: { name: 'Bruno', categoryId: 3 } });
    await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    expect(options.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${base}/pets?limit=5&status=sold`,
      `POST ${base}/pets`,
      `GET ${base}/pets/1`,
    ]);
    expect(options.requests.map(({ headers }) => headers.get('Content-Type'))).toEqual([
      null,
      'application/json',
      null,
    ]);
    expect(await options.requests[1]?.json()).toEqual({ name: 'Bruno', categoryId: 3 });
  });

  test('gives the headers of its answer as the contract has them, numbers as numbers', async () => {
    const answer = json(200, [], {
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '1.5',
      'X-RateLimit-Reset': 'soon',
      'X-Request-Id': '7',
    });
    const { headers } = await createClient(optionsFor(answer)).GET('/pets');
    expect(headers).toMatchObject({ 'X-RateLimit-Limit': 60, 'X-RateLimit-Remaining': 1.5, 'X-Request-Id': '7' });
    expect(headers['X-RateLimit-Reset']).toBeUndefined();
  });

  test('that is limited to the end gives the refusal, typed', async () => {
    const refusal = () =>
      json(429, limited, {
        'Retry-After': '2',
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': '60',
      });
    const options = optionsFor(refusal(), refusal(), refusal());
    const { data, error, response } = await createClient(options).POST('/pets', {
      body: { name: 'Bruno', categoryId: 3 },
    });
    expect({ data, error, status: response.status, waits: options.waits }).toEqual({
      data: undefined,
      error: limited,
      status: 429,
      waits: [2000, 1000, 2000, 1000],
    });
    expect(rateLimitOf(response)).toEqual({ limit: 60, remaining: 0, reset: new Date(60_000), retryAfter: 2 });
  });

  test.each([
    ['maxRetries', { maxRetries: 0 }, '1'],
    ['maxRetryAfter', { maxRetryAfter: 5 }, '6'],
    ['maxRetryAfter, 60 unless given', {}, '61'],
  ])('keeps to %s', async (_name, bounds, seconds) => {
    const options = optionsFor(json(429, limited, { 'Retry-After': seconds }));
    const { error } = await createClient({ ...options, ...bounds }).GET('/pets');
    expect([error, options.waits]).toEqual([limited, []]);
  });

  test.each([
    [{}, '61'],
    [{ maxRetryAfter: 5 }, '6'],
  ])('with %j is not sent while the key is refused for %s seconds, and gets that refusal', async (bounds, seconds) => {
    const options = optionsFor(json(429, limited, { 'Retry-After': seconds }));
    const client = createClient({ ...options, ...bounds });
    const refusals = [await client.GET('/pets'), await client.GET('/pets')];
    expect(refusals.map(({ error }) => error)).toEqual([limited, limited]);
    expect([options.requests.length, options.waits]).toEqual([1, []]);
  });

  test('is sent by the fetch that the program has by then', async () => {
    const client = createClient({ baseUrl: base, apiKey: key });
    vi.stubGlobal('fetch', answering(json(200, [bruno])).fetch);
    expect((await client.GET('/pets')).data).toEqual([bruno]);
    vi.unstubAllGlobals();
  });

  test('stops at its signal', async () => {
    const options = optionsFor(json(200, []));
    await expect(createClient(options).GET('/pets', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(options.requests).toEqual([]);
  });

  test('of no operation is refused before anything is sent', async () => {
    const options = optionsFor();
    // @ts-expect-error The contract does not have it.
    await expect(createClient(options).GET('/cats')).rejects.toThrow('GET /cats is no operation of the contract.');
    expect(options.requests).toEqual([]);
  });

  test('with a fetch of its own goes without it, as that would go without key and retries', async () => {
    const options = optionsFor(json(200, []));
    const own = vi.fn<(request: Request) => Promise<Response>>();
    // @ts-expect-error It is an option of the client.
    await createClient(options).GET('/pets', { fetch: own });
    expect([own.mock.calls.length, options.requests.length]).toEqual([0, 1]);
  });

  test('uses the global fetch unless given another', async () => {
    const { fetch, requests } = optionsFor(json(200, []));
    vi.stubGlobal('fetch', fetch);
    await createClient({ baseUrl: base, apiKey: key }).GET('/pets');
    vi.unstubAllGlobals();
    expect(requests).toHaveLength(1);
  });
});
