import { describe, expect, test } from 'vitest';
import { isExactObject } from '../../http/exact-json.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { stubFor } from '../test/stub-bench.ts';

const schemas = `
components:
  schemas:
    Kind: { enum: [novel, atlas] }
    Input:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1, maxLength: 40 }
        kind: { $ref: '#/components/schemas/Kind', default: novel }
        tags: { type: array, items: { type: string } }
        lent: { type: boolean }
        note: { type: [string, 'null'] }
        secret: { type: string, writeOnly: true }
    Member:
      type: object
      required: [id, name]
      properties: { id: { type: integer }, name: { type: string } }
    NewMember:
      type: object
      required: [name, password]
      properties: { name: { type: string }, password: { type: string, writeOnly: true } }
    Book:
      allOf:
        - $ref: '#/components/schemas/Input'
        - type: object
          required: [id, kind, addedAt]
          properties:
            id: { type: integer }
            addedAt: { type: string, format: date-time, readOnly: true }
            updatedAt: { type: string, format: date-time, readOnly: true }
            shelf: { type: string }
    Copy:
      type: object
      additionalProperties: false
      required: [number, bookId]
      properties: { number: { type: integer, minimum: 100 }, bookId: { type: integer }, worn: { type: boolean } }
    Error: { type: object, required: [message], properties: { message: { type: string } } }`;

const json = (schema: string, example = '') =>
  `content: { application/json: { schema: ${schema}${example === '' ? '' : `, example: ${example}`} } }`;
const ref = (name: string, example = '') => json(`{ $ref: '#/components/schemas/${name}' }`, example);
const response = (status: number, content = '', headers = '') => {
  const parts = ["description: ''", content, headers === '' ? '' : `headers: { ${headers} }`];
  return `'${status}': { ${parts.filter((part) => part !== '').join(', ')} }`;
};
const arrayOf = (name: string) => `{ type: array, items: { $ref: '#/components/schemas/${name}' } }`;
const note = '{ type: object, properties: { text: { type: string } } }';
const cover = '{ type: object, required: [colour], properties: { colour: { type: string } } }';
const copies = '{ data: [{ number: 100, bookId: 7 }] }';
const first = "{ id: 7, title: Momo, kind: novel, tags: [old, rare], lent: false, addedAt: '2020-01-01T00:00:00Z' }";
const second = "{ id: 8, title: The Globe, kind: atlas, tags: [old], lent: true, addedAt: '2020-01-02T00:00:00Z' }";

const review = '{ type: object, properties: { text: { type: string }, stars: { type: integer } } }';

const reviews =
  '{ type: array, items: { type: object, required: [id, text], ' +
  'properties: { id: { type: integer }, text: { const: Good } } } }';

const query = [
  'limit, in: query, schema: { type: integer, minimum: 1, maximum: 5, default: 3 }',
  "kind, in: query, schema: { $ref: '#/components/schemas/Kind' }",
  'title, in: query, schema: { type: string }',
  'lent, in: query, schema: { type: boolean }',
  'tags, in: query, description: Those that have every one of these., schema: { type: array, items: { type: string } }',
];
const ordered = [
  'limit, in: query, schema: { type: integer, default: 3 }',
  'addedAfter, in: query, schema: { type: string, format: date-time }',
  'addedBefore, in: query, schema: { type: string, format: date-time }',
  "sort, in: query, schema: { enum: [title, '-title', addedAt], default: title }",
];
const books = (
  list: string,
  parameters: readonly string[] = query,
  example = `[${second}, ${first}]`,
) => `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
servers: [{ url: http://localhost/v1 }]
paths:
  /members:
    post:
      operationId: addMember
      requestBody: { required: true, ${ref('NewMember')} }
      responses: { ${response(201, ref('Member'))} }
  /members/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readMember, responses: { ${response(200, ref('Member'))}, ${response(404)} } }
  /books:
    get:
      operationId: listBooks
      parameters: [${parameters.map((one) => `{ name: ${one} }`).join(', ')}]
      responses:
        ${response(200, list || json(arrayOf('Book'), example), 'X-Total-Count: { schema: { type: integer } }')}
        ${response(400, ref('Error'))}
    post:
      operationId: addBook
      requestBody: { required: true, ${ref('Input')} }
      responses:
        ${response(201, ref('Book'), 'Location: { schema: { type: string } }, ETag: { schema: { type: string } }')}
        ${response(400, ref('Error'))}
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    head: { operationId: checkBook, responses: { ${response(200)}, ${response(404)} } }
    get:
      operationId: readBook
      responses:
        ${response(200, ref('Book'), 'ETag: { schema: { type: string } }')}
        ${response(304)}
        ${response(404, ref('Error'))}
    put:
      operationId: replaceBook
      requestBody: { required: true, ${ref('Input')} }
      responses: { ${response(200, ref('Book'))}, ${response(404)}, ${response(412, ref('Error'))} }
    patch:
      operationId: mergeBook
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object } } } }
      responses: { ${response(200, ref('Book'))}, ${response(404)} }
    delete: { operationId: removeBook, responses: { ${response(204)}, ${response(404)} } }
  /books/{bookId}/copies:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: listCopies
      responses:
        ${response(200, json(`{ type: object, required: [data], properties: { data: ${arrayOf('Copy')} } }`, copies))}
        ${response(404)}
  /books/{bookId}/summary:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readSummary, responses: { ${response(200, json(review))}, ${response(404)} } }
    put:
      operationId: putSummary
      requestBody: { required: true, ${json(review)} }
      responses: { ${response(204)}, ${response(404)} }
    patch:
      operationId: mergeSummary
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object } } } }
      responses: { ${response(200, json(review))}, ${response(404)} }
    delete: { operationId: removeSummary, responses: { ${response(204)}, ${response(404)} } }
  /books/{bookId}/binding:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readBinding, responses: { ${response(200, json(review))}, ${response(404)} } }
    patch:
      operationId: mergeBinding
      requestBody: { required: true, content: { application/merge-patch+json: { schema: ${review} } } }
      responses: { ${response(200, json(review))}, ${response(404)} }
  /books/{bookId}/reviews:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: listReviews
      responses:
        ${response(200, json(reviews))}
        ${response(404)}
  /books/{bookId}/copies/{number}:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: integer } }
      - { name: number, in: path, required: true, schema: { type: integer, minimum: 100 } }
    get: { operationId: readCopy, responses: { ${response(200, ref('Copy'))}, ${response(404)} } }
    put:
      operationId: putCopy
      requestBody:
        required: true
        ${json('{ type: object, properties: { worn: { type: boolean, default: false } } }')}
      responses: { ${response(200, ref('Copy'))}, ${response(201, ref('Copy'))}, ${response(404)} }
    delete: { operationId: removeCopy, responses: { ${response(204)}, ${response(404)} } }
  /books/{bookId}/copies/{number}/notes:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: integer } }
      - { name: number, in: path, required: true, schema: { type: integer, minimum: 100 } }
    get: { operationId: listNotes, responses: { ${response(200, json(`{ type: array, items: ${note} }`))} } }
    post:
      operationId: addNote
      requestBody: { required: true, ${json(note)} }
      responses: { ${response(201, json(note))} }
  /books/{bookId}/cover:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readCover
      responses:
        ${response(200, json(cover, '{ colour: red }'))}
        ${response(404)}
${schemas}
`;

/** What the last of some requests, one after the other, is answered. */
async function last(
  requests: readonly (readonly [line: string, body?: unknown, headers?: Record<string, string>])[],
  document = books(''),
) {
  const { ask, stub } = stubFor(document);
  let answered = await ask('GET /nowhere');
  const before = stub.ledger.violations;
  for (const [line, body, headers] of requests) answered = await ask(line, body, headers);
  expect(stub.ledger.violations).toBe(before);
  return answered;
}

