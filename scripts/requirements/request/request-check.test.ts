import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import { contractOf } from '../../test/contracts.ts';
import { specificationOf } from '../../verify/specification.ts';
import { catalogueOf } from '../catalogue.ts';
import { RequestCheck } from './request-check.ts';

const key = 'right-key-1234';
const text = `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
security: [{ token: [] }]
x-unmatched-responses: { '401': { description: '' }, '404': { description: '' }, '405': { description: '' } }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: kind, in: query, schema: { enum: [novel, atlas] } }
        - name: tags
          in: query
          explode: false
          schema: { type: array, maxItems: 2, items: { type: string, pattern: '^[a-z]+$' } }
        - name: sizes
          in: query
          schema: { type: array, uniqueItems: true, items: { type: integer, format: int32 } }
        - name: near
          in: query
          style: deepObject
          explode: true
          schema:
            type: object
            required: [lat]
            properties: { lat: { type: number, maximum: 90 }, lon: { type: number } }
        - { name: level, in: query, schema: { anyOf: [{ type: integer, maximum: 3 }, { type: string, minLength: 3 }] } }
        - { name: flag, in: query, allowEmptyValue: true, schema: { type: boolean } }
        - name: filter
          in: query
          content:
            application/json: { schema: { type: object, required: [by], properties: { by: { type: string } } } }
        - { name: X-Shelf, in: header, schema: { type: integer, minimum: 1 } }
        - { name: theme, in: cookie, schema: { enum: [dark, light] } }
      responses:
        '200': { description: '', content: { application/json: {}, text/csv: {} } }
        '400': { description: '' }
        '401': { description: '' }
    post:
      operationId: addBook
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Book' } }
          application/x-www-form-urlencoded:
            schema: { $ref: '#/components/schemas/Loan' }
            encoding: { marks: { explode: false } }
      responses:
        '201': { description: '' }
        '400': { description: '' }
        '401': { description: '' }
        '403': { description: '' }
        '415': { description: '' }
        '422': { description: '' }
  /books/latest:
    get:
      operationId: latestBook
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      responses:
        '200': { description: '', content: { image/*: {} } }
        '303': { description: '', content: { text/html: {} } }
        4XX: { description: '' }
  /books/{isbn}:
    parameters: [{ name: isbn, in: path, required: true, schema: { type: integer, format: int64, minimum: 1 } }]
    get:
      operationId: readBook
      responses: { '200': { description: '' }, '401': { description: '' }, '404': { description: '' } }
    put:
      operationId: replaceBook
      requestBody:
        content:
          '*/*': { schema: { type: object } }
          application/merge-patch+json: { schema: { type: object, minProperties: 1 } }
      responses: { '200': { description: '' }, default: { description: '' } }
    delete:
      operationId: removeBook
      responses: { '204': { description: '' }, '403': { description: '' }, '400': { description: '' } }
  /maps/{at}/tiles/#{tile}.png:
    get:
      operationId: readTile
      security: []
      parameters:
        - name: at
          in: path
          required: true
          style: matrix
          explode: true
          schema: { type: object, properties: { x: { type: integer }, y: { type: integer } } }
        - { name: tile, in: path, required: true, schema: { type: integer } }
      responses: { '200': { description: '' } }
  /search:
    get:
      operationId: search
      security: []
      parameters:
        - { name: q, in: query, required: true, schema: { type: string, minLength: 2 } }
        - name: options
          in: query
          schema: { type: object, additionalProperties: false, properties: { page: { type: integer } } }
      responses: { '200': { description: '' } }
  /filter:
    get:
      operationId: filter
      security: []
      parameters:
        - { name: rest, in: query, schema: { type: object } }
        - { name: q, in: query, schema: { type: integer } }
      responses: { '200': { description: '' } }
  /pages/{page}:
    get:
      operationId: readPage
      security: []
      parameters: [{ name: page, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: '' }, '400': { description: '' }, '404': { description: '' } }
  /doors:
    get:
      operationId: together
      security: [{ door: [], badge: [] }, { stamp: [] }]
      responses: { '200': { description: '' }, '401': { description: '' } }
    put:
      operationId: login
      security: [{ login: [] }]
      responses: { '200': { description: '' }, '401': { description: '' } }
    post:
      operationId: optional
      security: [{ token: [] }, {}]
      requestBody: { content: {} }
      responses: { '200': { description: '' } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    login: { type: http, scheme: basic }
    door: { type: apiKey, in: header, name: X-Door }
    badge: { type: apiKey, in: cookie, name: badge }
    stamp: { type: apiKey, in: query, name: stamp }
  schemas:
    Loan:
      type: object
      required: [reader]
      additionalProperties: false
      properties:
        reader: { type: string, minLength: 2 }
        days: { type: integer, maximum: 30 }
        marks: { type: array, items: { type: integer } }
        at: { type: object, properties: { x: { type: integer } } }
    Book:
      type: object
      required: [title, number]
      if: { required: [title], properties: { title: { const: Atlas } } }
      then: { properties: { number: { minimum: 5 } } }
      unevaluatedProperties: false
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, minLength: 2, maxLength: 9 }
        number: { type: integer, format: int64, minimum: 1 }
        note: { anyOf: [{ type: string, minLength: 3 }, { type: 'null' }] }
        tags: { type: array, uniqueItems: false, items: { type: string, pattern: '^[a-z]+$' } }
        maker:
          type: object
          required: [city]
          properties: { city: { type: string }, since: { type: string, readOnly: true } }
        cover:
          oneOf: [{ $ref: '#/components/schemas/Plain' }, { $ref: '#/components/schemas/Printed' }]
          discriminator: { propertyName: kind }
        price: { oneOf: [{ type: integer, maximum: 9 }, { type: string, pattern: '^free$' }] }
        extra: { type: object, propertyNames: { maxLength: 3 }, additionalProperties: { type: integer } }
        edition: { const: first }
        both: { oneOf: [{ type: integer }, { type: number }] }
        odd: { oneOf: [{ type: [string, 'null'] }, { type: 'null' }] }
        owner: { type: object, required: [name] }
        trip:
          type: object
          unevaluatedProperties: false
          oneOf:
            - { type: object, required: [by], properties: { by: { const: foot }, km: { type: integer } } }
            - { type: object, required: [by], properties: { by: { const: train }, line: { type: string } } }
        wrap:
          oneOf: [{ $ref: '#/components/schemas/Bag' }, { $ref: '#/components/schemas/Box' }]
          discriminator: { propertyName: kind, mapping: { b: '#/components/schemas/Bag' } }
        ways:
          type: object
          anyOf: [{ required: [foot] }, { required: [train] }]
          properties: { foot: { type: boolean }, train: { type: boolean } }
    Plain:
      type: object
      required: [kind]
      additionalProperties: false
      properties: { kind: { const: Plain }, color: { type: string } }
    Printed:
      type: object
      required: [kind, ink]
      properties:
        kind: { const: printed }
        ink: { type: object, properties: { share: { type: number, format: double, multipleOf: 0.5 } } }
    Bag: { type: object, required: [kind, handles], properties: { kind: { type: string }, handles: { type: integer } } }
    Box: { type: object, required: [kind, lid], properties: { kind: { type: string }, lid: { type: boolean } } }
`;
const specification = specificationOf(contractOf(text));
const check = new RequestCheck(specification, key);
const authorization = ['Authorization', `Bearer ${key}`] as const;

