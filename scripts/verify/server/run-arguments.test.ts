import { describe, expect, test } from 'vitest';
import { within } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { responseOf } from '../../http/test/messages.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import type { Description } from '../../openapi/description.ts';
import { withoutWorkflows } from '../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { bookContract } from '../test/book-contract.ts';
import { bookServer } from '../test/book-server.ts';
import { verifyAt } from './connect.ts';
import { type RunOptions, verify } from './run.ts';
import { readExtent, readServer } from './run-arguments.ts';
import { selected } from './selection.ts';

const run = (description: Description, send: (request: HttpRequest) => HttpResponse, options: Partial<RunOptions>) =>
  verify(withoutWorkflows(description), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async (request) => send(request),
    clock: new StillClock(),
    seed: 7,
    ...options,
  });

describe('arguments', () => {
  test('say what requests carry', () =>
    expect(
      readServer('http://localhost', { credential: ['Basic=ada:a=b', 'Key='], header: ['X-Tenant: acme', 'X-Empty:'] })
        .keys,
    ).toMatchObject({
      credentials: { Basic: 'ada:a=b', Key: '' },
      headers: [
        ['X-Tenant', 'acme'],
        ['X-Empty', ''],
      ],
    }));

  test.each<[given: Parameters<typeof readServer>[1], message: RegExp]>([
    [{ credential: ['secret'] }, /^--credential must be NAME=VALUE\.$/],
    [{ credential: ['=secret'] }, /^--credential must be NAME=VALUE\.$/],
    [{ header: ['X-Tenant'] }, /^--header must be 'NAME: VALUE'\.$/],
    [{ header: ['X Tenant: acme'] }, /^--header must be/],
    [{ header: ['X-Tenant: a\r\nX-Other: b'] }, /^--header must be/],
  ])('%j are refused', (given, message) => expect(() => readServer('http://localhost', given)).toThrow(message));

  test.each(['0', '-1', '1.5', 'many'])('--requests %s is refused', (requests) =>
    expect(() => readExtent({ requests }, bookContract('plain'))).toThrow(
      /^--requests must be a whole number from 1 to/,
    ),
  );
});

describe('filters', () => {
  const description = descriptionOf(`
/lamps:
  get: { operationId: listLamps, tags: [light], responses: { '200': { description: '' } } }
  post: { operationId: addLamp, tags: [light, change], responses: { '201': { description: '' } } }
/rugs: { get: { operationId: listRugs, responses: { '200': { description: '' } } } }`);
  const idsWith = (filters: Partial<Parameters<typeof selected>[1]>) => [
    ...(selected(description, { operations: [], tags: [], excluded: [], ...filters }) ?? ['all']),
  ];

  test.each<[filters: Parameters<typeof idsWith>[0], ids: string[]]>([
    [{}, ['all']],
    [{ operations: ['listLamps'] }, ['listLamps']],
    [{ operations: ['GET /lamps', 'add*'] }, ['listLamps', 'addLamp']],
    [{ tags: ['light'] }, ['listLamps', 'addLamp']],
    [{ tags: ['light'], excluded: ['add*'] }, ['listLamps']],
    [{ excluded: ['GET *'] }, ['addLamp']],
  ])('%j leave %j', (filters, ids) => expect(idsWith(filters)).toEqual(ids));

  test.each<[filters: Parameters<typeof idsWith>[0], message: RegExp]>([
    [{ operations: ['listLamp'] }, /^The contract has no operation listLamp:/],
    [{ excluded: ['GET /beds'] }, /^The contract has no operation GET \/beds:/],
    [{ tags: ['dark'] }, /has the tag dark/],
    [{ excluded: ['*'] }, /^The filters leave no operation/],
  ])('%j are refused', (filters, message) => expect(() => idsWith(filters)).toThrow(message));

  test('what is left out is neither verified nor sent to for itself', async () => {
    const asked = new Set<string>();
    const { requirements } = await run(
      description,
      ({ method, target }) => {
        asked.add(`${method} ${target.split('?')[0]}`);
        return responseOf({ status: method === 'GET' ? 200 : 405 });
      },
      { selection: new Set(['listRugs']) },
    );
    expect(new Set(requirements.map(({ requirement: { operationId } }) => operationId))).toEqual(new Set(['listRugs']));
    expect(asked).not.toContain('POST /lamps');
  });
});

