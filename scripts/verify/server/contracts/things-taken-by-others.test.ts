import { expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const title = 'title: { type: string, maxLength: 30 }, stock: { type: integer, minimum: 0, maximum: 99 }';
const book = `{ type: object, required: [id, title, stock], properties: { id: { type: integer }, ${title} } }`;
const loan =
  '{ type: object, required: [id, bookId], properties: { id: { type: integer }, bookId: { type: integer } } }';
const description = descriptionOf(`
/books:
  get: { operationId: listBooks, responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } } }
  post:
    operationId: addBook
    requestBody: { required: true, ${json(`{ type: object, required: [title, stock], properties: { ${title} } }`)} }
    responses: { '201': { description: '', ${json(book)} }, ${refused(400)} }
/books/{id}:
  ${at}
  get: { operationId: getBook, responses: { '200': { description: '', ${json(book)} }, ${refused(404)} } }
/loans:
  post:
    operationId: addLoan
    requestBody:
      required: true
      ${json('{ type: object, required: [bookId], properties: { bookId: { type: integer } } }')}
    responses: { '201': { description: '', ${json(loan)} }, ${refused(400)} }
/loans/{id}:
  ${at}
  get: { operationId: getLoan, responses: { '200': { description: '', ${json(loan)} }, ${refused(404)} } }
  delete: { operationId: endLoan, responses: { '204': { description: '' }, ${refused(404)} } }`);

const isCount = (value: Exact | undefined): value is number =>
  /^\d\d?(?:\.0+)?$/.test(String(value)) && typeof value !== 'string';

/** A loan takes a book from the stock, and gives it back when it ends. By mistake, books are shown without a stock. */
function libraryServer(isStockKept: boolean) {
  const books: { id: number; title: string; stock: number }[] = [];
  const loans = new Map<number, number>();
  let made = 0;
  const add = (collection: string, request: HttpRequest): ResponseParts => {
    const value = jsonIn(request.body) ?? null;
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const { title: own, stock, bookId } = isExactObject(value) ? value : {};
    if (collection === 'books') {
      if (typeof own !== 'string' || [...own].length > 30 || !isCount(stock)) return { status: 400 };
      books.push({ id: books.length + 1, title: own, stock: Number(stock) });
      return { status: 201, body: { ...books.at(-1) } };
    }
    const lent = books.find(({ id }) => typeof bookId !== 'string' && String(id) === String(bookId));
    if (lent === undefined || lent.stock === 0) return { status: 400 };
    lent.stock -= 1;
    made += 1;
    loans.set(made, lent.id);
    return { status: 201, body: { id: made, bookId: lent.id } };
  };
  const shown = (one: (typeof books)[number]) => (isStockKept ? { ...one } : { ...one, stock: 0 });
  return {
    respond(request: HttpRequest): ResponseParts {
      const [, collection = '', id] = request.target.replace(/\?.*/, '').split('/');
      if (!['books', 'loans'].includes(collection)) return { status: 404 };
      const isBooks = collection === 'books';
      const methods =
        id === undefined ? ['POST', ...(isBooks ? ['GET'] : [])] : ['GET', ...(isBooks ? [] : ['DELETE'])];
      if (!methods.includes(request.method)) return { status: 405 };
      if (id === undefined) return request.method === 'GET' ? { body: books.map(shown) } : add(collection, request);
      const own = books.find((one) => String(one.id) === id);
      if (isBooks) return own === undefined ? { status: 404 } : { body: shown(own) };
      const [lent, bookId] = [...loans].find(([key]) => String(key) === id) ?? [];
      if (lent === undefined || bookId === undefined) return { status: 404 };
      if (request.method === 'GET') return { body: { id: lent, bookId } };
      loans.delete(lent);
      for (const one of books) if (one.id === bookId) one.stock += 1;
      return { status: 204 };
    },
  };
}

test('what a creation names may be changed by it, as it is taken from the stock', async () => {
  expect(await notKeptBy(libraryServer(true), withoutWorkflows(description), '', 1, false)).toEqual([]);
});

test('what is named by nothing is as it was created', async () => {
  const ids = await notKeptBy(libraryServer(false), withoutWorkflows(description), '', 1, false);
  expect(ids).toEqual(['listBooks.lists.addBook', 'getBook.returns.addBook']);
});
