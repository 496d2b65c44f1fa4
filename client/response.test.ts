import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { basePath, operations } from '../generated/calls.ts';
import { read } from './answer.ts';
import { createClient } from './create-client.ts';
import { dataOf, UnexpectedResponseError } from './response.ts';
import { bruno, clementine } from './test/examples.ts';
import { listen } from './test/loopback-server.ts';
import { json, key, optionsFor } from './test/scripted-fetch.ts';

const type = { 'Content-Type': 'application/json' };
const notUtf8 = Buffer.concat([
  Buffer.from('[{"id":1,"name":"'),
  Buffer.from([0xff]),
  Buffer.from('","categoryId":3}]'),
]);
const list = (answer: Response) => createClient({ ...optionsFor(answer), maxRetries: 0 }).GET('/pets');
const create = (answer: Response) =>
  createClient(optionsFor(answer)).POST('/pets', { body: { name: 'Bruno', categoryId: 3 } });

describe('handed on as data', () => {
  test.each([
    ['a list', json(200, [clementine, bruno]), [clementine, bruno]],
    ['an empty list', json(200, []), []],
    ['with its length', json(200, [bruno], { 'Content-Length': '63' }), [bruno]],
    ['with a charset', json(200, [bruno], { 'Content-Type': 'Application/JSON; charset=utf-8' }), [bruno]],
    ['with a blank before its charset', json(200, [], { 'Content-Type': 'application/json ; charset=utf-8' }), []],
    ['behind a byte order mark', new Response('\uFEFF[]', { headers: type }), []],
    [
      'an integer beyond 2^53 that is exact',
      new Response('[{"id":9007199254740994}]', { headers: type }),
      [{ id: 9007199254740994 }],
    ],
  ])('%s', async (_name, answer, data) => {
    const result = await list(answer);
    expect(result.data).toEqual(data);
    expect(result.error).toBeUndefined();
  });
});

describe('a success that is none is thrown', () => {
  test.each([
    ['another status', json(202, []), 'GET /pets answered 202, which the contract does not document.'],
    [
      'no content',
      new Response(null, { status: 204 }),
      'GET /pets answered 204, which the contract does not document.',
    ],
    [
      'a page',
      new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
      'with text/html instead of application/json.',
    ],
    ['no media type', new Response(new Blob(['[]'])), 'with no media type instead of application/json.'],
    [
      'a page that calls itself JSON',
      new Response('<html>', { headers: type }),
      'with a body that is not JSON: <html>.',
    ],
    ['half a body', new Response('[{"id":1', { headers: type }), 'with a body that is not JSON: [{"id":1.'],
    [
      'bytes that are no UTF-8',
      new Response(notUtf8, { headers: type }),
      'with a body that is not UTF-8: [{"id":1,"name":"\uFFFD',
    ],
    ['an empty body', new Response('', { headers: type }), 'with an empty body.'],
    [
      'an empty body of length 0',
      new Response('', { headers: { ...type, 'Content-Length': '0' } }),
      'with an empty body.',
    ],
    [
      'an integer that would be altered',
      new Response('[{"id":9007199254740993}]', { headers: type }),
      'the number 9007199254740993 at /0/id is beyond what a JavaScript number holds exactly',
    ],
    [
      'the same with its length',
      new Response('[{"id":9007199254740993}]', { headers: { ...type, 'Content-Length': '25' } }),
      'the number 9007199254740993 at /0/id is beyond what a JavaScript number holds exactly',
    ],
  ])('%s', async (_name, answer, message) => {
    const error: unknown = await list(answer).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toHaveProperty('message', expect.stringContaining(message));
  });

  test('the status of another operation is no success of this one', async () => {
    await expect(create(json(200, bruno))).rejects.toThrow(
      'POST /pets answered 200, which the contract does not document.',
    );
  });

  test('the response comes with it, and its text', async () => {
    const error: unknown = await list(new Response('<html>', { headers: type })).catch((thrown: unknown) => thrown);
    if (!(error instanceof UnexpectedResponseError)) throw error;
    expect([error.response.status, await error.response.text()]).toEqual([200, '<html>']);
  });
});

