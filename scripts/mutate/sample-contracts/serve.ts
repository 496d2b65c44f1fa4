import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Item, Json, Schema } from './schema.ts';
import { coerce, itemOf, problemsOf } from './schema.ts';
import type { Answer, Call, Handler, Operation, Options, Parameter, Service } from './service.ts';

function readParameter(
  { in: place, name, schema, explode }: Parameter,
  call: Call,
  segments: Record<string, string>,
): Json | undefined {
  if (place === 'path') return coerce(schema, segments[name] ?? '');
  if (place === 'header') {
    const value = call.headers[name.toLowerCase()];
    return value === undefined ? undefined : coerce(schema, String(value));
  }
  const values = call.query.getAll(name);
  const [first] = values;
  if (first === undefined) return undefined;
  if (schema.type !== 'array') return values.length > 1 ? values : coerce(schema, first);
  return explode ? values : values.flatMap((value) => value.split(','));
}

function readForm(schema: Schema, text: string): Item {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name): [string, Json] => {
      const values = form.getAll(name);
      const property = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
      return [name, values.length > 1 ? values : coerce(property ?? { type: 'string' }, values[0] ?? '')];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The values of the `{…}` of a path; undefined for another path. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const parts = template.split('/');
  const segments = path.split('/');
  if (parts.length !== segments.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = decode(segments[index] ?? '');
    if (part.startsWith('{') && segment !== '') found[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return found;
}

function mediaTypeOf(call: Call): string {
  return (call.headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase();
}

/** Validates a call of an operation, but for what `skip` names, and runs it. */
function answerOf(
  { refuse }: Service,
  skip: string | undefined,
  operation: Operation,
  segments: Record<string, string>,
  call: Call,
): Answer {
  const isKept = (problem: string) => `${operation.id} ${problem}` === skip;
  const problemsFor = (schema: Schema, value: Json, path: string) =>
    problemsOf(schema, value, path).filter((problem) => !isKept(problem));
  const parameters: Item = {};
  const wrong: string[] = [];
  for (const parameter of operation.parameters ?? []) {
    const place = `${parameter.in}.${parameter.name}`;
    const value = readParameter(parameter, call, segments);
    if (value !== undefined) {
      parameters[parameter.name] = value;
      wrong.push(...problemsFor(parameter.schema, value, place));
    } else if (parameter.required && !isKept(`${place} required`)) wrong.push(`${place} required`);
  }
  if (wrong.length > 0) return refuse('parameter', wrong);
  if (!operation.body) return operation.run({ call, parameters, body: {} });
  if (call.body.length === 0 && !isKept('body required')) return refuse('syntax', ['body required']);
  const mediaType = isKept('media type') ? Object.keys(operation.body).join() : mediaTypeOf(call);
  const schema = Object.hasOwn(operation.body, mediaType) ? operation.body[mediaType] : undefined;
  if (!schema) return refuse('media type', [mediaType]);
  const value = readBody(schema, mediaType, call.body);
  if (value === undefined && !isKept('syntax') && !isKept('body required')) return refuse('syntax', ['syntax']);
  const problems = problemsFor(schema, value ?? {}, 'body');
  return problems.length > 0
    ? refuse('body', problems)
    : operation.run({ call, parameters, body: itemOf(value ?? {}) });
}

/** The value of a body; undefined for one that is not well-formed. */
function readBody(schema: Schema, mediaType: string, bytes: Call['body']): Json | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return mediaType === 'application/x-www-form-urlencoded' ? readForm(schema, text) : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

function handlerOf(service: Service, skip: string | undefined): Handler {
  const { operations, identify, refuse, admit } = service;
  return (call) => {
    const there = operations.flatMap((operation) => {
      const segments = matchPath(operation.path, call.path);
      return segments ? [{ operation, segments }] : [];
    });
    if (there.length === 0) return refuse('unknown path', [call.path]);
    const found = there.find(({ operation }) => operation.method === call.method);
    if (!found) {
      const refusal = refuse('method', [call.method]);
      return {
        ...refusal,
        headers: { ...refusal.headers, Allow: there.map(({ operation }) => operation.method).join(', ') },
      };
    }
    const { operation, segments } = found;
    const identity = operation.isPublic || `${operation.id} security` === skip ? 'anyone' : identify(call);
    if (identity === undefined) return refuse('security', []);
    const { refusal, headers = {} } = admit?.(identity) ?? {};
    const answer = refusal ?? answerOf(service, skip, operation, segments, call);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}

async function callOf(request: IncomingMessage, service: Service, basePath: string): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { method = 'GET', headers, url = '/' } = request;
  const [place = '/', ...rest] = url.split('?');
  // Outside the base path there is nothing.
  const path = place.startsWith(`${basePath}/`) ? place.slice(basePath.length) : '';
  const operation = service.operations.find(
    (candidate) => candidate.method === method && matchPath(candidate.path, path),
  )?.id;
  return { operation, method, path, query: new URLSearchParams(rest.join('?')), headers, body: Buffer.concat(chunks) };
}

function write(response: ServerResponse, { status, headers, json: value, text, chunked }: Answer): void {
  const body = text ?? (value === undefined ? '' : JSON.stringify(value));
  const hasBody = status !== 204 && status !== 304;
  const length = hasBody && !chunked ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  response.writeHead(status, { ...headers, ...length });
  const bytes = Buffer.from(body);
  if (chunked && hasBody) for (let at = 0; at < bytes.length; at += 50) response.write(bytes.subarray(at, at + 50));
  response.end(chunked || !hasBody ? undefined : body);
}

export function serve(
  service: Service,
  { basePath = '', skip, wrap = (handler) => handler }: Options,
): RequestListener {
  const handler = wrap(handlerOf(service, skip));
  return (request, response) => {
    callOf(request, service, basePath)
      .then(handler)
      .then((answer) => write(response, answer))
      .catch((error: unknown) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
  };
}
