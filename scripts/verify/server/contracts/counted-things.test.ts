import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn, queryTexts } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const bodyOf = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const inPath = `parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]`;
const number = 'readOnly: true, type: integer';
const count = `{ ${number}, description: The number of books on the shelf. }`;
const shown = `id: { ${number} }, name: { type: string }, book_count: ${count}`;
const shelf = (required: string) => `{ type: object, required: [${required}], properties: { ${shown} } }`;
const book = (required: string) =>
  `{ type: object, required: [${required}], properties: { id: { ${number} }, shelf_id: { type: integer } } }`;
const making = (operationId: string, schema: (required: string) => string, sent: string, all: string) => `
    operationId: ${operationId}
    ${bodyOf(schema(sent))}
    responses: { ${answer(201, schema(all))}, ${refused(400, 415, 422)} }`;
const books = `
/books:
  post:${making('addBook', book, 'shelf_id', 'id, shelf_id')}
/books/{id}:
  ${inPath}
  get: { operationId: readBook, responses: { ${answer(200, book('id, shelf_id'))}, ${refused(404)} } }`;
const description = descriptionOf(`${books}
/shelves:
  get: { operationId: listShelves, responses: { ${answer(200, `{ type: array, items: ${shelf('id, name')} }`)} } }
  post:${making('addShelf', shelf, 'name', 'id, name, book_count')}
/shelves/{id}:
  ${inPath}
  get: { operationId: readShelf, responses: { ${answer(200, shelf('id, name, book_count'))}, ${refused(404)} } }`);

const items = `items: { type: array, items: ${shelf('id, name, book_count')} }`;
const page = `{ type: object, required: [items, total], properties: { ${items}, total: { type: integer } } }`;
const limit = '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 50 } }';
const listedAlone = descriptionOf(`${books}
/shelves:
  get: { operationId: listShelves, parameters: [${limit}], responses: { ${answer(200, page)}, ${refused(400)} } }
  post:${making('addShelf', shelf, 'name', 'id, name, book_count')}`);

type Mistake = 'a reader sees one book too many' | 'a reader sees another name' | 'a shelf counts no book';

/** Books, and shelves that count them. `isPaged`: these are in pages, and nothing reads one of them. */
function libraryWith(mistake?: Mistake, isPaged = false) {
  const shelves: ExactObject[] = [];
  const books: ExactObject[] = [];
  const valid = (operationId: string, sent: Exact | undefined): sent is ExactObject => {
    const operation = description.operations.find(({ id }) => id === operationId);
    const schema = `${operation?.pointer}/requestBody/content/application~1json/schema`;
    return isExactObject(sent) && description.schemas.isValid('request', schema, sent);
  };
  const counted = (one: ExactObject, more = 0) => {
    const own = mistake === 'a shelf counts no book' ? [] : books.filter((book) => book['shelf_id'] === one['id']);
    const count = own.length + more;
    return { ...one, book_count: count };
  };
  const read = (one: ExactObject): ExactObject => {
    if (mistake === 'a reader sees another name') return { ...counted(one), name: 'other' };
    return counted(one, mistake === 'a reader sees one book too many' ? 1 : 0);
  };
  const respond = (request: HttpRequest): ResponseParts => {
    const { method, target, body } = request;
    const [, kind, id] = target.replace(/\?.*/s, '').split('/');
    if (kind !== 'books' && kind !== 'shelves') return { status: 404 };
    const items = kind === 'books' ? books : shelves;
    if (id !== undefined) {
      if (method !== 'GET') return { status: 405 };
      const item = items.find((one) => String(one['id']) === id);
      return item === undefined ? { status: 404 } : { body: kind === 'books' ? item : read(item) };
    }
    if (method === 'GET' && kind === 'shelves')
      return isPaged ? pageOf(shelves.map(read), queryTexts(request, 'limit')) : { body: shelves.map(read) };
    if (method !== 'POST') return { status: 405 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(body);
    if (!valid(kind === 'books' ? 'addBook' : 'addShelf', sent)) return { status: 400 };
    const { shelf_id = null, name = null } = sent;
    if (kind === 'books' && shelves.every((one) => one['id'] !== shelf_id)) return { status: 422 };
    const made = { id: items.length + 1, ...(kind === 'books' ? { shelf_id } : { name }) };
    items.push(made);
    return { status: 201, body: kind === 'books' ? made : counted(made) };
  };
  return { respond };
}

function pageOf(shown: readonly ExactObject[], [limit = '50', ...others]: readonly string[]): ResponseParts {
  if (!/^[1-9]\d?$|^100$/.test(limit) || others.length > 0) return { status: 400 };
  return { body: { items: shown.slice(0, Number(limit)), total: shown.length } };
}

const notKept = (mistake?: Mistake) => notKeptBy(libraryWith(mistake), withoutWorkflows(description), '', 1, false);

test('a thing that others name counts them: it was made for them, and is read when they are there', async () => {
  expect(await notKept()).toEqual([]);
});

test('nor need a list count as before what nothing reads by itself, and it has what was made to see that', async () => {
  const specification = withoutWorkflows(listedAlone);
  expect(await notKeptBy(libraryWith(undefined, true), specification, '', 1, false)).toEqual([]);
});

test('but its name stays', async () => {
  const specification = withoutWorkflows(listedAlone);
  const library = libraryWith('a reader sees another name', true);
  expect(await notKeptBy(library, specification, '', 1, false)).toContain('listShelves.lists.addShelf');
});

test.each<Mistake>(['a reader sees one book too many', 'a reader sees another name'])('%s', async (mistake) => {
  expect(await notKept(mistake)).toContain('readShelf.returns.addShelf');
});

test('a shelf counts no book', async () => {
  expect(await notKept('a shelf counts no book')).toEqual(['readShelf.tally.book_count']);
});
