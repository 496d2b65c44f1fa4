import { expect, test } from 'vitest';
import type { Description } from '../../openapi/description.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { bookContract } from '../../verify/test/book-contract.ts';
import { catalogueOf } from '../catalogue.ts';
import { kindOf } from '../registry.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const bike = '{ type: object, properties: { id: { type: integer, readOnly: true }, colour: { type: string } } }';
const note = '{ type: object, properties: { text: { type: string } } }';
const bikes = (created: string) =>
  descriptionOf(`
/bikes:
  get: { operationId: listBikes, responses: { '200': { description: '', ${json(`{ type: array, items: ${bike} }`)} } } }
  ${created}
/bikes/{bikeId}:
  parameters: [{ name: bikeId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBike, responses: { '200': { description: '', ${json(bike)} } } }
  put: { operationId: putBike, requestBody: { ${json(bike)} }, responses: { '204': { description: '' } } }
`);

test.each<[name: string, description: Description, ids: string[]]>([
  [
    'a collection with all operations',
    bookContract('cursor'),
    [
      ...[
        'atMost.limit',
        'default.limit',
        'only.kind',
        'only.lent',
        'only.title',
        'every.kind',
        'every.lent',
        'every.title',
      ],
      ...[
        'total.total',
        'pageCount.pages',
        'pages.cursor',
        'once',
        'lists.addBook',
        'refused.addBook',
        'agrees.readBook',
        'unlisted.removeBook',
      ],
    ]
      .map((id) => `listBooks.${id}`)
      .concat(
        ['title', 'kind', 'lent', 'note'].flatMap((name) => [`addBook.kept.${name}`, `replaceBook.kept.${name}`]),
        ['addBook.unique', 'mergeBook.kept.title', 'mergeBook.kept.lent'],
        ['removeBook.removed.readBook', 'removeBook.removed.removeBook'],
        ['kind', 'lent', 'note', 'title'].map((name) => `mergeBook.leaves.${name}`),
        ['addBook', 'replaceBook', 'mergeBook'].map((other) => `readBook.returns.${other}`),
      ),
  ],
  [
    'items that PUT makes, and that come back only when they are read',
    bikes(''),
    [
      'listBikes.lists.putBike',
      'listBikes.refused.putBike',
      'listBikes.agrees.readBike',
      'listBikes.once',
      'readBike.returns.putBike',
    ],
  ],
  [
    'a creation whose response has a body, without what only the server sets',
    bikes(
      `post:
    operationId: addBike
    requestBody: { ${json(bike)} }
    responses: { '201': { description: '', ${json(bike)} } }`,
    ),
    [
      'listBikes.lists.addBike',
      'listBikes.refused.addBike',
      'listBikes.agrees.readBike',
      'listBikes.once',
      'addBike.kept.colour',
      'addBike.unique',
      'readBike.returns.addBike',
      'readBike.returns.putBike',
    ],
  ],
  [
    'a creation that documents no success',
    bikes(`post: { operationId: addBike, requestBody: { ${json(bike)} }, responses: { '405': { description: '' } } }`),
    [
      ...['listBikes.lists.addBike', 'listBikes.agrees.readBike', 'listBikes.once', 'addBike.unique'],
      ...['readBike.returns.addBike', 'readBike.returns.putBike'],
    ],
  ],
  [
    'items without an identifier',
    descriptionOf(`
/notes:
  get: { operationId: listNotes, responses: { '200': { description: '', ${json(`{ type: array, items: ${note} }`)} } } }
  post:
    operationId: addNote
    requestBody: { ${json(note)} }
    responses: { '201': { description: '', ${json(note)} } }
`),
    ['listNotes.lists.addNote', 'addNote.kept.text'],
  ],
  [
    'a change in part that can set one property alone',
    descriptionOf(`
/bikes:
  post:
    operationId: addBike
    requestBody: { ${json(bike)} }
    responses: { '201': { description: '', ${json(bike)} } }
/bikes/{bikeId}:
  parameters: [{ name: bikeId, in: path, required: true, schema: { type: integer } }]
  patch: { operationId: mergeBike, requestBody: { ${json(bike)} }, responses: { '204': { description: '' } } }
`),
    ['addBike.kept.colour', 'addBike.unique'],
  ],
  [
    'an operation that is of no collection',
    descriptionOf(`/health: { get: { operationId: health, responses: { '200': { description: '' } } } }`),
    [],
  ],
])('%s', (_, description, ids) => {
  const own = catalogueOf(withoutWorkflows(description), 'server').filter((requirement) =>
    ['items', 'lists'].includes(kindOf(requirement).server?.reach.by ?? ''),
  );
  expect(own.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('a default stands where the contract has it, and every requirement is one sentence', () => {
  const description = bookContract('offset');
  const own = catalogueOf(withoutWorkflows(description), 'server');
  expect(own.find(({ id }) => id === 'listBooks.default.limit')).toMatchObject({
    pointer: expect.stringMatching(/\/parameters\/0\/schema\/default$/) as string,
    statement: 'limit (query) must default to 3.',
    section: 'Lists',
  });
  for (const { statement } of own) expect(statement).toMatch(/^[^.]+(\.[^. ]+)*\.$/);
});

test('relations bind servers alone', () => {
  const ids = catalogueOf(withoutWorkflows(bookContract('plain')), 'client').map(({ kind }) => kind);
  expect(ids.filter((id) => /\.(kept|returns|lists|only)\./.test(id))).toEqual([]);
});

test.each([
  ['text: { type: string }', ['addBike.defaults.site']],
  ['site: { type: string, format: uri }', []],
])('a default is asked for unless no response may show it: %s', (shown, ids) => {
  const site = "site: { type: string, default: '' }";
  const of = (properties: string) => json(`{ type: object, properties: { id: { type: integer }, ${properties} } }`);
  const answered = shown.startsWith('site') ? shown : 'site: { type: string }';
  const description = descriptionOf(`
/bikes:
  post:
    operationId: addBike
    requestBody: { ${of(site)} }
    responses: { '201': { description: '', ${of(answered)} } }
/bikes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBike, responses: { '200': { description: '', ${of(answered)} } } }`);
  const own = catalogueOf(withoutWorkflows(description), 'server');
  expect(own.map(({ id }) => id).filter((id) => id.includes('.defaults.'))).toEqual(ids);
});
