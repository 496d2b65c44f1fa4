import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type HttpRequest, type HttpResponse, NoResponse, type Send } from './exchange.ts';
import { fieldValue } from './field-value.ts';
import { afterFreeTime } from './free-time.ts';

/** Milliseconds that a whole answer may take, as long as this process is free to read it. */
const patience = 15_000;
const late = `no whole answer within ${patience / 1000} seconds`;

/** Bytes of a body that are read. */
const mostBytes = 16 * 2 ** 20;

export interface HttpClient {
  send: Send;
  close(): void;
}

/**
 * Sends requests below `baseUrl` as they are, over connections that are kept. `now` gives milliseconds since the epoch.
 */
export function openHttpClient(baseUrl: string, connections: number, now: () => number): HttpClient {
  const base = new URL(baseUrl);
  const isSecure = base.protocol === 'https:';
  const agent = isSecure
    ? new HttpsAgent({ keepAlive: true, maxSockets: connections })
    : new HttpAgent({ keepAlive: true, maxSockets: connections });
  const start = isSecure ? requestHttps : requestHttp;
  const basePath = base.pathname.replace(/\/+$/, '');

  // A server that closes a connection unannounced may have read a request on it: then each request gets one of its own.
  let isKept = true;

  async function attempt(request: HttpRequest): Promise<HttpResponse> {
    const outgoing = start({
      agent: isKept ? agent : false,
      protocol: base.protocol,
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method: request.method,
      path: basePath + request.target || '/',
    });
    for (const [name, values] of Map.groupBy(request.headers, ([name]) => name))
      outgoing.setHeader(
        name,
        values.length === 1 ? fieldValue(values[0]?.[1] ?? '') : values.map(([, value]) => fieldValue(value)),
      );
    const mayHaveBody = request.body !== null || /^(POST|PUT|PATCH)$/.test(request.method);
    if (mayHaveBody && !outgoing.hasHeader('Transfer-Encoding'))
      outgoing.setHeader('Content-Length', request.body?.length ?? 0);
    const sentAt = now();
    let waitingFor: { destroy(error: Error): unknown } = outgoing;
    let callOff = () => {};
    outgoing.on('socket', () => {
      callOff = afterFreeTime(patience, () => waitingFor.destroy(new Error(late)));
    });
    try {
      const [incoming] = await Promise.all([responseTo(outgoing), sendBody(outgoing, request.body)]);
      waitingFor = incoming;
      return { ...(await read(incoming, now)), sentAt };
    } catch (cause) {
      // A server may close an idle connection at any time (RFC 9112 section 9.3.1): the request never reached it.
      // Over a new one it will.
      if (outgoing.reusedSocket && isReset(cause)) {
        isKept = false;
        return attempt(request);
      }
      throw new NoResponse(request, cause instanceof Error ? cause.message || cause.name : String(cause), { cause });
    } finally {
      callOff();
    }
  }
  return { send: attempt, close: () => agent.destroy() };
}

/** Milliseconds: so long the second piece of a body comes after the first, which a server has read by then. */
const between = 10;

/**
 * Sends a body, and cuts it in two within its first character of several bytes: networks cut bodies anywhere, and a
 * server that reads each piece as a text loses that character.
 */
async function sendBody(outgoing: ClientRequest, body: HttpRequest['body']): Promise<void> {
  const lead = body?.toString('latin1').search(/[\xc0-\xff]/) ?? -1;
  if (body === null || lead < 0) return void outgoing.end(body ?? undefined);
  await new Promise((resolve) => outgoing.write(body.subarray(0, lead + 1), resolve));
  await wait(between);
  outgoing.end(body.subarray(lead + 1));
}

/** The response to a request. An error that comes after it, even in the same packet, takes back nothing of it. */
function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('a switch to another protocol, for which nobody asked'));
    });
    outgoing.on('close', () => reject(new Error('a closed connection')));
  });
}

async function read(incoming: IncomingMessage, now: () => number): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const raw = incoming.rawHeaders;
  const headers = raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  );
  const body = decoded(Buffer.concat(chunks), incoming.headers['content-encoding'] ?? '');
  return { status: incoming.statusCode ?? 0, headers, body, receivedAt: now() };
}

const decoders = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** A body without its content codings (RFC 9110 section 8.4). Throws for one that is not coded so. */
function decoded(body: Buffer, codings: string): Buffer {
  // That to HEAD has none, whatever its headers say.
  if (body.length === 0) return body;
  const names = codings.split(',').map((name) => name.trim().toLowerCase());
  return names.reduceRight((coded, name) => {
    try {
      return decoders.get(name)?.(coded, { maxOutputLength: mostBytes }) ?? coded;
    } catch (cause) {
      if (isTooLarge(cause)) throw tooLarge();
      throw new Error(`a body that is not ${name}, as its Content-Encoding says`, { cause });
    }
  }, body);
}

function tooLarge(): Error {
  return new Error(`a body of more than ${mostBytes / 2 ** 20} MB`);
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}
