import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { pageCountsOf, totalsOf } from './beside-items.ts';
import { firstPageNumber, listParametersOf } from './list-parameters.ts';

test.each([
  ['beside the items', 'total: { type: integer }', [['total']]],
  [
    'in an object about the page',
    'meta: { type: object, properties: { total: { type: integer } } }',
    [['meta', 'total']],
  ],
  ['between the pages beside it', 'count: {}, next: {}, previous: {}', [['count']]],
  ['of this page alone', "count: { description: 'Items on this page' }, next: {}, previous: {}", []],
  ['perhaps of a page', 'count: { type: integer }', []],
  ['by their name', 'itemsCount: { type: integer }', [['itemsCount']]],
  ['by their name of a page', "itemCount: { description: 'On this page' }", []],
  ['beside a total', 'itemCount: {}, total: {}', [['total']]],
  ['nowhere', 'sum: { type: integer }', []],
])('a list says %s how many items there are', (_, property, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: page, in: query, schema: { type: integer } }]
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: object, properties: { items: { type: array, items: { type: object } }, ${property} } }`);
  const operation = operationIn(description, 'listBooks');
  expect(totalsOf(description, { operation, segments: ['items'], item: '' }).properties).toEqual(expected);
});

test.each([
  ['pageCount', '{}', [['pageCount']]],
  ['last_page', '{ minimum: 1 }', [['last_page']]],
  ['lastPage', '{ default: 1 }', [['lastPage']]],
  // Of pages that count from 0, it is one less, and may be so where nothing says how they count.
  ['last_page', '{ minimum: 0 }', []],
  ['last_page', '{ minimum: 0, default: 1 }', []],
  ['last_page', '{}', []],
])('%s beside the items is the number of pages by a page of %s: %j', (name, schema, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: page, in: query, schema: ${schema} }]
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema:
              type: object
              properties: { items: { type: array, items: { type: object } }, ${name}: { type: integer } }`);
  const operation = operationIn(description, 'listBooks');
  expect(pageCountsOf(description, { operation, segments: ['items'], item: '' })).toEqual(expected);
});

test.each<[names: string[], properties: string, cursor: string[] | undefined]>([
  [['cursor'], 'next: { type: string }', ['cursor', 'next']],
  [['after', 'cursor'], 'nextCursor: { type: string }', ['cursor', 'nextCursor']],
  [['before', 'after'], 'next_token: { type: string }', ['after', 'next_token']],
  [['before'], 'meta: { type: object, properties: { nextCursor: {} } }', ['before', 'meta.nextCursor']],
  [['before', 'after'], 'endCursor: { description: "Use it with `after`." }, startCursor: {}', ['after', 'endCursor']],
  [['cursor'], 'links: { type: object, properties: { next: {} } }', undefined],
  [['cursor'], 'meta: { type: object, properties: { cursor: {} } }', undefined],
])('a list goes on with one of %j, by %s', (names, properties, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [${names.map((name) => `{ name: ${name}, in: query, schema: { type: string } }`).join(', ')}]
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: object, properties: { items: { type: array, items: { type: object } }, ${properties} } }`);
  const operation = operationIn(description, 'listBooks');
  const { cursor } = listParametersOf(description, { operation, segments: ['items'], item: '' });
  expect(cursor && [cursor.parameter.name, cursor.path.join('.')]).toEqual(expected);
});

test.each([
  ['that which is said to take it', '`next_cursor` of the page before.', 'Null on the last page.', 'before'],
  ['that which it is said to be for', 'Older books.', 'Send it as "before".', 'before'],
  ['else after', 'Older books than this one, which is before it.', 'Null on the last page.', 'after'],
])('of two ways through a list, next_cursor leads %s', (_, ofParameter, ofProperty, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters:
      - { name: after, in: query, schema: { type: string } }
      - { name: before, in: query, description: '${ofParameter}', schema: { type: string } }
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema:
              properties:
                items: { type: array, items: { type: object } }
                next_cursor: { type: string, description: '${ofProperty}' }`);
  const operation = operationIn(description, 'listBooks');
  const { cursor } = listParametersOf(description, { operation, segments: ['items'], item: '' });
  expect(cursor?.parameter.name).toBe(expected);
});

