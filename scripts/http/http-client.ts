import { once } from 'node:events';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type HttpRequest, type HttpResponse, NoResponse, type Send } from './exchange.ts';

const patience = 15_000;

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

  async function attempt(request: HttpRequest, isRepeated: boolean): Promise<HttpResponse> {
    const outgoing = start({
      agent: isRepeated ? false : agent,
      protocol: base.protocol,
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method: request.method,
      path: basePath + request.target || '/',
      timeout: patience,
    });
    for (const [name, values] of Map.groupBy(request.headers, ([name]) => name))
      outgoing.setHeader(name, values.length === 1 ? (values[0]?.[1] ?? '') : values.map(([, value]) => value));
    const mayHaveBody = request.body !== null || /^(POST|PUT|PATCH)$/.test(request.method);
    if (mayHaveBody && !outgoing.hasHeader('Transfer-Encoding'))
      outgoing.setHeader('Content-Length', request.body?.length ?? 0);
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${patience / 1000} seconds`)));
    try {
      const answered = once(outgoing, 'response');
      outgoing.end(request.body ?? undefined);
      const [incoming]: IncomingMessage[] = await answered;
      if (incoming === undefined) throw new Error('no answer');
      // The server may answer before it has read the whole body, and close: what it said counts.
      outgoing.on('error', () => undefined);
      return await read(incoming, now);
    } catch (cause) {
      // A server may close an idle connection at any time (RFC 9112 section 9.3.1): the request never reached it.
      // Over a new one it will.
      if (outgoing.reusedSocket && !isRepeated && isReset(cause)) return attempt(request, true);
      throw new NoResponse(request, cause instanceof Error ? cause.message || cause.name : String(cause), { cause });
    }
  }
  return { send: (request) => attempt(request, false), close: () => agent.destroy() };
}

async function read(incoming: IncomingMessage, now: () => number): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const raw = incoming.rawHeaders;
  const headers = raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  );
  return { status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks), receivedAt: now() };
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}
