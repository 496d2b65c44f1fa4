import { isUtf8 } from 'node:buffer';
import type { HttpRequest } from './exchange.ts';

// Below what Linux takes as one argument; a longer body goes through the standard input.
const mostArgumentBytes = 100_000;
// So many bytes, all alike, nobody reads one by one.
const leastCounted = 1000;
// What RFC 3986 has in a path and a query, and brackets, which many queries have.
const plainTarget = /^\/[\w\-.~!$&'()*+,;=:@%/?[\]{}]*$/;
// Where the HTTP client of Node.js sends no Content-Length when there is no body.
const withoutLength = /^(GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/;
const dotSegment = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/**
 * The request as one line for a POSIX shell, of printable characters alone,
 * that sends these bytes and no header of curl's own. All that comes from the request is between single quotes.
 */
export function curlOf(baseUrl: string, request: HttpRequest): string {
  const { headers } = request;
  const body = request.body ?? (withoutLength.test(request.method) ? null : Buffer.alloc(0));
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const surplus = [
    'User-Agent',
    'Accept',
    ...(body === null ? [] : ['Content-Type']),
    ...(body !== null && body.length > 1024 ? ['Expect'] : []),
  ];
  const words = [
    'curl --include',
    ...methodWords(request.method, body),
    ...targetWords(baseUrl, request.target),
    ...headers.flatMap(([name, value]) => [
      '--header',
      argument(value.trim() === '' ? `${name};` : `${name}: ${value}`),
    ]),
    ...surplus.filter((name) => !names.has(name.toLowerCase())).flatMap((name) => ['--header', quoted(`${name}:`)]),
  ];
  if (body === null) return words.join(' ');
  if (isPlainBody(body)) return [...words, '--data-binary', quoted(body.toString())].join(' ');
  return [`${written(body)} |`, ...words, '--data-binary @-'].join(' ');
}

/** The command that writes these bytes. Many of one kind at their beginning are said by their number. */
function written(body: Buffer): string {
  const end = body.findIndex((byte) => byte !== body[0]);
  const count = end < 0 ? body.length : end;
  if (count < leastCounted) return `printf ${quoted(printfFormat(body))}`;
  const rest = `printf ${quoted(printfFormat(body.subarray(count)))}`;
  return `{ head -c ${count} /dev/zero | tr '\\0' '\\${(body[0] ?? 0).toString(8)}'; ${rest}; }`;
}

/** Text between single quotes, as a shell takes it. */
export function quoted(text: string): string {
  return `'${inQuotes(text)}'`;
}

/** What stands for the text within single quotes. */
export function inQuotes(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

/** The format with which `printf` writes these bytes. */
function printfFormat(bytes: Buffer): string {
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;
  // A dash in front would be taken for an option.
  return [...bytes]
    .map((byte, index) =>
      byte < 0x20 || byte > 0x7e || (byte === 0x2d && index === 0)
        ? octal(byte)
        : byte === 0x25
          ? '%%'
          : byte === 0x5c
            ? '\\\\'
            : String.fromCharCode(byte),
    )
    .join('');
}

function methodWords(method: string, body: Buffer | null): string[] {
  if (method === 'GET' && body === null) return [];
  if (method !== 'HEAD') return ['--request', /^\w+$/.test(method) ? method : argument(method)];
  // With a body, curl would wait for that of the response.
  return body === null ? ['--head'] : ['--request HEAD --max-time 5'];
}

function targetWords(baseUrl: string, target: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const [isElsewhere, below] = [/^https?:/i.test(target), pathname.replace(/\/+$/, '') + target];
  const path = (isElsewhere ? target.replace(/^https?:\/\/[^/?]*/i, '') : below) || '/';
  if (!plainTarget.test(path)) return ['--request-target', argument(path), quoted(`${origin}/`)];
  const options = [
    ...(dotSegment.test(path.replace(/\?.*/, '')) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(origin + path) ? ['--globoff'] : []),
  ];
  return [...options, quoted(origin + path)];
}

/** Text of a request head as an argument: its characters are bytes, as the HTTP client of Node.js has it. */
function argument(text: string): string {
  return /^[\x20-\x7e]*$/.test(text)
    ? quoted(text)
    : `"$(printf ${quoted(printfFormat(Buffer.from(text, /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf8')))})"`;
}

/** True for a body that can be read and copied as it is, and that curl does not take for the name of a file. */
function isPlainBody(body: Buffer): boolean {
  return body.length <= mostArgumentBytes && isUtf8(body) && !/^@|[\p{C}\p{Zl}\p{Zp}]/u.test(body.toString());
}