const now = '2030-06-01T12:00:00.000Z';
const patch = { 'Content-Type': 'application/merge-patch+json' };
const momo = {
  id: 7,
  title: 'Momo',
  kind: 'novel',
  tags: ['old', 'rare'],
  lent: false,
  addedAt: '2020-01-01T00:00:00Z',
};
const globe = { id: 8, title: 'The Globe', kind: 'atlas', tags: ['old'], lent: true, addedAt: '2020-01-02T00:00:00Z' };
const added = { title: 'New', kind: 'novel', id: 9, addedAt: now, updatedAt: now };

describe('what clients make is kept', () => {
  test.each<[what: string, requests: Parameters<typeof last>[0], status: number, body?: unknown]>([
    ['examples are there from the beginning', [['GET /books/8']], 200, globe],
    ['with the next identifier and all defaults', [['POST /books', { title: 'New' }]], 201, added],
    [
      'and found',
      [['POST /books', { title: 'New', kind: 'atlas', note: null }], ['GET /books/9']],
      200,
      { ...added, kind: 'atlas', note: null },
    ],
    [
      'where there is one of it',
      [['PUT /books/7/summary', { text: 'Short' }], ['GET /books/7/summary']],
      200,
      { text: 'Short' },
    ],
    [
      'merged where there is one of it',
      [
        ['PUT /books/7/summary', { text: 'Short' }],
        ['PATCH /books/7/summary', { stars: 5 }, patch],
        ['GET /books/7/summary'],
      ],
      200,
      { text: 'Short', stars: 5 },
    ],
    [
      'and gone where there is one of it, and that is removed',
      [['PUT /books/7/summary', { text: 'Short' }], ['DELETE /books/7/summary'], ['GET /books/7/summary']],
      404,
      '',
    ],
    ['and gone, also where nobody has put it there', [['DELETE /books/7/summary'], ['GET /books/7/summary']], 404, ''],
    ['and removed no more', [['DELETE /books/7/summary'], ['DELETE /books/7/summary']], 404, ''],
    [
      'and put there again',
      [['DELETE /books/7/summary'], ['PUT /books/7/summary', { text: 'Short' }], ['GET /books/7/summary']],
      200,
      { text: 'Short' },
    ],
    [
      'merged where there is one of it from the start',
      [['PATCH /books/7/binding', { text: 'Short' }, patch], ['GET /books/7/binding']],
      200,
      expect.objectContaining({ text: 'Short' }),
    ],
    [
      'with what no client can add',
      [['POST /books', { title: 'New' }], ['GET /books/9/reviews']],
      200,
      [{ id: expect.any(Number), text: 'Good' }],
    ],
    [
      'without what is only sent, and no response describes',
      [['POST /members', { name: 'New', password: 'x', age: 7 }]],
      201,
      { id: expect.any(Number), name: 'New', age: 7 },
    ],
    ['without what is only sent', [['POST /books', { title: 'New', secret: 'x' }], ['GET /books/9']], 200, added],
    ['in lists, the newest first', [['POST /books', { title: 'New' }], ['GET /books']], 200, [added, globe, momo]],
    [
      'replaced, but for what clients do not send',
      [['PUT /books/7', { title: 'Another' }], ['GET /books/7']],
      200,
      { id: 7, title: 'Another', kind: 'novel', addedAt: '2020-01-01T00:00:00Z', updatedAt: now },
    ],
    [
      'merged (RFC 7396), null where it may be',
      [['PATCH /books/7', { lent: null, note: null, tags: ['one'] }, patch], ['GET /books/7']],
      200,
      {
        id: 7,
        title: 'Momo',
        kind: 'novel',
        tags: ['one'],
        addedAt: '2020-01-01T00:00:00Z',
        updatedAt: now,
        note: null,
      },
    ],
    [
      'and not altered by what the server alone sets',
      [['PATCH /books/7', { addedAt: now }, patch], ['GET /books/7']],
      200,
      { ...momo, updatedAt: now },
    ],
    ['removed', [['DELETE /books/7']], 204, ''],
    ['and gone then', [['DELETE /books/7'], ['GET /books/7']], 404, { message: 'Nothing is at /books/7.' }],
    ['and no longer listed', [['DELETE /books/7'], ['GET /books']], 200, [globe]],
    [
      'and not given its identifier again',
      [['POST /books', { title: 'New' }], ['DELETE /books/9'], ['POST /books', { title: 'New' }]],
      201,
      { ...added, id: 10 },
    ],
    [
      'not where the response could not show it',
      [['PATCH /books/7', { title: 7 }, patch], ['GET /books/7']],
      200,
      { ...momo, updatedAt: '2030-06-01T12:00:00.000Z' },
    ],
  ])('%s', async (_, requests, status, body) => {
    const answered = await last(requests);
    expect([answered.status, answered.body]).toEqual([status, body]);
  });

  test.each<[what: string, requests: Parameters<typeof last>[0], status: number, body?: unknown]>([
    ['of an example are its own', [['GET /books/7/copies']], 200, { data: [{ number: 100, bookId: 7 }] }],
    ['of another one, too', [['GET /books/8/copies']], 200, { data: [{ number: 100, bookId: 8 }] }],
    [
      'of what was made there are none',
      [['POST /books', { title: 'New' }], ['GET /books/9/copies']],
      200,
      { data: [] },
    ],
    [
      'are made by PUT where nothing else does',
      [['PUT /books/8/copies/200', { worn: true }]],
      201,
      { number: 200, bookId: 8, worn: true },
    ],
    [
      'are found, with their defaults',
      [['PUT /books/8/copies/200', {}], ['GET /books/8/copies/200']],
      200,
      { number: 200, bookId: 8, worn: false },
    ],
    ['are replaced', [['PUT /books/8/copies/100', { worn: true }]], 200, { number: 100, bookId: 8, worn: true }],
    [
      'get their defaults again when they are replaced',
      [
        ['PUT /books/8/copies/100', { worn: true }],
        ['PUT /books/8/copies/100', {}],
      ],
      200,
      { number: 100, bookId: 8, worn: false },
    ],
    ['are not those of another one', [['PUT /books/8/copies/200', {}], ['GET /books/7/copies/200']], 404, ''],
    ['of nothing are not there', [['GET /books/99/copies']], 404, ''],
    ['are gone with it', [['DELETE /books/8'], ['GET /books/8/copies/100']], 404, ''],
    [
      'are not those of one that had its identifier before',
      [
        ['PUT /books/8/copies/200', {}],
        ['POST /books/8/copies/200/notes', { text: 'x' }],
        ['DELETE /books/8/copies/200'],
        ['PUT /books/8/copies/200', {}],
        ['GET /books/8/copies/200/notes'],
      ],
      200,
      [],
    ],
    [
      'without an identifier are listed',
      [
        ['PUT /books/8/copies/200', {}],
        ['POST /books/8/copies/200/notes', { text: 'x' }],
        ['GET /books/8/copies/200/notes'],
      ],
      200,
      [{ text: 'x' }],
    ],
    ['are looked for by HEAD as well', [['HEAD /books/8']], 200, ''],
    ['are missed by HEAD as well', [['HEAD /books/99']], 404, ''],
    ['that are no resource are answered by example', [['GET /books/7/cover']], 200, { colour: 'red' }],
    ['that are no resource are not there without it', [['GET /books/99/cover']], 404, ''],
  ])('things below a thing %s', async (_, requests, status, body) => {
    const answered = await last(requests);
    expect([answered.status, answered.body]).toEqual([status, body]);
  });
});

test('what is not there is refused with 400 where the contract has no 404 for it', async () => {
  const withoutNotFound = books('').replaceAll("'404'", "'400'");
  expect((await last([['GET /books/99']], withoutNotFound)).status).toBe(400);
  expect((await last([['PATCH /books/99', { lent: true }, patch]], withoutNotFound)).status).toBe(400);
});

