import { describe, expect, test } from 'vitest';
import { type ResponseParts, requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor, idsOf } from '../../test/bench.ts';

const description = descriptionOf(
  `
/books/{isbn}:
  get:
    operationId: readBook
    parameters: [{ name: isbn, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    responses:
      '200':
        description: The book.
        headers:
          X-Shelf: { required: true, schema: { type: integer } }
          X-Note: { schema: { type: string, maxLength: 3 } }
          Retry-After: { schema: { type: integer } }
        content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
      '204': { description: Nothing. }
      '404':
        description: None.
        content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } }
/books/{isbn}/order:
  post:
    operationId: orderBook
    parameters: [{ name: isbn, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    responses: { '200': { description: '' } }
/books:
  get:
    operationId: listBooks
    responses:
      '200':
        description: All.
        content:
          application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } }
          text/csv: {}
      5XX: { description: Broken. }
      default: { description: Refused., content: { text/*: {} } }
  head:
    operationId: countBooks
    responses: { '200': { description: Many., content: { application/json: { schema: { type: object } } } } }
`,
  `x-unmatched-responses:
  '400':
    description: Misshapen.
    content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } }
components:
  schemas:
    Book:
      type: object
      required: [title, pages]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 2 }
        pages: { type: integer }
        kind: { type: string, enum: [novel, atlas] }
        prices: { type: object, additionalProperties: { type: integer } }
        note: { type: [string, 'null'] }
        tags: { type: array, items: { type: string } }
        size: { anyOf: [{ type: integer }, { type: object, properties: { width: { type: integer } } }] }
    Problem: { type: object, required: [status], properties: { status: { type: integer }, title: { type: string } } }`,
);

interface Judged {
  kept: string[];
  violated: string[];
}

function judged(id: string, reply: ResponseParts, target = '/books/1', method = 'GET'): Judged {
  const { session, ledger } = benchFor(description);
  session.responseChecks.check(
    session.setOf(operationIn(description, id)),
    { request: requestOf(method, target), response: responseOf(reply) },
    '/books/{isbn}',
  );
  return { kept: idsOf(ledger, 'kept'), violated: idsOf(ledger, 'violated') };
}

const book = { title: 'Moby', pages: 3 };
const ok = (body: unknown = book, headers: Record<string, string> = {}): ResponseParts => ({
  headers: { 'X-Shelf': '5', ...headers },
  body,
});
const read = 'readBook.responses';

describe('a violation is of its own requirement', () => {
  test.each<[name: string, reply: ResponseParts, violated: string]>([
    ['an undocumented status', { status: 409 }, 'undocumented'],
    ['a failure', { status: 500 }, 'failure'],
    ['a missing header', { body: book }, '200.headers.X-Shelf.present'],
    ['a header of another type', ok(book, { 'X-Shelf': 'five' }), '200.headers.X-Shelf.schema'],
    ['a header that is too long', ok(book, { 'X-Note': 'long' }), '200.headers.X-Note.schema'],
    ['a header that says nothing', ok(book, { 'Retry-After': 'soon' }), '200.headers.Retry-After.schema'],
    ['a header that is not true', ok(book, { 'Retry-After': '0' }), '200.headers.Retry-After.meaning'],
    ['another media type', ok(book, { 'Content-Type': 'text/plain' }), '200.content'],
    ['a media type that begins alike', ok(book, { 'Content-Type': 'application/jsonx' }), '200.content'],
    ['another charset', ok(book, { 'Content-Type': 'application/json; charset=iso-8859-1' }), '200.content'],
    ['no media type', { headers: { 'X-Shelf': '5', 'Content-Type': '' }, body: book }, '200.content'],
    ['JSON that is cut', ok('{"title":"Moby"'), '200.content'],
    ['bytes that are no UTF-8', ok(Buffer.from('{"title":"M\xf6by","pages":3}', 'latin1')), '200.content'],
    ['an empty body', ok('', { 'Content-Type': 'application/json' }), '200.content'],
    ['a body where there is none', { status: 204, body: {} }, '204.content'],
    ['a missing property', ok({ pages: 3 }), '200.body.title.required'],
    ['null', ok({ ...book, title: null }), '200.body.title.type'],
    ['a wrong type', ok({ ...book, pages: '3' }), '200.body.pages.type'],
    ['a short text', ok({ ...book, title: 'M' }), '200.body.title.minLength'],
    ['another value', ok({ ...book, kind: 'map' }), '200.body.kind.enum'],
    ['another type, which is no value either', ok({ ...book, kind: 7 }), '200.body.kind.type'],
    ['a part that may be of several schemas', ok({ ...book, size: { width: 'x' } }), '200.body.size.schema'],
    ['a part that has no requirement of its own', ok({ ...book, prices: { euro: 'x' } }), '200.body.schema'],
    ['a surplus property', ok({ ...book, price: 1 }), '200.body.surplus'],
    ['a wrong item', ok({ ...book, tags: ['a', 7] }), '200.body.tags[].type'],
    ['another type of body', ok([book]), '200.body.type'],
    [
      'a status that is not that of the response',
      { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: { status: 400 } },
      '404.body.status.meaning',
    ],
    ['an error that is plain JSON', { status: 404, body: { status: 404 } }, '404.content'],
  ])('%s', (_, reply, violated) => expect(judged('readBook', reply).violated).toEqual([`${read}.${violated}`]));

  test.each<[name: string, last: unknown, violated: string]>([
    ['missing', { title: 'Moby' }, 'body[].pages.required'],
    ['null', { ...book, pages: null }, 'body[].pages.type'],
    ['surplus', { ...book, a: 1 }, 'body[].surplus'],
    ['no object', 7, 'body[].type'],
  ])('in the last item of a list: %s', (_, last, violated) =>
    expect(judged('listBooks', { body: [book, book, last] }, '/books').violated).toEqual([
      `listBooks.responses.200.${violated}`,
    ]),
  );
});

