import { createRequire } from 'node:module';
import type { Context, Handler, Hono } from 'hono';
import { operations, service } from '../generated/operations.ts';
import { assertSecurityIsChecked } from './api-keys/authentication.ts';
import { respondToOperation, respondToUnmatched, respondToUnreadable } from './binding.ts';
import { readDocumentation, readViewer } from './documentation.ts';
import type { Call, PipelineParts } from './pipeline.ts';
import { Refusal } from './refusal.ts';
import { clientOf } from './request/client-address.ts';
import { preflightHeaders } from './request/cross-origin.ts';
import { type Message, messageOf } from './request/message.ts';
import { namesOf } from './request/request-id.ts';
import { commonHeaders, type Reply } from './response.ts';

// As CommonJS: for each ES module of Hono, Node.js would parse its large package.json anew.
const hono = createRequire(import.meta.url)('hono') as typeof import('hono');

/** The way that a request has come, and its response goes. */
export interface Connection extends Message {
  /** Address of the client. */
  address: string;
  /** True when the client has hung up. */
  isAborted(): boolean;
  /** Sends the response once it is made; what it gives goes to the adapter of Hono. */
  send(reply: Promise<Reply>): Response | Promise<Response>;
}

export interface AppParts extends PipelineParts {
  /** Why the server cannot serve: its storage, or that it is stopping; undefined while it can. */
  problem: () => string | undefined | Promise<string | undefined>;
  /** The text of `/metrics`, where they are on the public port. */
  metrics?: (() => Promise<string>) | undefined;
}

const health = '/healthz';
const readiness = '/readyz';
/** What is served whatever the load is. */
export const probePaths: readonly string[] = [health, readiness];

/** Of the text format of Prometheus. */
export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8';

type Environment = { Bindings: { connection?: Connection } };

/**
 * The server as a function from request to response: every operation of the generated table is bound to its handler.
 * Throws when the contract has something that this server would not keep (an unchecked credential, an unread parameter,
 * an undocumented refusal).
 */
export function createApp(parts: AppParts) {
  assertSecurityIsChecked();
  const app = new hono.Hono<Environment>();
  // An operation is the only match of its requests: Hono hands them to its handler without a chain.
  const others = new hono.Hono<Environment>();
  servePages(app, parts);
  for (const { path, ids } of matchingOrder(operations)) {
    for (const id of ids) {
      const respond = respondToOperation(id, parts);
      const segments = `${service.basePath}${path}`.split('/');
      app.on(operations[id].method, routeOf(path), (context) => {
        const connection = connectionOf(context);
        return connection.send(respond(toCall(context.req.raw, connection, segments)));
      });
    }
    // Who offers GET offers HEAD (RFC 9110 section 9.3.2).
    const allowed = ids
      .map((id) => operations[id].method)
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      .join(', ');
    const refuse = respondToUnmatched(
      parts,
      () => new Refusal(405, 'method_not_allowed', `This path offers ${allowed} only.`, { Allow: allowed }),
      `${service.basePath}${path}`,
    );
    if (parts.allowedOrigins.length > 0) others.options(routeOf(path), preflightTo(allowed, parts));
    others.all(routeOf(path), (context) => {
      const connection = connectionOf(context);
      return connection.send(refuse(toCall(context.req.raw, connection)));
    });
  }
  const unknown = respondToUnmatched(
    parts,
    () => new Refusal(404, 'not_found', 'The requested resource could not be found.'),
  );
  const failed = respondToUnreadable(parts);
  app.onError((error, context) => {
    const { address, header, send } = connectionOf(context);
    return send(failed({ address, header, isCounted: 'before', reason: 'it could not be served' }, error));
  });
  others.notFound((context) => {
    const connection = connectionOf(context);
    return connection.send(unknown(toCall(context.req.raw, connection)));
  });
  app.notFound(({ req, env }) => others.fetch(req.raw, env));
  return app;
}

