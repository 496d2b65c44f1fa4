import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor } from '../test/bench.ts';
import { reachServer } from './reach-server.ts';

const served = "responses: { '200': { description: '' } }";
const description = descriptionOf(`
/books: { get: { operationId: listBooks, ${served} } }
/shelves: { get: { operationId: listShelves, ${served} } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, ${served} }`);

/** What is said of a server that answers so, in this order, where it is verified at an address. */
async function saidOf(baseUrl: string, ...statuses: number[]): Promise<unknown> {
  const left = [...statuses];
  const { session } = benchFor(description, () => ({ status: left.shift() ?? 200 }));
  return reachServer(session, baseUrl).catch((error: unknown) => error);
}

const elsewhere = `http://localhost${description.service.basePath}/elsewhere`;

test.each<[what: string, statuses: number[], said: string | undefined]>([
  ['none of the operations', [404, 404], 'answers 404 to GET /books and 1 other operation: correct the path'],
  ['one of them', [404, 200], undefined],
  ['one that refuses, and asks for no key', [404, 401], 'answers 404 to GET /books: correct the path'],
])('a server below another path may have %s', async (_, statuses, said) => {
  const expected = said === undefined ? undefined : expect.objectContaining({ message: expect.stringContaining(said) });
  expect(await saidOf(elsewhere, ...statuses)).toEqual(expected);
});

test('a server at the path of the contract may have no operation yet', async () => {
  expect(await saidOf(`http://localhost${description.service.basePath}`, 404, 404)).toBeUndefined();
});

const guarded = descriptionOf(
  `
/books: { get: { operationId: listBooks, ${served} } }
/health: { get: { operationId: health, security: [], ${served} } }
/shelves: { get: { operationId: listShelves, ${served} }, post: { operationId: addShelf, ${served} } }`,
  'security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer } } }',
);

const hasKey = (headers: readonly (readonly [name: string, value: string])[]) =>
  headers.some(([name]) => name.toLowerCase() === 'authorization');

/** What is said of a server whose operations answer so with the key, and without any. */
async function saidOfGuarded(statuses: Record<string, [withKey: number, without: number]>, url = '') {
  const { session } = benchFor(guarded, ({ method, target, headers }) => {
    const [withKey, without] = statuses[`${method} ${target}`] ?? [200, 401];
    return { status: hasKey(headers) ? withKey : without };
  });
  return reachServer(session, `http://localhost${guarded.service.basePath}${url}`).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

const refuses = 'The server refuses the key for every operation';
test.each<[what: string, statuses: Record<string, [number, number]>, url: string, said: string | undefined]>([
  ['the key is known', { 'GET /books': [401, 401] }, '', undefined],
  ['it is refused', { 'GET /books': [401, 401], 'GET /shelves': [401, 401], 'POST /shelves': [401, 401] }, '', refuses],
  ['it is refused where it is asked for', { 'GET /books': [401, 401], 'GET /shelves': [200, 200] }, '', refuses],
  ['nothing asks for one', { 'GET /books': [200, 200], 'GET /shelves': [200, 200] }, '', undefined],
  [
    'what needs none refuses below another path',
    { 'GET /books': [404, 401], 'GET /health': [401, 401], 'GET /shelves': [404, 401], 'POST /shelves': [404, 401] },
    '/elsewhere',
    'answers 404 to GET /books',
  ],
])('of a server with keys: %s', async (_, statuses, url, said) => {
  const actual = await saidOfGuarded(statuses, url);
  expect(actual).toEqual(said === undefined ? undefined : expect.stringContaining(said));
});

test('that a request without a key is refused need not be documented', async () => {
  const { session } = benchFor(guarded, ({ headers }) => ({ status: hasKey(headers) ? 200 : 401 }));
  await reachServer(session, `http://localhost${guarded.service.basePath}`);
  expect(session.ledger.violations).toBe(0);
});
