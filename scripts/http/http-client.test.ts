import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { type HttpResponse, NoResponse } from './exchange.ts';
import { type HttpClient, openHttpClient } from './http-client.ts';

const get = { method: 'GET', target: '/', headers: [], body: null };
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A client of a server that does this with each request. */
async function clientOf(answer: (socket: Socket) => void): Promise<HttpClient> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return clientAt(server);
}

function clientAt(server: Server): HttpClient {
  const address = server.address();
  if (address === null || typeof address === 'string') return expect.fail('The server has no port.');
  const client = openHttpClient(`http://127.0.0.1:${address.port}`, 1, Date.now);
  opened.push(client.close, () => server.close());
  return client;
}

async function answeredBy(answer: (socket: Socket) => void): Promise<HttpResponse | Error> {
  const client = await clientOf(answer);
  return client.send(get).catch((error: Error) => error);
}

const head = 'HTTP/1.1 200 OK\r\n';
const saying = (text: string) => (socket: Socket) => void socket.end(text);

describe('no response', () => {
  test.each<[name: string, answer: (socket: Socket) => void, message: RegExp]>([
    ['a connection that is closed', (socket) => socket.end(), /socket hang up/],
    ['a connection that is reset', (socket) => socket.resetAndDestroy(), /ECONNRESET/],
    ['what is no HTTP', saying('Good morning\r\n\r\n'), /Parse Error/],
    ['a head that is cut', saying('HTTP/1.1 200 O'), /Parse Error|hang up/],
    ['a body that is cut', saying(`${head}Content-Length: 9\r\n\r\nabc`), /aborted/],
    ['chunks without a size', saying(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc`), /aborted|Parse Error/],
    [
      'a body that is not coded as its header says',
      saying(`${head}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`),
      /not gzip, as its Content-Encoding says/,
    ],
    [
      'a body that is larger once it is decoded',
      (socket) => {
        const body = gzipSync(Buffer.alloc(16 * 2 ** 20 + 1));
        socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
        socket.end(body);
      },
      /more than 16 MB/,
    ],
    ['two lengths', saying(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`), /Parse Error/],
    [
      'a switch of protocols',
      saying('HTTP/1.1 101 Hi\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      /another protocol/,
    ],
    [
      'a body without end',
      (socket) => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
        const more = () => {
          while (!socket.destroyed && socket.write(`100000\r\n${' '.repeat(2 ** 20)}\r\n`));
        };
        socket.on('drain', more);
        more();
      },
      /more than 16 MB/,
    ],
  ])('%s', async (_, answer, message) => {
    const error = await answeredBy(answer);
    expect(error).toBeInstanceOf(NoResponse);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
  });
});

describe('a response', () => {
  test.each<[name: string, text: string, status: number]>([
    ['and then what is no HTTP', `${head}Content-Length: 2\r\n\r\n{}nonsense`, 200],
    ['after an interim one', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${head}Content-Length: 2\r\n\r\n{}`, 200],
    ['of HTTP/1.0, which ends with the connection', 'HTTP/1.0 404 No\r\n\r\n{}', 404],
    ['with a status that does not exist', 'HTTP/1.1 999 What\r\nContent-Length: 2\r\n\r\n{}', 999],
  ])('%s', async (_, text, status) => {
    const response = await answeredBy(saying(text));
    expect(response).toMatchObject({ status, body: Buffer.from('{}') });
  });
});

test('a request is sent again where a kept connection was closed under it, and then each over its own', async () => {
  const sockets: Socket[] = [];
  const client = await clientOf((socket) => {
    sockets.push(socket);
    if (sockets.filter((one) => one === socket).length > 1) return socket.resetAndDestroy();
    return socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
  });
  for (let count = 0; count < 4; count += 1) expect((await client.send(get)).status).toBe(200);
  expect(sockets).toHaveLength(5);
  expect(new Set(sockets).size).toBe(4);
});

test('a body is cut within a character of several bytes, and comes whole all the same', async () => {
  const text = '{"name":"Zoë Ångström"}';
  const arrived: string[][] = [];
  const server = createHttpServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    arrived.push(pieces.map(String));
    response.end(Buffer.concat(pieces));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = clientAt(server);
  for (let count = 0; count < 9; count += 1) {
    const answer = await client.send({ ...get, method: 'POST', body: Buffer.from(text) });
    expect(answer.body.toString()).toBe(text);
  }
  // A machine that is busy may read both pieces at once.
  expect(arrived).toContainEqual(['{"name":"Zo\ufffd', '\ufffd Ångström"}']);
});

test.each<[codings: string, body: Buffer]>([
  ['gzip', gzipSync('[1]')],
  ['x-gzip', gzipSync('[1]')],
  ['deflate', deflateSync('[1]')],
  ['br', brotliCompressSync('[1]')],
  ['deflate, GZIP', gzipSync(deflateSync('[1]'))],
  ['identity', Buffer.from('[1]')],
  ['constructor', Buffer.from('[1]')],
])('the body of a response in the coding %s is read', async (codings, body) => {
  const answered = await answeredBy((socket) => {
    socket.write(`${head}Content-Encoding: ${codings}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.end(body);
  });
  expect(answered).toMatchObject({ body: Buffer.from('[1]') });
});

test('a header with signs that none can have is sent as bytes of UTF-8, on one line', async () => {
  const server = createHttpServer((request, response) => {
    response.end(JSON.stringify(request.headers['x-name']));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { body } = await clientAt(server).send({ ...get, headers: [['X-Name', '\u4e2d\nb']] });
  expect(Buffer.from(JSON.parse(body.toString()), 'latin1').toString()).toBe('\u4e2d b');
});
