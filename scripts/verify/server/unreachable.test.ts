import { expect, test } from 'vitest';
import type { Case } from '../../requirements/cases.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../test/bench.ts';
import { runCase } from './cases/case-runner.ts';
import { demandServed, waiveUnreachable } from './unreachable.ts';

test.each([
  ['waived where the shelf was a guess that nothing had', 404, true],
  ['unproven where nothing was missed', 200, false],
])('what a list must show is %s', async (_, first, isWaived) => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const book = '{ type: object, properties: { id: { type: integer }, title: { type: string } } }';
  const description = descriptionOf(`
/shelves/{shelf}/books:
  parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
  get:
    operationId: listBooks
    responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} }, '404': { description: '' } }
  post:
    operationId: addBook
    requestBody: { ${json(book)} }
    responses: { '201': { description: '', ${json(book)} } }`);
  const statuses = [first, 200, 201];
  const { session, ledger } = benchFor(description, ({ method }) => ({
    status: statuses.shift() ?? 500,
    body: method === 'GET' ? [] : { id: 1 },
  }));
  addReachedBy('lists', description, ledger);
  const list = await session.source.base(operationIn(description, 'listBooks'));
  await session.call(list);
  await session.call(list);
  await session.call(await session.source.base(operationIn(description, 'addBook')));
  waiveUnreachable(session, { cases: [] });
  expect(idsOf(ledger, isWaived ? 'waived' : 'unproven', 'lists')).toContain('listBooks.lists.addBook');
});

test('what nothing adds to is not asked for in what a search has found', async () => {
  const book = '{ type: object, properties: { title: { type: string } } }';
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const found = `responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } }`;
  const list = (id: string, query: string) => `
  get:
    operationId: ${id}
    parameters: [{ name: near, in: query, required: ${query}, schema: { type: string } }]
    ${found}`;
  const description = descriptionOf(`
/search:${list('search', 'true')}
/search-by-body:
  post: { operationId: searchByBody, requestBody: { required: true, ${json(book)} }, ${found} }
/books:${list('listBooks', 'false')}`);
  const { session, ledger } = benchFor(description, () => ({ body: [] }));
  for (const id of ['search', 'searchByBody', 'listBooks'])
    await session.call(await session.source.base(operationIn(description, id)));
  waiveUnreachable(session, { cases: [] });
  for (const id of ['search', 'searchByBody'])
    expect(idsOf(ledger, 'waived')).toContain(`${id}.responses.200.body[].type`);
  expect(idsOf(ledger, 'unproven')).toContain('listBooks.responses.200.body[].type');
});

test('what a removal shows of an item is waived where nothing makes one', async () => {
  const book = '{ type: object, properties: { id: { type: integer }, title: { type: string } } }';
  const description = descriptionOf(`
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: readBook
    responses: { '200': { description: '', content: { application/json: { schema: ${book} } } } }
  delete: { operationId: removeBook, responses: { '204': { description: '' } } }`);
  const { session, ledger } = benchFor(description, ({ method }) =>
    method === 'DELETE' ? { status: 204 } : { body: { id: 1 } },
  );
  addReachedBy('items', description, ledger);
  for (const id of ['readBook', 'removeBook'])
    await session.call(await session.source.base(operationIn(description, id)));
  waiveUnreachable(session, { cases: [] });
  expect(idsOf(ledger, 'waived', 'items')).toEqual(['removeBook.removed.readBook']);
});

test.each([
  ['304', false],
  ['206', false],
  ['204', true],
])('a 200 that never came is waived beside a documented %s: %s', async (other, isWaived) => {
  const description = descriptionOf(`
/books:
  get: { operationId: listBooks, responses: { '200': { description: '' }, '${other}': { description: '' } } }`);
  const { session, ledger } = benchFor(description, () => ({ status: Number(other) }));
  await session.call(await session.source.base(operationIn(description, 'listBooks')));
  waiveUnreachable(session, { cases: [] });
  expect(idsOf(ledger, 'waived', 'responses').includes('listBooks.responses.200')).toBe(isWaived);
});