test('where only a list is verified, what it has is not read again', async () => {
  const server = bookServer('plain');
  const reads = new Map<string, number>();
  const { requirements } = await run(
    server.description,
    (request) => {
      const [, id] = /^\/books\/(\d+)$/.exec(request.target) ?? [];
      if (request.method === 'GET' && id !== undefined) reads.set(id, (reads.get(id) ?? 0) + 1);
      return responseOf(server.respond(request));
    },
    { selection: new Set(['listBooks']) },
  );
  expect(requirements.filter(({ verdict }) => verdict === 'violated' || verdict === 'unproven')).toEqual([]);
  // What others, or a search, look at is read more often.
  const once = [...reads.values()].filter((count) => count === 1);
  expect(once.length).toBeGreaterThan(reads.size / 2);
});

test('what an operation needs is made as the server takes it, where that one is left out', async () => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const made = '{ type: object, required: [postcode], properties: { postcode: { type: string, example: "80331" } } }';
  const shown = '{ type: object, properties: { id: { type: integer }, postcode: { type: string } } }';
  const places = descriptionOf(`
/places:
  post:
    operationId: addPlace
    requestBody: { required: true, ${json(made)} }
    responses: { '201': { description: '', ${json(shown)} }, '422': { description: '' } }
/places/{placeId}/notes:
  get:
    operationId: listNotes
    parameters: [{ name: placeId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${json('{ type: array }')} }, '404': { description: '' } }`);
  let count = 0;
  const { requirements } = await run(
    places,
    ({ method, target, body }) => {
      const [, id] = /^\/places\/(\d+)\/notes$/.exec(target) ?? [];
      if (method === 'GET') return responseOf(Number(id) <= count ? { body: [] } : { status: 404 });
      const postcode = within(jsonIn(body), ['postcode']);
      if (postcode !== '80331') return responseOf({ status: 422 });
      count += 1;
      return responseOf({ status: 201, body: { id: count, postcode } });
    },
    { selection: new Set(['listNotes']) },
  );
  expect(requirements.find(({ requirement }) => requirement.id === 'listNotes.exists')?.verdict).toBe('kept');
});

describe('a number of requests', () => {
  test('is kept to, and what it leaves out is said', async () => {
    const server = bookServer('plain');
    let requests = 0;
    const notes: string[] = [];
    const { requirements, unreached } = await run(
      server.description,
      (request) => {
        requests += 1;
        return responseOf(server.respond(request));
      },
      { requests: 60, note: (text) => notes.push(text) },
    );
    expect(requests).toBe(60);
    expect(notes).toEqual([expect.stringMatching(/^The run stopped after 60 requests: \d+ requirements could not/)]);
    expect(requirements.filter(({ verdict }) => verdict === 'unproven')).toEqual([]);
    expect(unreached).toBe(
      requirements.filter((one) => one.verdict === 'waived' && one.reason.startsWith('Not reached')).length,
    );
    expect(unreached).toBeGreaterThan(0);
    expect(requirements).toContainEqual(
      expect.objectContaining({
        verdict: 'waived',
        reason: expect.stringMatching(/^Not reached within 60 requests/),
      }),
    );
  });

  test('reaches each requirement once before any is reached twice', async () => {
    const server = bookServer('plain');
    const provenBy = async (requests: number) => {
      const found = await run(server.description, (request) => responseOf(server.respond(request)), { requests });
      return found.requirements.filter(({ verdict }) => verdict === 'kept').length;
    };
    const [few, all] = [await provenBy(250), await provenBy(100_000)];
    expect(few / all).toBeGreaterThan(0.75);
  });

  test('lets what any request must keep be tried once', async () => {
    const server = bookServer('plain');
    const { requirements } = await run(server.description, (request) => responseOf(server.respond(request)), {
      requests: 2000,
    });
    const verdicts = requirements.flatMap(({ requirement: { id }, verdict }) => (id.endsWith('.any') ? [verdict] : []));
    expect(new Set(verdicts)).toEqual(new Set(['kept']));
  });
});

test('what was created is removed in the end, and what was there stays', async () => {
  const server = bookServer('plain');
  server.books.set(424242, { id: 424242, title: 'was there', kind: 'novel', lent: false });
  const notes: string[] = [];
  await run(server.description, (request) => responseOf(server.respond(request)), {
    cleanUp: true,
    note: (text) => notes.push(text),
  });
  expect([...server.books.keys()]).toEqual([424242]);
  expect(notes).toEqual([expect.stringMatching(/^Cleaned up: \d+ things removed\.$/)]);
});

