import { Hono } from 'hono';
import { operations, service } from '../generated/operations.ts';
import { assertSecurityIsChecked } from './authentication.ts';
import { respondToOperation, respondToUnmatched, respondToUnreadable } from './binding.ts';
import type { Call, PipelineParts } from './pipeline.ts';
import { Refusal } from './refusal.ts';

/** What a caller of `fetch` may say of the connection; in-process there is none. */
export interface Connection {
  address?: string;
}

export interface AppParts extends PipelineParts {
  /** True when the server can serve: its storage answers and it is not shutting down. */
  isReady: () => boolean;
}

type Environment = { Bindings: Connection };

/**
 * The server as a function from request to response: every operation of the generated table is bound to its handler.
 * Throws when the contract has something that this server would not keep (an unchecked credential, an unread parameter,
 * an undocumented refusal).
 */
export function createApp(parts: AppParts) {
  assertSecurityIsChecked();
  const app = new Hono<Environment>();
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', (context) =>
    parts.isReady() ? context.json({ status: 'ready' }) : context.json({ status: 'not ready' }, 503),
  );

  for (const { path, ids } of matchingOrder(operations)) {
    for (const id of ids) {
      const respond = respondToOperation(id, parts);
      app.on(operations[id].method, routeOf(path), ({ req, env }) =>
        respond(toCall(req.raw, env, (name) => segmentOf(req.raw, path, name))),
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
    );
    app.all(routeOf(path), ({ req, env }) => refuse(toCall(req.raw, env)));
  }
  const unknown = respondToUnmatched(
    parts,
    () => new Refusal(404, 'not_found', 'The requested resource could not be found.'),
  );
  const failed = respondToUnreadable(parts);
  app.onError((error, { req, env }) =>
    failed({ address: addressOf(env), authorization: req.header('authorization') ?? null, isCounted: true }, error),
  );
  app.notFound(({ req, env }) => unknown(toCall(req.raw, env)));
  return app;
}

function toCall(request: Request, connection: Connection | undefined, path: Call['path'] = () => undefined): Call {
  return { request, address: addressOf(connection), path };
}

function addressOf(connection: Connection | undefined): string {
  return connection?.address ?? 'in-process';
}

/** What stands in the address of a request for a parameter of a path of the contract, percent-encoded. */
function segmentOf({ url }: Request, path: string, name: string): string | undefined {
  return new URL(url).pathname.split('/')[`${service.basePath}${path}`.split('/').indexOf(`{${name}}`)];
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
