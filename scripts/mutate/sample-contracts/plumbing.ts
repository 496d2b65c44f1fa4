import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';

export type Json = null | boolean | number | string | Json[] | Item;
export interface Item {
  [name: string]: Json;
}

/** A request as the services see it; `operation` is what its method and path lead to. */
export interface Call {
  operation: string | undefined;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A response: its body is `text` if that is there, or else `json`. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  json?: Json;
  text?: string;
  chunked?: boolean;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;
export type Wrap = (handler: Handler) => Handler;

export interface Options {
  /** So many things are there from the start. */
  prefilled?: number;
  /** What precedes each path, as `/api/v2`. */
  basePath?: string;
  /** The one thing that the server leaves out, as `createTask body.title minLength`. */
  skip?: string;
  wrap?: Wrap;
}

export interface Fault {
  name: string;
  /** The `operationId`, or `*` for a fault of all operations. */
  operation: string;
  options: Options;
}

export interface Control {
  name: string;
  options: Options;
}

type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export interface Schema {
  type: TypeName;
  nullable?: boolean;
  enum?: Json[];
  pattern?: RegExp;
  format?: keyof typeof formats;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  open?: boolean;
  variants?: { by: string; of: Record<string, Schema> };
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Schema;
  required?: boolean;
  /** For arrays: one `name=value` each, instead of values with commas. */
  explode?: boolean;
}

export interface Input {
  call: Call;
  parameters: Item;
  body: Item;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  isPublic?: boolean;
  parameters?: Parameter[];
  /** The media types of the body, each with its schema. */
  body?: Record<string, Schema>;
  run: (input: Input) => Answer;
}

export type Refusal = 'unknown path' | 'method' | 'security' | 'parameter' | 'media type' | 'syntax' | 'body';

export interface Service {
  operations: Operation[];
  /** Who calls; undefined for a call without a valid key. */
  identify: (call: Call) => string | undefined;
  refuse: (why: Refusal, details: string[]) => Answer;
  /** Counts the call; a refusal comes instead of the answer, the headers come with it. */
  admit?: (identity: string) => { refusal?: Answer; headers: Record<string, string> };
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function itemOf(value: Json | undefined): Item {
  return isItem(value) ? value : {};
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function json(
  status: number,
  value: Json,
  headers: Record<string, string> = {},
  mediaType = 'application/json',
): Answer {
  return { status, headers: { 'Content-Type': mediaType, ...headers }, json: structuredClone(value) };
}

export function empty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers };
}

/** The body of a call, if it is a JSON object; else an empty one. */
export function bodyOf(call: Call): Item {
  try {
    const value: Json = JSON.parse(call.body.toString());
    return itemOf(value);
  } catch {
    return {};
  }
}

const dateOf = (text: string) => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const days = [
    31,
    Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  return Number(day) >= 1 && Number(day) <= (days[Number(month) - 1] ?? 0);
};

const timeOf = (text: string) => {
  const [, hour = '', minute = '', second = '', zone = '', zoneHour = '0', zoneMinute = '0'] =
    /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || Number(zoneHour) > 23 || Number(zoneMinute) > 59)
    return false;
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (zone === '-' ? -1 : 1);
  const utc = (Number(hour) * 60 + Number(minute) - offset + 2880) % 1440;
  return Number(second) < 60 || (Number(second) === 60 && utc === 1439);
};

const formats = {
  uuid: (value: Json) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(value)),
  date: (value: Json) => dateOf(String(value)),
  'date-time': (value: Json) =>
    dateOf(String(value).slice(0, 10)) && /^t$/i.test(String(value).charAt(10)) && timeOf(String(value).slice(11)),
  int32: (value: Json) => Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31,
  int64: (value: Json) => Math.abs(Number(value)) <= 2 ** 63,
};

function hasType(type: TypeName, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isItem(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** The same text for equal values, whatever the order of their properties. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isItem(value)) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`)
    .join()}}`;
}

