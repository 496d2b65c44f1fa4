import { describe, expect, test } from 'vitest';
import { headerIn } from '../../http/message-changes.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import { kinds } from '../registry.ts';
import type { Requirement } from '../requirement.ts';
import {
  clientFaultsOf,
  isDetectedOnServer,
  key,
  serverFaultsOf,
  serverOf,
  tried,
  violatedByClient,
} from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

const specificationOf = (paths: string, others: string) => withoutWorkflows(descriptionOf(paths, others));
const paths = `
/books:
  get:
    operationId: listBooks
    responses: { '200': { description: '', content: { application/json: {} } }, '401': { description: '' } }
  post:
    operationId: addBook
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' }, '401': { description: '' } }
  put:
    operationId: replaceBooks
    requestBody: { content: { application/json: { schema: { type: array } } } }
    responses: { '200': { description: '' }, '401': { description: '' } }
/books/{isbn}:
  parameters: [{ name: isbn, in: path, required: true, schema: { type: integer } }]
  delete: { operationId: removeBook, responses: { '204': { description: '' }, '401': { description: '' } } }
/search:
  get: { operationId: search, security: [], responses: { '200': { description: '', content: { image/*: {} } } } }
`;
const security = `security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas: { Book: { type: object, properties: { shelfId: { type: integer } } } }
tags: [{ name: novels }]`;
const statuses = (...all: string[]) =>
  `x-unmatched-responses: { ${all.map((status) => `'${status}': { description: '' }`).join(', ')} }`;
const specification = specificationOf(paths, `${security}\n${statuses('401', '404', '405')}`);
const silent = specificationOf(paths, security);

const ofFamily = kinds.filter(({ id }) => /^paths\.|\.exists$|\.request\./.test(id));
const isOwn = ({ kind }: Requirement) => ofFamily.some(({ id }) => id === kind);
const idsOf = (of: typeof specification, side: 'server' | 'client', operationId: string | null) =>
  catalogueOf(of, side)
    .filter((requirement) => isOwn(requirement) && requirement.operationId === operationId)
    .map(({ id }) => id);

describe('what is required', () => {
  const methods = ['/books.PATCH', '/books.DELETE', '/books/{isbn}.GET', '/books/{isbn}.POST', '/books/{isbn}.PUT']
    .concat(['/books/{isbn}.PATCH', '/search.POST', '/search.PUT', '/search.PATCH', '/search.DELETE'])
    .map((id) => `paths.${id}`);
  const orders = ['/books', '/books/{isbn}', '/search', 'unknown'].map((path) => `paths.${path}.order`);
  test.each<[name: string, of: typeof specification, side: 'server' | 'client', expected: string[]]>([
    ['of servers', specification, 'server', [...methods, ...orders, 'paths.unknown']],
    ['of clients', specification, 'client', [...methods, 'paths.unknown']],
    ['of servers, where no refusal is documented', silent, 'server', methods],
    ['of clients, where no refusal is documented', silent, 'client', [...methods, 'paths.unknown']],
  ])('%s, beside the operations', (_, of, side, expected) => expect(idsOf(of, side, null)).toEqual(expected));

  test.each([
    ['listBooks', ['exists', 'request.encoding', 'request.accept']],
    ['removeBook', ['exists', 'request.encoding']],
  ])('of %s', (id, ofClients) => {
    expect(idsOf(specification, 'server', id)).toEqual([`${id}.exists`]);
    expect(idsOf(specification, 'client', id)).toEqual(ofClients.map((name) => `${id}.${name}`));
  });
});

async function all(of = specification) {
  const requests = await Promise.all(ofFamily.map((kind) => tried(of, kind, serverOf(of))));
  return requests.flat();
}

describe('requests to servers', async () => {
  const sent = await all();
  const targets = (id: string) =>
    sent.filter((one) => one.requirementId === id).map(({ request: { method, target } }) => `${method} ${target}`);

  test('a server that keeps the contract is accepted', async () => {
    expect(sent.filter(({ isKept }) => !isKept)).toEqual([]);
    expect((await all(silent)).filter(({ isKept }) => !isKept)).toEqual([]);
  });

  test('each operation once; where there is GET, HEAD, and GET with a coding that may be used', () => {
    expect(targets('listBooks.exists')).toEqual(['GET /books', 'HEAD /books', 'GET /books']);
    const ofBooks = sent.filter(({ requirementId }) => requirementId === 'listBooks.exists');
    const codings = ofBooks.map(({ request }) => headerIn(request, 'Accept-Encoding'));
    expect(codings).toEqual([undefined, undefined, 'gzip, deflate, br']);
    expect(targets('addBook.exists')).toEqual(['POST /books']);
  });

  test('a method with a body for each operation that takes one', () => {
    const bodies = sent
      .filter(({ requirementId }) => requirementId === 'paths./books.PATCH')
      .map(({ request }) => String(request.body));
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toMatch(/^\{/);
    expect(bodies[1]).toMatch(/^\[/);
    const [{ request } = expect.fail()] = sent.filter(({ requirementId }) => requirementId === 'paths./books.DELETE');
    expect(request.body).toBeNull();
  });

  test('paths that are made up, and those that a forgotten route would have', () => {
    const own = targets('paths.unknown').map((line) => line.replace(/^GET /, ''));
    for (const path of ['/admin', '/book', '/novels', '/shelf', '/shelf/orders', '/library'])
      expect(own).toContain(path);
    // Routers differ in whether a path has a case.
    expect(own.filter((path) => /^\/(books|search|books\/\d+)$/i.test(path))).toEqual([]);
  });

  test('without a credential there is none, in whatever way the contract carries it', async () => {
    const queried = specificationOf(
      paths,
      `${security.replace('{ type: http, scheme: bearer }', '{ type: apiKey, in: query, name: k }')}
${statuses('401', '404', '405')}`,
    );
    const anonymous = (await all(queried)).filter(({ requirementId }) => requirementId.endsWith('.order'));
    expect(anonymous.length).toBeGreaterThan(5);
    expect(anonymous.filter(({ request }) => request.target.includes(key))).toEqual([]);
  });
});

describe('a server with a fault is detected', () => {
  test.each(serverFaultsOf(specification, isOwn))('$name', async ({ requirement, fault }) => {
    expect(await isDetectedOnServer(specification, requirement, fault)).toBe(true);
  });
});

test('a client that keeps the contract violates nothing', async () =>
  expect(await violatedByClient(specification, { what: 'nothing' })).toEqual([]));

describe('a client with a fault is detected', () => {
  // Another address is no operation at all, or another one: that the right one was not called is seen by the caller.
  const others = { '{operationId}.exists': /^paths\./ } as const;
  test.each(clientFaultsOf(specification, isOwn))('$name', async ({ requirement, fault }) => {
    const violated = await violatedByClient(specification, fault);
    expect(violated).toContainEqual(
      requirement.kind === '{operationId}.exists'
        ? expect.stringMatching(others['{operationId}.exists'])
        : requirement.id,
    );
  });
});
