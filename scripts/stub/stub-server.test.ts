import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../http/exchange.ts';
import type { Respond, ScriptedResponse } from '../http/scripted-response.ts';
import { type StubServer, type StubServerOptions, serveStub } from './stub-server.ts';

const opened: StubServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

async function open(respond: Respond, options: Partial<StubServerOptions> = {}): Promise<StubServer> {
  const server = await serveStub(respond, { basePath: '/v1', port: 0, ...options });
  opened.push(server);
  return server;
}

const responseOf = (parts: Partial<ScriptedResponse> = {}): ScriptedResponse => ({
  status: 200,
  headers: [],
  body: Buffer.from('{"a":1}'),
  receivedAt: 0,
  ...parts,
});

/** What comes back for these bytes until the connection ends, without the headers that Node.js adds. */
async function exchange({ baseUrl }: StubServer, request: string): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(request);
  await once(socket, 'close');
  return Buffer.concat(chunks)
    .toString('latin1')
    .replaceAll(/^(Date|Connection): .*\r\n/gm, '');
}

const get = (target = '/v1/a', headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: stub\r\nConnection: close\r\n${headers}\r\n`;

describe('a response goes over the network', () => {
  const body = Buffer.from('{"name":"value"}');
  test.each<[what: string, response: Partial<ScriptedResponse>, expected: string | RegExp]>([
    ['whole, unless said', { body }, 'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"name":"value"}'],
    [
      'with its headers in their order, and those that are there twice',
      {
        headers: [
          ['X-B', '1'],
          ['x-a', '2'],
          ['X-B', '3'],
        ],
        body: Buffer.alloc(0),
      },
      'HTTP/1.1 200 OK\r\nX-B: 1\r\nx-a: 2\r\nX-B: 3\r\nContent-Length: 0\r\n\r\n',
    ],
    [
      'with the length that it says itself',
      { headers: [['content-length', '16']], body },
      'HTTP/1.1 200 OK\r\ncontent-length: 16\r\n\r\n{"name":"value"}',
    ],
    [
      'cut after some bytes of the announced ones',
      { body, delivery: { kind: 'cut', after: 5 } },
      'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"nam',
    ],
    [
      'cut before the first byte of the body',
      { body, delivery: { kind: 'cut', after: 0 } },
      'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n',
    ],
    [
      'in pieces',
      { body, delivery: { kind: 'pieces' } },
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"name\r\n6\r\n":"val\r\n4\r\nue"}\r\n0\r\n\r\n',
    ],
    [
      'late, but whole',
      { body, delivery: { kind: 'late', milliseconds: 5 } },
      'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"name":"value"}',
    ],
    ['not at all', { body, delivery: { kind: 'none' } }, ''],
    ['without a body where none may be', { status: 204, body: Buffer.alloc(0) }, 'HTTP/1.1 204 No Content\r\n\r\n'],
    [
      'with a status that nobody knows',
      { status: 599, body: Buffer.from('x') },
      'HTTP/1.1 599 unknown\r\nContent-Length: 1\r\n\r\nx',
    ],
    [
      'with header values that are no Latin-1, on one line',
      { headers: [['X-A', 'ż\nb']], body: Buffer.alloc(0) },
      'HTTP/1.1 200 OK\r\nX-A: Å¼ b\r\nContent-Length: 0\r\n\r\n',
    ],
  ])('%s', async (_, response, expected) => {
    expect(await exchange(await open(async () => responseOf(response)), get())).toBe(expected);
  });

  test('after another one on the same connection', async () => {
    let count = 0;
    const server = await open(async () => responseOf({ body: Buffer.from(String((count += 1))) }));
    const first = 'GET /v1/a HTTP/1.1\r\nHost: stub\r\n\r\n';
    const text = await exchange(server, first + get());
    expect(text.replaceAll(/Keep-Alive: .*\r\n/g, '')).toBe(
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2',
    );
  });

  test('in time, where another one has to wait', async () => {
    const asked = Promise.withResolvers<void>();
    const slow = await open(
      async () => {
        asked.resolve();
        return responseOf();
      },
      { latency: 300 },
    );
    const fast = await open(async () => responseOf());
    const order: string[] = [];
    const late = exchange(slow, get()).then(() => order.push('slow'));
    await asked.promise;
    await exchange(fast, get()).then(() => order.push('fast'));
    await late;
    expect(order).toEqual(['fast', 'slow']);
  });
});

describe('a request comes', () => {
  async function received(request: string, options: Partial<StubServerOptions> = {}): Promise<HttpRequest[]> {
    const requests: HttpRequest[] = [];
    const server = await open(async (one) => {
      requests.push(one);
      return responseOf();
    }, options);
    await exchange(server, request);
    return requests;
  }

  test.each<[what: string, request: string, expected: Partial<HttpRequest>, basePath?: string]>([
    [
      'with its target below the base path',
      get('/v1/a%20b?c=d&c=%2F'),
      { method: 'GET', target: '/a%20b?c=d&c=%2F', body: null },
    ],
    [
      'with its headers as they are',
      get('/v1/a', 'X-b: 1\r\nx-A:  2\r\nX-b: 3\r\n'),
      {
        headers: [
          ['Host', 'stub'],
          ['Connection', 'close'],
          ['X-b', '1'],
          ['x-A', '2'],
          ['X-b', '3'],
        ],
      },
    ],
    [
      'with its whole body',
      'POST /v1/a HTTP/1.1\r\nHost: stub\r\nConnection: close\r\nContent-Length: 3\r\n\r\n\u0000\u00e9b',
      { method: 'POST', body: Buffer.from('\u0000\u00e9', 'utf8') },
    ],
    [
      'with a body in chunks',
      'POST /v1/a HTTP/1.1\r\nHost: stub\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n',
      { body: Buffer.from('abc') },
    ],
    [
      'without a body',
      'POST /v1/a HTTP/1.1\r\nHost: stub\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      { body: null },
    ],
    ['to a proxy', get('http://stub/v1/a?b'), { target: '/a?b' }],
    ['to the base path itself', get('/v1?a'), { target: '?a' }],
    ['beside the base path', get('/a'), { target: 'http://stub/a' }],
    ['to what only begins like the base path', get('/v10/a'), { target: 'http://stub/v10/a' }],
    ['where there is no base path', get('/v1/a'), { target: '/v1/a' }, ''],
  ])('%s', async (_, request, expected, basePath = '/v1') => {
    expect(await received(request, { basePath })).toEqual([expect.objectContaining(expected)]);
  });
});

describe('whatever a client does, the next one is served', () => {
  test.each<[what: string, rude: (server: StubServer) => Promise<unknown>]>([
    [
      'it sends no HTTP',
      async (server) =>
        expect(await exchange(server, 'nonsense\r\n\r\n')).toBe(
          'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n',
        ),
    ],
    [
      'it hangs up with half a body sent',
      async ({ baseUrl }) => {
        const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
        socket.write('POST /v1/a HTTP/1.1\r\nHost: stub\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
        await once(socket, 'close');
      },
    ],
    [
      'it hangs up before it is answered',
      async ({ baseUrl }) => {
        const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
        socket.write(get('/v1/late'), () => socket.destroy());
        await once(socket, 'close');
      },
    ],
  ])('%s', async (_, rude) => {
    const server = await open(async ({ target }) =>
      responseOf(target === '/late' ? { delivery: { kind: 'late', milliseconds: 20 } } : {}),
    );
    await rude(server);
    expect(await exchange(server, get())).toContain('{"a":1}');
  });

  test('the stub itself fails, which is reported', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await open(async ({ target }) => {
      if (target === '/fails') throw new TypeError('expected by this test');
      return responseOf();
    });
    expect(await exchange(server, get('/v1/fails'))).toContain('HTTP/1.1 500 Internal Server Error\r\n');
    expect(printed.mock.calls.flat().join()).toContain('TypeError: expected by this test');
    printed.mockRestore();
    expect(await exchange(server, get())).toContain('{"a":1}');
  });
});

describe('what is no HTTP', () => {
  test.each<[what: string, bytes: string, expected: { method: string; target: string } | undefined]>([
    ['is reported', 'nonsense\r\n\r\n', { method: 'GET', target: '' }],
    ['is reported with its request line', 'PUT /v1/a?b HTTP/1.1\r\nX A: b\r\n\r\n', { method: 'PUT', target: '/a?b' }],
    [
      'is no request that ends too early',
      'POST /v1/a HTTP/1.1\r\nHost: stub\r\nContent-Length: 9\r\n\r\nhalf',
      undefined,
    ],
  ])('%s', async (_, bytes, expected) => {
    const onNoHttp = vi.fn<(request: HttpRequest, reason: string) => void>();
    const { baseUrl } = await open(async () => responseOf(), { onNoHttp });
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    socket.end(bytes).resume();
    await once(socket, 'close');
    expect(onNoHttp.mock.calls).toEqual(
      expected === undefined ? [] : [[{ ...expected, headers: [], body: null }, expect.stringMatching(/./)]],
    );
  });
});

test('what is under way ends with the server', async () => {
  const asked = Promise.withResolvers<void>();
  const server = await open(async () => {
    asked.resolve();
    return responseOf({ delivery: { kind: 'late', milliseconds: 600_000 } });
  });
  const answered = exchange(server, get());
  await asked.promise;
  await server.close();
  expect(await answered).toBe('');
});

test('a port that is taken cannot be had', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  // A server that listens on a port has an AddressInfo.
  const { port } = other.address() as AddressInfo;
  await expect(open(async () => responseOf(), { port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: the port is taken. --port 0 takes a free one.`,
  );
  other.close();
});