/** What is wrong with a value, each as `body.tags[] pattern`. */
export function problemsOf(schema: Schema, value: Json, path: string): string[] {
  if (value === null && schema.nullable) return [];
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
    multipleOf,
  } = schema;
  const {
    minLength = 0,
    maxLength = Infinity,
    minItems = 0,
    maxItems = Infinity,
    minProperties = 0,
    maxProperties = Infinity,
  } = schema;
  const problems: string[] = [];
  const expect = (keyword: string, isKept: boolean) => {
    if (!isKept) problems.push(`${path} ${keyword}`);
  };
  expect(value === null ? 'null' : 'type', hasType(schema.type, value));
  if (schema.enum) expect('enum', schema.enum.includes(value));
  if (schema.format && hasType(schema.type, value)) expect('format', formats[schema.format](value));
  if (typeof value === 'number') {
    expect('minimum', value >= minimum);
    expect('maximum', value <= maximum);
    expect('exclusiveMinimum', value > exclusiveMinimum);
    expect('exclusiveMaximum', value < exclusiveMaximum);
    if (multipleOf !== undefined)
      expect('multipleOf', Math.abs(value / multipleOf - Math.round(value / multipleOf)) < 1e-9);
  }
  if (typeof value === 'string') {
    const length = [...value].length;
    expect('minLength', length >= minLength);
    expect('maxLength', length <= maxLength);
    if (schema.pattern) expect('pattern', schema.pattern.test(value));
  }
  if (Array.isArray(value)) {
    expect('minItems', value.length >= minItems);
    expect('maxItems', value.length <= maxItems);
    if (schema.uniqueItems) expect('uniqueItems', new Set(value.map(canonical)).size === value.length);
    const { items } = schema;
    if (items) problems.push(...value.flatMap((item) => problemsOf(items, item, `${path}[]`)));
  }
  if (isItem(value)) {
    const { properties = {}, required = [], variants } = schema;
    const names = Object.keys(value);
    expect('minProperties', names.length >= minProperties);
    expect('maxProperties', names.length <= maxProperties);
    for (const name of required) {
      if (!Object.hasOwn(value, name)) problems.push(`${path}.${name} required`);
    }
    if (!variants && !schema.open)
      expect(
        'surplus',
        names.every((name) => Object.hasOwn(properties, name)),
      );
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) problems.push(...problemsOf(property, value[name] ?? null, `${path}.${name}`));
    }
    if (variants) {
      const tag = Object.hasOwn(value, variants.by) ? value[variants.by] : undefined;
      const variant = typeof tag === 'string' && Object.hasOwn(variants.of, tag) ? variants.of[tag] : undefined;
      if (variant) problems.push(...problemsOf(variant, value, path));
      else problems.push(`${path}.${variants.by} ${tag === undefined ? 'required' : 'enum'}`);
    }
  }
  return problems;
}

/** A text as what its schema wants, or as it is if it cannot be that. */
function coerce(schema: Schema, text: string): Json {
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (schema.type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (schema.type === 'integer' && /^-?\d+$/.test(text))
    return schema.format !== 'int64' || BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? Number(text) : text;
  return text;
}

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

function handlerOf({ operations, identify, refuse, admit }: Service, skip: string | undefined): Handler {
  const run = (operation: Operation, segments: Record<string, string>, call: Call): Answer => {
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
    let value: Json;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(call.body);
      value = mediaType === 'application/x-www-form-urlencoded' ? readForm(schema, text) : JSON.parse(text);
    } catch {
      if (!isKept('syntax') && !isKept('body required')) return refuse('syntax', ['syntax']);
      value = {};
    }
    const problems = problemsFor(schema, value, 'body');
    return problems.length > 0 ? refuse('body', problems) : operation.run({ call, parameters, body: itemOf(value) });
  };

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
    const answer = refusal ?? run(operation, segments, call);
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

/** Changes the answers of an operation (`*`: of all); `status` says which of them, if it is there. */
export function onAnswer(
  operation: string,
  status: number | undefined,
  change: (answer: Answer, call: Call) => Partial<Answer>,
): Wrap {
  return (handler) => async (call) => {
    const answer = await handler(call);
    const isMeant =
      (operation === '*' || call.operation === operation) && (status === undefined || answer.status === status);
    return isMeant ? { ...answer, ...change(answer, call) } : answer;
  };
}

/** Changes the JSON object that an operation answers. */
export function onItem(operation: string, status: number, change: (item: Item, call: Call) => Json): Wrap {
  return onAnswer(operation, status, ({ json: value }, call) => ({ json: change(itemOf(value), call) }));
}

/** Changes the calls of an operation before the server sees them. */
export function onCall(operation: string, change: (call: Call) => Partial<Call>): Wrap {
  return (handler) => (call) =>
    handler(operation === '*' || call.operation === operation ? { ...call, ...change(call) } : call);
}

/** Answers some calls of an operation otherwise. */
export function instead(operation: string, isMeant: (call: Call) => boolean, answer: Answer): Wrap {
  return (handler) => (call) =>
    (operation === '*' || call.operation === operation) && isMeant(call) ? structuredClone(answer) : handler(call);
}

export function withHeaders(call: Call, headers: IncomingHttpHeaders): Partial<Call> {
  return { headers: { ...call.headers, ...headers } };
}

export function withQuery(call: Call, values: Record<string, string | undefined>): Partial<Call> {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { query };
}

export function withBody(call: Call, change: (body: Item) => Item): Partial<Call> {
  return { body: Buffer.from(JSON.stringify(change(bodyOf(call)))) };
}

export function without(item: Item, ...names: string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** Changes each object that has all these properties, however deep. */
export function deep(names: string[], change: (item: Item) => Item): (value: Json) => Json {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isItem(value)) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walk(part)]));
    return names.every((name) => Object.hasOwn(value, name)) ? change(inner) : inner;
  };
  return walk;
}