test('what no operation of the contract removes is said to be left', async () => {
  const description = descriptionOf(`
/lamps: { post: { operationId: addLamp, responses: { '201': { description: '' } } } }`);
  const notes: string[] = [];
  await run(description, () => responseOf({ status: 201 }), { cleanUp: true, note: (text) => notes.push(text) });
  expect(notes).toEqual(['Nothing was removed: the contract has no DELETE, so what the run has created is left.']);
});

const schemes = {
  Token: ['{ type: oauth2, flows: {} }', 'a-token'],
  Basic: ['{ type: http, scheme: basic }', 'ada:secret'],
  Header: ['{ type: apiKey, in: header, name: X-Key }', 'in-header'],
  Query: ['{ type: apiKey, in: query, name: key }', 'in-query'],
  Cookie: ['{ type: apiKey, in: cookie, name: session }', 'in-cookie'],
} as const;

const placed: Record<string, (request: HttpRequest) => boolean> = {
  token: (request) => headerOf(request, 'authorization')?.replace(/^bearer /i, 'Bearer ') === 'Bearer a-token',
  basic: (request) =>
    headerOf(request, 'authorization')?.replace(/^basic /i, '') === Buffer.from('ada:secret').toString('base64'),
  header: (request) => headerOf(request, 'x-key') === 'in-header',
  query: ({ target }) => new URL(target, 'http://localhost').searchParams.get('key') === 'in-query',
  cookie: (request) => headerOf(request, 'cookie') === 'session=in-cookie',
};

function headerOf({ headers }: HttpRequest, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

test('each scheme has its own credential, and every request the headers that are given', async () => {
  const paths = Object.keys(schemes).map((name) => {
    const refused = "'401': { description: '', headers: { WWW-Authenticate: { schema: { type: string } } } }";
    const responses = `{ '200': { description: '' }, ${refused} }`;
    const get = `{ operationId: by${name}, security: [{ ${name}: [] }], responses: ${responses} }`;
    return `/${name.toLowerCase()}: { get: ${get} }`;
  });
  const listed = Object.entries(schemes).map(([name, [scheme]]) => `${name}: ${scheme}`);
  const description = descriptionOf(paths.join('\n'), `components: { securitySchemes: { ${listed.join(', ')} } }`);
  const untold: string[] = [];
  const { requirements } = await run(
    description,
    (request) => {
      if (headerOf(request, 'x-tenant') !== 'acme') untold.push(request.target);
      const [, path = ''] = request.target.split(/[/?]/);
      const isRight = placed[path];
      if (isRight === undefined) return responseOf({ status: 404 });
      if (!isRight(request)) return responseOf({ status: 401, headers: { 'WWW-Authenticate': 'Bearer, Basic' } });
      return responseOf({ status: request.method === 'GET' ? 200 : 405 });
    },
    {
      keys: {
        key: '',
        limitedKey: undefined,
        credentials: Object.fromEntries(Object.entries(schemes).map(([name, [, value]]) => [name, value])),
        headers: [['X-Tenant', 'acme']],
      },
    },
  );
  expect(untold).toEqual([]);
  const others = requirements.filter(({ verdict }) => verdict === 'violated' || verdict === 'unproven');
  expect(others.map(({ requirement: { id } }) => id)).toEqual([]);
  for (const name of Object.keys(schemes))
    expect(requirements).toContainEqual(
      expect.objectContaining({
        verdict: 'kept',
        requirement: expect.objectContaining({ id: `by${name}.security.accepts.${name}` }),
      }),
    );
});

test.each<[keys: Pick<RunOptions['keys'], 'credentials' | 'headers'>, message: RegExp]>([
  [{ credentials: { Other: 'x' } }, /^The contract has no security scheme Other, but these: Key \(--credential\)\.$/],
  [{ credentials: { Key: 'x' }, headers: [['authorization', 'x']] }, /^authorization carries a credential/],
])('%j cannot be used', async (keys, message) => {
  const description = descriptionOf(
    "/lamps: { get: { operationId: listLamps, security: [{ Key: [] }], responses: { '200': { description: '' } } } }",
    'components: { securitySchemes: { Key: { type: http, scheme: bearer } } }',
  );
  const given = { key: undefined, limitedKey: undefined, ...keys };
  await expect(
    verifyAt(withoutWorkflows(description), 'http://127.0.0.1:9', given, { seed: 1, timeout: 1 }),
  ).rejects.toThrow(message);
});