test('a change has its moment', async () => {
  const { ask, clock } = stubFor(books(''));
  await ask('POST /books', { title: 'New' });
  clock.time += 60_000;
  expect((await ask('PATCH /books/9', { lent: true }, patch)).body).toEqual({
    ...added,
    lent: true,
    updatedAt: '2030-06-01T12:01:00.000Z',
  });
  clock.time += 60_000;
  expect((await ask('PUT /books/9', { title: 'Newer' })).body).toEqual({
    ...added,
    title: 'Newer',
    updatedAt: '2030-06-01T12:02:00.000Z',
  });
});

describe('a thing that is one of several', () => {
  const creatures = `openapi: 3.1.0
info: { title: Zoo, version: 1.0.0 }
paths:
  /creatures:
    get:
      operationId: listCreatures
      responses: { ${response(200, json("{ type: array, items: { $ref: '#/components/schemas/Creature' } }"))} }
    post:
      operationId: addCreature
      requestBody:
        required: true
        ${json('{ type: object, required: [kind], properties: { kind: { type: string } } }')}
      responses: { ${response(201, ref('Creature'))} }
  /creatures/{creatureId}:
    get:
      operationId: readCreature
      parameters: [{ name: creatureId, in: path, required: true, schema: { type: integer } }]
      responses: { ${response(200, ref('Creature'))}, ${response(404)} }
components:
  schemas:
    Creature: { oneOf: [{ $ref: '#/components/schemas/Bird' }, { $ref: '#/components/schemas/Fish' }] }
    Bird:
      type: object
      additionalProperties: false
      required: [id, kind, wings]
      properties: { id: { type: integer }, kind: { const: bird }, wings: { const: 2 } }
    Fish:
      type: object
      additionalProperties: false
      required: [id, kind, fins]
      properties: { id: { type: integer }, kind: { const: fish }, fins: { const: 7 } }
`;
  test.each<[sent: object, expected: object]>([
    [{ kind: 'bird' }, { id: 2, kind: 'bird', wings: 2 }],
    [{ kind: 'fish' }, { id: 2, kind: 'fish', fins: 7 }],
  ])('%j becomes %j', async (sent, expected) => {
    expect((await last([['GET /creatures'], ['POST /creatures', sent], ['GET /creatures/2']], creatures)).body).toEqual(
      expected,
    );
  });
});

describe('a list', () => {
  const ids = (body: unknown): unknown[] => (Array.isArray(body) ? body : []).map((book: { id: number }) => book.id);
  const five = Array.from({ length: 5 }, (_, index) => ['POST /books', { title: `Number ${index}` }] as const);
  test.each<[what: string, target: string, expected: number[], total: string, parameters?: readonly string[]]>([
    ['has as many as its default says', '/books', [13, 12, 11], '7'],
    ['has as many as are asked for', '/books?limit=5', [13, 12, 11, 10, 9], '7'],
    ['has those of a kind', '/books?kind=atlas', [8], '1'],
    ['has those that are so', '/books?lent=false', [7], '1'],
    ['has those whose text has another one in it', '/books?title=globe', [8], '1'],
    ['has those with every value, where the description says so', '/books?tags=old&tags=rare', [7], '1'],
    [
      'has those with one of the values otherwise',
      '/books?tags=old&tags=rare',
      [8, 7],
      '2',
      ['tags, in: query, schema: { type: array, items: { type: string } }'],
    ],
    ['bounds what it has filtered', '/books?kind=novel&limit=2', [13, 12], '6'],
    [
      'goes on by page',
      '/books?limit=3&page=2',
      [10, 9, 8],
      '7',
      [...query, 'page, in: query, schema: { type: integer, default: 1 }'],
    ],
    [
      'begins with the page that the contract begins with',
      '/books?limit=3&page=1',
      [10, 9, 8],
      '7',
      [...query, 'page, in: query, schema: { type: integer, minimum: 0 }'],
    ],
    [
      'goes on by offset',
      '/books?limit=2&offset=5',
      [8, 7],
      '7',
      [...query, 'offset, in: query, schema: { type: integer, default: 0 }'],
    ],
    [
      'is empty after its end',
      '/books?limit=5&page=9',
      [],
      '7',
      [...query, 'page, in: query, schema: { type: integer }'],
    ],
    [
      'has those in a range',
      '/books?addedAfter=2020-01-01T12:00:00Z&addedBefore=2020-02-01T12:00:00Z',
      [8],
      '1',
      ordered,
    ],
    ['is sorted as it is asked to', '/books?sort=title&limit=4', [7, 9, 10, 11], '7', ordered],
    ['is sorted the other way round', '/books?sort=-title&limit=4', [8, 13, 12, 11], '7', ordered],
    ['is sorted by a time', '/books?sort=addedAt&limit=2', [7, 8], '7', ordered],
    ['is sorted as its default says', '/books', [7, 9, 10], '7', ordered],
    ['has all where nothing bounds it', '/books', [13, 12, 11, 10, 9, 8, 7], '7', []],
  ])('%s', async (_, target, expected, total, parameters = query) => {
    const { body, headers } = await last([...five, [`GET ${target}`]], books('', parameters));
    expect([ids(body), headers['x-total-count']]).toEqual([expected, total]);
  });

  const upToFour = "items: { type: array, maxItems: 4, items: { $ref: '#/components/schemas/Book' } }";
  const wrapped = (properties: string) =>
    json(`{ type: object, required: [items], properties: { ${upToFour}, ${properties} } }`);

  test('has no more than its schema allows', async () => {
    const { body } = await last([...five, ['GET /books']], books(wrapped('total: { type: integer }'), []));
    const { items, total } = body as { items: unknown[]; total: number };
    expect([items.length, total]).toEqual([4, 6]);
  });

  test.each<[what: string, properties: string, target: string, expected: object]>([
    ['which page it is', 'page: { type: integer }, limit: { type: integer }', '?page=2&limit=1', { page: 2, limit: 1 }],
    ['how many pages there are', 'totalPages: { type: integer }', '?limit=1', { totalPages: 2 }],
    ['how many there are', 'totalCount: { type: integer }', '', { totalCount: 2 }],
    [
      'how many there are, in an object about the page',
      'meta: { type: object, required: [total], properties: { total: { type: integer } } }',
      '',
      { meta: { total: 2 } },
    ],
    ['whether there are more', 'hasNext: { type: boolean }', '?limit=1', { hasNext: true }],
    ['nothing of a next page where there is none', 'nextCursor: { type: string }', '?limit=2', {}],
    [
      'where it goes on, in an object about the page',
      "meta: { type: object, required: [nextCursor], properties: { nextCursor: { type: [string, 'null'] } } }",
      '?limit=2',
      { meta: { nextCursor: null } },
    ],
    ['its own example of what is not known', 'took: { type: integer, example: 12 }', '', { took: 12 }],
  ])('says %s', async (_, properties, target, expected) => {
    const parameters = [
      'limit, in: query, schema: { type: integer, default: 2 }',
      'page, in: query, schema: { type: integer, default: 1 }',
      'cursor, in: query, schema: { type: string }',
    ];
    const { body } = await last([...five.slice(0, 1), [`GET /books${target}`]], books(wrapped(properties), parameters));
    const { items, ...others } = body as { items: unknown[] };
    expect(Array.isArray(items)).toBe(true);
    expect(others).toEqual(expected);
  });

  test.each([
    ['none', 0],
    ['at least one', 1],
  ])('of nothing says that there is %s page', async (_, minimum) => {
    const parameters = ['title, in: query, schema: { type: string }', 'limit, in: query, schema: { type: integer }'];
    const properties = `pages: { type: integer, minimum: ${minimum} }`;
    const { body } = await last([['GET /books?title=none']], books(wrapped(properties), parameters));
    expect(body).toEqual({ items: [], pages: minimum });
  });

  test.each(['type: string', 'type: integer', "type: string, pattern: '^[0-9]$'"])(
    'goes on in the order that it is asked for, by a cursor of %s',
    async (schema) => {
      const parameters = [...ordered, `cursor, in: query, schema: { ${schema} }`];
      const { ask } = stubFor(books(wrapped("next_cursor: { type: [string, integer, 'null'] }"), parameters));
      for (const [line, body] of five) await ask(line, body);
      const seen: unknown[] = [];
      let target: string | null = '/books?sort=-title&limit=2';
      while (target !== null) {
        const { status, body } = await ask(`GET ${target}`);
        expect(status).toBe(200);
        const page = body as { items: unknown[]; next_cursor: string | number | null };
        seen.push(...ids(page.items));
        target = page.next_cursor === null ? null : `/books?sort=-title&limit=2&cursor=${page.next_cursor}`;
      }
      expect(seen).toEqual([1, 6, 5, 4, 3, 2]);
    },
  );

  test('has what has an identifier, not a part of it', async () => {
    const document = books('', ['printId, in: query, schema: { type: string }']);
    const { ask } = stubFor(document.replace("note: { type: [string, 'null'] }", 'printId: { type: string }'));
    for (const printId of ['g1', 'g12']) await ask('POST /books', { title: 'A globe', printId });
    expect((await ask('GET /books?printId=g1')).body).toMatchObject([{ printId: 'g1' }]);
  });

  test('has what has one of its tags, not a part of one', async () => {
    const { ask } = stubFor(books('', ["'tags[]', in: query, schema: { type: array, items: { type: string } }"]));
    for (const tag of ['red', 'redder']) await ask('POST /books', { title: 'A globe', tags: [tag] });
    expect((await ask('GET /books?tags[]=red')).body).toMatchObject([{ tags: ['red'] }]);
  });

  test('has what the properties of an object ask for, each by itself', async () => {
    const parameters = [
      'title, in: query, style: deepObject, schema: { type: object, properties: { gte: { type: string } } }',
      'filter, in: query, style: deepObject, schema: { type: object, properties: { title: { type: string } } }',
    ];
    const { ask } = stubFor(books('', parameters));
    for (const [line, body] of five) await ask(line, body);
    expect((await ask('GET /books?title[gte]=A')).body).toHaveLength(7);
    expect((await ask('GET /books?filter[title]=Number%203')).body).toMatchObject([{ title: 'Number 3' }]);
  });

  test('goes on after the last item, and refuses to go on after nothing', async () => {
    const parameters = [
      'limit, in: query, schema: { type: integer }',
      'starting_after, in: query, schema: { type: integer }',
      'ending_before, in: query, schema: { type: integer }',
    ];
    const { ask } = stubFor(books(wrapped('has_more: { type: boolean }'), parameters));
    for (const [line, body] of five) await ask(line, body);
    const page = async (query: string) => {
      const { body } = await ask(`GET /books?${query}`);
      const { items, has_more: hasMore } = body as { items: unknown[]; has_more: boolean };
      return [ids(items), hasMore];
    };
    expect(await page('limit=4')).toEqual([[6, 5, 4, 3], true]);
    expect(await page('limit=4&starting_after=3')).toEqual([[2, 1], false]);
    expect(await page('limit=2&ending_before=3')).toEqual([[5, 4], true]);
    expect(await ask('GET /books?starting_after=77')).toMatchObject({ status: 400 });
    expect(await ask('GET /books?ending_before=77')).toMatchObject({ status: 400 });
  });

  test('says which page it is, and whether it is the last', async () => {
    const parameters = [
      'size, in: query, schema: { type: integer }',
      'page, in: query, schema: { type: integer, default: 0 }',
    ];
    const { ask } = stubFor(books(wrapped('number: { type: integer }, last: { type: boolean }'), parameters));
    for (const [line, body] of five) await ask(line, body);
    const shown = async (query: string) => (await ask(`GET /books?${query}`)).body;
    expect(await shown('size=4')).toMatchObject({ number: 0, last: false });
    expect(await shown('size=4&page=1')).toMatchObject({ number: 1, last: true });
  });

  test('says where it goes on, until it ends', async () => {
    const { ask } = stubFor(
      books(wrapped("next_cursor: { type: [string, 'null'] }, total: { type: integer }, has_more: { type: boolean }"), [
        'limit, in: query, schema: { type: integer, default: 3 }',
        'cursor, in: query, schema: { type: string }',
      ]),
    );
    for (const [line, body] of five) await ask(line, body);
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await ask(`GET /books${cursor === '' ? '' : `?cursor=${cursor}`}`);
      const page = body as { items: unknown[]; next_cursor: string | null; total: number; has_more: boolean };
      expect([page.total, page.has_more]).toEqual([seen.length === 0 ? 6 : 5, page.next_cursor !== null]);
      // What comes later does not move what follows, nor does what goes.
      if (cursor === '') await ask(`DELETE /books/${String(ids(page.items)[0])}`);
      seen.push(...ids(page.items));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });
});