/** What a list of such items knows of its only parameter. */
function parametersWith(name: string, schema: string, properties: string, schemas = '', said = '') {
  const description = descriptionOf(
    `
/books:
  get:
    operationId: listBooks
    parameters: [{ name: ${name}, in: query, description: '${said}', schema: ${schema} }]
    responses:
      '200':
        description: ''
        content:
          application/json: { schema: { type: array, items: { type: object, properties: { ${properties} } } } }`,
    schemas,
  );
  const operation = operationIn(description, 'listBooks');
  const item = `${operation.responses['200']?.pointer}/content/application~1json/schema/items`;
  return listParametersOf(description, { operation, segments: [], item });
}

test.each([
  ['starting_after', 'id: { type: string }', 'id'],
  ['startingAfterId', '_id: { type: string }', '_id'],
  ['starting_after', 'id: { type: integer }', undefined],
  ['starting_after', 'title: { type: string }', undefined],
  // This may be any value that the server has made.
  ['after', 'id: { type: string }', undefined],
])('a list goes on with %s after the last item, where that has %s', (name, properties, expected) => {
  const { cursor } = parametersWith(name, '{ type: string }', properties);
  expect(cursor?.property).toBe(expected);
});

const texts = '{ type: array, items: { type: string } }';
test.each([
  ['author', '{ type: string }', [{ property: 'authors', isText: true }]],
  ['author', '{ type: array, items: { type: string } }', [{ property: 'authors', isText: false }]],
  ['category', '{ enum: [atlas, novel] }', [{ property: 'categories', isText: false }]],
  // How items are shown, not which.
  ['language', '{ enum: [de, en] }', []],
  ['page', '{ type: string }', []],
  ['shelf_id', '{ type: integer }', [{ property: 'shelfId', isText: false }]],
  ['shelfid', '{ type: integer }', [{ property: 'shelfId', isText: false }]],
  ['ownerId', '{ type: string }', [{ property: 'ownerId', isText: false }]],
  ["'filter[ownerId]'", '{ type: array, items: { type: string } }', [{ property: 'ownerId', isText: false }]],
  ["'languages[]'", '{ type: array, items: { enum: [de, en] } }', [{ property: 'languages', isText: false }]],
  ["'category[]'", '{ type: array, items: { enum: [art] } }', [{ property: 'categories', isText: false }]],
  ["'filter[shelfId][]'", '{ type: array, items: { type: integer } }', [{ property: 'shelfId', isText: false }]],
  ["'shelf_id[]'", '{ type: array, items: { type: integer } }', [{ property: 'shelfId', isText: false }]],
  ["'owner_id[]'", '{ type: array, items: { type: string } }', [{ property: 'ownerId', isText: false }]],
  ['ids', '{ type: array, items: { type: string } }', [{ property: 'id', isText: false }]],
  ['ids', '{ type: string }', []],
  ['shelf_ids', '{ type: array, items: { type: integer } }', [{ property: 'shelfId', isText: false }]],
  // Shown by its identifier, or as a whole.
  ['publisher', "{ type: string, pattern: '^p[0-9]$' }", [{ property: 'publisher', isText: false }]],
  ['publisher', '{ type: string }', []],
  ['printed', '{ type: string, format: date }', [{ property: 'printed', isText: false }]],
  ['printed', '{ type: string, format: date-time }', []],
  ['lendStart', '{ type: string, format: date }', []],
  ['due', '{ type: string, format: date }', []],
  // Of things that are shown as a whole.
  ['tag_id', '{ type: integer }', [{ property: 'tag.id', isText: false }]],
  ['tagIds', '{ type: array, items: { type: integer } }', [{ property: 'tag.id', isText: false }]],
  ['shelves', '{ type: array, items: { type: string } }', [{ property: 'shelves.name', isText: false }]],
  ["'filter[printer_id]'", '{ type: string }', [{ property: 'printer.id', isText: false }]],
  ['printer_id', '{ type: integer }', []],
  // A text whose form a pattern says.
  ['row', '{ type: string }', [{ property: 'row', isText: true }]],
  ['row', "{ type: string, pattern: '^[A-Z]{2}$' }", [{ property: 'row', isText: false }]],
])('a parameter %s asks for a property that has such values', (name, schema, filters) => {
  const lists = `authors: ${texts}, categories: ${texts}, languages: ${texts}`;
  const days = ['printed', 'lendStart', 'due'].map((day) => `${day}: { type: string, format: date }`).join(', ');
  const publisher = "publisher: { oneOf: [{ type: string, pattern: '^p[0-9]$' }, { type: object }] }";
  const owner = `id: { type: string }, ${publisher}, ownerId: { type: string }`;
  const tags = '{ type: array, items: { type: object, properties: { id: { type: integer } } } }';
  const shelves =
    '{ type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } }';
  const shown = `tags: ${tags}, shelves: ${shelves}, printer: { type: object, properties: { id: { type: string } } }`;
  const row = "shelfId: { type: integer }, row: { type: string, pattern: '^[A-Z]{2}$' }";
  const properties = `${lists}, ${days}, ${shown}, pages: { type: string }, ${owner}, ${row}`;
  const found = parametersWith(name, schema, properties).filters;
  expect(found.map(({ property, isText }) => ({ property, isText }))).toEqual(filters);
});