describe('what is kept is counted', () => {
  test('every requirement of the response, but none of what was not there', () => {
    const { kept, violated } = judged(
      'readBook',
      ok(
        { ...book, kind: 'novel', note: null },
        { 'X-Note': 'abc', 'Content-Type': 'application/json; charset=UTF-8' },
      ),
    );
    expect(violated).toEqual([]);
    const body = [
      'type',
      'surplus',
      'title.required',
      'title.type',
      'title.minLength',
      'pages.required',
      'pages.type',
      'kind.enum',
      'note.type',
      'schema',
    ].map((id) => `${read}.200.body.${id}`);
    expect(kept).toEqual(
      expect.arrayContaining([
        `${read}.200`,
        `${read}.200.content`,
        `${read}.200.headers.X-Shelf.present`,
        `${read}.200.headers.X-Shelf.schema`,
        `${read}.200.headers.X-Note.schema`,
        `${read}.undocumented`,
        `${read}.failure`,
        ...body,
      ]),
    );
    expect(kept.filter((id) => /\.(204|404)/.test(id) || !id.startsWith('readBook.'))).toEqual([]);
  });

  test('an empty list says nothing of its items', () => {
    const { kept } = judged('listBooks', { body: [] }, '/books');
    expect(kept.filter((id) => id.includes('[]'))).toEqual([]);
    expect(kept).toContain('listBooks.responses.200.body.type');
  });

  test('what is violated is not kept as well', () => {
    const { kept } = judged('readBook', ok({ pages: 3 }));
    expect(kept.filter((id) => id.includes('.body'))).toEqual([]);
    expect(kept).toContain(`${read}.200.content`);
    expect(judged('readBook', { body: book }).kept.filter((id) => id.includes('X-Shelf'))).toEqual([]);
  });

  test.each<[name: string, id: string, reply: ResponseParts, method: string]>([
    ['an empty 204', 'readBook', { status: 204 }, 'GET'],
    [
      'a status property that is true',
      'readBook',
      { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: { status: 404 } },
      'GET',
    ],
    [
      'another documented media type',
      'listBooks',
      { headers: { 'Content-Type': 'text/csv; header=present' }, body: 'a,b' },
      'GET',
    ],
    ['a status of a range', 'listBooks', { status: 503 }, 'GET'],
    [
      'any other status under default, of any text',
      'listBooks',
      { status: 418, headers: { 'Content-Type': 'text/html' }, body: '<p>' },
      'GET',
    ],
    [
      'a response to HEAD where GET is described',
      'readBook',
      { headers: { 'X-Shelf': '5', 'Content-Type': 'application/json' } },
      'HEAD',
    ],
    [
      'a response to HEAD, which has no body',
      'countBooks',
      { headers: { 'Content-Type': 'application/json' } },
      'HEAD',
    ],
  ])('%s', (_, id, reply, method) => {
    const { violated, kept } = judged(id, reply, '/books', method);
    expect(violated.filter((one) => !one.endsWith('.failure'))).toEqual([]);
    expect(kept).toContain(`${id}.responses.undocumented`);
  });
});