describe('what a body has in a property', () => {
  const object = (properties: string) => `{ type: object, properties: { ${properties} } }`;
  const lamp = object('gid: { type: string, readOnly: true }, name: { type: string }, watts: { type: integer }');
  const inData = json(object(`data: ${lamp}`));
  const document = `openapi: 3.1.0
info: { title: Lamps, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /lamps: { post: { requestBody: { ${inData} }, responses: { ${response(201, inData)} } } }
  /lamps/{lampGid}:
    parameters: [{ name: lampGid, in: path, required: true, schema: { type: string } }]
    get: { responses: { ${response(200, inData)} } }
    patch: { requestBody: { ${inData} }, responses: { ${response(200, inData)} } }`;

  test('comes back in that property', async () => {
    const { ask } = stubFor(document);
    const { body } = await ask('POST /lamps', { data: { name: 'Desk', watts: 5 } });
    const { data } = body as { data: { gid: string } };
    expect(data).toEqual({ gid: expect.any(String), name: 'Desk', watts: 5 });
    await ask(`PATCH /lamps/${encodeURIComponent(data.gid)}`, { data: { watts: 6 } });
    expect((await ask(`GET /lamps/${encodeURIComponent(data.gid)}`)).body).toEqual({ data: { ...data, watts: 6 } });
  });

  test('is what was asked for, where no response can say that it is not there', async () => {
    const { body } = await stubFor(document).ask('GET /lamps/any');
    expect(body).toMatchObject({ data: { gid: 'any' } });
  });
});

