import { describe, expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { type ListParameters, listParametersOf } from './list-parameters.ts';
import { makerOf, type Resource } from './resource.ts';
import { resourcesOf } from './resources.ts';

const book = '{ type: object, properties: { id: { type: integer }, title: { type: string } } }';
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string, more = '') =>
  `'${status}': { description: '', ${json(schema)}${more} }`;
const pageOf = (one: string) =>
  `{ type: object, properties: { total: { type: integer }, content: { type: array, items: ${one} } } }`;
const done = `'204': { description: '' }`;
const parameter = (name: string, type = 'integer') =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: ${type} } }]`;
const collection = (get: string, post = answer(201, book)) =>
  `  get: { operationId: list, responses: { ${get} } }
  post: { operationId: create, requestBody: { ${json(book)} }, responses: { ${post} } }`;
const item = (name: string, methods = ['get', 'put', 'patch', 'delete']) =>
  [
    parameter(name),
    ...methods.map((method) => {
      const response = method === 'get' ? answer(200, book) : done;
      return `${method}: { operationId: ${method}, responses: { ${response} } }`;
    }),
  ]
    .map((line) => `  ${line}`)
    .join('\n');

const summary = ({
  collectionPath,
  parameter: own,
  idProperty,
  create,
  list,
  read,
  replace,
  merge,
  remove,
}: Resource) => ({
  collectionPath,
  parameter: own?.name,
  idProperty,
  operations: [create, list?.operation, read, replace, merge, remove]
    .map((operation) => operation?.id ?? '-')
    .join(' '),
  segments: list?.segments,
});
const resources = (paths: string) =>
  resourcesOf(descriptionOf(paths, `components: { schemas: { Book: ${book} } }`)).map(summary);

describe('a resource', () => {
  const listed = answer(200, "{ type: array, items: { $ref: '#/components/schemas/Book' } }");
  const bare = answer(200, `{ type: array, items: ${book} }`);

  test.each([
    ['an update', 'summary: Update a book', book, 'create list get - post -'],
    ['something else', 'summary: Lend a book', book, 'create list get - - -'],
    [
      'an update that must have some of what it may have',
      'summary: Update a book',
      `{ required: [id], ${book.slice(1)}`,
      'create list get - - -',
    ],
    [
      'an update of one property alone',
      'summary: Update a book',
      '{ type: object, required: [title], properties: { title: { type: string } } }',
      'create list get - post -',
    ],
  ])('is changed by a POST to it that is %s', (_, said, sent, operations) => {
    const post = `${said}, requestBody: { ${json(sent)} }, responses: { ${answer(200, book)} }`;
    const own = `${item('id', ['get'])}\n  post: { operationId: post, ${post} }`;
    const paths = `/books:\n${collection(bare)}\n/books/{id}:\n${own}`;
    expect(resources(paths)).toMatchObject([{ operations }]);
  });

  test.each([
    ['made and listed in the plural', `/books:\n${collection(listed)}`, '/books', 'create list get - - -'],
    ['listed there alone', `/books:\n  get: { operationId: list, responses: { ${listed} } }`, '/books', '- list get'],
    ['not listed as the same', `/books:\n  get: { operationId: list, responses: { ${bare} } }`, '/book', '- - get'],
  ])('is at a path in the singular: %s', (_, paths, collectionPath, operations) => {
    const response = `'200': { description: '', ${json("{ $ref: '#/components/schemas/Book' }")} }`;
    const single = `/book/{id}:\n  ${parameter('id')}\n  get: { operationId: get, responses: { ${response} } }`;
    const [first, ...others] = resources(`${paths}\n${single}`).filter((one) => one.parameter !== undefined);
    expect([first?.collectionPath, first?.idProperty, others]).toEqual([collectionPath, 'id', []]);
    expect(first?.operations).toContain(operations);
  });

  test('is at a path in the singular, where both have it in an envelope', () => {
    const inData = (schema: string) => `{ type: object, properties: { data: ${schema} } }`;
    const one = "{ allOf: [{ $ref: '#/components/schemas/Book' }] }";
    const all = answer(200, inData(`{ type: array, items: ${one} }`));
    const read = `get: { operationId: get, responses: { ${answer(200, inData(one))} } }`;
    const single = `/book/{id}:\n  ${parameter('id')}\n  ${read}`;
    expect(resources(`/books:\n${collection(all, answer(201, inData(one)))}\n${single}`)).toMatchObject([
      { collectionPath: '/books', operations: 'create list get - - -', idProperty: 'id' },
    ]);
  });

  test.each([
    ['book_id', 'bookId', 'bookId'],
    ['bookId', 'book_id', 'book_id'],
    ['book-id', 'BookID', 'BookID'],
    ['book_id', 'shelfId', undefined],
  ])('that the path names by %s has its identifier as %s', (name, property, idProperty) => {
    const shown = answer(200, `{ type: object, properties: { ${property}: { type: integer } } }`);
    const read = `get: { operationId: get, responses: { ${shown} } }`;
    expect(resources(`/books/{${name}}:\n  ${parameter(name)}\n  ${read}`)).toMatchObject([{ idProperty }]);
  });

  test('is made elsewhere, where it is only acted on by itself', () => {
    const action = `post: { operationId: lend, responses: { ${answer(200, book)} } }`;
    const lend = `/books/{bookId}/lend:\n  ${parameter('bookId')}\n  ${action}`;
    const made = `/shelves/{id}/books:\n  ${parameter('id')}\n${collection(bare)}`;
    expect(resources(`${made}\n${lend}`)).toMatchObject([
      { collectionPath: '/shelves/{id}/books', parameter: 'bookId', operations: 'create list - - - -' },
    ]);
    expect(resources(lend)).toEqual([]);
  });

  test('is not made by what is answered with another thing that names it', () => {
    const note =
      '{ type: object, properties: { id: { type: integer }, book_id: { type: integer }, title: { type: string } } }';
    const paths = (made: string) =>
      `/books:\n${collection(bare, answer(201, made))}\n/books/{id}:\n${item('id', ['get'])}`;
    expect(resources(paths(note))).toMatchObject([{ operations: '- list get - - -' }]);
    expect(resources(paths(book))).toMatchObject([{ operations: 'create list get - - -' }]);
  });

  test('has no identifier in a property that is an object, nor where the client names it in another form', () => {
    const lot = '{ type: object, properties: { id: { type: string, format: uuid }, size: { type: integer } } }';
    const whole = `{ type: object, properties: { lot: ${lot} } }`;
    const read = `get: { operationId: read, responses: { ${answer(200, whole)} } }`;
    const list = `get: { operationId: list, responses: { ${answer(200, `{ type: array, items: ${lot} }`)} } }`;
    expect(resources(`/lots:\n  ${list}\n/lots/{lot}:\n  ${parameter('lot', 'string')}\n  ${read}`)).toMatchObject([
      { idProperty: 'id' },
    ]);
    const put = `put: { operationId: put, requestBody: { ${json(lot)} }, responses: { ${answer(200, lot)} } }`;
    const named = (schema: string) =>
      resources(`/lots/{lot}:
  parameters: [{ name: lot, in: path, required: true, schema: ${schema} }]
  ${put}
  get: { operationId: read, responses: { ${answer(200, lot)} } }`);
    expect(named('{ type: string }')).toMatchObject([{ idProperty: undefined }]);
    expect(named('{ type: string, format: uuid }')).toMatchObject([{ idProperty: 'id' }]);
  });

  test('has its identifier in a property of the type that the path has, not in another one of its name', () => {
    const chain = '{ type: object, properties: { id: { type: string }, chain_id: { type: integer } } }';
    const inPath = 'parameters: [{ name: chain_id, in: path, required: true, schema: { type: string, format: uuid } }]';
    const read = `get: { operationId: read, responses: { ${answer(200, chain)} } }`;
    expect(resources(`/chains/{chain_id}:\n  ${inPath}\n  ${read}`)).toMatchObject([{ idProperty: 'id' }]);
  });

  test('has no operation on what a parameter of another name is for', () => {
    const read = `get: { operationId: read, responses: { ${answer(200, book)} } }`;
    expect(
      resources(
        `/visits/{id}:\n${item('id', ['put', 'delete'])}\n/visits/{user}:\n  ${parameter('user', 'string')}\n  ${read}`,
      ),
    ).toMatchObject([{ parameter: 'id', operations: '- - - put - delete' }]);
  });

  test('has its identifier in _id where nothing is called id', () => {
    const lot = '{ type: object, properties: { _id: { type: string }, size: { type: integer } } }';
    const read = `get: { operationId: read, responses: { ${answer(200, lot)} } }`;
    expect(resources(`/lots/{lot}:\n  ${parameter('lot', 'string')}\n  ${read}`)).toMatchObject([
      { idProperty: '_id' },
    ]);
  });

  test.each(['/books/{bookId}', '/books/{bookId}/'])(
    'has a collection with a slash at its end, and items at %s',
    (path) => {
      expect(resources(`/books/:\n${collection(bare)}\n${path}:\n${item('bookId')}`)).toEqual(
        resources(`/books:\n${collection(bare)}\n/books/{bookId}:\n${item('bookId')}`),
      );
    },
  );

  test('has a collection, and items with operations on them', () => {
    expect(resources(`/books:\n${collection(bare)}\n/books/{bookId}:\n${item('bookId')}`)).toEqual([
      {
        collectionPath: '/books',
        parameter: 'bookId',
        idProperty: 'id',
        operations: 'create list get put patch delete',
        segments: [],
      },
    ]);
  });

  test('an item that has a list, and is changed by POST, is no collection', () => {
    const lamp =
      '{ type: object, properties: { id: { type: integer }, parts: { type: array, items: { type: object } } } }';
    const change = `post: { operationId: change, requestBody: { ${json(lamp)} }, responses: { ${answer(200, lamp)} } }`;
    const paths = `/lamps/{lampId}:
  ${parameter('lampId')}
  get: { operationId: read, responses: { ${answer(200, lamp)} } }
  ${change}`;
    expect(resources(paths).map(({ collectionPath }) => collectionPath)).toEqual(['/lamps']);
  });

  test.each<[name: string, paths: string, expected: object]>([
    [
      'without a way to make or change items',
      `/books:\n  get: { operationId: list, responses: { ${bare} } }\n/books/{bookId}:\n${item('bookId', ['get'])}`,
      { operations: '- list get - - -' },
    ],
    [
      'without items that can be read',
      `/books:\n${collection(bare)}`,
      { operations: 'create list - - - -', parameter: undefined, idProperty: 'id' },
    ],
    [
      'whose bytes alone are read',
      `/books:
  get: { operationId: list, responses: { ${bare} } }
/books/{bookId}:
  ${parameter('bookId')}
  get: { operationId: get, responses: { ${answer(200, '{ type: string, format: binary }')} } }`,
      { operations: '- list - - - -' },
    ],
    [
      'beneath whose path a page of other things is listed',
      `/books:
  get: { operationId: list, responses: { ${answer(200, pageOf(book))} } }
/books/{bookId}:
  ${parameter('bookId')}
  get: { operationId: get, responses: { ${answer(200, pageOf('{ type: object, properties: { page: {} } }'))} } }`,
      { operations: '- list - - - -' },
    ],
    [
      'each of which is read as a page of one',
      `/books:
  get: { operationId: list, responses: { ${answer(200, pageOf("{ $ref: '#/components/schemas/Book' }"))} } }
/books/{bookId}:
  ${parameter('bookId')}
  get: { operationId: get, responses: { ${answer(200, pageOf("{ $ref: '#/components/schemas/Book' }"))} } }`,
      { operations: '- list get - - -' },
    ],
    [
      'made by PUT alone',
      `/books/{bookId}:\n${item('bookId', ['get', 'put'])}`,
      { collectionPath: '/books', operations: '- - get put - -', segments: undefined },
    ],
    [
      'made without a word, where it is read as the answer has it',
      `/books:
  post: { operationId: create, responses: { ${answer(201, "{ $ref: '#/components/schemas/Book' }")} } }
/books/{bookId}:
  ${parameter('bookId')}
  get: { operationId: get, responses: { ${answer(200, "{ $ref: '#/components/schemas/Book' }")} } }`,
      { operations: 'create - get - - -' },
    ],
    [
      'done without a word, with an answer of its own',
      `/books:
  post: { operationId: sort, responses: { ${answer(200, '{ type: object, properties: { count: {} } }')} } }
/books/{bookId}:\n${item('bookId', ['get'])}`,
      { operations: '- - get - - -' },
    ],
    [
      'that is listed alone',
      `/books:\n  get: { operationId: list, responses: { ${bare} } }`,
      { collectionPath: '/books', operations: '- list - - - -', parameter: undefined, idProperty: 'id' },
    ],
    [
      'below an item of another',
      `/shelves/{shelf}/books:\n${collection(bare)}\n/shelves/{shelf}/books/{bookId}:\n${item('bookId')}`,
      { collectionPath: '/shelves/{shelf}/books', operations: 'create list get put patch delete' },
    ],
  ])('%s', (_, paths, expected) => expect(resources(paths)[0]).toMatchObject(expected));

  test.each([
    [
      'a POST that makes nothing',
      `
/search:
  post:
    operationId: search
    requestBody: { ${json('{ type: object }')} }
    responses: { ${answer(200, '{ type: object, properties: { hits: { type: integer } } }')} }
`,
    ],
    [
      'a list of what has no identifier',
      `/hours:\n  get: { operationId: hours, responses: { ${answer(200, '{ type: array, items: {} }')} } }`,
    ],
    ['a GET alone', `/desk:\n  get: { operationId: desk, responses: { ${answer(200, book)} } }`],
  ])('%s is none', (_, paths) => expect(resources(paths)).toEqual([]));

  test.each<[what: string, parameters: string, collections: string[]]>([
    ['is a resource of its own', '', ['/found', '/books']],
    ['that has to be asked for something is none', '{ name: q, in: query, required: true, schema: {} }', ['/books']],
  ])('a list of the things of another %s', (_, parameters, collections) => {
    const shared = "{ $ref: '#/components/schemas/Book' }";
    const listed = `responses: { ${answer(200, `{ type: array, items: ${shared} }`)} }`;
    const paths = `
/found: { get: { operationId: find, parameters: [${parameters}], ${listed} } }
/books/{bookId}:
  ${parameter('bookId')}
  get: { operationId: read, responses: { ${answer(200, shared)} } }`;
    const found = resourcesOf(descriptionOf(paths, `components: { schemas: { Book: ${book} } }`));
    expect(found.map(({ collectionPath }) => collectionPath)).toEqual(collections);
  });
});

describe('what is added to a thing, and answered with that', () => {
  const row =
    '{ type: object, properties: { id: { type: integer }, sku: { type: string }, count: { type: integer } } }';
  const cart = "{ $ref: '#/components/schemas/Cart' }";
  const found = (sent: string, more: string) =>
    resourcesOf(
      descriptionOf(
        `/carts/{cartId}:
  ${parameter('cartId')}
  get: { operationId: read, responses: { ${answer(200, cart)} } }
/carts/{cartId}/rows:
  ${parameter('cartId')}
  post: { operationId: add, requestBody: { ${json(sent)} }, responses: { ${answer(201, cart)} } }
/carts/{cartId}/rows/{rowId}:
  ${parameter('rowId')}
  delete: { operationId: remove, responses: { ${done} } }`,
        `components: { schemas: { Cart: { type: object, properties: { id: { type: integer }, ${more} } } } }`,
      ),
    ).find(({ collectionPath }) => collectionPath === '/carts/{cartId}/rows');
  const sent = '{ type: object, properties: { sku: { type: string } } }';

  test('is one in the list of the answer', () =>
    expect(found(sent, `rows: { type: array, items: ${row} }`)).toMatchObject({
      idProperty: 'id',
      create: undefined,
      addition: { operation: { id: 'add' }, segments: ['rows'] },
    }));

  test.each([
    ['has no list of such things', 'name: { type: string }'],
    ['is such a thing itself', `sku: { type: string }, rows: { type: array, items: ${row} }`],
    ['has two lists of such things', `rows: { type: array, items: ${row} }, gifts: { type: array, items: ${row} }`],
  ])('is made by itself where the answer %s', (_, more) =>
    expect(found(sent, more)).toMatchObject({ create: { id: 'add' }, addition: undefined }),
  );
});

test.each([
  ['one of them', book, []],
  ['all of them', `{ type: array, items: ${book} }`, ['put', 'patch']],
])('what PUT and PATCH send to a path at which GET lists things, %s', (_, sent, changes) => {
  const [shelves] = resourcesOf(
    descriptionOf(`
/shelves/{shelfId}:
  ${parameter('shelfId')}
  get: { operationId: get, responses: { ${answer(200, `{ type: array, items: ${book} }`)} } }
  put: { operationId: put, requestBody: { ${json(sent)} }, responses: { ${done} } }
  patch: { operationId: patch, requestBody: { ${json(sent)} }, responses: { ${done} } }`),
  );
  expect([shelves?.replace, shelves?.merge].flatMap((one) => one?.id ?? [])).toEqual(changes);
});

describe('what is made beneath something, and is there by itself', () => {
  const shared = "{ $ref: '#/components/schemas/Book' }";
  const listed = `get: { operationId: list, responses: { ${answer(200, `{ type: array, items: ${shared} }`)} } }`;
  const made = `post: { operationId: create, requestBody: { ${json(shared)} }, responses: { ${answer(201, shared)} } }`;
  const read = `get: { operationId: read, responses: { ${answer(200, shared)} } }`;
  const remove = `delete: { operationId: delete, responses: { ${done} } }`;
  const found = (beneath: string[], flat: string, others = '') =>
    resourcesOf(
      descriptionOf(
        [
          `/shelves/{id}/books:\n  ${parameter('id')}\n  ${beneath.join('\n  ')}`,
          `/books:\n  ${flat === '' ? 'x-empty: true' : flat}`,
          `/books/{bookId}:\n  ${parameter('bookId')}\n  ${read}\n  ${remove}`,
          others,
        ].join('\n'),
        `components: { schemas: { Book: ${book}, Shelf: ${book} } }`,
      ),
    ).map((one) => ({ ...summary(one), itemsPath: one.itemsPath }));
  const joined = { collectionPath: '/shelves/{id}/books', itemsPath: '/books', parameter: 'bookId', idProperty: 'id' };

  test.each<[what: string, beneath: string[], flat: string]>([
    ['listed where it is made', [made, listed], ''],
    ['listed by itself', [made], listed],
  ])('is one resource: %s', (_, beneath, flat) =>
    expect(found(beneath, flat)).toMatchObject([{ ...joined, operations: 'create list read - - delete' }]),
  );

  test('is one resource where each answer has it in an object of its own', () => {
    const inData = `{ type: object, properties: { data: ${shared} } }`;
    const sent = `requestBody: { ${json(shared)} }`;
    const paths = [
      `/shelves/{id}/books:\n  ${parameter('id')}`,
      `  post: { operationId: create, ${sent}, responses: { ${answer(201, inData)} } }`,
      `/books/{bookId}:\n  ${parameter('bookId')}\n  get: { operationId: read, responses: { ${answer(200, inData)} } }`,
    ];
    const all = resourcesOf(descriptionOf(paths.join('\n'), `components: { schemas: { Book: ${book} } }`));
    expect(all.map((one) => ({ ...summary(one), itemsPath: one.itemsPath }))).toMatchObject([joined]);
  });

  test('is one for each path where it is made beneath itself alone', () =>
    expect(
      resourcesOf(
        descriptionOf(
          `/books/{id}/books:\n  ${parameter('id')}\n  ${made}\n/books/{bookId}:\n  ${parameter('bookId')}\n  ${read}`,
          `components: { schemas: { Book: ${book} } }`,
        ),
      ).map(({ collectionPath, itemsPath }) => collectionPath === itemsPath),
    ).toEqual([true, true]));

  test('is one resource, and a list besides, where it is listed at both paths', () =>
    expect(found([made, listed.replace('list,', 'listThere,')], listed)).toMatchObject([
      { ...joined, operations: 'create listThere read - - delete' },
      { collectionPath: '/books', itemsPath: '/books', parameter: undefined, idProperty: 'id' },
    ]));

  test('is one without a list', () =>
    expect(found([made], '')).toMatchObject([{ ...joined, operations: 'create - read - - delete' }]));

  const built = made.replace('create,', 'build,').replaceAll('Book', 'Shelf');
  test.each<[what: string, beneath: string[], flat: string, others: string]>([
    ['made at both paths', [made], made.replace('create,', 'createThere,'), ''],
    [
      'made beneath what is made beneath it',
      [made],
      '',
      [
        `/books/{id}/shelves:\n  ${parameter('id')}\n  ${built}`,
        `/shelves/{id}:\n  ${parameter('id')}\n  ${read.replace('read,', 'readShelf,').replace('Book', 'Shelf')}`,
      ].join('\n'),
    ],
    [
      'made beneath two things',
      [made],
      '',
      `/rooms/{id}/books:\n  ${parameter('id')}\n  ${made.replace('create,', 'createThere,')}`,
    ],
    [
      'made beneath itself as well',
      [made],
      '',
      `/books/{id}/books:\n  ${parameter('id')}\n  ${made.replace('create,', 'add,')}`,
    ],
  ])('is one for each path where it is %s', (_, beneath, flat, others) => {
    const all = found(beneath, flat, others);
    expect(all.length).toBeGreaterThan(1);
    expect(all.every(({ collectionPath, itemsPath }) => collectionPath === itemsPath)).toBe(true);
  });
});

describe('what is made with the address of something', () => {
  const job = "{ $ref: '#/components/schemas/Job' }";
  const location = ', headers: { Location: { schema: { type: string } } }';
  const send = (status: number, more = location, id = 'send') =>
    `post: { operationId: ${id}, requestBody: { ${json(book)} }, responses: { ${answer(status, job, more)} } }`;
  const at = (path: string, ...methods: string[]) => `${path}:\n  ${parameter('id')}\n  ${methods.join('\n  ')}`;
  const read = at('/jobs/{id}', `get: { operationId: read, responses: { ${answer(200, job)} } }`);
  const found = (...paths: string[]) =>
    resourcesOf(descriptionOf(paths.join('\n'), `components: { schemas: { Job: ${book} } }`)).map(summary);
  const commands = { collectionPath: '/lamps/{id}/commands', parameter: 'id', operations: 'send - read - - -' };

  test.each([201, 202])('is read at a path of another name: %d', (status) =>
    expect(found(at('/lamps/{id}/commands', send(status)), read)).toMatchObject([commands]),
  );

  test('is listed where a list beside its creation has such things alone', () => {
    const list = (path: string) =>
      at(path, `get: { operationId: list, responses: { ${answer(200, `{ type: array, items: ${job} }`)} } }`);
    const making = at('/lamps/{id}/commands', send(201));
    expect(found(making, read, list('/lamps/{id}/jobs'))).toMatchObject([{ operations: 'send list read - - -' }]);
    expect(found(making, read, list('/rooms/{id}/jobs'))[0]).toMatchObject(commands);
  });

  test('is read there too where another operation makes such things', () =>
    expect(
      found(at('/lamps/{id}/commands', send(202)), at('/lamps/{id}/tests', send(202, location, 'test')), read),
    ).toMatchObject([commands, { operations: 'test - - - - -' }]));

  test.each<[what: string, more: string, other: string]>([
    ['has no address', '', ''],
    ['is made at that path as well', location, `/jobs: { ${send(201, '', 'create')} }`],
  ])('is not known to be there where it %s', (_, more, other) => {
    const operations = found(at('/lamps/{id}/commands', send(202, more)), read, other).map((one) => one.operations);
    expect(operations).not.toContain(commands.operations);
  });
});

describe('where a list has its items', () => {
  test.each<[name: string, schema: string, segments: string[] | undefined]>([
    ['at the root', `{ type: array, items: ${book} }`, []],
    [
      'in a property',
      `{
        type: object,
        properties: {
          data: { type: array, items: ${book} },
          total: { type: integer },
          links: { type: array, items: { type: string } }
        }
      }`,
      ['data'],
    ],
    [
      'in a property of a part',
      `{
        allOf: [
          { type: object, properties: { next: { type: string } } },
          { properties: { items: { type: array, items: ${book} } } }
        ]
      }`,
      ['items'],
    ],
    [
      'in `data`, beside what they name',
      `{
        type: object,
        properties: { data: { type: array, items: ${book} }, included: { type: array, items: { type: object } } }
      }`,
      ['data'],
    ],
    [
      'in one of two: nobody knows',
      `{ type: object, properties: { a: { type: array, items: ${book} }, b: { type: array, items: ${book} } } }`,
      undefined,
    ],
    ['nowhere', book, undefined],
  ])('%s', (_, schema, segments) =>
    expect(
      resources(`/books:\n${collection(answer(200, schema))}\n/books/{bookId}:\n${item('bookId')}`)[0]?.segments,
    ).toEqual(segments),
  );
});

describe('the property that identifies an item', () => {
  const of = (name: string, schema: string, links = '') =>
    resources(
      `/books:
  post: { operationId: create, requestBody: { ${json(schema)} }, responses: { ${answer(201, schema, links)} } }
/books/{${name}}:
  ${parameter(name)}
  get: { operationId: read, responses: { ${answer(200, schema)} } }`,
    )[0]?.idProperty;
  const object = (...names: string[]) =>
    `{ type: object, properties: { ${names.map((name) => `${name}: { type: string }`).join(', ')} } }`;
  const link = (expression: string) =>
    `, links: { self: { operationId: read, parameters: { bookId: '${expression}' } } }`;

  test.each<[name: string, found: string | undefined, expected: string | undefined]>([
    ['by a link', of('bookId', object('id', 'number'), link('$response.body#/number')), 'number'],
    [
      'a link that leads elsewhere says nothing',
      of('bookId', object('id', 'number'), link('$request.body#/number')),
      'id',
    ],
    ['by the name of the parameter', of('isbn', object('id', 'isbn')), 'isbn'],
    ['by its last part', of('bookNumber', object('number')), 'number'],
    ['by its last word', of('book_number', object('number')), 'number'],
    ['by the name id', of('book', object('id', 'title')), 'id'],
    ['none', of('book', object('title')), undefined],
  ])('%s', (_, found, expected) => expect(found).toBe(expected));
});

describe('the property that identifies an item where the path parameter has another name', () => {
  const of = (schema: string, inPath = '{ type: string }', read = schema) =>
    resources(`/clubs:
  post: { operationId: create, requestBody: { ${json(schema)} }, responses: { ${answer(201, schema)} } }
/clubs/{club}:
  parameters: [{ name: club, in: path, required: true, schema: ${inPath} }]
  get: { operationId: read, responses: { ${answer(200, read)} } }`)[0]?.idProperty;
  const object = (properties: string) => `{ type: object, properties: { title: { type: string }, ${properties} } }`;
  const short = "{ type: string, pattern: '^[a-z]+$' }";

  test.each<[name: string, found: string | undefined, expected: string | undefined]>([
    ['by the pattern of both', of(object(`id: { type: string }, handle: ${short}`), short), 'handle'],
    ['not by a pattern that two have', of(object(`id: ${short}, handle: ${short}`), short), 'id'],
    ['not by another pattern', of(object(`handle: ${short}`), "{ type: string, pattern: '^[A-Z]+$' }"), undefined],
    ['by the name slug', of(object('slug: { type: string }')), 'slug'],
    [
      'not by the name key where the creation alone shows it',
      of(object('key: { type: string }'), undefined, object('role: { type: string }')),
      undefined,
    ],
    ['not by the name slug beside an id', of(object('slug: { type: string }, id: { type: string }')), 'id'],
    [
      'not by the name code where it is a number',
      of(object('code: { type: integer }'), '{ type: integer }'),
      undefined,
    ],
  ])('%s', (_, found, expected) => expect(found).toBe(expected));

  test('by the schema that both refer to', () => {
    const schema = object("handle: { $ref: '#/components/schemas/Handle' }, id: { type: string }");
    const description = descriptionOf(
      `/clubs/{club}:
  parameters: [{ name: club, in: path, required: true, schema: { $ref: '#/components/schemas/Handle' } }]
  get: { operationId: read, responses: { ${answer(200, schema)} } }`,
      'components: { schemas: { Handle: { type: string } } }',
    );
    expect(resourcesOf(description)[0]?.idProperty).toBe('handle');
  });
});

describe('the parameters of a list', () => {
  const schema = `{
      type: object,
      properties: {
        kind: { enum: [novel, atlas] },
        title: { type: string },
        language: { type: string },
        pages: { type: integer },
        lent: { type: boolean },
        owner: { type: string, format: uuid },
        tags: { type: array, items: { enum: [old, rare] } }
      }
    }`;

  function of(wrapped: boolean, ...parameters: string[]): object {
    const list = `{ type: array, items: ${schema} }`;
    const whole = wrapped ? `{ type: object, properties: { items: ${list}, nextCursor: { type: string } } }` : list;
    const query = parameters.map((one) => `{ in: query, ${one} }`).join(', ');
    const description = descriptionOf(
      `/books:
  get: { operationId: list, parameters: [${query}], responses: { ${answer(200, whole)} } }
/books/{bookId}:
${item('bookId', ['get'])}`,
    );
    const [resource] = resourcesOf(description);
    if (resource?.list === undefined) throw new Error('There is no list.');
    const { size, filters, cursor, offset, page }: ListParameters = listParametersOf(description, resource.list);
    return {
      size: size?.name,
      filters: filters.map(({ property, isText }) => (isText ? `${property}, as a text` : property)),
      cursor: cursor === undefined ? undefined : [cursor.parameter.name, cursor.path.join('.')],
      offset: offset?.name,
      page: page?.name,
    };
  }

  const none = { size: undefined, filters: [], cursor: undefined, offset: undefined, page: undefined };
  const integer = (name: string) => `name: ${name}, schema: { type: integer }`;

  test.each<[name: string, found: object, expected: Partial<Record<keyof typeof none, unknown>>]>([
    ...['limit', 'pageSize', 'per_page', 'max-results', '$top', 'size', 'count'].map(
      (name): [string, object, object] => [name, of(false, integer(name)), { size: name }],
    ),
    ['a size that is no integer', of(false, 'name: size, schema: { enum: [small, big] }'), {}],
    ['offset', of(false, integer('limit'), integer('offset')), { size: 'limit', offset: 'offset' }],
    ['skip', of(false, integer('skip')), { offset: 'skip' }],
    ['page', of(false, integer('page'), integer('size')), { page: 'page', size: 'size' }],
    ['pageNumber', of(false, integer('pageNumber')), { page: 'pageNumber' }],
    [
      'a cursor, and where the next one stands',
      of(true, 'name: cursor, schema: { type: string }'),
      { cursor: ['cursor', 'nextCursor'] },
    ],
    ['page_token', of(true, 'name: page_token, schema: { type: string }'), { cursor: ['page_token', 'nextCursor'] }],
    ['a cursor without a next one', of(false, 'name: cursor, schema: { type: string }'), {}],
    [
      'filters that compare',
      of(
        false,
        'name: kind, schema: { enum: [novel] }',
        integer('pages'),
        'name: lent, schema: { type: boolean }',
        'name: owner, schema: { type: string, format: uuid }',
        'name: tags, schema: { type: array, items: { enum: [old] } }',
      ),
      { filters: ['kind', 'pages', 'lent', 'owner', 'tags'] },
    ],
    ['a filter for free text', of(false, 'name: title, schema: { type: string }'), { filters: ['title, as a text'] }],
    [
      'how items are shown, and what no item has, is no filter',
      of(false, 'name: language, schema: { type: string }', 'name: sort, schema: { enum: [up, down] }'),
      {},
    ],
  ])('%s', (_, found, expected) => expect(found).toEqual({ ...none, ...expected }));
});

test.each([
  ['app-settings', 'Setting', 'make'],
  ['server-flags', 'Setting', undefined],
  ['app-settings', 'Flag', undefined],
])('what is changed at /%s, and answered as %s, is made beneath something by %s', (name, shown, maker) => {
  const reference = (schema: string) => `{ $ref: '#/components/schemas/${schema}' }`;
  const body = `requestBody: { ${json(reference('Setting'))} }`;
  const resources = resourcesOf(
    descriptionOf(
      `
/apps/{app}/settings:
  ${parameter('app')}
  post: { operationId: make, ${body}, responses: { ${answer(201, reference('Setting'))} } }
/${name}/{id}:
  ${parameter('id')}
  put:
    operationId: change
    ${body}
    responses: { ${answer(200, reference(shown))}, '404': { description: '' } }`,
      `components: { schemas: { Setting: ${book}, Flag: ${book} } }`,
    ),
  );
  const changed = resources.find(({ replace }) => replace?.id === 'change');
  expect(changed?.create?.id).toBe(maker);
});

test.each([
  ['a status of what is made', `${answer(201, book)}, '404': { description: '' }`, 'put'],
  ['no word about what is not there', answer(200, book), 'put'],
  ['what it answers where there is nothing', `${answer(200, book)}, '404': { description: '' }`, undefined],
])('PUT makes things, or not, with %s', (_, responses, maker) => {
  const [shelf] = resourcesOf(
    descriptionOf(`/shelves/{id}:
  ${parameter('id')}
  put: { operationId: put, requestBody: { ${json(book)} }, responses: { ${responses} } }
  delete: { operationId: delete, responses: { ${done} } }`),
  );
  expect(shelf && makerOf(shelf)?.id).toBe(maker);
});

test('what is only removed at a path of its own is what is made under that name beneath something', () => {
  const link = 'type: object, properties: { id: { type: integer }, label: { type: string } }';
  const content = `content: { application/json: { schema: { ${link} } } }`;
  const inPath = (name: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
  const resources = resourcesOf(
    descriptionOf(`
/files/{id}/links:
  ${inPath('id')}
  post:
    operationId: addLink
    requestBody: { ${content} }
    responses: { '201': { description: '', ${content} } }
/links/{linkId}:
  ${inPath('linkId')}
  delete: { operationId: removeLink, responses: { '204': { description: '' } } }
/pins/{pinId}:
  ${inPath('pinId')}
  delete: { operationId: removePin, responses: { '204': { description: '' } } }`),
  );
  expect(resources.map(({ itemsPath, create, remove }) => [itemsPath, create?.id, remove?.id])).toEqual([
    ['/links', 'addLink', 'removeLink'],
    ['/pins', undefined, 'removePin'],
  ]);
});

describe('what has its own name in a path', () => {
  const member = '{ type: object, properties: { id: { type: integer }, nick: { type: string } } }';
  const list = `get: { operationId: list, responses: { ${answer(200, `{ type: array, items: ${member} }`)} } }`;
  const put = `put: { operationId: put, responses: { ${answer(200, member)} } }`;
  const read = `get: { operationId: read, responses: { ${answer(200, member)} } }`;
  const post = `post: { operationId: create, requestBody: { ${json(member)} }, responses: { ${answer(201, member)} } }`;

  test.each([
    ['a name that clients give', `${list}`, 'member', put, undefined],
    ['a name that is only read', `${list}`, 'nickname', read, undefined],
    ['an identifier that is only read', `${list}`, 'memberId', read, 'id'],
    ['what is created', `${list}\n  ${post}`, 'member', read, 'id'],
  ])('%s', (_, ofAll, name, ofOne, idProperty) => {
    const paths = `/members:\n  ${ofAll}\n/members/{${name}}:\n  ${parameter(name, 'string')}\n  ${ofOne}`;
    expect(resources(paths)).toMatchObject([{ idProperty }]);
  });

  test('what has a property of the name of the parameter, which is one of several objects', () => {
    const objects = 'oneOf: [{ type: object, properties: { size: {} } }, { type: object, properties: { age: {} } }]';
    const of = `{ type: object, properties: { id: { type: string }, thing: { ${objects} } } }`;
    const read = `get: { operationId: read, responses: { ${answer(200, of)} } }`;
    expect(resources(`/things/{thing}:\n  ${parameter('thing', 'string')}\n  ${read}`)).toMatchObject([
      { idProperty: 'id' },
    ]);
  });

  test('two parameters in a row, which name nothing one by one', () => {
    const inPath = ['row', 'place'].map((name) => `{ name: ${name}, in: path, required: true, schema: {} }`);
    const remove = `delete: { operationId: remove, parameters: [${inPath.join(', ')}], responses: { ${done} } }`;
    const [seats] = resources(`/seats:\n  ${list}\n  ${post}\n/seats/{row}/{place}:\n  ${remove}`);
    expect(seats).toMatchObject({ collectionPath: '/seats', parameter: undefined, idProperty: 'id' });
  });

  test.each([
    ['an invitation', 'id: {}, guest: {}, inviter: {}, sentAt: {}', '- list isMember - - -'],
    ['a receipt', 'message: {}, count: {}, sentAt: {}', '- list isMember put - -'],
    ['a part of it', 'id: {}, nick: {}', '- list isMember put - -'],
  ])('what PUT answers with %s', (_, properties, operations) => {
    const shown = '{ type: object, properties: { id: {}, nick: {}, team: {}, url: {} } }';
    const listing = `get: { operationId: list, responses: { ${answer(200, `{ type: array, items: ${shown} }`)} } }`;
    const asked = `get: { operationId: isMember, responses: { ${done} } }`;
    const answered = answer(201, `{ type: object, properties: { ${properties} } }`);
    const made = `put: { operationId: put, responses: { ${answered} } }`;
    const paths = `/members:\n  ${listing}\n/members/{nick}:\n  ${parameter('nick', 'string')}\n  ${asked}\n  ${made}`;
    expect(resources(paths)).toMatchObject([{ operations }]);
  });

  test('what is assigned, where the answer is what it is assigned to', () => {
    const of = (schema: string) => `responses: { ${answer(201, schema)} }`;
    const named = "{ $ref: '#/components/schemas/Book' }";
    const inPath = ['id', 'reader'].map((name) => `{ name: ${name}, in: path, required: true, schema: {} }`);
    const paths = `
/books/{id}:
  ${parameter('id')}
  get: { operationId: read, ${of(named).replace('201', '200')} }
/books/{id}/readers:
  ${parameter('id')}
  post: { operationId: assign, requestBody: { ${json(book)} }, ${of(named)} }
/books/{id}/readers/{reader}:
  get: { operationId: isReader, parameters: [${inPath.join(', ')}], responses: { ${done} } }`;
    const found = resourcesOf(descriptionOf(paths, `components: { schemas: { Book: ${book} } }`)).map(summary);
    expect(found.find(({ collectionPath }) => collectionPath === '/books/{id}/readers')).toMatchObject({
      operations: '- - isReader - - -',
    });
  });
});

test.each([
  ['{ type: string }', undefined],
  [book, 'label'],
])('a list of %s is in the place of what lists books: %s', (items, replace) => {
  const list = (of: string) => `{ type: array, items: ${of} }`;
  const [labelled] = resourcesOf(
    descriptionOf(`
/books/labelled/{label}:
  ${parameter('label', 'string')}
  get: { operationId: list, responses: { ${answer(200, list(book))} } }
  put: { operationId: label, requestBody: { ${json(list(items))} }, responses: { ${done} } }`),
  );
  expect([labelled?.read?.id, labelled?.replace?.id]).toEqual(['list', replace]);
});

test('what one version makes, the list of another version has as well', () => {
  const books = json("{ type: array, items: { $ref: '#/components/schemas/Book' } }");
  const component = `'200': { description: '', ${books} }`;
  const get = (operationId: string) => `get: { operationId: ${operationId}, responses: { ${component} } }`;
  const resources = resourcesOf(
    descriptionOf(
      `
/v2/books:
  ${get('listBooks')}
  post:
    operationId: addBook
    requestBody: { ${json(book)} }
    responses: { ${answer(201, "{ $ref: '#/components/schemas/Book' }")} }
/v3/books: { ${get('listNewBooks')} }
/v1/cards: { ${get('listCards')} }
/v3/books/{id}/pages: { ${get('listPages')} }`,
      `components: { schemas: { Book: ${book} } }`,
    ),
  );
  const lists = resources.map(({ list, searches }) => [list, ...searches].map((one) => one?.operation.id));
  expect(lists.slice(0, 2)).toEqual([['listBooks', 'listNewBooks'], ['listCards']]);
});

test.each<[what: string, answered: string, others: string, create: string | undefined]>([
  ['what signs somebody up, and answers with a user', 'User', '', 'signUp'],
  ['the same, with the user in a property', 'Session', '', 'signUp'],
  ['nothing, where that answers otherwise', 'Message', '', undefined],
  ['nothing, where there are two ways', 'User', 'signUpByMail', undefined],
  ['what makes users at their own path', 'User', 'addUser', 'addUser'],
])('users are made by %s', (_, answered, others, create) => {
  const named = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
  const text = '{ type: string }';
  const credentials = `{ type: object, properties: { email: ${text}, password: ${text} } }`;
  const making = (id: string, shown: string) =>
    `post: { operationId: ${id}, requestBody: { ${json(credentials)} }, responses: { ${answer(201, named(shown))} } }`;
  const schemas = `
    User: { type: object, required: [id], properties: { id: ${text}, email: ${text} } }
    Session: { type: object, properties: { token: ${text}, user: ${named('User')} } }
    Message: { type: object, properties: { message: ${text} } }`;
  const description = descriptionOf(
    `
/sign-up: { ${making('signUp', answered)} }
${others === 'signUpByMail' ? `/sign-up/mail: { ${making('signUpByMail', 'User')} }` : ''}
/users:
  get: { operationId: listUsers, responses: { ${answer(200, `{ type: array, items: ${named('User')} }`)} } }
  ${others === 'addUser' ? making('addUser', 'User') : ''}
/users/{id}:
  ${parameter('id', 'string')}
  get: { operationId: readUser, responses: { ${answer(200, named('User'))} } }`,
    `components:\n  schemas:${schemas}`,
  );
  const users = resourcesOf(description).find(({ collectionPath }) => collectionPath === '/users');
  expect([users?.create?.id, users?.read?.id]).toEqual([create, 'readUser']);
});