describe('400 for a path parameter that is no value of its schema', () => {
  const problem = { headers: { 'Content-Type': 'application/problem+json' }, body: { status: 400 } };

  test.each(['abc', '0', '1.5', '%FF', '9e9'])('%s has reached no operation', (isbn) => {
    const { violated, kept } = judged('readBook', { status: 400, ...problem }, `/books/${isbn}?a=1`);
    expect(violated).toEqual([]);
    expect(kept).toContain('unmatched.responses.400.body.status.meaning');
  });

  test('is judged as a response to an unknown path', () =>
    expect(judged('readBook', { status: 400, ...problem, body: { status: 404 } }, '/books/abc').violated).toEqual([
      'unmatched.responses.400.body.status.meaning',
    ]));

  test('404 is as good, where none is documented', () => {
    expect(judged('orderBook', { status: 404 }, '/books/abc/order', 'POST').violated).toEqual([]);
    // The book need not be there, as another operation beneath it says.
    expect(judged('orderBook', { status: 404 }, '/books/12/order', 'POST').violated).toEqual([]);
    expect(judged('orderBook', { status: 410 }, '/books/12/order', 'POST').violated).toEqual([
      'orderBook.responses.undocumented',
    ]);
  });

  test.each([
    ['a value that is allowed', 400, '/books/12'],
    ['another status', 422, '/books/abc'],
  ])('but not for %s', (_, status, target) =>
    expect(judged('readBook', { status, ...problem }, target).violated).toEqual([`${read}.undocumented`]),
  );
});

test.each([
  ['xml', 'application/xml', []],
  ['nothing that is documented', undefined, []],
  ['JSON', 'application/json', ['addBook.responses.undocumented']],
])('an undocumented 415 to %s', (_, type, violated) => {
  const own = descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' }, '400': { description: '' } }`);
  const { session, ledger } = benchFor(own);
  const request = requestOf('POST', '/books', type === undefined ? [] : [['Content-Type', type]]);
  session.responseChecks.check(
    session.setOf(operationIn(own, 'addBook')),
    { request, response: responseOf({ status: 415 }) },
    '/books',
  );
  expect(idsOf(ledger, 'violated')).toEqual(violated);
});

test('an undocumented 404 where nothing beneath the same thing documents one', () => {
  const own = descriptionOf(`
/nails/{size}/order:
  post:
    operationId: orderNails
    parameters: [{ name: size, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '' } }
/saws:
  get: { operationId: listSaws, responses: { '404': { description: '' } } }`);
  const { session, ledger } = benchFor(own);
  const exchange = { request: requestOf('POST', '/nails/4/order'), response: responseOf({ status: 404 }) };
  session.responseChecks.check(session.setOf(operationIn(own, 'orderNails')), exchange, '/nails/{size}/order');
  expect(idsOf(ledger, 'violated')).toEqual(['orderNails.responses.undocumented']);
});

test.each([
  ['top=-1', 400, []],
  ['top=-1', 409, ['listNails.responses.undocumented']],
  ['top=1', 400, ['listNails.responses.undocumented']],
])('an undocumented refusal of %s with %i', (query, status, violated) => {
  const own = descriptionOf(`
/nails:
  get:
    operationId: listNails
    parameters: [{ name: top, in: query, schema: { type: integer } }]
    responses: { '200': { description: '' } }`);
  const { session, ledger } = benchFor(own);
  const exchange = { request: requestOf('GET', `/nails?${query}`), response: responseOf({ status }) };
  session.responseChecks.check(session.setOf(operationIn(own, 'listNails')), exchange, '/nails');
  expect(idsOf(ledger, 'violated')).toEqual(violated);
});

test('the body is given back where it is JSON, whatever the status', () => {
  const { session } = benchFor(description);
  const give = (reply: ResponseParts) =>
    session.responseChecks.check(
      session.setOf(operationIn(description, 'readBook')),
      { request: requestOf('GET', '/books/1'), response: responseOf(reply) },
      undefined,
    );
  expect([give(ok({ a: 1 })), give({ status: 409, body: { b: 2 } }), give(ok('{')), give({ status: 204 })]).toEqual([
    { a: 1 },
    { b: 2 },
    undefined,
    undefined,
  ]);
});