test('what a call with a body lists is waived where that was always empty: it is what it was asked for', async () => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const fault = '{ type: object, properties: { field: { type: string } } }';
  const faults = `{ type: object, properties: { faults: { type: array, items: ${fault} }, link: { type: string } } }`;
  const description = descriptionOf(`
/makeLink:
  post:
    operationId: makeLink
    requestBody: { ${json('{ type: object }')} }
    responses: { '200': { description: '', ${json(faults)} } }`);
  const { session, ledger } = benchFor(description, () => ({ body: { faults: [], link: '/' } }));
  await session.call(await session.source.base(operationIn(description, 'makeLink')));
  waiveUnreachable(session, { cases: [] });
  expect(idsOf(ledger, 'waived', 'responses')).toContain('makeLink.responses.200.body.faults[].type');
});

test('what a list that was always empty says of its items is waived, but for the listed things', async () => {
  const names = '{ type: array, items: { type: string } }';
  const notes = '{ type: array, items: { type: object } }';
  const book = `{ type: object, required: [tags], properties: { tags: ${names}, notes: ${notes} } }`;
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } }
  post:
    operationId: addBook
    responses: { '201': { description: '', ${json(book)} } }
/me:
  get: { operationId: readMe, responses: { '200': { description: '', ${json(book)} } } }`);
  const { session, ledger } = benchFor(description, ({ method, target }) =>
    method === 'POST' ? { status: 201, body: { tags: [], notes: [] } } : { body: target === '/me' ? { tags: [] } : [] },
  );
  for (const id of ['addBook', 'listBooks', 'readMe'])
    await session.call(await session.source.base(operationIn(description, id)));
  waiveUnreachable(session, { cases: [] });
  const ofItems = (verdict: 'waived' | 'unproven') =>
    idsOf(ledger, verdict, 'responses').filter((id) => /\[\]\.?type$/.test(id));
  expect(ofItems('waived')).toEqual([
    'listBooks.responses.200.body[].tags[].type',
    'listBooks.responses.200.body[].notes[].type',
    'addBook.responses.201.body.tags[].type',
    'addBook.responses.201.body.notes[].type',
    'readMe.responses.200.body.tags[].type',
    'readMe.responses.200.body.notes[].type',
  ]);
  expect(ofItems('unproven')).toEqual(['listBooks.responses.200.body[].type']);
});

test.each([
  ['of which no body can be made', '201', '{ type: object, required: [size], properties: { size: false } }', 400],
  ['that is accepted alone', '202', '{ type: object, properties: { size: { type: integer } } }', 202],
])('what a creation shows is waived where it is one %s', async (_, documented, schema, status) => {
  const json = (of: string) => `content: { application/json: { schema: ${of} } }`;
  const box = '{ type: object, properties: { id: { type: integer }, size: { type: integer } } }';
  const description = descriptionOf(`
/boxes:
  post:
    operationId: addBox
    requestBody: { ${json(schema)} }
    responses: { '${documented}': { description: '', ${json(box)} }, '400': { description: '' } }
/boxes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBox, responses: { '200': { description: '', ${json(box)} } } }`);
  const { session, ledger } = benchFor(description, ({ method, body }) => {
    if (method === 'GET') return { body: { id: 1 } };
    return body === null ? { status: Number(documented), body: { id: 1 } } : { status, body: { id: 1 } };
  });
  addReachedBy('items', description, ledger);
  const [add, read] = ['addBox', 'readBox'].map((id) => operationIn(description, id));
  if (add === undefined || read === undefined) throw new Error('There are two operations.');
  const parts = await session.source.base(add);
  session.isRefusedAsMade(parts, await session.call(parts));
  await session.call({ ...parts, body: null });
  await session.call(await session.source.base(read));
  waiveUnreachable(session, { cases: [] });
  expect(idsOf(ledger, 'waived', 'items')).toContain('readBox.returns.addBox');
});

test('a 429 is waived of an operation without a credential: who is counted, the contract does not say', () => {
  const token = 'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }';
  const paths = `
/books:
  get: { operationId: listBooks, security: [], responses: { '200': { description: '' }, '429': { description: '' } } }
