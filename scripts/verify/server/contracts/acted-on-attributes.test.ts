import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], additionalProperties: false, properties: { ${properties} } }`;
const inData = (schema: string) => object(`data: ${schema}`, 'data');
const title = 'title: { type: string, minLength: 1 }';
const time = "{ type: [string, 'null'], format: date-time }";
const attributes = object(
  `${title}, status: { enum: [there, borrowed] }, borrowedAt: ${time}, updatedAt: { type: string, format: date-time }`,
  'title, status, borrowedAt, updatedAt',
);
const book = "{ $ref: '#/components/schemas/Book' }";
const shelf = "{ $ref: '#/components/schemas/Shelf' }";
const books = inData(`{ type: array, items: ${book} }`);
const titleAlone = (required: string) => object(title, required);
const sent = (required: string) =>
  `requestBody: { required: true, ${json(inData(object(`attributes: ${titleAlone(required)}`, 'attributes')))} }`;
const refusals = (...statuses: number[]) => statuses.map((status) => `, '${status}': { description: '' }`).join('');
const answer = (status: number, schema: string, ...others: number[]) =>
  `responses: { '${status}': { description: '', ${json(schema)} }${refusals(...others)} }`;
const inPath = (name: string) => `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
const byStatus = '{ name: status, in: query, schema: { enum: [there, borrowed] } }';

/** Books as JSON:API has them: made and listed beneath a shelf, listed and borrowed at paths of their own. */
const specification = withoutWorkflows(
  descriptionOf(
    `
/shelves:
  post:
    operationId: addShelf
    ${answer(201, shelf)}
/shelves/{shelfId}:
  ${inPath('shelfId')}
  get: { operationId: readShelf, ${answer(200, shelf, 404)} }
/shelves/{shelfId}/books:
  ${inPath('shelfId')}
  get: { operationId: listBooksOfShelf, ${answer(200, books, 404)} }
  post: { operationId: addBook, ${sent('title')}, ${answer(201, inData(book), 400, 404)} }
/books:
  get: { operationId: listBooks, parameters: [${byStatus}], ${answer(200, books, 400)} }
/books/{bookId}:
  ${inPath('bookId')}
  get: { operationId: readBook, ${answer(200, inData(book), 404)} }
  patch: { operationId: changeBook, ${sent('')}, ${answer(200, inData(book), 400, 404)} }
/books/{bookId}/borrow:
  ${inPath('bookId')}
  post:
    operationId: borrowBook
    description: >-
      Sets the status to \`borrowed\` and \`borrowedAt\` to the current time. A borrowed book cannot be borrowed again.
    ${answer(200, inData(book), 404, 409)}`,
    `components:
  schemas:
    Shelf: ${object('id: { type: integer }', 'id')}
    Book: ${object(`id: { type: integer }, attributes: ${attributes}`, 'id, attributes')}`,
  ),
);

type Fault = 'none' | 'borrows twice' | 'keeps borrowedAt' | 'keeps updatedAt' | 'lists all' | 'lists none of a shelf';

interface Book {
  shelf: number;
  attributes: ExactObject;
}

class Shelves {
  readonly #fault: Fault;
  #shelves = 0;
  #seconds = 0;
  readonly #books: Book[] = [];

  constructor(fault: Fault) {
    this.#fault = fault;
  }