interface Sent {
  headers?: HttpRequest['headers'];
  /** Sent as JSON unless it is a text. */
  body?: unknown;
  type?: string | undefined;
  isAnonymous?: boolean;
}

function requestOf(
  line: string,
  { headers = [], body, type = 'application/json', isAnonymous = false }: Sent = {},
): HttpRequest {
  const [method = '', target = ''] = line.split(/ (.*)/s);
  const bytes =
    body === undefined
      ? null
      : Buffer.isBuffer(body)
        ? body
        : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return {
    method,
    target,
    headers: [
      ...(isAnonymous ? [] : [authorization]),
      ...(bytes === null || type === '' ? [] : [['Content-Type', type] as const]),
      ...headers,
    ],
    body: bytes,
  };
}

/** The requirements that a request violates, by their names, and the status that it is refused with. */
function outcomeOf(line: string, sent?: Sent): [...violations: string[], refusal: number | string] {
  const { violations, refusal } = check.check(requestOf(line, sent));
  return [...violations.map(({ requirementId }) => requirementId).toSorted(), refusal ?? 'served'];
}

const book = { title: 'Momo', number: 1 };

describe('where a request leads', () => {
  test.each<[line: string, expected: (number | string)[]]>([
    ['GET /books', ['served']],
    ['GET /books?', ['served']],
    ['HEAD /books', ['served']],
    ['GET /%62ooks', ['served']],
    ['GET /books/latest', ['served']],
    ['GET /books/7', ['served']],
    ['GET /books/', ['paths.unknown', 404]],
    ['GET /Books', ['paths.unknown', 404]],
    ['GET /', ['paths.unknown', 404]],
    ['GET /books/7/8', ['paths.unknown', 404]],
    ['GET /books%2F7', ['paths.unknown', 404]],
    ['GET http://elsewhere/books', ['paths.unknown', 404]],
    ['get /books', ['paths.unknown', 405]],
    ['PUT /books', ['paths./books.PUT', 405]],
    ['HEAD /doors', ['served']],
    ['DELETE /books/latest', ['paths./books/latest.DELETE', 405]],
    ['OPTIONS /books', ['paths.unknown', 405]],
    ['GET /maps/;x=1;y=2/tiles/%235.png', ['served']],
    ['GET /maps/;x=1;y=2/tiles/%23a.png', ['readTile.parameters.path.tile.type', 404]],
    ['GET /maps/x=1/tiles/%235.png', ['readTile.parameters.path.at.schema', 404]],
  ])('%s', (line, expected) =>
    expect(
      outcomeOf(
        line,
        line.includes('/doors')
          ? {
              isAnonymous: true,
              headers: [
                ['X-Door', key],
                ['Cookie', `badge=${key}`],
              ],
            }
          : {},
      ),
    ).toEqual(expected),
  );

  test('where nothing asks for a credential, none is missed', () => {
    const open = new RequestCheck(
      specificationOf(
        contractOf(
          `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
x-unmatched-responses: { '401': { description: '' }, '404': { description: '' } }
paths: { /books: { get: { responses: {} } } }
`,
        ),
      ),
    );
    expect(open.check(requestOf('GET /nowhere', { isAnonymous: true })).refusal).toBe(404);
  });

  test.each([['GET /nowhere'], ['PUT /books']])('without a credential, nothing is reported of %s', (line) =>
    expect(outcomeOf(line, { isAnonymous: true }).at(-1)).toBe(401),
  );
});

