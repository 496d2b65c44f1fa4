import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

/** A contract with a collection of books; parts of it are written as the YAML of one line. */
interface Parts {
  /** Schema of the identifier in the path, with its examples. */
  id?: string;
  parameter?: string;
  book?: string;
  input?: string;
  listed?: string;
  list?: string;
  read?: string;
  create?: string;
  sent?: string;
  created?: string;
  conflict?: string;
}

const book =
  '{ type: object, required: [id, title], properties: { id: { type: integer, minimum: 1 }, title: { type: string } } }';

function contractWith({
  id = '{ type: integer, minimum: 1 }',
  parameter = '',
  book: schema = book,
  input = '{ type: object, properties: { title: { type: string } } }',
  listed = `{ type: array, items: ${schema} }`,
  list = '',
  read = '',
  create = '',
  sent = '',
  created = schema,
  conflict = '',
}: Parts): string {
  const content = (of: string, example: string) =>
    of === ''
      ? ''
      : `, content: { application/json: { schema: ${of}${example === '' ? '' : `, example: ${example}`} } }`;
  return `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get: { operationId: listBooks, responses: { '200': { description: ''${content(listed, list)} } } }
    post:
      operationId: addBook
      requestBody: { required: true${content(input, sent)} }
      responses:
        '201': { description: '', headers: { Location: { schema: { type: string } } }${content(created, create)} }
        ${conflict}
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: ${id}${parameter} }]
    get:
      operationId: readBook
      responses: { '200': { description: ''${content(created || schema, read)} }, '404': { description: '' } }
`;
}

const uuid = '{ type: string, format: uuid }';
const code = "{ type: string, pattern: '^b-[0-9]{4}$' }";
const momo = 'title: { type: string, examples: [Momo] }, kind: { enum: [novel, atlas], example: atlas }';
const named = (schema: string) => `{ type: object, required: [id, title], properties: { id: ${schema}, ${momo} } }`;

test.each<[what: string, parts: Parts, expected: unknown]>([
  [
    'those of a list, in its order',
    { list: '[{ id: 3, title: C }, { id: 1, title: A }]' },
    [
      { id: 3, title: 'C' },
      { id: 1, title: 'A' },
    ],
  ],
  [
    'those of other responses, before those',
    { list: '[{ id: 3, title: C }]', read: '{ id: 9, title: R }' },
    [
      { id: 3, title: 'C' },
      { id: 9, title: 'R' },
    ],
  ],
  [
    'one of several that are the same',
    { list: '[{ id: 3, title: C, kind: old }]', create: '{ id: 3, title: C }' },
    [{ id: 3, title: 'C', kind: 'old' }],
  ],
  [
    'none that the schema does not allow',
    { list: '[{ id: 0, title: C }]', read: '{ id: 9, title: R }' },
    [{ id: 9, title: 'R' }],
  ],
  [
    'what a list has of them, where that is less',
    {
      listed:
        '{ type: array, items: { type: object, additionalProperties: false, properties: { id: { type: integer } } } }',
      read: '{ id: 9, title: R }',
    },
    [{ id: 9 }],
  ],
  [
    'none that a list could not show',
    {
      listed: `{
          type: array,
          items: { type: object, required: [id], properties: { id: { type: integer }, title: { maxLength: 3 } } }
        }`,
      read: '{ id: 9, title: Long }',
    },
    [],
  ],
  ['what clients send by example, where no response has one', { sent: '{ title: Sent }' }, [{ id: 1, title: 'Sent' }]],
  [
    'under the identifier that the path has by example',
    { sent: '{ title: Sent }', parameter: ', example: 40' },
    [{ id: 40, title: 'Sent' }],
  ],
  [
    'one made of the examples of its properties',
    { book: named('{ type: integer, minimum: 1 }') },
    [{ id: 1, title: 'Momo', kind: 'atlas' }],
  ],
  [
    'one under the identifier that its property has by example',
    { book: named('{ type: integer, example: 12 }') },
    [{ id: 12, title: 'Momo', kind: 'atlas' }],
  ],
  [
    'one under an identifier of its kind',
    { book: named(uuid), id: uuid },
    [
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-0000-4000-8000-[0-9a-f]{12}$/) as string,
        title: 'Momo',
        kind: 'atlas',
      },
    ],
  ],
  [
    'one under a text that its pattern allows',
    { book: named(code), id: code },
    [{ id: expect.stringMatching(/^b-\d{4}$/) as string, title: 'Momo', kind: 'atlas' }],
  ],
  [
    'those of a list that has them in a property',
    {
      listed: `{ type: object, properties: { data: { type: array, items: ${book} } } }`,
      list: '{ data: [{ id: 3, title: C }] }',
    },
    { data: [{ id: 3, title: 'C' }] },
  ],
])('a stub begins with %s', async (_, parts, expected) => {
  expect((await stubFor(contractWith(parts)).ask('GET /books')).body).toEqual(expected);
});