test.each<[name: string, said: string, property: string | undefined]>([
  ['author', 'Filter by author (username)', 'author.username'],
  ['author', 'Filter by author', undefined],
  ['author_username', '', 'author.username'],
  ['tag', 'Filter by tag', 'tagList'],
])('a parameter %s that says "%s" is of a part that tells a thing from others', (name, said, property) => {
  const author = '{ type: object, properties: { username: { type: string }, bio: { type: string } } }';
  const { filters } = parametersWith(name, '{ type: string }', `author: ${author}, tagList: ${texts}`, '', said);
  expect(filters.map((filter) => filter.property)).toEqual(property === undefined ? [] : [property]);
});

test.each<[name: string, properties: string, property: string | undefined]>([
  ['in', 'folder_id: @Folder, owner_id: @Owner', 'folder_id'],
  ['in', 'folder_id: @Folder, from_folder_id: @Folder', undefined],
  ['in', 'folder: @Folder', undefined],
  ['in', 'id: @Folder', undefined],
  ['to', 'folder_id: @Folder', undefined],
])('by a parameter %s, items with %s are asked for by the only other thing of such a schema', (name, own, property) => {
  const of = (schema: string) => `{ $ref: '#/components/schemas/${schema}' }`;
  const properties = own.replaceAll(/@(\w+)/g, (_, schema: string) => of(schema));
  const schemas = 'components: { schemas: { Folder: { type: string, format: uuid }, Owner: { type: string } } }';
  const { filters } = parametersWith(name, of('Folder'), properties, schemas);
  expect(filters.map((filter) => filter.property)).toEqual(property === undefined ? [] : [property]);
});

test.each<[size: string, place: string, part: 'page' | 'offset']>([
  ['page[size]', 'page[number]', 'page'],
  ['page[limit]', 'page[offset]', 'offset'],
  ['$top', '$skip', 'offset'],
  ['count_per_page', 'currentPage', 'page'],
  ['itemsPerPage', 'pageNum', 'page'],
])('%s and %s say what is on a page', (size, place, part) => {
  const schema = 'schema: { type: integer }';
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: '${size}', in: query, ${schema} }, { name: '${place}', in: query, ${schema} }]
    responses: { '200': { description: '' } }`);
  const operation = operationIn(description, 'listBooks');
  const found = listParametersOf(description, { operation, segments: [], item: operation.pointer });
  expect([found.size?.name, found[part]?.name]).toEqual([size, place]);
});

test.each([
  ['properties that may be there alone', '', ['page[size]', 'page[number]']],
  ['properties that must be there together', 'required: [size, number],', []],
])('an object has %s: they are parameters by themselves, or none', (_, required, expected) => {
  const schema = `{ type: object, ${required} properties: { size: { type: integer }, number: { type: integer } } }`;
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: page, in: query, style: deepObject, schema: ${schema} }]
    responses: { '200': { description: '' } }`);
  const operation = operationIn(description, 'listBooks');
  const { size, page } = listParametersOf(description, { operation, segments: [], item: operation.pointer });
  expect([size, page].flatMap((one) => one?.name ?? [])).toEqual(expected);
});

