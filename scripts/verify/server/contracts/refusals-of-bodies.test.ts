import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { sentBody } from '../../../requirements/request/request-parts.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const book = `
      type: object
      description: When it is given, \`left\` must be consistent with what is lent.
      required: [title, copies]
      properties:
        title: { type: string, maxLength: 40 }
        copies: { type: integer, minimum: 0, maximum: 99 }
        left: { type: integer, minimum: 0, maximum: 99 }`;
const shown = `
      type: object
      required: [id, title, copies, left, lent]
      properties:
        id: { type: integer }
        title: { type: string }
        copies: { type: integer }
        left: { type: integer }
        lent: { type: boolean }`;
const ofBook = "{ $ref: '#/components/schemas/Book' }";
const id = '{ name: id, in: path, required: true, schema: { type: integer } }';
const description = descriptionOf(
  `
/books:
  post:
    operationId: addBook
    requestBody: { required: true, ${json(`{ $ref: '#/components/schemas/New' }`)} }
    responses: { '201': { description: '', ${json(ofBook)} }, ${refused(401, 422)} }
/books/{id}:
  parameters: [${id}]
  get:
    operationId: getBook
    responses: { '200': { description: '', ${json(ofBook)} }, ${refused(401, 404)} }
  patch:
    operationId: changeBook
    requestBody: { required: true, ${json(`{ $ref: '#/components/schemas/Change' }`)} }
    responses: { '200': { description: '', ${json(ofBook)} }, ${refused(401, 404, 422)} }
/books/{id}/lend:
  parameters: [${id}]
  post:
    operationId: lendBook
    responses: { '200': { description: '', ${json(ofBook)} }, ${refused(401, 404, 422)} }`,
  `security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Change: { type: object, properties: { copies: { type: integer, minimum: 0, maximum: 99 } } }
    New:${book}
    Book:${shown}`,
);

interface Book {
  id: number;
  title: string;
  copies: number;
  lent: boolean;
}

/** A server that answers 400 to what is no JSON; `wrong`: to all else that is wrong. */
function bookServer(wrong = 422) {
  const books: Book[] = [];
  const view = ({ lent, ...rest }: Book) => ({ ...rest, left: rest.copies - Number(lent), lent });
  const isCount = (value: unknown): value is number =>
    Number.isInteger(Number(value)) && /^\d\d?(\.0)?$/.test(`${value}`);
  const change = (request: HttpRequest, own: Book | undefined): ResponseParts => {
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const value = jsonIn(request.body);
    if (value === undefined) return { status: 400 };
    if (!isExactObject(value)) return { status: wrong };
    const { title = own?.title, copies = own?.copies, left } = value;
    if (typeof title !== 'string' || [...title].length > 40 || typeof copies !== 'number') return { status: wrong };
    if (!isCount(copies) || (own === undefined && left !== undefined && left !== copies)) return { status: wrong };
    const made = { id: own?.id ?? books.length + 1, title, copies, lent: own?.lent ?? false };
    books[made.id - 1] = made;
    return { status: own === undefined ? 201 : 200, body: view(made) };
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      const [, collection, at, action] = request.target.replace(/\?.*/, '').split('/');
      if (collection !== 'books' || (action !== undefined && action !== 'lend')) return { status: 404 };
      const methods = at === undefined || action !== undefined ? ['POST'] : ['GET', 'PATCH'];
      if (!methods.includes(request.method)) return { status: 405 };
      const [, key] = /^bearer +(\S+)$/i.exec(headerIn(request, 'Authorization') ?? '') ?? [];
      if (key !== 'key') return { status: 401 };
      if (at === undefined) return change(request, undefined);
      const own = books.find((one) => String(one.id) === at);
      if (own === undefined) return { status: 404 };
      if (request.method === 'PATCH') return change(request, own);
      if (action !== undefined && (own.lent || own.copies === 0)) return { status: 422 };
      if (action !== undefined) own.lent = true;
      return { body: view(own) };
    },
  };
}

test('what is no JSON may be refused with 400, and with 422 a value that must agree with others', async () => {
  expect(await notKeptBy(bookServer(), withoutWorkflows(description), 'key', 1, false)).toEqual([]);
});

test('any other body must be refused with the documented status', async () => {
  expect(await notKeptBy(bookServer(400), withoutWorkflows(description), 'key', 1, false)).toContain(
    'addBook.responses.undocumented',
  );
});

test('what must agree with others is left out, so that a request shows all else', async () => {
  const { session } = benchFor(description);
  const sent = sentBody(await session.source.base(operationIn(description, 'addBook')));
  expect(Object.keys(sent ?? {})).toEqual(['title', 'copies']);
});

const loan = '{ type: object, required: [id, open], properties: { id: { type: integer }, open: { type: boolean } } }';
const loans = descriptionOf(
  `
/loans:
  get:
    operationId: listLoans
    responses: { '200': { description: '', ${json(`{ type: array, items: ${loan} }`)} }, ${refused(401)} }
/loans/{id}/end:
  parameters: [${id}]
  post:
    operationId: endLoan
    responses: { '200': { description: '', ${json(loan)} }, ${refused(401, 404, 422)} }`,
  `security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }`,
);

test('what is done with a thing that nothing makes may be refused with 422 once it is done', async () => {
  const all = [1, 2].map((one) => ({ id: one, open: true }));
  const respond = (request: HttpRequest): ResponseParts => {
    const [, , at, action] = request.target.replace(/\?.*/, '').split('/');
    if (!/^\/loans(\/[^/]*\/end)?(\?|$)/.test(request.target)) return { status: 404 };
    if (request.method !== (action === undefined ? 'GET' : 'POST')) return { status: 405 };
    const [, key] = /^bearer +(\S+)$/i.exec(headerIn(request, 'Authorization') ?? '') ?? [];
    if (key !== 'key') return { status: 401 };
    if (action === undefined) return { body: all };
    const own = all.find((one) => String(one.id) === at);
    if (own === undefined) return { status: 404 };
    if (!own.open) return { status: 422 };
    own.open = false;
    return { body: { ...own } };
  };
  expect(await notKeptBy({ respond }, withoutWorkflows(loans), 'key', 1, false)).toEqual([]);
});