export function withoutHeader({ headers }: Answer, name: string): Partial<Answer> {
  return { headers: Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)) };
}

export function withHeader({ headers }: Answer, name: string, value: string): Partial<Answer> {
  return { headers: { ...headers, [name]: value } };
}

export const skips = (name: string, operation: string, rule: string): Fault => ({
  name,
  operation,
  options: { skip: `${operation} ${rule}` },
});
export const wraps = (name: string, operation: string, wrap: Wrap): Fault => ({ name, operation, options: { wrap } });

/** Lets a method through as if it were another one. */
export function alias(method: string, template: string, as: string): Wrap {
  return (handler) => (call) =>
    handler(call.method === method && matchPath(template, call.path) ? { ...call, method: as } : call);
}

/** What no contract can mind; `refuse` gives the documented refusal of a bad parameter. */
export function commonControls(refuse: (detail: string) => Answer, queryNames: string[]): Control[] {
  const reversed = (value: Json): Json =>
    Array.isArray(value)
      ? value.map(reversed)
      : isItem(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, reversed(inner)]),
          )
        : value;
  const isUnknown = (call: Call) => [...call.query.keys()].some((name) => !queryNames.includes(name));
  return [
    {
      name: 'sends headers of its own',
      options: {
        wrap: onAnswer('*', undefined, ({ headers }) => ({
          headers: { ...headers, 'X-Request-Id': '6f1d', 'Cache-Control': 'no-store', Vary: 'Accept', Server: 'nginx' },
        })),
      },
    },
    {
      name: 'prints JSON on many lines',
      options: {
        wrap: onAnswer('*', undefined, ({ json: value }) =>
          value === undefined ? {} : { text: JSON.stringify(value, null, 2) },
        ),
      },
    },
    {
      name: 'escapes all but ASCII in JSON',
      options: {
        wrap: onAnswer('*', undefined, ({ json: value }) =>
          value === undefined
            ? {}
            : {
                text: JSON.stringify(value).replaceAll(
                  /[^ -~]/g,
                  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
                ),
              },
        ),
      },
    },
    { name: 'sends bodies in chunks', options: { wrap: onAnswer('*', undefined, () => ({ chunked: true })) } },
    {
      name: 'orders properties otherwise',
      options: {
        wrap: onAnswer('*', undefined, ({ json: value }) => (value === undefined ? {} : { json: reversed(value) })),
      },
    },
    {
      name: 'names the charset',
      options: {
        wrap: onAnswer('*', undefined, (answer) =>
          answer.json === undefined
            ? {}
            : withHeader(answer, 'Content-Type', `${answer.headers['Content-Type']}; charset=utf-8`),
        ),
      },
    },
    {
      name: 'writes header names in lower case',
      options: {
        wrap: onAnswer('*', undefined, ({ headers }) => ({
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        })),
      },
    },
    {
      name: 'writes media types in upper case',
      options: {
        wrap: onAnswer('*', undefined, (answer) =>
          answer.json === undefined
            ? {}
            : withHeader(answer, 'Content-Type', String(answer.headers['Content-Type']).toUpperCase()),
        ),
      },
    },
    {
      name: 'takes 50 ms for each answer',
      options: {
        wrap: (handler) => async (call) => {
          await new Promise((settle) => setTimeout(settle, 50));
          return handler(call);
        },
      },
    },
    {
      name: 'closes the connection after each answer',
      options: { wrap: onAnswer('*', undefined, (answer) => withHeader(answer, 'Connection', 'close')) },
    },
    { name: 'has 130 things from the start', options: { prefilled: 130 } },
    {
      name: 'refuses unknown query parameters',
      options: {
        wrap: (handler) => async (call) => {
          const answer = await handler(call);
          const refusal = refuse('unknown query parameter');
          return call.method === 'GET' && answer.status < 300 && isUnknown(call)
            ? { ...refusal, headers: { ...answer.headers, ...refusal.headers } }
            : answer;
        },
      },
    },
    {
      name: 'answers HEAD wherever there is a GET',
      options: {
        wrap: (handler) => (call) =>
          handler(call.method === 'HEAD' && call.operation === undefined ? { ...call, method: 'GET' } : call),
      },
    },
    {
      name: 'answers OPTIONS with 204',
      options: {
        wrap: instead(
          '*',
          ({ method }) => method === 'OPTIONS',
          empty(204, { Allow: 'GET, POST, PUT, DELETE, OPTIONS' }),
        ),
      },
    },
  ];
}