describe('parameters', () => {
  const P = 'listBooks.parameters';
  test.each<[line: string, expected: (number | string)[]]>([
    [
      'GET /books?limit=1&kind=atlas&tags=a,b&sizes=1&sizes=2' +
        '&near%5Blat%5D=1.5&level=2&filter=%7B%22by%22%3A%22x%22%7D',
      ['served'],
    ],
    ['GET /books?limit=0', [`${P}.query.limit.minimum`, 400]],
    ['GET /books?limit=51', [`${P}.query.limit.maximum`, 400]],
    ['GET /books?limit=', [`${P}.query.limit.type`, 400]],
    ['GET /books?limit=1.0', [`${P}.query.limit.type`, 400]],
    ['GET /books?limit=05', [`${P}.query.limit.type`, 400]],
    ['GET /books?limit=-05', [`${P}.query.limit.type`, 400]],
    ['GET /books?limit=5&limit=5', [`${P}.query.limit.repeated`, 400]],
    ['GET /books?kind=Novel', [`${P}.query.kind.enum`, 400]],
    ['GET /books?tags=a,b,c', [`${P}.query.tags.maxItems`, 400]],
    ['GET /books?tags=a,B', [`${P}.query.tags.pattern`, 400]],
    ['GET /books?tags=a&tags=b', [`${P}.query.tags.schema`, 400]],
    ['GET /books?tags=a%2Cb', [`${P}.query.tags.pattern`, 400]],
    ['GET /books?sizes=1&sizes=1', [`${P}.query.sizes.uniqueItems`, 400]],
    ['GET /books?sizes=2147483648', [`${P}.query.sizes.format`, 400]],
    ['GET /books?sizes=1,2', [`${P}.query.sizes.type`, 400]],
    ['GET /books?near%5Blat%5D=91', [`${P}.query.near.schema`, 400]],
    ['GET /books?near%5Blat%5D=01.5', [`${P}.query.near.schema`, 400]],
    ['GET /books?near%5Blon%5D=1', [`${P}.query.near.schema`, 400]],
    ['GET /books?near=1,2', [`${P}.query.unknown`, 'served']],
    ['GET /books?level=five', ['served']],
    ['GET /books?level=500', ['served']],
    ['GET /books?level=5', [`${P}.query.level.schema`, 400]],
    ['GET /books?flag=', ['served']],
    ['GET /books?flag', ['served']],
    ['GET /books?flag=yes', [`${P}.query.flag.type`, 400]],
    ['GET /books?filter=%7B%7D', [`${P}.query.filter.schema`, 400]],
    ['GET /books?filter=by', [`${P}.query.filter.schema`, 400]],
    ['GET /books?limt=5', [`${P}.query.unknown`, 'served']],
    ['GET /books?LIMIT=5', [`${P}.query.unknown`, 'served']],
    ['GET /books?limit[]=5', [`${P}.query.unknown`, 'listBooks.request.encoding', 'served']],
    ['GET /search?q=a+b', ['served']],
    ['GET /search?q=ab&page=2', ['served']],
    ['GET /search?q=ab&page=x', ['search.parameters.query.options.schema', 'served']],
    ['GET /search?q=ab&pages=2', ['search.parameters.query.unknown', 'served']],
    ['GET /search', ['search.parameters.query.q.required', 'served']],
    ['GET /search?q=a', ['search.parameters.query.q.minLength', 'served']],
    ['GET /books/x', ['readBook.parameters.path.isbn.type', 404]],
    ['GET /books/01', ['readBook.parameters.path.isbn.type', 404]],
    ['GET /books/0', ['readBook.parameters.path.isbn.minimum', 404]],
    ['GET /books/9223372036854775807', ['served']],
    ['GET /books/9223372036854775808', ['readBook.parameters.path.isbn.format', 404]],
    ['GET /books?limit=5&', ['served']],
    ['GET /books/latest?size=x', ['latestBook.parameters.query.size.type', 400]],
    ['GET /filter?q=5&x=1', ['served']],
    ['GET /pages/x', ['readPage.parameters.path.page.type', 400]],
    ['DELETE /books/x', ['removeBook.parameters.path.isbn.type', 400]],
    ['PUT /books/x', ['replaceBook.parameters.path.isbn.type', 404]],
  ])('%s', (line, expected) => expect(outcomeOf(line)).toEqual(expected));

  test.each<[headers: HttpRequest['headers'], expected: (number | string)[]]>([
    [
      [
        ['x-shelf', '2'],
        ['X-Undescribed', '1'],
      ],
      ['served'],
    ],
    [[['X-Shelf', '0']], [`${P}.header.X-Shelf.minimum`, 400]],
    [[['X-Shelf', 'top']], [`${P}.header.X-Shelf.type`, 400]],
    [
      [
        ['X-Shelf', '1'],
        ['X-Shelf', '2'],
      ],
      [`${P}.header.X-Shelf.repeated`, 400],
    ],
    [[['Cookie', 'a=b; theme=dark']], ['served']],
    [[['Cookie', 'theme=pink']], [`${P}.cookie.theme.enum`, 400]],
    [[['Cookie', 'theme=dark; theme=dark']], [`${P}.cookie.theme.repeated`, 400]],
  ])('%j', (headers, expected) => expect(outcomeOf('GET /books', { headers })).toEqual(expected));

  test('their values are given as they were meant', () => {
    const { sent, operation } = check.check(
      requestOf('GET /books?limit=7&tags=a,b&near[lat]=1.5&level=500&sizes=x', {
        headers: [
          ['X-Shelf', '3'],
          ['Cookie', 'theme=dark'],
        ],
      }),
    );
    const named = operation?.parameters.flatMap((parameter) =>
      sent?.parameters.has(parameter) === true ? [[parameter.name, sent.parameters.get(parameter)]] : [],
    );
    expect(named).toEqual([
      ['limit', 7],
      ['tags', ['a', 'b']],
      ['sizes', ['x']],
      ['near', { lat: 1.5 }],
      ['level', '500'],
      ['X-Shelf', 3],
      ['theme', 'dark'],
    ]);
    expect([...(check.check(requestOf('GET /filter?q=5&x=1')).sent?.parameters.values() ?? [])]).toEqual([
      { x: '1' },
      5,
    ]);
    expect(check.check(requestOf('GET /books/9007199254740993')).sent?.parameters.values().next().value).toBe(
      9007199254740993n,
    );
  });
});

