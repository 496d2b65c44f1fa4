import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { basePath } from '../generated/calls.ts';
import { createClient } from './create-client.ts';
import { authorised, checkApiKey } from './credential.ts';
import type { Sent } from './hooks.ts';
import { bruno, limited } from './test/examples.ts';
import { listen } from './test/loopback-server.ts';
import { answering, base, json, key, optionsFor } from './test/scripted-fetch.ts';

const created = { body: { name: 'Bruno', categoryId: 3 } };

describe('a key that cannot be sent is refused, and not shown', () => {
  test.each([
    ['blank', ' \t'],
    ['empty', ''],
    ['missing', undefined],
    ['with a line break at its end', 's3cret\n'],
    ['with a second header in it', 's3cret\r\nX-Other: 1'],
    ['with a space', 's3cret s3cret'],
    ['outside ASCII', 's3cret-ключ'],
    ['with a null character', 's3cret\0'],
  ])('%s', (_name, apiKey) => {
    expect(() => checkApiKey(apiKey)).toThrow('apiKey must be a text of visible ASCII characters.');
    expect(() => checkApiKey(apiKey)).not.toThrow('s3cret');
  });

  test('by createClient', () => {
    expect(() => createClient({ ...optionsFor(), apiKey: ' ' })).toThrow('apiKey must be');
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

  test.each([
    ['host', 'https://elsewhere.example/'],
    ['host that begins alike', 'https://adoption.example.elsewhere.example/'],
    ['port', 'https://adoption.example:8443/'],
    ['scheme', 'http://adoption.example/'],
  ])('does not go to another origin: %s', async (_, url) => {
    const { fetch, requests } = answering(json(200, []));
    await authorised(fetch, key, new URL(base).origin)(new Request(url));
    expect(requests[0]?.headers.get('Authorization')).toBeNull();
  });

  test('is in no error and in nothing that a hook sees', async () => {
    const seen: unknown[] = [];
    const client = createClient({
      ...optionsFor(new Response('<html>', { status: 200 }), new TypeError('fetch failed')),
      onRequest: ({ request }) => void seen.push(request, [...request.headers]),
      onResponse: (sent) => void seen.push(sent, [...sent.request.headers]),
    });
    for (let call = 0; call < 2; call++)
      await client.POST('/pets', created).catch((error: unknown) => seen.push(error));
    expect(seen).toHaveLength(10);
    expect(inspect(seen, { depth: 9, showHidden: true })).not.toContain(key);
  });

  const twice = `${key}/${key}`;
  const echo = `{"code":"a","message":"No key ${twice}.","status":401}`;
  test.each([
    ['an error object', new Response(echo, { status: 401 })],
    ['the code of an error object', new Response(echo.replace('"a"', `"bad-${key}"`), { status: 401 })],
    ['what else is in an error object', new Response(echo.replace('}', `,"${key}":["${key}"]}`), { status: 401 })],
    ['an error object with escapes', new Response(echo.replaceAll('k3y', '\\u006b3y'), { status: 401 })],
    ['a page', new Response(`<p>${twice}`, { status: 401 })],
    ['a page, where the text is cut', new Response(`${' .'.repeat(96)}${key}`, { status: 401 })],
    [
      'a success that is no JSON',
      new Response(twice, { status: 201, headers: { 'Content-Type': 'application/json' } }),
    ],
    ['a media type', new Response('', { status: 201, headers: { 'Content-Type': twice } })],
    [
      'a number that would be altered',
      new Response(`{"${twice}":9007199254740993}`, { status: 201, headers: { 'Content-Type': 'application/json' } }),
    ],
  ])('is not in the message where the server echoes it: %s', async (_name, answer) => {
    const call = createClient(optionsFor(answer)).POST('/pets', created);
    const error = await call.then((result) => result.error, String);
    const shown = inspect(error);
    for (let start = 0; start + 5 <= key.length; start++) expect(shown).not.toContain(key.slice(start, start + 5));
    expect(shown).toContain('[API key]');
  });
});

test.each([
  ['all of the request', (request: string) => request],
  ['a field without a colon', () => `HTTP/1.1 200 OK\r\nGiven ${key}\r\n\r\n`],
  [
    'a body that is cut in other pieces than it says',
    () => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${key}`,
  ],
])('the key is in no error, nor seen by a hook, where it comes back as what is no HTTP: %s', async (_, answer) => {
  const server = createServer((socket) => socket.on('data', (request) => socket.end(answer(String(request)))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const seen: unknown[] = [];
  const onResponse = (sent: Sent) => void seen.push(sent.error);
  const baseUrl = `http://127.0.0.1:${address.port}${basePath}`;
  const options = { baseUrl, apiKey: key, maxRetries: 0, onResponse };
  await createClient(options)
    .GET('/pets')
    .catch((error: unknown) => seen.push(error));
  expect(seen).toEqual([expect.any(TypeError), expect.any(TypeError)]);
  expect(inspect(seen, { depth: 9, showHidden: true })).not.toContain(key);
});

test('what else the cause of an error has is left as it is', async () => {
  const cause = Object.freeze({ code: 'MINE', data: 'of the caller' });
  const client = createClient({ ...optionsFor(new Error('It failed.', { cause })), maxRetries: 0 });
  await expect(client.GET('/pets')).rejects.toMatchObject({ cause: { data: 'of the caller' } });
});

test.each([
  ['escaped for JSON', JSON.stringify],
  ['escaped for a URL', encodeURIComponent],
])('a key with other characters than letters is not shown where it is echoed %s', async (_, escaped) => {
  const apiKey = 'k3y+/"of\\a-Test';
  const answer = new Response(`No key ${escaped(apiKey)}`, { status: 401 });
  const { error } = await createClient({ ...optionsFor(answer), apiKey }).GET('/pets');
  expect(error?.message).toMatch(/\[API key\]"?$/);
  expect(error?.message).not.toMatch(/k3y|Test/);
});

test('a key as tests have it leaves the code of an error as it is', async () => {
  const answer = json(401, { code: 'invalid_api_key', message: 'The key is not valid.', status: 401 });
  const { error } = await createClient({ ...optionsFor(answer), apiKey: 'key' }).GET('/pets');
  expect(error?.code).toBe('invalid_api_key');
});

describe('a redirect, over sockets', () => {
  const follow = [301, 302, 303, 307, 308];

  async function twoServers(status: number) {
    const other = await listen((_request, answer) =>
      answer.writeHead(200, { 'Content-Type': 'application/json' }).end('[]'),
    );
    const home = await listen((_request, answer) =>
      answer.writeHead(status, { Location: `${other.origin}${basePath}/pets` }).end(),
    );
    return { home, other, client: createClient({ baseUrl: `${home.origin}${basePath}`, apiKey: key }) };
  }

  test.each(follow)('%i to another origin is not followed, but an error', async (status) => {
    const { client, home, other } = await twoServers(status);
    const { error, response } = await client.GET('/pets');
    expect(error).toEqual({
      code: 'unexpected_response',
      message: `The server answered ${status} with an empty body`,
      status,
    });
    expect(response.headers.get('Location')).toBe(`${other.origin}${basePath}/pets`);
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
