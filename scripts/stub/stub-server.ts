import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotListen } from '../http/cannot-listen.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { fieldValue } from '../http/field-value.ts';
import type { Respond, ScriptedResponse } from '../http/scripted-response.ts';
import { corsHeaders, preflightResponse } from './cors.ts';

export interface StubServer {
  /** Address with the base path, without a slash at its end. */
  baseUrl: string;
  /** Ends every connection, also where a response is under way. */
  close(): Promise<void>;
}

export interface StubServerOptions {
  /** Path that precedes those of the contract, as `/v1`; empty for none. */
  basePath: string;
  /** 0: a free one. */
  port: number;
  /** Lets browsers call it from pages of other origins. */
  cors?: boolean;
  /** Milliseconds by which each response is later. */
  latency?: number;
  /** Called where what came is not HTTP: the request as far as it could be read, and what is wrong with it. */
  onNoHttp?: (request: HttpRequest, reason: string) => void;
}

const host = '127.0.0.1';

/** Serves `respond` on a loopback port. Throws CannotRun when the port cannot be had. */
export async function serveStub(
  respond: Respond,
  { basePath, port, cors = false, latency = 0, onNoHttp }: StubServerOptions,
): Promise<StubServer> {
  const closing = new AbortController();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await requestOf(incoming, basePath);
    const response = (cors ? preflightResponse(request) : undefined) ?? (await respond(request));
    const pause = latency + (response.delivery?.kind === 'late' ? response.delivery.milliseconds : 0);
    if (pause > 0) await sleep(pause, undefined, { signal: closing.signal });
    deliver(outgoing, cors ? { ...response, headers: [...response.headers, ...corsHeaders] } : response);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => fail(incoming, outgoing, error));
  });
  server.on('clientError', (error: ParserError, socket) => {
    if (isNoHttp(error)) onNoHttp?.(beginningOf(error.rawPacket, basePath), error.reason ?? error.message);
    // Who hung up hears nothing more.
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw cannotListen(host, port, cause);
  });
  // A server that listens on a port has an AddressInfo.
  const { port: taken } = server.address() as AddressInfo;
  const close = async () => {
    closing.abort();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { baseUrl: `http://${host}:${taken}${basePath}`, close };
}

async function requestOf(incoming: IncomingMessage, basePath: string): Promise<HttpRequest> {
  const { rawHeaders, method = 'GET', url = '/' } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
  return {
    method,
    target: targetBelow(basePath, url, `http://${incoming.headers.host ?? host}`),
    headers,
    body: chunks.length > 0 ? Buffer.concat(chunks) : null,
  };
}

/** What Node.js says of bytes that it cannot read. */
interface ParserError extends NodeJS.ErrnoException {
  reason?: string;
  rawPacket?: Buffer;
}

/** True for what is wrong with the bytes of a client, other than that it hung up in the middle. */
function isNoHttp({ code = '' }: ParserError): boolean {
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE';
}

/** The request line of these bytes as a request; that of the base path where they have none. */
function beginningOf(bytes: Buffer | undefined, basePath: string): HttpRequest {
  const [, method = 'GET', url = basePath] = /^([A-Z]+) (\/[!-~]*) HTTP\//.exec(bytes?.toString('latin1') ?? '') ?? [];
  return { method, target: targetBelow(basePath, url, `http://${host}`), headers: [], body: null };
}

/** What follows the base path; a whole address (RFC 9112 section 3.2.2) where something else does. */
function targetBelow(basePath: string, url: string, origin: string): string {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '');
  const rest = path.slice(basePath.length);
  return path.startsWith(basePath) && /^([/?]|$)/.test(rest) ? rest : origin + path;
}

/** A defect of the stub itself; a client that hung up is none. */
function fail(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown): void {
  const isGone = incoming.socket.destroyed || (error instanceof Error && error.name === 'AbortError');
  if (!isGone)
    console.error(
      `This is a defect of the stub, please report it.\n${error instanceof Error ? error.stack : String(error)}`,
    );
  if (isGone || outgoing.headersSent) incoming.socket.destroy();
  else
    deliver(outgoing, {
      status: 500,
      headers: [['Content-Type', 'text/plain']],
      body: Buffer.from('The stub failed.\n'),
      receivedAt: 0,
    });
}

/** Writes a response as its delivery says, its headers in their order. */
function deliver(outgoing: ServerResponse, { status, headers, body, delivery }: ScriptedResponse): void {
  const { socket, method } = outgoing.req;
  if (delivery?.kind === 'none') {
    socket.destroy();
    return;
  }
  const hasLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  // RFC 9110 section 8.6: these have no body, and so no length.
  const isBodiless = status < 200 || status === 204 || status === 304 || method === 'HEAD';
  const length =
    hasLength || isBodiless || delivery?.kind === 'pieces' ? [] : [['Content-Length', String(body.length)] as const];
  outgoing.writeHead(
    status,
    [...headers, ...length].flatMap(([name, value]) => [name, fieldValue(value)]),
  );
  if (delivery?.kind === 'cut') {
    outgoing.flushHeaders();
    outgoing.write(body.subarray(0, delivery.after), () => socket.destroySoon());
    return;
  }
  if (delivery?.kind === 'pieces') for (const piece of piecesOf(body)) outgoing.write(piece);
  outgoing.end(delivery?.kind === 'pieces' ? undefined : body);
}

/** Three parts, none of which is JSON for itself where the whole is. */
function piecesOf(body: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / 3));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.subarray(index * size, (index + 1) * size),
  );
}
