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
  ['one of them, and refuses the key', [404, 401], 'refuses the key'],
])('a server below another path may have %s', async (_, statuses, said) => {
  const expected = said === undefined ? undefined : expect.objectContaining({ message: expect.stringContaining(said) });
  expect(await saidOf(elsewhere, ...statuses)).toEqual(expected);
});

test('a server at the path of the contract may have no operation yet', async () => {
  expect(await saidOf(`http://localhost${description.service.basePath}`, 404, 404)).toBeUndefined();
});