describe('bodies', () => {
  const B = 'addBook.requestBody';
  test.each<[name: string, body: unknown, expected: (number | string)[]]>([
    ['the least', book, ['served']],
    [
      'everything',
      {
        ...book,
        note: null,
        tags: ['a'],
        maker: { city: '' },
        cover: { kind: 'printed', ink: { share: 1.5 } },
        price: 'free',
        extra: { a: 1 },
        ways: { foot: true },
        edition: 'first',
        both: 1.5,
        odd: '',
        owner: { name: 1 },
        trip: { by: 'foot', km: 1 },
        wrap: { kind: 'b', handles: 2 },
      },
      ['served'],
    ],
    ['a property less', { title: 'Momo' }, [`${B}.number.required`, 422]],
    ['a property more', { ...book, colour: 'red' }, [`${B}.surplus`, 422]],
    ['a text too short, and it alone', { ...book, title: 'M' }, [`${B}.title.minLength`, 422]],
    ['a text too long', { ...book, title: 'Momo and others' }, [`${B}.title.maxLength`, 422]],
    ['a number in quotes', { ...book, number: '1' }, [`${B}.number.type`, 422]],
    ['null', { ...book, title: null }, [`${B}.title.null`, 422]],
    ['two violations of one part', { ...book, tags: ['A', 7] }, [`${B}.tags[].pattern`, `${B}.tags[].type`, 422]],
    ['the same violation twice', { ...book, tags: ['A', 'B'] }, [`${B}.tags[].pattern`, 422]],
    [
      'what the server sets',
      { ...book, id: 'x', maker: { city: '', since: '' } },
      [`${B}.id.readOnly`, `${B}.maker.since.readOnly`, 'served'],
    ],
    ['neither this nor null', { ...book, note: 'ab' }, [`${B}.note.minLength`, 422]],
    ['another type than this or null', { ...book, note: 7 }, [`${B}.note.type`, 422]],
    ['a missing property below', { ...book, maker: {} }, [`${B}.maker.city.required`, 422]],
    [
      'the alternative that it names',
      { ...book, cover: { kind: 'printed', ink: { share: 0.3 } } },
      [`${B}.cover(Printed).ink.share.multipleOf`, 422],
    ],
    [
      'what the alternative that it names has not',
      { ...book, cover: { kind: 'Plain', ink: {} } },
      [`${B}.cover(Plain).surplus`, 422],
    ],
    ['an alternative that there is not', { ...book, cover: { kind: 'None' } }, [`${B}.cover.kind.discriminator`, 422]],
    ['no name of an alternative', { ...book, cover: { color: 'red' } }, [`${B}.cover.kind.discriminator`, 422]],
    ['the alternative that it is nearest to', { ...book, price: 10 }, [`${B}.price(1).maximum`, 422]],
    ['another alternative that it is nearest to', { ...book, price: 'cheap' }, [`${B}.price(2).pattern`, 422]],
    ['what no requirement of its own is about', { ...book, extra: { long: 1 } }, [`${B}.schema`, 422]],
    ['what is not described by name', { ...book, extra: { a: 'b' } }, [`${B}.schema`, 422]],
    ['one of two that must be given', { ...book, ways: {} }, [`${B}.schema`, 422]],
    ['what another part asks for', { ...book, title: 'Atlas' }, [`${B}.number.minimum`, 422]],
    ['another value than the only one', { ...book, edition: 'last' }, [`${B}.edition.enum`, 422]],
    ['what is of two alternatives', { ...book, both: 1 }, [`${B}.schema`, 422]],
    ['null where it is of two alternatives', { ...book, odd: null }, [`${B}.schema`, 422]],
    [
      'no other property than those of its alternative',
      { ...book, trip: { by: 'foot', km: 'x' } },
      [`${B}.trip(1).km.type`, 422],
    ],
    [
      'the alternative that the mapping has for it',
      { ...book, wrap: { kind: 'b', handles: 'two' } },
      [`${B}.wrap(Bag).handles.type`, 422],
    ],
    ['the alternative of its name', { ...book, wrap: { kind: 'Box' } }, [`${B}.wrap(Box).lid.required`, 422]],
    ['half a character in a name', '{"title":"Momo","number":1,"extra":{"\\ud83e":1}}', [`${B}.wellFormed`, 400]],
    ['a list', [book], [`${B}.shape`, 422]],
    ['nothing but null', null, [`${B}.null`, 422]],
    ['no JSON', '{', [`${B}.wellFormed`, 400]],
    ['a byte order mark', `\u{feff}${JSON.stringify(book)}`, [`${B}.wellFormed`, 400]],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), [`${B}.wellFormed`, 400]],
    ['half a character', '{"title":"\\ud83e","number":1}', [`${B}.wellFormed`, 400]],
    ['an integer at the edge', '{"title":"Momo","number":9223372036854775807}', ['served']],
    ['an integer beyond it', '{"title":"Momo","number":9223372036854775808}', [`${B}.number.format`, 422]],
    ['nothing', undefined, [`${B}.given`, 400]],
    ['no bytes', '', [`${B}.given`, 400]],
  ])('%s', (_, body, expected) => expect(outcomeOf('POST /books', { body })).toEqual(expected));

  test.each<[type: string, expected: (number | string)[]]>([
    ['application/json; charset=utf-8', ['served']],
    ['Application/JSON', ['served']],
    ['text/json', [`${B}.contentType`, 415]],
    ['application/json; charset=latin1', [`${B}.contentType`, 415]],
    ['', [`${B}.contentType`, 415]],
  ])('of %j', (type, expected) => expect(outcomeOf('POST /books', { body: book, type })).toEqual(expected));

  test.each<[form: string, expected: (number | string)[], value: unknown]>([
    [
      'reader=Anna+B&days=3&marks=1,2&at=%7B%22x%22%3A1%7D',
      ['served'],
      { reader: 'Anna B', days: 3, marks: [1, 2], at: { x: 1 } },
    ],
    ['days=31&reader=A', [`${B}.reader.minLength`, `${B}.days.maximum`, 422], { reader: 'A', days: 31 }],
    ['reader=5&days=x', [`${B}.reader.minLength`, `${B}.days.type`, 422], { reader: '5', days: 'x' }],
    ['reader=ab&more=1', [`${B}.surplus`, 422], { reader: 'ab', more: '1' }],
    ['reader=ab&reader=cd', [`${B}.reader.type`, 422], { reader: ['ab', 'cd'] }],
  ])('a form: %s', (form, expected, value) => {
    const request = requestOf('POST /books', { body: form, type: 'application/x-www-form-urlencoded' });
    const { violations, refusal, sent } = check.check(request);
    expect(
      [...violations.map(({ requirementId }) => requirementId).toSorted(), refusal ?? 'served'].toSorted(),
    ).toEqual(expected.toSorted());
    expect(sent).toMatchObject({ mediaType: 'application/x-www-form-urlencoded', body: value });
  });

  test('where none is described, there is none', () => {
    expect(outcomeOf('GET /books', { body: book })).toEqual(['listBooks.requestBody.none', 'served']);
    expect(outcomeOf('GET /books', { body: '' })).toEqual(['served']);
  });

  test('where any media type is described, JSON must match the schema', () => {
    expect(outcomeOf('PUT /books/1', { body: [] })).toEqual(['replaceBook.requestBody.shape', 400]);
    expect(outcomeOf('PUT /books/1', { body: 'anything', type: 'text/plain' })).toEqual(['served']);
    expect(outcomeOf('PUT /books/1')).toEqual(['served']);
    expect(outcomeOf('PUT /books/1', { body: {} })).toEqual(['served']);
    expect(outcomeOf('PUT /books/1', { body: {}, type: 'application/merge-patch+json' })).toEqual([
      'replaceBook.requestBody.minProperties',
      400,
    ]);
    expect(outcomeOf('POST /doors', { body: 'anything', type: 'text/plain' })).toEqual(['served']);
  });

  test('is given as it was meant', () => {
    const { sent } = check.check(
      requestOf('POST /books', { body: '{"number":9007199254740993}', type: 'application/json;charset=UTF-8' }),
    );
    expect(sent).toMatchObject({ mediaType: 'application/json', body: { number: 9007199254740993n } });
    expect(check.check(requestOf('GET /books')).sent).toMatchObject({ mediaType: undefined, body: undefined });
  });
});

