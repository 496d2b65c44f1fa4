import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createClient } from './create-client.ts';
import { checkApiKey } from './credential.ts';
import { bruno, limited } from './test/examples.ts';
import { listen } from './test/loopback-server.ts';
import { json, key, optionsFor } from './test/scripted-fetch.ts';

const created = { body: { name: 'Bruno', categoryId: 3 } };

describe('a key that cannot be sent is refused, and not shown', () => {
  test.each([
    ['blank', ' \t', 'missing or blank'],
    ['empty', '', 'missing or blank'],
    ['missing', undefined, 'missing or blank'],
    ['with a line break at its end', 's3cret\n', 'cannot be sent'],
    ['with a second header in it', 's3cret\r\nX-Other: 1', 'cannot be sent'],
    ['with a space', 's3cret s3cret', 'cannot be sent'],
    ['outside ASCII', 's3cret-ключ', 'cannot be sent'],
    ['with a null character', 's3cret\0', 'cannot be sent'],
  ])('%s', (_name, apiKey, message) => {
    expect(() => checkApiKey(apiKey)).toThrow(message);
    expect(() => checkApiKey(apiKey)).not.toThrow('s3cret');
  });

  test('by createClient', () => {
    expect(() => createClient({ ...optionsFor(), apiKey: ' ' })).toThrow('apiKey is missing or blank.');
  });
});

describe('the key', () => {
  test('goes with each operation and each try', async () => {
    const options = optionsFor(json(200, []), json(429, limited), json(201, bruno), json(200, bruno));
    const client = createClient(options);
    await client.GET('/pets');
    await client.POST('/pets', created);
    await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    expect(options.requests.map((request) => request.headers.get('Authorization'))).toEqual(
      Array(4).fill(`Bearer ${key}`),
    );
  });

  test('replaces what a call brings', async () => {
    const options = optionsFor(json(200, []));
    await createClient(options).GET('/pets', { headers: { Authorization: 'Basic abc' } });
    expect(options.requests[0]?.headers.get('Authorization')).toBe(`Bearer ${key}`);
  });

  test('stays here when one call goes to another origin', async () => {
    const options = optionsFor(json(200, []));
    await createClient(options).GET('/pets', { baseUrl: 'https://elsewhere.example/v1' });
    expect(options.requests[0]?.headers.get('Authorization')).toBeNull();
  });

  test('is in no error and in no request that a middleware sees', async () => {
    const client = createClient(optionsFor(new Response('<html>', { status: 200 }), new TypeError('fetch failed')));
    const seen: unknown[] = [];
    client.use({ onRequest: ({ request }) => void seen.push([...request.headers]) });
    for (let call = 0; call < 2; call++)
      await client.POST('/pets', created).catch((error: unknown) => seen.push(error));
    expect(seen).toHaveLength(4);
    expect(inspect(seen, { depth: 9, showHidden: true })).not.toContain(key);
  });
});

describe('a redirect, over sockets', () => {
  const follow = [301, 302, 303, 307, 308];

  async function twoServers(status: number) {
    const other = await listen((_request, answer) =>
      answer.writeHead(200, { 'Content-Type': 'application/json' }).end('[]'),
    );
    const home = await listen((_request, answer) =>
      answer.writeHead(status, { Location: `${other.origin}/v1/pets` }).end(),
    );
    return { home, other, client: createClient({ baseUrl: `${home.origin}/v1`, apiKey: key }) };
  }

  test.each(follow)('%i to another origin is not followed, but an error', async (status) => {
    const { client, home, other } = await twoServers(status);
    const { error, response } = await client.GET('/pets');
    expect(error).toEqual({
      code: 'unexpected_response',
      message: `The server answered ${status} with an empty body`,
      status,
    });
    expect(response.headers.get('Location')).toBe(`${other.origin}/v1/pets`);
    expect([home.received.length, other.received.length]).toEqual([1, 0]);
    expect(home.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test.each(follow)('%i does not turn a POST into another call', async (status) => {
    const { client, other } = await twoServers(status);
    expect((await client.POST('/pets', created)).error?.status).toBe(status);
    expect(other.received).toHaveLength(0);
  });

  test.each(follow)('%i that a call wants followed goes without the key', async (status) => {
    const { client, other } = await twoServers(status);
    const { data } = await client.GET('/pets', { redirect: 'follow' });
    expect(data).toEqual([]);
    expect(other.received).toHaveLength(1);
    expect(other.received[0]?.headers).not.toHaveProperty('authorization');
  });
});