test.each([
  ['that which comes by default', 'minimum: 0, default: 1', 1],
  ['else the least', 'minimum: 0', 0],
  ['else 1', 'maximum: 9', 1],
])('the number of the first page is %s', (_, keywords, first) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: page, in: query, schema: { type: integer, ${keywords} } }]
    responses: { '200': { description: '' } }`);
  const operation = operationIn(description, 'listBooks');
  const parameters = listParametersOf(description, { operation, segments: [], item: operation.pointer });
  expect(firstPageNumber(description.contract, parameters)).toBe(first);
});

test.each([
  [['maxSize', 'limit'], 'limit'],
  [['maxSize'], undefined],
  [['size', 'limit'], 'limit'],
  [['size'], 'size'],
])('of files, which have a size, %j are on a page %s', (names, size) => {
  const description = descriptionOf(`
/files:
  get:
    operationId: listFiles
    parameters: [${names.map((name) => `{ name: ${name}, in: query, schema: { type: integer } }`).join(', ')}]
    responses:
      '200':
        description: ''
        content:
          application/json: { schema: { type: array, items: { properties: { size: { type: integer } } } } }`);
  const operation = operationIn(description, 'listFiles');
  const item = `${operation.responses['200']?.pointer}/content/application~1json/schema/items`;
  expect(listParametersOf(description, { operation, segments: [], item }).size?.name).toBe(size);
});

test.each<[name: string, schema: string, properties: string[]]>([
  ['drinkType', '{ type: string, enum: [beer, wine] }', ['type']],
  ['drink_type', "{ $ref: '#/components/schemas/DrinkKind' }", ['type']],
  ['drinkKind', "{ $ref: '#/components/schemas/DrinkKind' }", ['madeAs']],
  ['excludedKind', "{ $ref: '#/components/schemas/DrinkKind' }", []],
  ['wineType', '{ type: string, enum: [red, white] }', []],
  ['drinkId', '{ type: integer }', []],
])('a parameter %s that is called after the thing asks for a property of it', (name, schema, properties) => {
  const description = descriptionOf(
    `
/drinks:
  get:
    operationId: listDrinks
    parameters: [{ name: ${name}, in: query, schema: ${schema} }]
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Drink' } } } }`,
    `
components:
  schemas:
    DrinkKind: { type: string, enum: [beer, wine] }
    Drink:
      type: object
      properties:
        id: { type: integer }
        type: { type: string, enum: [beer, wine] }
        madeAs: { $ref: '#/components/schemas/DrinkKind' }`,
  );
  const operation = operationIn(description, 'listDrinks');
  const item = '/paths/~1drinks/get/responses/200/content/application~1json/schema/items';
  const { filters } = listParametersOf(description, { operation, segments: [], item });
  expect(filters.map(({ property }) => property)).toEqual(properties);
});

test.each([
  ['q', true],
  ['search_term', true],
  ['filter[search]', true],
  ['filter[name]', false],
  ['research', false],
])('%s is what is searched for: %s', (name, isIt) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: '${name}', in: query, schema: { type: string } }]
    responses:
      '200': { description: '', content: { application/json: { schema: { type: array, items: {} } } } }`);
  const operation = operationIn(description, 'listBooks');
  const schema = `${operation.pointer}/responses/200/content/application~1json/schema`;
  const { searches } = listParametersOf(description, { operation, segments: [], item: `${schema}/items` });
  expect(searches.map((parameter) => parameter.name)).toEqual(isIt ? [name] : []);
});

test.each<[said: string, name: string, properties: string[]]>([
  ['Filter schemas by space entity type', 'entityType', ['spaceEntityType']],
  ['Filter schemas by type of entity', 'entityType', []],
  ['By the space entity type', 'kind', []],
])('a parameter, described as "%s" and called %s, asks for what its description names in full', (said, name, found) => {
  const kinds = '{ type: string, enum: [CARGO, CREW] }';
  const description = descriptionOf(`
/schemas:
  get:
    operationId: listSchemas
    parameters: [{ name: ${name}, in: query, description: ${said}, schema: ${kinds} }]
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema:
              type: array
              items: { properties: { id: { type: integer }, spaceEntityType: ${kinds} } }`);
  const operation = operationIn(description, 'listSchemas');
  const item = '/paths/~1schemas/get/responses/200/content/application~1json/schema/items';
  const { filters } = listParametersOf(description, { operation, segments: [], item });
  expect(filters.map(({ property }) => property)).toEqual(found);
});
