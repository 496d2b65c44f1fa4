import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import document from '../generated/openapi.json' with { type: 'json' };
import { type DocumentedResponse, operations, service } from '../generated/operations.ts';
import type { operations as Types } from '../generated/types.ts';
import * as validators from '../generated/validators.js';
import { type AdoptionClient, createClient, rateLimitOf } from './index.ts';

type OperationId = keyof Types;
type Call = (client: AdoptionClient) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** A call of each operation with everything that its request can have. */
const calls: { [Id in OperationId]: Call } = {
  listPets: (client) => client.GET('/pets', { params: { query: { limit: 20, status: 'pending' } } }),
  createPet: (client) =>
    client.POST('/pets', { body: { name: 'Bruno', categoryId: Number.MAX_SAFE_INTEGER, status: 'sold' } }),
  getPet: (client) => client.GET('/pets/{petId}', { params: { path: { petId: Number.MAX_SAFE_INTEGER } } }),
};

/** Every example of a body that the contract has for a response; each is a response that a client must understand. */
const answers = Object.values(operations).flatMap(({ id, responses }) =>
  Object.entries<DocumentedResponse>(responses).flatMap(([status, { pointer, headers, mediaTypes }]) =>
    examplesOf(pointer, mediaTypes).map(([example, body]) => ({
      id,
      status: Number(status),
      pointer,
      example,
      body,
      headers: Object.fromEntries(
        headers.map((header): [string, string] => [header.name, String(part(header.pointer)['example'])]),
      ),
    })),
  ),
);

/** The part of the bundled contract that a pointer names, through each `$ref` on the way. */
function part(pointer: string): Record<string, unknown> {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce((value, name) => resolved(members(value[name])), members(document));
}

function resolved(value: Record<string, unknown>): Record<string, unknown> {
  const { $ref: reference } = value;
  return typeof reference === 'string' ? part(reference.slice(1)) : value;
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function examplesOf(pointer: string, mediaTypes: readonly string[]): [name: string, body: unknown][] {
  if (mediaTypes.length === 0) return [['no body', undefined]];
  const { example, examples } = part(`${pointer}/content/application~1json`);
  if (example !== undefined) return [['example', example]];
  return Object.entries(members(examples)).map(([name, value]) => [name, members(value)['value']]);
}

/** The list of operations is the contract's, whatever the calls above. */
function callOf(id: OperationId): Call {
  const known: Partial<Record<OperationId, Call>> = calls;
  return known[id] ?? missing(`No call of ${id}: add one to client/contract.test.ts.`);
}

/** Answers every request in one way, and keeps the last. */
interface Stub {
  baseUrl: string;
  fetch: ((request: Request) => Promise<Response>) | undefined;
  received: () => Request;
  close: () => void;
}

type Open = (status: number, headers: Record<string, string>, body: unknown) => Promise<Stub>;

const openInProcess: Open = async (status, headers, body) => {
  let last: Request | undefined;
  return {
    baseUrl: `http://in-process.invalid${service.basePath}`,
    fetch: async (request) => {
      last = request.clone();
      const text = body === undefined ? null : JSON.stringify(body);
      return new Response(text, {
        status,
        headers: { ...headers, ...(text !== null && { 'Content-Type': 'application/json' }) },
      });
    },
    received: () => last ?? missing(),
    close: () => undefined,
  };
};

const openOnSocket: Open = async (status, headers, body) => {
  let last: Request | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    last = new Request(`http://socket.invalid${incoming.url}`, {
      method: incoming.method ?? '',
      headers: Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
        (values ?? []).map((value): [string, string] => [name, value]),
      ),
      ...(content.length > 0 && { body: content }),
    });
    outgoing
      .writeHead(status, { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) })
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server is not on a port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}${service.basePath}`,
    fetch: undefined,
    received: () => last ?? missing(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

function missing(message = 'No request was received.'): never {
  throw new Error(message);
}

/**
 * What a request has that the contract does not, each with the part of the contract that it violates;
 * empty when it is as documented.
 */
async function violations(id: OperationId, request: Request): Promise<string[]> {
  const { method, path, pointer, parameters, requestBody } = operations[id];
  const compiled = await validators.operations[id]();
  const url = new URL(request.url);
  const template = new RegExp(`^${service.basePath}${path.replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}$`);
  const match = template.exec(url.pathname);
  const found: string[] = [];
  if (request.method !== method || match === null)
    found.push(`${request.method} ${url.pathname} is not ${method} ${path} (#${pointer})`);
  for (const parameter of parameters) {
    const text = parameter.in === 'query' ? url.searchParams.get(parameter.name) : match?.groups?.[parameter.name];
    const value = text !== null && /^-?\d+$/.test(text ?? '') ? Number(text) : text;
    const validate = compiled.parameters[parameter.in][parameter.name];
    if (text === null || text === undefined)
      found.push(`no call sends the ${parameter.in} parameter ${parameter.name} (#${parameter.pointer})`);
    else if (validate?.(value) !== true)
      found.push(`${parameter.name}=${text} ${validate?.errors?.[0]?.message} (#${parameter.pointer})`);
  }
  const unknown = [...url.searchParams.keys()].filter(
    (name) => !parameters.some((parameter) => parameter.name === name),
  );
  if (unknown.length > 0) found.push(`parameters ${unknown.join(', ')} are not documented (#${pointer})`);
  if (request.headers.get('Authorization') !== 'Bearer a-key') found.push(`the credential is missing (#${pointer})`);
  const text = await request.text();
  const mediaType = request.headers.get('Content-Type') ?? '';
  if (requestBody === null) return text === '' ? found : [...found, `a body is not documented (#${pointer})`];
  const validate = compiled.requestBody[mediaType];
  if (validate === undefined) found.push(`the media type ${mediaType} is not documented (#${requestBody.pointer})`);
  else if (!validate(JSON.parse(text)))
    found.push(
      `the body${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message} (#${requestBody.pointer})`,
    );
  return found;
}

describe.each(Object.entries({ 'in-process': openInProcess, 'over a socket': openOnSocket }))(
  'the client %s',
  (_, open) => {
    let stub: Stub | undefined;
    afterEach(() => stub?.close());

    test.each(answers)('surfaces $id $status, $example (#$pointer)', async ({ id, status, headers, body }) => {
      stub = await open(status, headers, body);
      const client = createClient({
        baseUrl: stub.baseUrl,
        apiKey: 'a-key',
        fetch: stub.fetch,
        maxRetries: 0,
        onDeprecated: () => undefined,
      });
      const result = await callOf(id)(client);

      const found = await violations(id, stub.received());
      if (found.length > 0) expect.fail(`the request of ${id} is not as documented: ${found.join('; ')}`);
      expect(result.response.status, 'status').toBe(status);
      expect(status < 400 ? result.data : result.error, `the body of ${status} is not surfaced as it is`).toEqual(body);
      expect(status < 400 ? result.error : result.data).toBeUndefined();
      expect(rateLimitOf(result.response)).toMatchObject({
        limit: Number(headers['X-RateLimit-Limit']),
        remaining: Number(headers['X-RateLimit-Remaining']),
      });
    });
  },
);

describe('the contract has', () => {
  test.each(Object.values(operations).flatMap(({ responses }) => Object.values(responses)))(
    'an example for each response (#$pointer)',
    ({ pointer }) => {
      expect(answers.filter((answer) => answer.pointer === pointer)).not.toEqual([]);
    },
  );
});
