import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const shelf = 'shelf: { type: string, format: uuid }';
const status = 'status: { enum: [new, lent] }';
const book = `{ type: object, properties: { id: { type: integer }, ${shelf}, ${status} } }`;
const answer = (code: number, schema: string) => `'${code}': { description: '', ${json(schema)} }`;
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters:
      - { name: shelf, in: query, schema: { type: string, format: uuid } }
      - { name: status, in: query, schema: { enum: [new, lent] } }
    responses: { ${answer(200, `{ type: array, items: ${book} }`)} }
  post:
    operationId: addBook
    requestBody: { required: true, ${json(`{ type: object, required: [shelf], properties: { ${shelf} } }`)} }
    responses: { ${answer(201, book)} }
/books/{id}:
  ${at}
  get: { operationId: readBook, responses: { ${answer(200, book)} } }
/books/{id}/lend:
  ${at}
  post: { operationId: lendBook, responses: { ${answer(200, book)} } }`);

/** What is shown of the filter by status at a server whose books only an action lends. */
async function verdictOf(isPassing: (book: ExactObject, query: URLSearchParams) => boolean) {
  const books: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const [, , id, action] = pathname.split('/');
    const sent = jsonIn(body) ?? null;
    if (id === undefined && method === 'GET') return { body: books.filter((one) => isPassing(one, searchParams)) };
    if (id === undefined) books.push({ ...(isExactObject(sent) ? sent : {}), id: books.length + 1, status: 'new' });
    const index = id === undefined ? books.length - 1 : Number(id) - 1;
    if (action === 'lend') books[index] = { ...books[index], status: 'lent' };
    return { status: id === undefined ? 201 : 200, body: books[index] ?? {} };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', description, ledger);
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 2);
  await createMatches(session, stored);
  await checkList(session, stored);
  return (['kept', 'violated', 'waived', 'unproven'] as const).filter((verdict) =>
    idsOf(ledger, verdict).some((id) => ['listBooks.only.status', 'listBooks.only.shelf'].includes(id)),
  );
}

const has = (name: string, { [name]: own = null }: ExactObject, query: URLSearchParams) =>
  !query.has(name) || query.get(name) === own;

test('both filters are applied', async () =>
  expect(await verdictOf((one, query) => has('shelf', one, query) && has('status', one, query))).toEqual(['kept']));

test('a filter that is ignored beside another one shows by what an action has brought into another state', async () =>
  expect(
    await verdictOf((one, query) => has('shelf', one, query) && (query.has('shelf') || has('status', one, query))),
  ).toContain('violated'));