  /** Each request comes two seconds after the last one. */
  respond(request: HttpRequest): ResponseParts {
    this.#seconds += 2;
    return { headers: { Date: new Date(this.#now()).toUTCString() }, ...this.#answer(request) };
  }

  #answer(request: HttpRequest): ResponseParts {
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    const [, kind = '', id, part] = pathname.split('/');
    const place = [kind, ...(id === undefined ? [] : ['*']), ...(part === undefined ? [] : [part])].join('/');
    const methods: Record<string, string[]> = {
      shelves: ['POST'],
      'shelves/*': ['GET'],
      'shelves/*/books': ['GET', 'POST'],
      books: ['GET'],
      'books/*': ['GET', 'PATCH'],
      'books/*/borrow': ['POST'],
    };
    const allowed = new Map(Object.entries(methods)).get(place);
    if (allowed === undefined) return { status: 404 };
    if (!allowed.includes(request.method)) return { status: 405 };
    if (place === 'shelves') return { status: 201, body: { id: ++this.#shelves } };
    const number = /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : 0;
    return kind === 'shelves'
      ? this.#atShelf(request, number, part)
      : this.#atBook(request, number, part, searchParams);
  }

  #atShelf(request: HttpRequest, id: number, part: string | undefined): ResponseParts {
    if (id < 1 || id > this.#shelves) return { status: 404 };
    if (part === undefined) return { body: { id } };
    if (request.method === 'GET')
      return this.#listed(({ shelf }) => shelf === id && this.#fault !== 'lists none of a shelf');
    const own = sentBy(request);
    if (own?.['title'] === undefined) return { status: 400 };
    this.#books.push({ shelf: id, attributes: { ...own, status: 'there', borrowedAt: null, updatedAt: this.#now() } });
    return this.#shown(this.#books.length, 201);
  }

  #atBook(request: HttpRequest, id: number, part: string | undefined, query: URLSearchParams): ResponseParts {
    const wanted = query.get('status');
    if (id === 0 && request.target.startsWith('/books/')) return { status: 404 };
    if (id === 0 && wanted !== null && wanted !== 'there' && wanted !== 'borrowed') return { status: 400 };
    if (id === 0)
      return this.#listed((one) => [null, one.attributes['status']].includes(wanted) || this.#fault === 'lists all');
    const known = this.#books[id - 1];
    if (known === undefined) return { status: 404 };
    if (part === 'borrow') return this.#borrow(id, known);
    if (request.method === 'GET') return this.#shown(id);
    const own = sentBy(request);
    if (own === undefined) return { status: 400 };
    const updatedAt = this.#fault === 'keeps updatedAt' ? {} : { updatedAt: this.#now() };
    known.attributes = { ...known.attributes, ...own, ...updatedAt };
    return this.#shown(id);
  }

  #borrow(id: number, known: Book): ResponseParts {
    if (known.attributes['status'] === 'borrowed' && this.#fault !== 'borrows twice') return { status: 409 };
    const borrowedAt = this.#fault === 'keeps borrowedAt' ? null : this.#now();
    known.attributes = { ...known.attributes, status: 'borrowed', borrowedAt, updatedAt: this.#now() };
    return this.#shown(id);
  }

  #now(): string {
    return new Date(Date.UTC(2030, 0, 1) + 1000 * this.#seconds).toISOString();
  }

  #shown(id: number, status = 200): ResponseParts {
    return { status, body: { data: { id, attributes: { ...this.#books[id - 1]?.attributes } } } };
  }

  #listed(isShown: (book: Book) => boolean): ResponseParts {
    const all = this.#books.map((one, index) => ({ one, id: index + 1 })).filter(({ one }) => isShown(one));
    return { body: { data: all.map(({ one, id }) => ({ id, attributes: { ...one.attributes } })) } };
  }
}

function hasOnly(value: Exact | undefined, names: readonly string[]): value is ExactObject {
  return value !== undefined && isExactObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function sentBy(request: HttpRequest): ExactObject | undefined {
  const isTyped = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
  const body = isTyped ? jsonIn(request.body) : undefined;
  const data = hasOnly(body, ['data']) ? body['data'] : undefined;
  const own = hasOnly(data, ['attributes']) ? within(data, ['attributes']) : undefined;
  if (!hasOnly(own, ['title'])) return undefined;
  const { title: text = 'any' } = own;
  return typeof text === 'string' && text !== '' ? own : undefined;
}

const notKept = (seed: number, fault: Fault) => notKeptBy(new Shelves(fault), specification, 'key', seed, false);

test.each([1, 2])(
  'a server of what is done with things that have attributes is not blamed, with seed %j',
  async (seed) => expect(await notKept(seed, 'none')).toEqual([]),
);

test.each<[fault: Fault, requirement: string]>([
  ['borrows twice', 'borrowBook.refusedIn.borrowed'],
  ['keeps borrowedAt', 'borrowBook.sets.borrowedAt'],
  ['keeps updatedAt', 'changeBook.updatedAt.updatedAt'],
  ['lists all', 'listBooks.only.status'],
  ['lists none of a shelf', 'listBooksOfShelf.lists.addBook'],
])('a server that %s is seen', async (fault, requirement) => expect(await notKept(1, fault)).toContain(requirement));

test('what is listed beneath a thing and by itself is made there, and read elsewhere', () => {
  const ids = catalogueOf(specification, 'server').map(({ id }) => id);
  for (const id of ['readBook.returns.addBook', 'listBooksOfShelf.beneath.shelfId', 'listBooks.only.status'])
    expect(ids).toContain(id);
});