/** What lies outside of the contract: probes and documentation. */
function servePages(app: Hono<Environment>, parts: AppParts): void {
  const answer = (context: Context<Environment>, status: number, mediaType: string, body: Reply['body']) => {
    const { header, send } = connectionOf(context);
    const { requestId } = namesOf(header, parts.newRequestId);
    const headers = { ...commonHeaders, 'Content-Type': mediaType, 'X-Request-Id': requestId };
    return send(Promise.resolve({ status, headers, body }));
  };
  const probe = (context: Context<Environment>, status: number, body: object) =>
    answer(context, status, 'application/json', JSON.stringify(body));
  app.get(health, (context) => probe(context, 200, { status: 'ok' }));
  app.get(readiness, async (context) => {
    const reason = await parts.problem();
    if (reason !== undefined) return probe(context, 503, { status: 'not ready', reason });
    const degraded = { degraded: 'the shared rate limits cannot be reached: this server counts for itself' };
    return probe(context, 200, { status: 'ready', ...(parts.limiter.isAway && degraded) });
  });
  const { metrics } = parts;
  if (metrics !== undefined)
    app.get('/metrics', async (context) => answer(context, 200, metricsMediaType, await metrics()));
  app.get('/docs', async (context) => answer(context, 200, 'text/html; charset=utf-8', await readDocumentation()));
  app.get('/docs/openapi-explorer.min.js', async (context) =>
    answer(context, 200, 'text/javascript; charset=utf-8', await readViewer()),
  );
}

/** Answers what a browser asks before it lets a script send a request; it carries no key. */
function preflightTo(methods: string, { allowedOrigins, limiter, newRequestId }: AppParts): Handler<Environment> {
  return async (context, next) => {
    const { address, header, send } = connectionOf(context);
    const preflight = preflightHeaders(allowedOrigins, methods, header);
    if (preflight === undefined) return next();
    const limits = limiter.look({ kind: 'address', address: clientOf(address) });
    const { requestId } = namesOf(header, newRequestId);
    const all = { ...commonHeaders, ...limits, ...preflight, 'X-Request-Id': requestId };
    return send(Promise.resolve({ status: 204, headers: all, body: null }));
  };
}

/** The call of a request; `segments` are those of the path in the contract that it has reached. */
function toCall({ method, url }: Request, connection: Connection, segments: readonly string[] = []): Call {
  const { address, header, readBody, isAborted } = connection;
  const [, path = '', query = ''] = /^[^:]+:\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const pathParameter = (name: string) => path.split('/')[segments.indexOf(`{${name}}`)];
  return { method, query, path: pathParameter, address, header, readBody, isAborted };
}

function connectionOf({ req, env }: Context<Environment>): Connection {
  // In-process, an app may be called without an environment.
  return (env as Environment['Bindings'] | undefined)?.connection ?? inProcess(req.raw);
}

/** The connection of a request that comes by none: its response goes to the caller. */
export function inProcess(request: Request): Connection {
  return {
    ...messageOf(request),
    address: 'in-process',
    isAborted: () => request.signal.aborted,
    send: async (reply) => {
      const { status, headers, body } = await reply;
      const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(body, { status, headers: texts });
    },
  };
}

/** OpenAPI's `{name}` as Hono's `:name`. */
function routeOf(path: string): string {
  return `${service.basePath}${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`;
}

/**
 * The paths of a table with their operations, in the order in which a request is matched with them: concrete paths
 * come before templated ones (OpenAPI, Paths Object).
 */
export function matchingOrder<Id extends string>(table: Record<Id, { path: string }>): { path: string; ids: Id[] }[] {
  // The keys of the table are its type's.
  const byPath = Map.groupBy(Object.keys(table) as Id[], (id) => table[id].path);
  const sortable = (path: string) => path.replaceAll(/\{[^}]+\}/g, '\u{10FFFF}');
  return [...byPath]
    .map(([path, ids]) => ({ path, ids }))
    .sort((a, b) => (sortable(a.path) < sortable(b.path) ? -1 : 1));
}