describe('every other status is an error of the documented shape', () => {
  const notFound = { code: 'not_found', message: 'The requested animal could not be found.', status: 404 };
  const written = (status: number, body: string) => ({
    code: 'unexpected_response',
    message: `The server answered ${status} with ${body}`,
    status,
  });
  const noError = 'a body that is no error object of the contract:';
  test.each([
    ['documented', json(404, notFound), notFound],
    ['of an undocumented status', json(418, { ...notFound, status: 418 }), { ...notFound, status: 418 }],
    ['with a field more', json(404, { ...notFound, trace: 'abc' }), { ...notFound, trace: 'abc' }],
    ['an empty body', new Response('', { status: 500 }), written(500, 'an empty body')],
    [
      'an empty body of length 0',
      new Response(null, { status: 500, headers: { 'Content-Length': '0' } }),
      written(500, 'an empty body'),
    ],
    ['a page', new Response('<html>\n  Bad   gateway', { status: 502 }), written(502, `${noError} <html> Bad gateway`)],
    ['a long page', new Response('x'.repeat(5000), { status: 502 }), written(502, `${noError} ${'x'.repeat(200)}`)],
    ['null', json(500, null), written(500, `${noError} null`)],
    ['false', json(500, false), written(500, `${noError} false`)],
    ['other JSON', json(403, { title: 'Forbidden' }), written(403, `${noError} {"title":"Forbidden"}`)],
    [
      'a wrong type',
      json(404, { ...notFound, code: 7 }),
      written(404, `${noError} ${JSON.stringify({ ...notFound, code: 7 })}`),
    ],
    [
      'a status that is no number',
      json(404, { ...notFound, status: '404' }),
      written(404, `${noError} ${JSON.stringify({ ...notFound, status: '404' })}`),
    ],
    [
      'a number that would be altered',
      new Response('{"code":"a","message":"b","status":9007199254740993}', { status: 400 }),
      written(400, `${noError} {"code":"a","message":"b","status":9007199254740993}`),
    ],
    ['not modified', new Response(null, { status: 304 }), written(304, 'an empty body')],
    [
      'an error object that is no UTF-8',
      new Response(
        Buffer.concat([Buffer.from('{"code":"x","message":"'), Buffer.from([0xff]), Buffer.from('","status":404}')]),
        { status: 404 },
      ),
      written(404, `${noError} {"code":"x","message":"\uFFFD","status":404}`),
    ],
    [
      'another status than its own',
      json(404, { ...notFound, status: 410 }),
      written(404, `${noError} ${JSON.stringify({ ...notFound, status: 410 })}`),
    ],
    [
      'a redirect that a browser hides',
      Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
      { ...written(0, ''), message: 'The server answered a redirect, which a browser does not show' },
    ],
  ])('%s', async (_name, answer, error) => {
    const result = await list(answer);
    expect(result.error).toEqual(error);
    expect(result.data).toBeUndefined();
    expect(result.response.status).toBe(answer.status);
  });
});

describe('over a socket', () => {
  const start = async (listener: RequestListener) => {
    const { origin } = await listen(listener);
    return createClient({ baseUrl: `${origin}${basePath}`, apiKey: key, maxRetries: 0 });
  };

  test('a status beyond what a Response may be made with is an error', async () => {
    const client = await start((_request, answer) => answer.writeHead(999).end());
    expect((await client.GET('/pets')).error?.status).toBe(999);
  });

  test('url and headers of the response stay', async () => {
    const client = await start((_request, answer) =>
      answer.writeHead(200, { ...type, 'X-Request-Id': 'abc' }).end('[]'),
    );
    const { response } = await client.GET('/pets', { params: { query: { limit: 5 } } });
    expect(new URL(response.url).pathname).toBe(`${basePath}/pets`);
    expect(new URL(response.url).search).toBe('?limit=5');
    expect(response.headers.get('X-Request-Id')).toBe('abc');
  });

  test('a connection that breaks within the body is thrown', async () => {
    const client = await start((_request, answer) => {
      answer.writeHead(200, { ...type, 'Content-Length': '100' });
      answer.write('[', () => answer.destroy());
    });
    await expect(client.GET('/pets')).rejects.toThrow(TypeError);
  });

  test('no answer is thrown', async () => {
    const client = await start((request) => request.socket.destroy());
    await expect(client.GET('/pets')).rejects.toThrow(TypeError);
  });
});

describe('contracts to come', () => {
  const documents = (status: string, ...mediaTypes: string[]) => ({
    ...operations.listPets,
    successes: { [status]: mediaTypes },
  });
  const documentsAll = {
    ...operations.listPets,
    successes: { default: ['text/plain'], '2XX': ['application/json'], 204: [] },
  };
  test.each([
    ['a success without content', new Response(null, { status: 204 }), documents('204'), undefined],
    ['a range', json(202, []), documents('2XX', 'application/json'), []],
    ['a default', json(202, []), documents('default', 'application/json'), []],
    ['a range rather than a default', json(202, []), documentsAll, []],
    ['a status rather than a range', new Response(null, { status: 204 }), documentsAll, undefined],
  ])('%s', async (_name, answer, operation, data) => {
    expect(dataOf(await read(answer), operation, key)).toEqual(data);
  });
});