test.each<[what: string, parts: Parts, made: unknown, location: string]>([
  ['the next number', { list: '[{ id: 30, title: C }]' }, { id: 31, title: 'New' }, '/books/31'],
  [
    'the example first',
    { list: '[{ id: 30, title: C }]', parameter: ', example: 7' },
    { id: 7, title: 'New' },
    '/books/7',
  ],
  [
    'the example not where it is taken',
    { list: '[{ id: 7, title: C }]', parameter: ', example: 7' },
    { id: 8, title: 'New' },
    '/books/8',
  ],
  [
    'no example that it may not have',
    { list: '[{ id: 30, title: C }]', parameter: ', example: 0' },
    { id: 31, title: 'New' },
    '/books/31',
  ],
  [
    'a number beyond what a double holds',
    { list: '[{ id: 9007199254740991, title: C }]' },
    { id: 9007199254740992, title: 'New' },
    '/books/9007199254740992',
  ],
  [
    'a text',
    { id: code, book: named(code), list: '[{ id: b-0001, title: C }]' },
    { id: expect.stringMatching(/^b-\d{4}$/) as string, title: 'New' },
    '',
  ],
  ['what the response has no room for', { created: '', list: '[{ id: 30, title: C }]' }, '', '/books/31'],
  [
    'a receipt, where the response is that',
    {
      created: '{ type: object, required: [job], properties: { job: { type: string } } }',
      create: '{ job: j-1 }',
      list: '[{ id: 30, title: C }]',
    },
    { job: 'j-1' },
    '/books/31',
  ],
  [
    'what stands in a property of the response',
    { created: `{ type: object, required: [data], properties: { data: ${book} } }`, list: '[{ id: 30, title: C }]' },
    { data: { id: 31, title: 'New' } },
    '/books/31',
  ],
])('what is created gets %s', async (_, parts, made, location) => {
  const { ask } = stubFor(contractWith(parts));
  const { body, headers } = await ask('POST /books', { title: 'New' });
  expect(body).toEqual(made);
  if (location !== '') expect(headers['location']).toBe(location);
  expect((await ask(`GET ${headers['location'] ?? ''}`)).status).toBe(200);
});

const named7 = {
  input: '{ type: object, required: [id], properties: { id: { type: integer }, title: { type: string } } }',
  list: '[{ id: 7, title: C }]',
};

test.each<[what: string, parts: Parts, sent: object, expected: [status: number, body: unknown], listed: unknown]>([
  [
    'is its own',
    named7,
    { id: 40, title: 'New' },
    [201, { id: 40, title: 'New' }],
    [
      { id: 40, title: 'New' },
      { id: 7, title: 'C' },
    ],
  ],
  ['replaces what had it', named7, { id: 7, title: 'New' }, [201, { id: 7, title: 'New' }], [{ id: 7, title: 'New' }]],
  [
    'is refused where something has it, and that is documented',
    { ...named7, conflict: "'409': { description: '' }" },
    { id: 7, title: 'New' },
    [409, ''],
    [{ id: 7, title: 'C' }],
  ],
  [
    'does not count where the server alone sets it',
    {
      ...named7,
      input: '{ type: object, properties: { id: { type: integer, readOnly: true }, title: { type: string } } }',
    },
    { id: 40, title: 'New' },
    [201, { id: 8, title: 'New' }],
    [
      { id: 8, title: 'New' },
      { id: 7, title: 'C' },
    ],
  ],
])('an identifier that a client gives %s', async (_, parts, sent, expected, listed) => {
  const { ask } = stubFor(contractWith(parts));
  const { status, body } = await ask('POST /books', sent);
  expect([status, body]).toEqual(expected);
  expect((await ask('GET /books')).body).toEqual(listed);
});