describe('credentials', () => {
  test.each<[name: string, line: string, headers: HttpRequest['headers'], expected: (number | string)[]]>([
    ['none', 'GET /books', [], ['listBooks.security.none', 401]],
    ['none, where 403 is documented alone', 'DELETE /books/1', [], ['removeBook.security.none', 403]],
    [
      'none, and a bad query',
      'GET /books?limit=0',
      [],
      ['listBooks.parameters.query.limit.minimum', 'listBooks.security.none', 401],
    ],
    ['an empty one', 'GET /books', [['Authorization', 'Bearer ']], ['listBooks.security.empty', 401]],
    ['another scheme', 'GET /books', [['Authorization', `Basic ${key}`]], ['listBooks.security.scheme', 401]],
    ['no scheme', 'GET /books', [['Authorization', key]], ['listBooks.security.scheme', 401]],
    [
      'two credentials',
      'GET /books',
      [
        ['Authorization', `Bearer ${key}`],
        ['Authorization', `Bearer ${key}`],
      ],
      ['listBooks.security.scheme', 401],
    ],
    [
      'a placeholder that nobody has filled in',
      'GET /books',
      [['Authorization', 'Bearer <API_KEY>']],
      ['listBooks.security.scheme', 401],
    ],
    ['a scheme in another case', 'GET /books', [['authorization', `bearer ${key}`]], ['served']],
    ['another key', 'GET /books', [['Authorization', 'Bearer wrong']], ['listBooks.security.unknown', 401]],
    [
      'the key in another case',
      'GET /books',
      [['Authorization', `Bearer ${key.toUpperCase()}`]],
      ['listBooks.security.altered', 401],
    ],
    [
      'the key without its last letter',
      'GET /books',
      [['Authorization', `Bearer ${key.slice(0, -1)}`]],
      ['listBooks.security.altered', 401],
    ],
    [
      'the key with another letter',
      'GET /books',
      [['Authorization', `Bearer ${key.replace('k', 'c')}`]],
      ['listBooks.security.altered', 401],
    ],
    ['the key in another header', 'GET /books', [['X-API-Key', key]], ['listBooks.security.scheme', 401]],
    ['the key in the query', `GET /books?token=${key}`, [], ['listBooks.security.scheme', 401]],
    [
      'the key in the query as well',
      `GET /books?token=${key}`,
      [authorization],
      ['listBooks.security.place', 'served'],
    ],
    [
      'the key in a described parameter, where none is asked for',
      `GET /search?q=${key}`,
      [],
      ['search.security.place', 'served'],
    ],
    [
      'the key in an undescribed one, where none is asked for',
      `GET /search?q=ab&token=${key}`,
      [authorization],
      ['search.security.place', 'served'],
    ],
    [
      'the key in a cookie as well',
      'GET /books',
      [authorization, ['Cookie', `session=${key}`]],
      ['listBooks.security.place', 'served'],
    ],
    [
      'the key in the path as well',
      `GET /books/${key}`,
      [authorization],
      ['readBook.parameters.path.isbn.type', 'readBook.security.place', 404],
    ],
    [
      'both that are needed',
      'GET /doors',
      [
        ['X-Door', key],
        ['Cookie', `badge=${key}`],
      ],
      ['served'],
    ],
    ['one of two', 'GET /doors', [['X-Door', key]], ['together.security.none', 401]],
    [
      'one right and one wrong',
      'GET /doors',
      [
        ['X-Door', key],
        ['Cookie', 'badge=wrong'],
      ],
      ['together.security.unknown', 401],
    ],
    ['the other alternative', `GET /doors?stamp=${key}`, [], ['served']],
    ['the key where no alternative has it', 'GET /doors', [authorization], ['together.security.none', 401]],
    ['a name and a password', 'PUT /doors', [['Authorization', `Basic ${btoa(`${key}:`)}`]], ['served']],
    [
      'another password',
      'PUT /doors',
      [['Authorization', `Basic ${btoa('me:secret')}`]],
      ['login.security.unknown', 401],
    ],
    ['none, where none is needed', 'POST /doors', [], ['served']],
    ['one, where none is needed', 'POST /doors', [authorization], ['served']],
    ['one in a query, where none is asked for', `GET /search?q=ab&stamp=${key}`, [], ['served']],
  ])('%s', (_, line, headers, expected) => expect(outcomeOf(line, { headers, isAnonymous: true })).toEqual(expected));

  test('in the body as well', () =>
    expect(outcomeOf('POST /books', { body: { ...book, note: `my key is ${key}` } })).toEqual([
      'addBook.security.place',
      'served',
    ]));

  test('any key is taken where none is given, and its place is looked at all the same', () => {
    const lenient = new RequestCheck(specification);
    const violationsWith = (line: string, headers: HttpRequest['headers']) =>
      lenient
        .check(requestOf(line, { headers, isAnonymous: true }))
        .violations.map(({ requirementId }) => requirementId);
    expect(violationsWith('GET /books', [['Authorization', 'Bearer any-key-at-all']])).toEqual([]);
    expect(violationsWith('GET /books?x=any-key-at-all', [['Authorization', 'Bearer any-key-at-all']])).toEqual([
      'listBooks.security.place',
    ]);
    expect(violationsWith('GET /books?limit=5', [['Authorization', 'Bearer 5']])).toEqual(['listBooks.security.place']);
    expect(violationsWith('GET /books?limit=15', [['Authorization', 'Bearer 5']])).toEqual([]);
    expect(violationsWith('GET /books', [['Authorization', 'Bearer']])).toEqual(['listBooks.security.empty']);
    expect(lenient.requirements.filter(({ id }) => /security\.(unknown|altered)$/.test(id))).toEqual([]);
  });

  test('no key is shown', () => {
    const lines = ['GET /books', `GET /books?token=${key}`, `GET /books/${key}`];
    const said = lines.flatMap((line) =>
      check
        .check(requestOf(line, { headers: [['X-Copy', key]] }))
        .violations.filter(({ requirementId }) => requirementId.includes('.security.')),
    );
    expect(said).toHaveLength(3);
    for (const { documented, received } of said) expect(documented + received).not.toContain(key);
  });
});