describe('what the contract leaves open', () => {
  const path = (name: string, schema: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
  const room = '{ type: object, properties: { id: { type: integer } } }';
  const arrayOfRooms = `{ type: array, items: ${room} }`;
  const chair = '{ type: object, properties: { id: { type: integer }, kind: { enum: [oak, elm] } } }';
  const chairs = `{ type: array, items: ${chair} }`;
  const stubOf = (paths: string) => stubFor(`openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths:\n${paths}`);

  test('an identifier is one that path, property and all operations on the thing allow', async () => {
    const uuid = '{ type: string, format: uuid }';
    const text = '{ type: string }';
    const made = json(`{ type: object, properties: { id: ${text} } }`);
    const { ask } = stubOf(`
  /notes:
    post: { operationId: addNote, requestBody: { ${json(note)} }, responses: { ${response(201, made)} } }
  /notes/{id}:
    get: { operationId: readNote, ${path('id', text)}, responses: { ${response(200, made)} } }
  /notes/{id}/pin:
    post: { operationId: pinNote, ${path('id', uuid)}, responses: { ${response(204)} } }
  /marks:
    post: { operationId: addMark, requestBody: { ${json(note)} }, responses: { ${response(201, made)} } }
  /marks/{id}:
    get:
      operationId: readMark
      ${path('id', text)}
      responses: { ${response(200, json(`{ type: object, properties: { id: ${uuid} } }`))} }`);
    const isUuid = { id: expect.stringMatching(/^[0-9a-f]{8}-/) };
    expect((await ask('POST /notes', {})).body).toMatchObject(isUuid);
    expect((await ask('POST /marks', {})).body).toMatchObject(isUuid);
  });

  test('a copy is another thing, with what was sent and else what the first one has', async () => {
    const [file, notFound] = ["{ $ref: '#/components/schemas/File' }", response(404)];
    const name = '{ type: object, properties: { name: { type: string } } }';
    const { ask } = stubOf(`
  /files:
    post: { operationId: addFile, requestBody: { ${json(file)} }, responses: { ${response(201, json(file))} } }
  /files/{id}:
    ${path('id', '{ type: integer }')}
    get: { operationId: readFile, responses: { ${response(200, json(file))}, ${notFound} } }
  /files/{id}/copy:
    ${path('id', '{ type: integer }')}
    post:
      operationId: copyFile
      requestBody: { ${json(name)} }
      responses: { ${response(201, json(file))}, ${notFound} }
components:
  schemas:
    File: { type: object, properties: { id: { type: integer }, name: { type: string }, note: { type: string } } }`);
    const first = { id: 2, name: 'plan', note: 'of the house' };
    expect((await ask('POST /files', { name: 'plan', note: 'of the house' })).body).toEqual(first);
    const copy = { id: 3, name: 'other plan', note: 'of the house' };
    expect(await ask('POST /files/2/copy', { name: 'other plan' })).toMatchObject({ status: 201, body: copy });
    expect((await ask('GET /files/3')).body).toEqual(copy);
    expect((await ask('GET /files/2')).body).toEqual(first);
    expect((await ask('POST /files/7/copy', {})).status).toBe(404);
  });

  test('the Location of what was made beneath something is where it can be read', async () => {
    const mark = "{ $ref: '#/components/schemas/Mark' }";
    const id = '{ name: id, in: path, required: true, schema: { type: integer } }';
    const { ask } = stubOf(`  /crates/{crateId}/members:
    ${path('crateId', '{ type: string }')}
    post:
      operationId: addOne
      requestBody: { ${json(note)} }
      responses: { ${response(201, json(mark), 'Location: { schema: { type: string } }')} }
  /crates/{crateId}/known/{id}:
    parameters: [{ name: crateId, in: path, required: true, schema: {} }, ${id}]
    get: { operationId: readOne, responses: { ${response(200, json(mark))} } }
components: { schemas: { Mark: { required: [id], properties: { id: { type: integer } } } } }`);
    const { headers, body } = await ask('POST /crates/7/members', { text: 'x' });
    expect(headers['location']).toBe(`/crates/7/known/${(body as { id: number }).id}`);
  });

  test('an optional Location is left out where its example leads to nothing', async () => {
    const task = "{ $ref: '#/components/schemas/Task' }";
    const location = "Location: { schema: { type: string }, example: 'https://example.com/elsewhere/1' }";
    const { ask } = stubOf(`
  /tasks/{id}:
    ${path('id', '{ type: integer }')}
    get: { operationId: readTask, responses: { ${response(200, json(task))} } }
  /tasks/{id}/send:
    ${path('id', '{ type: integer }')}
    post: { operationId: sendTask, responses: { ${response(201, json(task), location)} } }
components: { schemas: { Task: { type: object, required: [id], properties: { id: { type: integer } } } } }`);
    expect((await ask('POST /tasks/7/send')).headers['location']).not.toBe('https://example.com/elsewhere/1');
  });

  test('what is made beneath something, and read by itself, is there until one of both is removed', async () => {
    const [seat, notFound] = ["{ $ref: '#/components/schemas/Seat' }", response(404)];
    const inPath = path('id', '{ type: integer }');
    const { ask } = stubOf(`
  /rooms:
    post: { operationId: addRoom, requestBody: { ${json(room)} }, responses: { ${response(201, json(room))} } }
  /rooms/{id}:
    ${inPath}
    delete: { operationId: removeRoom, responses: { ${response(204)}, ${notFound} } }
  /rooms/{id}/seats:
    ${inPath}
    post:
      operationId: addSeat
      requestBody: { ${json('{ type: object }')} }
      responses: { ${response(201, json(seat), 'Location: { schema: { type: string } }')}, ${notFound} }
  /seats:
    get: { operationId: listSeats, responses: { ${response(200, json(`{ type: array, items: ${seat} }`))} } }
  /seats/{id}:
    ${inPath}
    get: { operationId: readSeat, responses: { ${response(200, json(seat))}, ${notFound} } }
    delete: { operationId: removeSeat, responses: { ${response(204)}, ${notFound} } }
  /seats/{id}/marks:
    ${inPath}
    post: { operationId: addMark, requestBody: { ${json(note)} }, responses: { ${response(201)}, ${notFound} } }
components: { schemas: { Seat: { type: object, required: [id], properties: { id: { type: integer } } } } }`);
    const made = async (target: string) => (await ask(target, {})).body as { id: number };
    const statusOf = async (target: string) => (await ask(target)).status;
    const ids = async () => ((await ask('GET /seats')).body as { id: number }[]).map(({ id }) => id);
    const [before, first, second] = [await ids(), await made('POST /rooms'), await made('POST /rooms')];
    const one = await made(`POST /rooms/${first.id}/seats`);
    const other = await ask(`POST /rooms/${second.id}/seats`, {});
    const last = other.body as { id: number };
    expect(new Set([...before, one.id, last.id]).size).toBe(before.length + 2);
    expect(other.headers['location']).toBe(`/seats/${last.id}`);
    expect(await ids()).toEqual([last.id, one.id, ...before]);
    expect((await ask(`GET /seats/${one.id}`)).body).toEqual(one);
    expect((await ask(`POST /seats/${one.id}/marks`, {})).status).toBe(201);
    expect(await statusOf(`DELETE /seats/${one.id}`)).toBe(204);
    expect([await statusOf(`GET /seats/${one.id}`), await statusOf(`GET /seats/${last.id}`)]).toEqual([404, 200]);
    expect((await ask(`POST /seats/${one.id}/marks`, {})).status).toBe(404);
    expect(await statusOf(`DELETE /rooms/${second.id}`)).toBe(204);
    expect(await statusOf(`GET /seats/${last.id}`)).toBe(404);
    expect(await ids()).toEqual(before);
  });

  test('what must be there, and PUT may leave out, stays', async () => {
    const all = 'name: { type: string }, size: { type: integer }';
    const sent = (more: string) => json(`{ type: object, ${more} properties: { ${all} } }`);
    const lamp = `{ type: object, required: [id, name, size], properties: { id: { type: integer }, ${all} } }`;
    const { ask } = stubOf(`
  /lamps:
    post: { requestBody: { ${sent('required: [name, size],')} }, responses: { ${response(201, json(lamp))} } }
  /lamps/{id}:
    ${path('id', '{ type: integer }')}
    get: { responses: { ${response(200, json(lamp))} } }
    put: { requestBody: { ${sent('')} }, responses: { ${response(200, json(lamp))} } }`);
    const { id } = (await ask('POST /lamps', { name: 'Desk', size: 5 })).body as { id: number };
    expect((await ask(`PUT /lamps/${id}`, { size: 6 })).body).toEqual({ id, name: 'Desk', size: 6 });
  });

  test('what is changed, where no response can say that it is not there, is there from then on', async () => {
    const hall = '{ type: object, required: [room], properties: { room: { type: string } } }';
    const [seat, notFound] = ["{ $ref: '#/components/schemas/Seat' }", response(404)];
    const { ask } = stubOf(`
  /rooms/{room}:
    ${path('room', '{ type: string }')}
    get: { operationId: readRoom, responses: { ${response(200, json(hall))}, ${notFound} } }
  /rooms/{room}/seats/{seat}:
    parameters:
      - { name: room, in: path, required: true, schema: { type: string } }
      - { name: seat, in: path, required: true, schema: { type: integer } }
    get: { operationId: readSeat, responses: { ${response(200, json(seat))}, ${notFound} } }
    patch:
      operationId: changeSeat
      requestBody: { ${json('{ type: object, properties: { label: { type: string } } }')} }
      responses: { ${response(200, json(seat))} }
components:
  schemas:
    Seat: { type: object, required: [seat], properties: { seat: { type: integer }, label: { type: string } } }`);
    expect((await ask('GET /rooms/blue/seats/4')).status).toBe(404);
    expect((await ask('PATCH /rooms/blue/seats/4', { label: 'Window' })).body).toEqual({ seat: 4, label: 'Window' });
    expect((await ask('GET /rooms/blue/seats/4')).body).toEqual({ seat: 4, label: 'Window' });
  });

  test('what is changed is there from then on where no response describes it either', async () => {
    const { ask } = stubOf(`
  /jobs:
    post: { operationId: addJob, responses: { '201': { description: '' } } }
  /jobs/{id}:
    ${path('id', '{ type: string }')}
    get: { operationId: readJob, responses: { '200': { description: '' }, '404': { description: '' } } }
    put: { operationId: changeJob, responses: { '200': { description: '' } } }`);
    const lines = ['GET /jobs/a', 'PUT /jobs/a', 'GET /jobs/a'];
    const statuses: number[] = [];
    for (const line of lines) statuses.push((await ask(line)).status);
    expect(statuses).toEqual([404, 200, 200]);
  });

  test('what is made by itself, and names what it is beneath, is listed there until it is removed', async () => {
    const [seat, notFound] = ["{ $ref: '#/components/schemas/Seat' }", response(404)];
    const sent = '{ type: object, required: [roomId], properties: { roomId: { type: integer } } }';
    const { ask } = stubOf(`
  /rooms:
    post: { operationId: addRoom, requestBody: { ${json(room)} }, responses: { ${response(201, json(room))} } }
  /rooms/{id}/seats:
    ${path('id', '{ type: integer }')}
    get:
      operationId: listSeatsOfRoom
      responses: { ${response(200, json(`{ type: array, items: ${seat} }`))}, ${notFound} }
  /seats:
    post: { operationId: addSeat, requestBody: { ${json(sent)} }, responses: { ${response(201, json(seat))} } }
  /seats/{id}:
    ${path('id', '{ type: integer }')}
    delete: { operationId: removeSeat, responses: { ${response(204)}, ${notFound} } }
components:
  schemas:
    Seat: { type: object, required: [id, roomId], properties: { id: { type: integer }, roomId: { type: integer } } }`);
    const made = async (target: string, body: object) => (await ask(target, body)).body as { id: number };
    const seatsOf = async ({ id }: { id: number }) => (await ask(`GET /rooms/${id}/seats`)).body;
    const [first, second] = [await made('POST /rooms', {}), await made('POST /rooms', {})];
    const own = await made('POST /seats', { roomId: first.id });
    expect([await seatsOf(first), await seatsOf(second)]).toEqual([[{ id: own.id, roomId: first.id }], []]);
    await ask(`DELETE /seats/${own.id}`);
    expect(await seatsOf(first)).toEqual([]);
  });

  test('beneath what is not there is a list of its own, where the contract has no status to say so', async () => {
    const { ask } = stubOf(`
  /rooms:
    get: { operationId: listRooms, responses: { ${response(200, json(arrayOfRooms))} } }
  /rooms/{id}:
    get: { operationId: readRoom, ${path('id', '{ type: integer }')}, responses: { ${response(200, json(room))} } }
  /rooms/{id}/chairs:
    get:
      operationId: listChairs
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: kind, in: query, schema: { enum: [oak, elm] } }
      responses: { ${response(200, json(chairs, '[{ id: 1, kind: oak }]'))} }`);
    expect((await ask('GET /rooms/999/chairs?kind=oak')).body).toEqual([{ id: 1, kind: 'oak' }]);
    expect((await ask('GET /rooms/999/chairs?kind=elm')).body).toEqual([]);
  });

  test('what the contract names itself is there, and what is beneath it', async () => {
    const named = path('gauge', '{ enum: [heat, rain] }');
    const responses = `{ ${response(200, json(note))}, ${response(404)} }`;
    const { ask } = stubOf(`
  /gauges/{gauge}:
    get: { operationId: readGauge, ${named}, responses: ${responses} }
  /gauges/{gauge}/scale:
    get: { operationId: readScale, ${named}, responses: ${responses} }`);
    for (const line of ['GET /gauges/heat', 'GET /gauges/rain', 'GET /gauges/rain/scale'])
      expect((await ask(line)).status).toBe(200);
  });

  test('what goes on in another protocol is refused, as far as it is documented', async () => {
    const { ask } = stubOf(`
  /console:
    get: { operationId: openConsole, responses: { '101': { description: '' }, '4XX': { description: '' } } }`);
    expect(String((await ask('GET /console')).status)).toMatch(/^4/);
  });
});

describe('what is answered by', () => {
  const contract = (paths: string) => `openapi: 3.0.3
info: { title: Depot, version: 1.0.0 }
paths:
${paths}`;
  const at = (name: string, pattern = '') =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string${pattern} } }]`;
  const lock = 'oneOf: [{ type: object, required: [code], properties: { code: { type: string } } }]';
  const own = "id: { type: string, pattern: '^cr_[0-9a-f]{8}$' }, label: { type: string }";
  const crate = `{ type: object, required: [id, label, lock], properties: { ${own},
        lock: { type: object, nullable: true, ${lock} } } }`;

  test('what was created, where path and property allow other identifiers and null is refused', async () => {
    const { ask } = stubFor(
      contract(`  /crates:
    post:
      operationId: addCrate
      requestBody: { ${json('{ type: object, properties: { label: { type: string } } }')} }
      responses: { ${response(201, json(crate))} }
  /crates/{crateId}:
    ${at('crateId', ", pattern: '^(old_crate|very_old_crate|cr)_[0-9a-f]{8}$'")}
    get: { operationId: readCrate, responses: { ${response(200, json(crate))}, ${response(404)} } }`),
    );
    for (const label of ['first', 'second', 'third', 'fourth']) {
      const { body } = await ask('POST /crates', { label });
      expect(body).toMatchObject({ label, lock: { code: expect.any(String) } });
      const { id } = body as { id: string };
      expect(await ask(`GET /crates/${id}`)).toMatchObject({ status: 200, body });
    }
  });

  test('what was created, as JSON, where a response may be of any media type', async () => {
    const crate = '{ type: object, properties: { id: { type: string }, label: { type: string } } }';
    const any = json(crate).replace('application/json', "'*/*'");
    const { ask } = stubFor(
      contract(`  /crates:
    post:
      operationId: addCrate
      requestBody: { ${json(crate)} }
      responses: { ${response(201, any)} }
  /crates/{crateId}:
    ${at('crateId')}
    get: { operationId: readCrate, responses: { ${response(200, any)}, ${response(404)} } }`),
    );
    const { body } = await ask('POST /crates', { id: 'left', label: 'Oak' });
    expect(body).toEqual({ id: 'left', label: 'Oak' });
    expect(await ask('GET /crates/left')).toMatchObject({ headers: { 'content-type': 'application/json' }, body });
  });

  test('what was created, with the defaults of what an object within it leaves out', async () => {
    const sent = '{ type: object, properties: { hue: { type: string }, rungs: { type: integer, default: 30 } } }';
    const shown = sent.replace(', default: 30', '');
    const inside = (schema: string) =>
      json(`{ type: object, properties: { id: { type: integer }, parts: ${schema} } }`);
    const { ask } = stubFor(
      contract(`  /crates:
    post:
      operationId: addCrate
      requestBody: { ${inside(sent)} }
      responses: { ${response(201, inside(shown.replace('properties', 'required: [hue, rungs], properties')))} }`),
    );
    expect((await ask('POST /crates', { parts: { hue: 'red' } })).body).toMatchObject({ parts: { rungs: 30 } });
  });

  test('what was created, with what is required and not described', async () => {
    const barrel = '{ type: object, required: [id, label, seal], properties: { id: {}, label: { type: string } } }';
    const { ask } = stubFor(
      contract(`  /barrels:
    post:
      operationId: addBarrel
      requestBody: { ${json('{ type: object, properties: { label: { type: string } } }')} }
      responses: { ${response(201, json(barrel))} }
  /barrels/{barrelId}:
    ${at('barrelId')}
    get: { operationId: readBarrel, responses: { ${response(200, json(barrel))}, ${response(404)} } }`),
    );
    const { body } = await ask('POST /barrels', { label: 'Oil' });
    expect(body).toMatchObject({ label: 'Oil', seal: expect.any(String) });
  });

  test('each item of a list that was sent, with what is required of it where it is shown', async () => {
    const seals = (required: string, others = '') =>
      `items: { type: object, required: [${required}], properties: { code: { type: string }${others} } }`;
    const shown = `{ type: array, ${seals('code, marks', ', marks: { type: integer }')} }`;
    const cask = `{ type: object, properties: { id: { type: integer }, seals: ${shown} } }`;
    const sent = `{ type: object, properties: { seals: { type: [array, 'null'], ${seals('code')} } } }`;
    const { ask } = stubFor(
      contract(`  /casks:
    post: { operationId: addCask, requestBody: { ${json(sent)} }, responses: { ${response(201, json(cask))} } }
  /casks/{caskId}:
    ${at('caskId')}
    get: { operationId: readCask, responses: { ${response(200, json(cask))}, ${response(404)} } }`),
    );
    const marks = expect.any(Number);
    const { body } = await ask('POST /casks', { seals: [{ code: 'red' }, { code: 'blue' }] });
    expect(body).toMatchObject({
      seals: [
        { code: 'red', marks },
        { code: 'blue', marks },
      ],
    });
  });

  test('no identifier that a removed thing has had', async () => {
    const crown = "{ type: object, properties: { id: { type: string, pattern: '^[0-9]{2}$' } } }";
    const { ask } = stubFor(
      contract(`  /crowns:
    post:
      operationId: addCrown
      requestBody: { ${json('{ type: object }')} }
      responses: { ${response(201, json(crown))} }
  /crowns/{crownId}:
    ${at('crownId')}
    delete: { operationId: removeCrown, responses: { ${response(204)}, ${response(404)} } }`),
    );
    const ids: unknown[] = [];
    for (let made = 0; made < 30; made += 1) {
      const { id } = (await ask('POST /crowns', {})).body as { id: string };
      ids.push(id);
      await ask(`DELETE /crowns/${id}`);
    }
    expect(new Set(ids).size).toBe(30);
  });

  test('what was created, where one response leaves out what it cannot show and a list requires it', async () => {
    const chest = (open: string) => `type: object, properties: { label: { type: string }, open: ${open}`;
    const shown = `${chest('{ type: boolean }')}, id: { type: string } }`;
    const sent = `{ ${chest('{ oneOf: [{ type: boolean }, { enum: [ajar] }] }')} } }`;
    const items = `{ type: array, items: { ${shown}, required: [id, open] } }`;
    const { ask } = stubFor(
      contract(`  /chests:
    get: { operationId: listChests, responses: { ${response(200, json(items))} } }
    post:
      operationId: addChest
      requestBody: { ${json(sent)} }
      responses: { ${response(201, json(`{ ${shown}, required: [id] }`, '{ id: old, label: Pine }'))} }`),
    );
    expect((await ask('POST /chests', { label: 'Oak', open: 'ajar' })).body).toMatchObject({ label: 'Oak' });
  });

  test('one thing under each identifier, where nothing makes things and no refusal is documented', async () => {
    const { ask } = stubFor(
      contract(`  /crates/{crateId}:
    ${at('crateId')}
    get: { operationId: readCrate, responses: { ${response(200, json(note.replace('text', 'id')))} } }
    patch:
      operationId: changeCrate
      requestBody: { ${json('{ type: object, properties: { label: { type: string } } }')} }
      responses: { ${response(200, json(note.replace('text', 'id')))} }`),
    );
    await ask('PATCH /crates/left', { label: 'Glass' });
    expect((await ask('GET /crates/left')).body).toEqual({ id: 'left', label: 'Glass' });
    expect((await ask('GET /crates/right')).body).toMatchObject({ id: 'right' });
  });

  test('what something was changed beneath, where an example of it is wrong and its owner an object', async () => {
    const inPath = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
    const label = '{ type: object, required: [name], properties: { name: { type: string }, hue: { type: string } } }';
    const owner = 'owner: { type: object, required: [login], properties: { login: { type: string } } }';
    const own = 'id: { type: integer }, name: { type: string }';
    const shelf = `{ type: object, required: [owner], properties: { ${own}, ${owner} } }`;
    const { ask } = stubFor(
      contract(`  /shelves/{owner}/{shelf}:
    parameters: [${inPath('owner')}, ${inPath('shelf')}]
    get:
      operationId: readShelf
      responses: { ${response(200, json(shelf, '{ id: 7, name: Oak, owner: { id: 1 } }'))}, ${response(404)} }
  /shelves/{owner}/{shelf}/labels/{name}:
    parameters: [${inPath('owner')}, ${inPath('shelf')}, ${inPath('name')}]
    get:
      operationId: readLabel
      responses: { ${response(200, json(label))}, ${response(404)} }
    patch:
      operationId: changeLabel
      requestBody: { ${json('{ type: object, properties: { hue: { type: string } } }')} }
      responses: { ${response(200, json(label))} }`),
    );
    await ask('PATCH /shelves/ann/oak/labels/new', { hue: 'red' });
    expect((await ask('GET /shelves/ann/oak/labels/new')).body).toEqual({ name: 'new', hue: 'red' });
    expect((await ask('GET /shelves/ann/oak')).body).toEqual({
      id: expect.any(Number),
      name: expect.not.stringMatching(/^new$/),
      owner: { login: expect.any(String) },
    });
  });

  test('what was listed beneath something that nothing makes', async () => {
    const inPath = (name: string, type: string) =>
      `{ name: ${name}, in: path, required: true, schema: { type: ${type} } }`;
    const event = '{ type: object, required: [id], properties: { id: { type: integer } } }';
    const { ask } = stubFor(
      contract(`  /crates/{crateId}:
    ${at('crateId')}
    get: { operationId: readCrate, responses: { ${response(200, json(note.replace('text', 'id')))}, ${response(404)} } }
  /crates/{crateId}/events:
    ${at('crateId')}
    get: { operationId: listEvents, responses: { ${response(200, json(`{ type: array, items: ${event} }`))} } }
  /crates/{crateId}/events/{id}:
    parameters: [${inPath('crateId', 'string')}, ${inPath('id', 'integer')}]
    get: { operationId: readEvent, responses: { ${response(200, json(event))}, ${response(404)} } }`),
    );
    expect((await ask('GET /crates/left/events')).body).toEqual([{ id: 1 }]);
    expect((await ask('GET /crates/left/events/1')).body).toEqual({ id: 1 });
  });

  test.each([
    ['7', 200],
    ['8123456000000001', 404],
    ['99999999999999999999', 404],
  ])('beneath number %s of what no operation shows', async (number, status) => {
    const { ask } = stubFor(
      contract(`  /crates/{number}/labels:
    parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: listLabels
      responses: { ${response(200, json(`{ type: array, items: ${note} }`))}, ${response(404)} }`),
    );
    expect((await ask(`GET /crates/${number}/labels`)).status).toBe(status);
  });

  test('what was changed, where the two that show it describe it differently', async () => {
    const own = (name: string) =>
      `{ type: object, properties: { id: { type: integer }, name: { type: string${name} } } }`;
    const { ask } = stubFor(
      contract(`  /me:
    get: { operationId: readMe, responses: { ${response(200, json(own('')))} } }
    patch:
      operationId: changeMe
      requestBody: { ${json(own(', maxLength: 5'))} }
      responses: { ${response(200, json(own(', maxLength: 5')))} }`),
    );
    expect((await ask('PATCH /me', { name: 'Ann' })).body).toMatchObject({ name: 'Ann' });
    expect((await ask('GET /me')).body).toMatchObject({ name: 'Ann' });
  });

  test('a login with the password of the account, whatever was sent for it in a refused sign-up', async () => {
    const account =
      '{ type: object, properties: { name: { type: string }, password: { type: string, writeOnly: true } } }';
    const { ask } = stubFor(
      contract(`  /users:
    post:
      operationId: addUser
      requestBody: { ${json(account)} }
      responses: { ${response(201, json(account))}, ${response(409)} }
  /users/{name}:
    ${at('name')}
    get: { operationId: readUser, responses: { ${response(200, json(account))}, ${response(404)} } }
  /login:
    post:
      operationId: logIn
      requestBody: { ${json(account)} }
      responses: { ${response(200)}, ${response(401)} }`),
    );
    await ask('POST /users', { name: 'Ann', password: 'right' });
    expect((await ask('POST /users', { name: 'Ann', password: 'other' })).status).toBe(409);
    expect((await ask('POST /login', { name: 'Ann', password: 'right' })).status).toBe(200);
  });

  test('304 where the client has what it would be sent, whatever that is', async () => {
    const tagged = 'ETag: { required: true, schema: { type: string } }';
    const { ask } = stubFor(
      contract(`  /report:
    get:
      operationId: readReport
      responses: { ${response(200, json(`{ type: array, items: ${note} }`), tagged)}, ${response(304)} }`),
    );
    const { headers } = await ask('GET /report');
    const etag = headers['etag'] ?? expect.fail('It has no ETag.');
    expect((await ask('GET /report', undefined, { 'If-None-Match': etag })).status).toBe(304);
    expect((await ask('GET /report', undefined, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('where something was made, as a whole URI if the schema asks for one', async () => {
    const whole = 'Location: { schema: { type: string, format: uri } }';
    const { ask } = stubFor(
      contract(`  /crates:
    post:
      operationId: addCrate
      requestBody: { ${json(note)} }
      responses: { ${response(201, json(note.replace('text', 'id')), whole)} }`),
    );
    const { headers } = await ask('POST /crates', { text: 'x' }, { Host: 'crates.example.com' });
    expect(headers['location']).toMatch(/^http:\/\/crates\.example\.com\/crates\/./);
  });

  test('another thing, where one was removed and no refusal is documented', async () => {
    const crate =
      '{ type: object, required: [id, label], properties: { id: { type: string }, label: { type: string } } }';
    const { ask } = stubFor(
      contract(`  /crates/{crateId}:
    ${at('crateId')}
    get: { operationId: readCrate, responses: { ${response(200, json(crate, '{ id: left, label: Oak }'))} } }
    put:
      operationId: putCrate
      requestBody: { ${json(crate)} }
      responses: { ${response(200, json(crate))} }
    delete: { operationId: removeCrate, responses: { ${response(204)} } }`),
    );
    expect((await ask('GET /crates/any')).body).toEqual({ id: 'any', label: 'Oak' });
    await ask('DELETE /crates/any');
    const { body } = await ask('GET /crates/any');
    expect(body).toEqual({ id: 'any', label: expect.not.stringMatching(/^Oak$/) });
  });

  test('what something was before a request that can only be refused', async () => {
    const { ask } = stubFor(
      contract(`  /crates:
    post: { operationId: addCrate, requestBody: { ${json(note)} }, responses: { ${response(201, json(crate))} } }
  /crates/{crateId}:
    ${at('crateId')}
    get: { operationId: readCrate, responses: { ${response(200, json(crate))}, ${response(404)} } }
    delete: { operationId: removeCrate, responses: { ${response(400)} } }`),
    );
    const { body } = await ask('POST /crates', { text: 'x' });
    const { id } = body as { id: string };
    expect((await ask(`DELETE /crates/${id}`)).status).toBe(400);
    expect((await ask(`GET /crates/${id}`)).body).toEqual(body);
  });

  test('a login with another password than that of the account', async () => {
    const account = 'name: { type: string }, password: { type: string }';
    const { ask } = stubFor(
      contract(`  /register:
    post:
      operationId: register
      requestBody: { ${json(`{ type: object, properties: { ${account}, city: { type: string } } }`)} }
      responses: { ${response(201)} }
  /login:
    post:
      operationId: logIn
      requestBody: { ${json(`{ type: object, properties: { ${account} } }`)} }
      responses: { ${response(200)}, ${response(401)} }`),
    );
    const login = async (name: string, password: string) => (await ask('POST /login', { name, password })).status;
    await ask('POST /register', { name: 'Ann', password: 'right', city: 'Rome' });
    expect([await login('Ann', 'right'), await login('Ann', 'wrong'), await login('Bob', 'any')]).toEqual([
      200, 401, 200,
    ]);
  });

  test.each([
    ['', 404],
    [', example: left', 200],
  ])('what nothing makes or lists, under an identifier with "%s"', async (example, status) => {
    const crateId = `{ name: crateId, in: path, required: true, schema: { type: string${example} } }`;
    const { ask } = stubFor(
      contract(`  /crates/{crateId}:
    get:
      operationId: readCrate
      parameters: [${crateId}]
      responses: { ${response(200, json(note.replace('text', 'id')))}, ${response(404)} }`),
    );
    expect((await ask('GET /crates/left')).status).toBe(status);
  });

  test('what is of one kind alone, and after a replacement what no client sends', async () => {
    const kindWith = (own: string) => (kind: string) =>
      `{
      type: object, required: [${kind}${own && ', id, made'}],
      properties: { kind: { type: string, const: ${kind} }, ${kind}: { type: string } ${own} } }`;
    const oneOf = (own: string) => json(`{ oneOf: [${['film', 'text'].map(kindWith(own)).join(', ')}] }`);
    const shown = oneOf(', id: { type: string, format: uuid }, made: { type: string, format: uuid }');
    const { ask } = stubFor(
      contract(`  /plans:
    post: { operationId: addPlan, requestBody: { ${oneOf('')} }, responses: { ${response(201, shown)} } }
  /plans/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readPlan, responses: { ${response(200, shown)}, ${response(404)} } }
    put: { operationId: replacePlan, requestBody: { ${oneOf('')} }, responses: { ${response(200, shown)} } }`),
    );
    const other = { kind: 'text', text: 'z', id: expect.any(String), made: expect.any(String) };
    expect((await ask('POST /plans', { kind: 'text', text: 'z' })).body).toEqual(other);
    const { body } = await ask('POST /plans', { kind: 'film', film: 'x' });
    const { id = '', made = null } = isExactObject(body) ? body : {};
    const replaced = await ask(`PUT /plans/${textOf(id)}`, { kind: 'text', text: 'y' });
    expect(replaced.body).toEqual({ kind: 'text', text: 'y', id, made });
  });

  test('nothing under another identifier, where what is read has a list of its own', async () => {
    const { ask } = stubFor(
      contract(`  /labels/{crateId}:
    ${at('crateId')}
    get:
      operationId: readLabels
      responses: { ${response(200, json(`{ type: array, items: ${note} }`))}, ${response(404)} }
    post:
      operationId: addLabel
      requestBody: { ${json(note)} }
      responses: { ${response(200)}, ${response(404)} }`),
    );
    expect([(await ask('GET /labels/none')).status, (await ask('POST /labels/none', { text: 'x' })).status]).toEqual([
      404, 404,
    ]);
  });
});
