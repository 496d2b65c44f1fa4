import { type Context, type Handler, Hono } from 'hono';
import documentation from '../generated/documentation.ts';
import { operations, service } from '../generated/operations.ts';
import { assertSecurityIsChecked } from './authentication.ts';
import { respondToOperation, respondToUnmatched, respondToUnreadable } from './binding.ts';
import { clientOf } from './client-address.ts';
import { preflightHeaders } from './cross-origin.ts';
import { readViewer } from './documentation.ts';
import type { Call, PipelineParts } from './pipeline.ts';
import { Refusal } from './refusal.ts';
import { namesOf } from './request-id.ts';
import { commonHeaders, type Reply } from './response.ts';

/** The connection that a request has come by; in-process there is none. */
export interface Connection {
  address: string;
  /** True when the client has hung up. */
  isAborted(): boolean;
  /** Sends a response, without the detour by an object of the Fetch API. */
  send(reply: Reply): void;
}

export interface AppParts extends PipelineParts {
  /** Why the server cannot serve: its storage, or that it is stopping; undefined while it can. */
  problem: () => string | undefined;
  /** The text of `/metrics`, where they are on the public port. */
  metrics?: (() => Promise<string>) | undefined;
}

const health = '/healthz';
const readiness = '/readyz';
/** What is served whatever the load is. */
export const probePaths: readonly string[] = [health, readiness];

/** Of the text format of Prometheus. */
export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8';

type Environment = { Bindings: Partial<Connection> };

/**
 * The server as a function from request to response: every operation of the generated table is bound to its handler.
 * Throws when the contract has something that this server would not keep (an unchecked credential, an unread parameter,
 * an undocumented refusal).
 */
export function createApp(parts: AppParts) {
  assertSecurityIsChecked();
  const app = new Hono<Environment>();
  servePages(app, parts);
  for (const { path, ids } of matchingOrder(operations)) {
    for (const id of ids) {
      const respond = respondToOperation(id, parts);
      app.on(operations[id].method, routeOf(path), async ({ req, env }) =>
        toResponse(await respond(toCall(req.raw, env, path)), env),
      );
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
    if (parts.allowedOrigins.length > 0) app.options(routeOf(path), preflightTo(allowed, parts));
    app.all(routeOf(path), async ({ req, env }) => toResponse(await refuse(toCall(req.raw, env)), env));
  }
  const unknown = respondToUnmatched(
    parts,
    () => new Refusal(404, 'not_found', 'The requested resource could not be found.'),
  );
  const failed = respondToUnreadable(parts);
  app.onError(async (error, { req, env }) => {
    const address = addressOf(env);
    const header = (name: string) => req.raw.headers.get(name);
    return toResponse(
      await failed({ address, header, isCounted: 'before', reason: 'it could not be served' }, error),
      env,
    );
  });
  app.notFound(async ({ req, env }) => toResponse(await unknown(toCall(req.raw, env)), env));
  return app;
}

/** What lies outside of the contract: probes and documentation. */
function servePages(app: Hono<Environment>, parts: AppParts): void {
  const answer = ({ req, env }: Context<Environment>, status: number, mediaType: string, body: string) => {
    const { requestId } = namesOf((name) => req.raw.headers.get(name), parts.newRequestId);
    const headers = { ...commonHeaders, 'Content-Type': mediaType, 'X-Request-Id': requestId };
    return toResponse({ status, headers, body }, env);
  };
  const probe = (context: Context<Environment>, status: number, body: object) =>
    answer(context, status, 'application/json', JSON.stringify(body));
  app.get(health, (context) => probe(context, 200, { status: 'ok' }));
  app.get(readiness, (context) => {
    const reason = parts.problem();
    return reason === undefined
      ? probe(context, 200, { status: 'ready' })
      : probe(context, 503, { status: 'not ready', reason });
  });
  const { metrics } = parts;
  if (metrics !== undefined)
    app.get('/metrics', async (context) => answer(context, 200, metricsMediaType, await metrics()));
  app.get('/docs', (context) => answer(context, 200, 'text/html; charset=utf-8', documentation));
  app.get('/docs/openapi-explorer.min.js', async (context) =>
    answer(context, 200, 'text/javascript; charset=utf-8', await readViewer()),
  );
}

/** Answers what a browser asks before it lets a script send a request; it carries no key. */
function preflightTo(methods: string, { allowedOrigins, limiter, newRequestId }: AppParts): Handler<Environment> {
  return async ({ req, env }, next) => {
    const header = (name: string) => req.raw.headers.get(name);
    const preflight = preflightHeaders(allowedOrigins, methods, header);
    if (preflight === undefined) return next();
    const limits = limiter.look({ kind: 'address', address: clientOf(addressOf(env)) });
    const { requestId } = namesOf(header, newRequestId);
    const all = { ...commonHeaders, ...limits, ...preflight, 'X-Request-Id': requestId };
    return toResponse({ status: 204, headers: all, body: null }, env);
  };
}

/** The call of a request that has reached a path of the contract, or none. */
function toCall(request: Request, connection: Partial<Connection> | undefined, template = ''): Call {
  const [, path = '', query = ''] = /^[^:]+:\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(request.url) ?? [];
  const names = `${service.basePath}${template}`.split('/');
  return {
    request,
    query,
    address: addressOf(connection),
    path: (name) => path.split('/')[names.indexOf(`{${name}}`)],
    isAborted: connection?.isAborted ?? (() => request.signal.aborted),
  };
}

function addressOf(connection: Partial<Connection> | undefined): string {
  return connection?.address ?? 'in-process';
}

const sent = new Response(null);

/** The response where it is not sent by the connection. */
function toResponse(reply: Reply, connection: Partial<Connection> | undefined): Response {
  if (connection?.send !== undefined) {
    connection.send(reply);
    return sent;
  }
  const { status, headers, body } = reply;
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(body, { status, headers: texts });
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