describe('how a request is written', () => {
  test.each<[line: string, expected: (number | string)[]]>([
    ['GET /search?q=a b', ['search.request.encoding', 'served']],
    ['GET /search?q=ä1', ['search.request.encoding', 'served']],
    ['GET /search?q=100%', ['search.request.encoding', 'served']],
    ['GET /search?q=%FF%FE', ['search.request.encoding', 'served']],
    ['GET /search?q=a|b', ['search.request.encoding', 'served']],
    ['GET /search?q=ab#c', ['search.request.encoding', 'served']],
    ["GET /search?q=a'(b)*!$:@/?,;~-._", ['served']],
    ['GET /search?q=%C3%A4%F0%9F%A6%8A', ['served']],
    ['GET /books/[1]', ['readBook.parameters.path.isbn.type', 'readBook.request.encoding', 404]],
  ])('%s', (line, expected) => expect(outcomeOf(line)).toEqual(expected));

  test.each<[accept: string, line: string, isKept: boolean]>([
    ['*/*', '/books', true],
    ['', '/books', true],
    ['application/*;q=0.1', '/books', true],
    ['text/csv', '/books', true],
    ['TEXT/CSV;header=present', '/books', true],
    ['text/html, application/json;q=0.5', '/books', true],
    ['text/html', '/books', false],
    ['application/json;q=0, text/csv;q=0.0', '/books', false],
    ['application/json;q=0, text/csv;q=0, */*', '/books', false],
    ['application/json;q=0, */*;q=0.1', '/books', true],
    ['image/png', '/books/latest', true],
    ['text/html', '/books/latest', false],
    ['text/html', '/search?q=ab', true],
  ])('Accept: %s at %s', (accept, line, isKept) => {
    const { violations, refusal } = check.check(requestOf(`GET ${line}`, { headers: [['Accept', accept]] }));
    expect([violations.map(({ requirementId }) => requirementId.replace(/^\w+\./, '')), refusal]).toEqual([
      isKept ? [] : ['request.accept'],
      undefined,
    ]);
  });
});

