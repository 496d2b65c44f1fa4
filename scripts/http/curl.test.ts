import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { curlOf } from './curl.ts';
import type { HttpRequest } from './exchange.ts';

/** What the server got, its texts by bytes. */
interface Received {
  method: string | undefined;
  target: string | undefined;
  headers: string[];
  body: string;
}

let server: Server;
let origin: string;
let received: Received[];

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method, url, rawHeaders } = incoming;
    const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
    received.push({
      method,
      target: url,
      headers: lines.filter((line) => !/^(Host|Connection):/i.test(line)).sort(),
      body: Buffer.concat(chunks).toString('latin1'),
    });
    outgoing.end('received');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  received = [];
});

const get: HttpRequest = { method: 'GET', target: '/things', headers: [], body: null };
const post: HttpRequest = { ...get, method: 'POST', headers: [['Content-Type', 'application/json']] };
const withBody = (body: string | number[]): HttpRequest => ({
  ...post,
  body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(body),
});
const withTarget = (target: string): HttpRequest => ({ ...get, target });
const everyByte = Array.from({ length: 256 }, (_, byte) => byte);

async function runInShell(line: string): Promise<void> {
  await promisify(execFile)('sh', ['-c', line], { encoding: 'buffer' });
}

/** The same as Node.js sends it. */
async function send({ method, target, headers, body }: HttpRequest): Promise<void> {
  const outgoing = startRequest(origin, { method, path: `/v1${target}` });
  for (const [name, values] of Map.groupBy(headers, ([name]) => name))
    outgoing.setHeader(
      name,
      values.map(([, value]) => value),
    );
  if (body !== null) outgoing.setHeader('Content-Length', body?.length ?? 0);
  const answered = once(outgoing, 'response');
  outgoing.end(body ?? undefined);
  await answered;
}

test.each<[name: string, request: HttpRequest]>([
  ['nothing special', get],
  ['a method of its own', { ...get, method: 'M-SEARCH' }],
  ['HEAD', { ...get, method: 'HEAD' }],
  ['DELETE with a body', { ...withBody('{}'), method: 'DELETE' }],
  ['GET with a body', { ...withBody('{}'), method: 'GET' }],
  ['POST without a body', post],
  ['DELETE without a body', { ...get, method: 'DELETE' }],
  ['OPTIONS', { ...get, method: 'OPTIONS' }],
  ['an empty body', withBody('')],
  ['a body without a type', { ...withBody('a=b'), headers: [] }],
  ['JSON', withBody('{"name":"Jöns 😀","categoryId":3}')],
  ['quotes', withBody(`it's "$HOME" \`date\` $(date) !! \\n %s`)],
  ['lines', withBody('one\ntwo\r\n\n')],
  ['NUL', withBody('a\0b')],
  ['a file name', withBody('@/etc/hostname')],
  ['a dash', withBody('-\n')],
  ['digits after a byte', withBody('\x011\x0029\n')],
  ['invalid UTF-8', withBody([0xff, 0x27, 0x25, 0x5c, 0xc3])],
  ['a mark that turns the text', withBody('\u202Eabc')],
  ['every byte', withBody(everyByte)],
  ['a long text', withBody('a'.repeat(70_000))],
  ['a long run of one byte', withBody(`${' '.repeat(150_000)}{"a":"%"}`)],
  ['one byte alone, often', withBody('\0'.repeat(150_000))],
  ['a query', withTarget('/things?a=b&c=%20%00&d=it\'s&e="$HOME"')],
  ['brackets', withTarget('/things?filter[a]={b,c}&d=[1-3]')],
  ['dots', withTarget('/things/../a/./%2e%2E/b')],
  ['a fragment', withTarget('/things#part')],
  ['what no URL has', withTarget('/things/"<>`|\\^')],
  ['an empty path', withTarget('')],
  ['a query alone', withTarget('?a')],
  ['an empty header', { ...get, headers: [['X-Empty', '']] }],
  [
    'its own Accept and User-Agent',
    {
      ...get,
      headers: [
        ['accept', 'text/*;q=0.5'],
        ['User-Agent', 'me'],
      ],
    },
  ],
  [
    'a header twice',
    {
      ...get,
      headers: [
        ['X-Two', 'a'],
        ['X-Two', 'b'],
      ],
    },
  ],
  ['a header with quotes', { ...get, headers: [['X-Odd', `it's "$HOME"; @x \\`]] }],
  ['a header with bytes', { ...get, headers: [['X-Odd', "\xe4'%\t\xff"]] }],
])('sends %s as it is', async (_, request) => {
  const line = curlOf(`${origin}/v1/`, request);
  await runInShell(line);
  await send(request);
  expect(received).toHaveLength(2);
  expect(received[0]).toEqual(received[1]);
  expect(line).toMatch(/^(curl|printf|\{ head) [^\p{C}\p{Zl}\p{Zp}]*$/u);
});

test('reads as a person would write it', () => {
  expect(
    curlOf('http://localhost:8080/v1', {
      ...withBody('{"a":1}'),
      headers: [...post.headers, ['Authorization', 'Bearer x']],
    }),
  ).toBe(
    "curl --include --request POST 'http://localhost:8080/v1/things'" +
      " --header 'Content-Type: application/json' --header 'Authorization: Bearer x'" +
      ` --header 'User-Agent:' --header 'Accept:' --data-binary '{"a":1}'`,
  );
  expect(curlOf('http://localhost:8080/v1', withTarget('http://localhost:8080/elsewhere?a'))).toBe(
    "curl --include 'http://localhost:8080/elsewhere?a' --header 'User-Agent:' --header 'Accept:'",
  );
  expect(curlOf('http://[::1]:80/', get)).toBe(
    "curl --include --globoff 'http://[::1]/things' --header 'User-Agent:' --header 'Accept:'",
  );
});

test('sends long bodies by the standard input', () => {
  expect(curlOf(origin, withBody('ab'.repeat(100_000)))).toMatch(/^printf '(ab){100000}' \| curl /);
});

test('says a long run of one byte by its number', () => {
  expect(curlOf(origin, withBody(`${' '.repeat(200_000)}{}`))).toMatch(
    /^\{ head -c 200000 \/dev\/zero \| tr '\\0' '\\40'; printf '\{\}'; \} \| curl /,
  );
});