/pens:
  get: { operationId: listPens, responses: { '200': { description: '' }, '429': { description: '' } } }`;
  const description = descriptionOf(paths, token);
  const { session, ledger } = benchFor(description, () => ({}), { key: 'right-key', limitedKey: 'limited-key' });
  waiveUnreachable(session, { cases: [] });
  expect(idsOf(ledger, 'waived')).toContain('listBooks.responses.429');
  expect(idsOf(ledger, 'unproven')).toContain('listPens.responses.429');
});

const made = "'201': { description: '' }";
const form = (file: string) =>
  `multipart/form-data: { schema: { type: object, properties: { image: { type: string, ${file} } } } }`;

test.each<[what: string, isDemanded: boolean, content: string, statuses?: number[], responses?: string]>([
  ['an image', true, 'image/png: {}'],
  ['an image of any type', true, 'image/*: { schema: { type: string, format: binary } }'],
  ['an image, refused as another type', true, 'image/png: {}', [415, 415]],
  ['an image, refused as one that is there', true, 'image/png: {}', [409, 409]],
  ['an image, with a credential that does not suffice', false, 'image/png: {}', [403, 403]],
  ['an image that is served at last', false, 'image/png: {}', [400, 201]],
  ['an image, without a documented success', false, 'image/png: {}', [400, 400], "'400': { description: '' }"],
  ['a media type of which no file is known', false, 'image/x: {}'],
  ['XML without an example', false, 'application/xml: {}'],
  ['XML with an example', true, 'application/xml: { example: <photo/> }'],
  ['a form with an image', true, form('contentMediaType: image/gif')],
  ['a form with an image that must be small', false, form('contentMediaType: image/gif, maxLength: 3')],
  ['a form with a file of any type', false, form('format: binary')],
  ['a form without a file', false, form('maxLength: 9')],
  [
    'an image, in the way of which a state may be',
    false,
    'image/png: {}',
    [409, 409],
    `${made}, '409': { description: '' }`,
  ],
])('where each valid request was refused: %s, demanded: %s', async (_, isDemanded, content, statuses, responses) => {
  const path = responses?.includes('409') ? '/albums/{albumId}/photos' : '/photos';
  const description = descriptionOf(`
${path}:
  post:
    operationId: addPhoto
    requestBody: { required: true, content: { ${content} } }
    parameters: [${path === '/photos' ? '' : '{ name: albumId, in: path, required: true, schema: { type: string } }'}]
    responses: { ${responses ?? made} }`);
  const left = [...(statuses ?? [400, 400])];
  const { session, ledger } = benchFor(description, () => ({ status: left.shift() ?? 400 }));
  const [requirement] = addReachedBy('cases', description, ledger).filter(({ id }) => id === 'addPhoto.exists');
  if (requirement === undefined) throw new Error('The operation exists.');
  const operation = operationIn(description, 'addPhoto');
  const build: Case['build'] = ({ source }) => source.base(operation);
  await runCase(session, [], { requirement, operation, title: '', expectation: { kind: 'accepted' }, build });
  await session.call(await session.source.base(operation));
  waiveUnreachable(session, { cases: [] });
  demandServed(session);
  expect(idsOf(ledger, 'unproven').includes('addPhoto.exists')).toBe(isDemanded);
});

test('what a report lists beside other things is waived where that was always empty', async () => {
  const thing = '{ type: object, properties: { title: { type: string } } }';
  const list = (name: string) =>
    `{ type: object, properties: { total: {}, ${name}: { type: array, items: ${thing} } } }`;
  const answered = (name: string) =>
    `responses: { '200': { description: '', content: { application/json: { schema: ${list(name)} } } } }`;
  const description = descriptionOf(`
/dashboard: { get: { operationId: report, ${answered('late_books')} } }
/books: { get: { operationId: listBooks, ${answered('allBooks')} } }
/shelves: { get: { operationId: listShelves, ${answered('items')} } }`);
  const { session, ledger } = benchFor(description, () => ({ body: { late_books: [], allBooks: [], items: [] } }));
  for (const id of ['report', 'listBooks', 'listShelves'])
    await session.call(await session.source.base(operationIn(description, id)));
  waiveUnreachable(session, { cases: [] });
  expect(idsOf(ledger, 'waived')).toContain('report.responses.200.body.late_books[].title.type');
  expect(idsOf(ledger, 'unproven')).toEqual(
    expect.arrayContaining([
      'listBooks.responses.200.body.allBooks[].title.type',
      'listShelves.responses.200.body.items[].title.type',
    ]),
  );
});