test('no identifier is given twice', async () => {
  const { ask } = stubFor(
    contractWith({
      ...named7,
      input: '{ type: object, properties: { id: { type: integer }, title: { type: string } } }',
    }),
  );
  expect((await ask('POST /books', { id: 8, title: 'Mine' })).body).toEqual({ id: 8, title: 'Mine' });
  expect((await ask('POST /books', { title: 'New' })).body).toEqual({ id: 9, title: 'New' });
});

test('what is a text in the path may be a number in the thing', async () => {
  const { ask } = stubFor(
    contractWith({ id: '{ type: string }', parameter: ", example: '40'", list: '[{ id: 30, title: C }]' }),
  );
  expect((await ask('POST /books', { title: 'New' })).body).toEqual({ id: 40, title: 'New' });
  expect((await ask('POST /books', { title: 'Newer' })).body).toEqual({ id: 41, title: 'Newer' });
  expect((await ask('GET /books/41')).body).toEqual({ id: 41, title: 'Newer' });
});

test('what a list has in its path is no thing for itself', async () => {
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /shelves/{shelf}:
    get:
      operationId: listShelf
      parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: ''
          content: { application/json: { schema: { type: array, items: ${book} }, example: [{ id: 1, title: A }] } }
  /shelves/{shelf}/{id}:
    get:
      operationId: readShelf
      parameters:
        - { name: shelf, in: path, required: true, schema: { type: string } }
        - { name: id, in: path, required: true, schema: { type: integer } }
      responses:
        '200': { description: '', content: { application/json: { schema: ${book} } } }
        '404': { description: '' }
`);
  expect((await ask('GET /shelves/any')).body).toEqual([{ id: 1, title: 'A' }]);
  expect((await ask('GET /shelves/any/1')).body).toEqual({ id: 1, title: 'A' });
  expect((await ask('GET /shelves/any/2')).status).toBe(404);
});

test('what is sent is described in another way than what is shown', async () => {
  const shelf = (required: string) =>
    `{ type: object, required: [${required}], properties: { name: { type: string }, room: { type: string } } }`;
  const note = (bound: string) => `note: { type: string${bound} }`;
  const shown = `shelf: ${shelf('name, room')}, ${note(', maxLength: 3')}`;
  const { ask } = stubFor(
    contractWith({
      book: `{ type: object, required: [id, shelf], properties: { id: { type: integer }, ${shown} } }`,
      input: `{ type: object, properties: { shelf: ${shelf('name')}, ${note('')} } }`,
    }),
  );
  const { body } = await ask('POST /books', { shelf: { name: 'A' }, note: 'long' });
  expect(body).toEqual({ id: 2, shelf: { name: 'A', room: expect.any(String) } });
  expect((await ask('GET /books/2')).body).toEqual(body);
});

test('the identifiers that a schema allows may be used up', async () => {
  const { ask } = stubFor(contractWith({ id: '{ type: string, enum: [a, b] }', book: named('{ type: string }') }));
  const statuses = ['One', 'Two', 'Three'].map(async (title) => (await ask('POST /books', { title })).status);
  expect(await Promise.all(statuses)).toEqual([201, 201, 201]);
});

test('what is done to something that is not there is refused', async () => {
  const { ask } = stubFor(
    contractWith({}).replace(
      '  /books/{bookId}:',
      `  /books/{bookId}:lend:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    post: { operationId: lendBook, responses: { '204': { description: '' }, '404': { description: '' } } }
  /books/{bookId}:`,
    ),
  );
  expect((await ask('POST /books/1:lend')).status).toBe(204);
  expect((await ask('POST /books/99:lend')).status).toBe(404);
});

test('nothing is put into what is not there', async () => {
  const { ask } = stubFor(
    contractWith({}).replace(
      /( {2}\/books\/\{bookId\}:\n.*\n)/,
      `$1    post:
      operationId: copyBook
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        '201': { description: '', content: { application/json: { schema: ${book} } } }
        '404': { description: '' }
`,
    ),
  );
  expect((await ask('POST /books/1', {})).status).toBe(201);
  expect((await ask('POST /books/99', {})).status).toBe(404);
});

test('a UUID has no case (RFC 9562 section 4)', async () => {
  const { ask } = stubFor(
    contractWith({ id: uuid, book: named(uuid), list: '[{ id: 0f8f2d6a-6f0e-4d1c-9a57-5d6b1e0c7a11, title: C }]' }),
  );
  expect((await ask('GET /books/0F8F2D6A-6F0E-4D1C-9A57-5D6B1E0C7A11')).body).toMatchObject({ title: 'C' });
});