describe('what is kept', () => {
  const kept = (line: string, sent?: Sent) => check.check(requestOf(line, sent)).kept;

  test('of parameters', () => {
    const own = kept('GET /books?limit=5&tags=ab')
      .filter((id) => /query\.(limit|tags|kind|unknown)/.test(id))
      .map((id) => id.replace('listBooks.parameters.query.', ''));
    expect(own.toSorted()).toEqual([
      'kind.optional',
      'limit.maximum',
      'limit.minimum',
      'limit.range',
      'limit.repeated',
      'limit.schema',
      'limit.type',
      'tags.maxItems',
      'tags.pattern',
      'tags.schema',
      'unknown',
    ]);
    expect(kept('GET /books?limit=5&limit=5').filter((id) => id.includes('.limit.'))).toEqual([]);
    expect(kept('GET /books?limit=0').filter((id) => id.includes('.limit.'))).toEqual([
      'listBooks.parameters.query.limit.repeated',
    ]);
  });

  test('of a body', () => {
    const own = kept('POST /books', { body: { ...book, title: 'M', note: 'abc', cover: { kind: 'Plain' } } })
      .filter((id) => id.includes('requestBody'))
      .map((id) => id.replace('addBook.requestBody.', ''));
    expect(own).toEqual(
      expect.arrayContaining([
        'given',
        'contentType',
        'wellFormed',
        'shape',
        'surplus',
        'title.required',
        'number.minimum',
        'number.range',
        'id.readOnly',
        'note.text',
        'note.minLength',
        'tags.optional',
        'cover(Plain).kind.enum',
        'cover(Plain).color.optional',
        'cover.kind.discriminator',
        'cover(Plain).minimal',
      ]),
    );
    for (const id of [
      'title.type',
      'title.minLength',
      'note.null',
      'note.optional',
      'schema',
      'required',
      'all',
      'cover(Printed).kind.enum',
      'reader.required',
    ])
      expect(own).not.toContain(id);
    expect(
      kept('POST /books', { body: { title: 'Momo', id: 7, owner: { name: 1 } } }).filter((id) =>
        /\.(schema|number.required|id.readOnly|owner.name.required)$/.test(id),
      ),
    ).toEqual(['addBook.requestBody.owner.name.required']);
    expect(kept('POST /books', { body: { ...book, id: 7 } })).not.toContain('addBook.requestBody.schema');
    expect(kept('POST /books', { body: book })).toEqual(
      expect.arrayContaining(['addBook.requestBody.required', 'addBook.requestBody.schema']),
    );
    expect(kept('POST /books', { body: 'reader=ab', type: 'application/x-www-form-urlencoded' })).toContain(
      'addBook.requestBody.content.application/x-www-form-urlencoded',
    );
  });

  test('of the whole request', () => {
    expect(kept('GET /books')).toEqual(
      expect.arrayContaining([
        'listBooks.exists',
        'listBooks.requestBody.none',
        'listBooks.request.encoding',
        'listBooks.request.accept',
        'listBooks.security.none',
        'listBooks.security.place',
        'listBooks.security.accepts.token',
        'paths.unknown',
        'paths./books.PUT',
      ]),
    );
    expect(kept('GET /search?q=ab')).toContain('search.security.open');
    expect(
      kept('GET /doors', {
        isAnonymous: true,
        headers: [
          ['X-Door', key],
          ['Cookie', `badge=${key}`],
        ],
      }),
    ).toContain('together.security.accepts.door and badge');
    expect(kept('PUT /books')).toEqual([]);
  });
});

