import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Operation, operations, service } from '../generated/operations.ts';
import { operations as validators } from '../generated/validators.js';
import { authenticate } from './authentication.ts';
import { errorBody } from './errors.ts';
import type { Handlers, OperationId } from './operation.ts';
import { Refusal } from './refusal.ts';
import { readBody } from './request/body.ts';
import { bindParameters } from './request/parameters.ts';
import { type Answer, ContractViolation, type DocumentedResponses, statusKey, toResponse } from './response.ts';

const maximumBodyBytes = 1024 * 1024;

/** The server as a function from request to response. Throws where the contract has a parameter that it cannot read. */
export function createApp(handlers: Handlers): Hono {
  const app = new Hono();
  const onError = () => {
    throw new Refusal(413, 'body_too_large', `The body must not be larger than ${maximumBodyBytes} bytes.`);
  };
  app.use(bodyLimit({ maxSize: maximumBodyBytes, onError }));
  // Both have the operationIds of the contract as their keys.
  const ids = Object.keys(operations) as OperationId[];
  const byPath = Map.groupBy(ids, (id) => operations[id].path);
  // Concrete paths come before templated ones (OpenAPI, Paths Object).
  const paths = [...byPath.keys()].sort((a, b) =>
    a.replaceAll('{', '\u{10FFFF}') < b.replaceAll('{', '\u{10FFFF}') ? -1 : 1,
  );
  for (const path of paths) {
    for (const id of byPath.get(path) ?? []) {
      const respond = respondTo(id, handlers);
      app.on(operations[id].method, routeOf(path), (context) => respond(context.req.raw));
    }
    const allowed = (byPath.get(path) ?? []).map((id) => operations[id].method).join(', ');
    app.all(routeOf(path), () => {
      throw new Refusal(405, 'method_not_allowed', `This path offers ${allowed} only.`, { Allow: allowed });
    });
  }
  app.notFound(() => plain(new Refusal(404, 'not_found', 'There is nothing at this path.')));
  app.onError((error) => plain(refusalFor(error)));
  return app;
}

/** Answers for one operation: who asks, what is asked, what the handler gives. */
function respondTo<Id extends OperationId>(id: Id, handlers: Handlers): (request: Request) => Promise<Response> {
  const operation: Operation = operations[id];
  const readParameters = bindParameters(id, operation.parameters);
  const pathOf = pathReader(operation.path);
  const handle: (request: never) => Answer | Promise<Answer> = handlers[id];
  return async (request) => {
    const { parameters, requestBody, responses } = await validators[id]();
    const documented: DocumentedResponses = { responses: operation.responses, validators: responses };
    try {
      const caller = await authenticate(operation.security, request);
      const [, path = '', query = ''] = /^[^:]+:\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(request.url) ?? [];
      const raw = { path: pathOf(path), query, header: (name: string) => request.headers.get(name) };
      const values = readParameters(raw, parameters);
      const received = await readBody(request, operation.requestBody, requestBody);
      const accept = request.headers.get('accept') ?? '*/*';
      // It has passed the validators of this operation, which are compiled from what the types are generated from.
      return toResponse(documented, await handle({ ...values, ...received, accept, caller } as never));
    } catch (error) {
      return refuse(id, documented, refusalFor(error));
    }
  };
}

/** OpenAPI's `{name}` as a parameter of Hono; a segment that holds more than that as a pattern. */
function routeOf(path: string): string {
  const segments = path.split('/').map((segment, index) => {
    if (!segment.includes('{')) return segment;
    return /^\{[^{}]+\}$/.test(segment) ? `:s${index}` : `:s${index}{${patternOf(segment)}}`;
  });
  return `${service.basePath}${segments.join('/')}`;
}

function patternOf(template: string): string {
  const literals = template.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&'));
  return literals.join('[^/]+');
}

/** The path parameters of a request by name, percent-encoded. */
function pathReader(template: string): (path: string) => (name: string) => string | undefined {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const pattern = new RegExp(`${patternOf(template).replaceAll('[^/]+', '([^/]+)')}$`);
  return (path) => {
    const [, ...values] = pattern.exec(path) ?? [];
    return (name) => values[names.indexOf(name)];
  };
}

/** A refusal as the contract has it: under the status that fits, or else the nearest one that is documented. */
function refuse(operationId: OperationId, documented: DocumentedResponses, refusal: Refusal): Response {
  const isOfContent = [400, 404, 413, 415].includes(refusal.status);
  const statuses = [refusal.status, ...(isOfContent ? [400, 422] : [])];
  const status = statuses.find((one) => statusKey(documented, one) !== undefined);
  if (status === undefined) return plain(refusal);
  const { code, message, headers } = refusal;
  try {
    return toResponse(documented, { status, headers, body: errorBody({ operationId, status, code, message }) });
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    console.error(`${operationId}: server/errors.ts violates the contract: ${error.message}`);
    return plain(refusal);
  }
}

/** The answer for which the contract has no response. */
function plain({ status, message, headers }: Refusal): Response {
  return new Response(`${message}\n`, { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } });
}

/** What went wrong inside is for the log, not for the caller. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error(error);
  return new Refusal(500, 'internal_error', 'The server could not answer this request.');
}