describe('pages of other origins', () => {
  const preflight = [
    'OPTIONS /v1/a HTTP/1.1',
    'Host: stub',
    'Connection: close',
    'Origin: http://page',
    'Access-Control-Request-Method: PUT',
    'Access-Control-Request-Headers: authorization,x-a',
    '\r\n',
  ].join('\r\n');
  const readable = [
    'HTTP/1.1 200 OK',
    'Access-Control-Allow-Origin: *',
    'Access-Control-Expose-Headers: *',
    'Content-Length: 7',
    '',
    '{"a":1}',
  ].join('\r\n');

  test.each<[what: string, cors: boolean, request: string, expected: string]>([
    ['may read everything of a response', true, get(), readable],
    [
      'learn what they may send',
      true,
      preflight,
      [
        'HTTP/1.1 204 No Content',
        'Access-Control-Allow-Methods: GET, HEAD, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers: authorization,x-a',
        'Access-Control-Max-Age: 600',
        'Access-Control-Allow-Origin: *',
        'Access-Control-Expose-Headers: *',
        '\r\n',
      ].join('\r\n'),
    ],
    ['learn nothing where that is not wanted', false, preflight, 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"a":1}'],
    [
      'ask the stub itself with other OPTIONS',
      true,
      preflight.replace(/Access-Control-Request-Method.*\r\n/, ''),
      readable,
    ],
  ])('%s', async (_, cors, request, expected) => {
    expect(await exchange(await open(async () => responseOf(), { cors }), request)).toBe(expected);
  });
});