describe('requirements', () => {
  const requirements = check.requirements;

  test('each is there once, stands in the contract, and carries no waiver', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    expect(requirements.filter(({ waiver }) => waiver !== null)).toEqual([]);
    for (const { pointer } of requirements)
      expect(specification.description.contract.locate(pointer).line, pointer).toBeGreaterThan(0);
  });

  test('come operation by operation, then what concerns none', () => {
    const order = requirements.map(({ operationId }) => operationId).filter((id, index, all) => id !== all[index - 1]);
    expect(order).toEqual([...specification.description.operations.map(({ id }) => id), null]);
  });

  test('are those of servers where they bind servers as well', () => {
    const own = new Map(requirements.map((requirement) => [requirement.id, requirement]));
    const shared = catalogueOf(specification, 'server').filter(({ id }) => own.has(id));
    expect(shared.length).toBeGreaterThan(100);
    for (const { id, pointer, statement, subject } of shared)
      expect(own.get(id)).toMatchObject({ pointer, statement, subject });
  });

  test.each([
    'readBook.parameters.path.isbn.repeated',
    'readBook.parameters.path.isbn.unknown',
    'addBook.requestBody.tags.uniqueItems',
    'addBook.requestBody.extra.surplus',
    'addBook.requestBody.type',
    'addBook.requestBody.minimal',
    'addBook.requestBody.id.required',
    'addBook.requestBody.cover(Printed).ink.share.format',
    'addBook.requestBody.escapes',
    'listBooks.parameters.query.limit.null',
    'listBooks.parameters.query.any',
    'listBooks.security.order',
  ])('%s is none', (id) => expect(requirements.map((requirement) => requirement.id)).not.toContain(id));

  test('concern also what binds no server, since it documents no refusal', () => {
    expect(requirements.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'search.parameters.query.q.required',
        'search.parameters.query.unknown',
        'replaceBook.requestBody.contentType',
        'optional.security.open',
      ]),
    );
  });
});

test('a violation says what is documented, and what came instead', () => {
  const said = (line: string, sent?: Sent) =>
    check.check(requestOf(line, sent)).violations.map(({ documented, received }) => [documented, received]);
  expect(said('GET /books?limit=0')).toEqual([['limit (query) must be >= 1.', 'limit=0']]);
  expect(said('GET /books?limt=5')).toEqual([[expect.stringContaining('limit, kind'), 'limt=5']]);
  expect(said('POST /books', { body: { ...book, maker: { city: 7 } } })).toEqual([['maker.city must be string.', '7']]);
  expect(said('POST /books', { body: { ...book, tags: ['A', 'B'] } })).toEqual([
    ['tags[0] must match pattern "^[a-z]+$".', '"A"'],
  ]);
  expect(said('DELETE /books')).toEqual([['/books offers GET, POST.', 'DELETE /books']]);
  expect(said('GET /books', { isAnonymous: true })).toEqual([['Authorization: Bearer KEY.', 'no credential']]);
});
