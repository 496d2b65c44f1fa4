import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { listParametersOf } from './list-parameters.ts';
import { comparedIn, type Sort, type SortOrder } from './sort-orders.ts';

const shelf = 'name: { type: string }, price: { type: number }, createdAt: { type: string, format: date-time }';

/** How a list with some query parameters, each with a schema, can be sorted. */
function sortWith(parameters: { [name: string]: string }, properties = shelf, said = ''): Sort | undefined {
  const query = Object.entries(parameters).map(
    ([name, schema]) => `{ name: ${name}, in: query, description: '${said}', schema: { ${schema} } }`,
  );
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [${query.join(', ')}]
    responses:
      '200':
        description: ''
        content:
          application/json: { schema: { type: array, items: { type: object, properties: { ${properties} } } } }`);
  const operation = operationIn(description, 'listBooks');
  const item = `${operation.responses['200']?.pointer}/content/application~1json/schema/items`;
  return listParametersOf(description, { operation, segments: [], item }).sort;
}

test.each([
  ['ISO 8601 timestamp.', 'date-time'],
  ['When it was made.', 'text'],
])('a text that is by its description "%s" compares as %s', (said, ranking) => {
  const properties = `createdAt: { type: string, description: ${said} }`;
  const orders = sortWith({ sort: 'type: string, enum: [createdAt]' }, properties)?.orders ?? [];
  expect(orders.map((one) => one.ranking)).toEqual([ranking]);
});

const shown = (sort: Sort | undefined) =>
  sort?.orders.map(({ query, property, isAscending }) => [
    query.map(([{ name }, value]) => `${name}=${value}`).join('&'),
    property,
    isAscending,
  ]);

test.each([
  ['^(name|price)(,(asc|desc))?$', ['name', 'name,asc', 'name,desc', 'price', 'price,asc', 'price,desc']],
  ['^[+-]?(?:name|price)$', ['name', 'price', '+name', '+price', '-name', '-price']],
  [String.raw`^name(\.desc)?$`, ['name', 'name.desc']],
  ['^(name|price).*$', undefined],
  ['^(name|price)+$', undefined],
  ['^name|price$', undefined],
  ['^(name)|(price)$', undefined],
  ['(name|price)', undefined],
])('the pattern %s is an order for each text that it writes out', (pattern, values) => {
  const sort = sortWith({ sort: `type: string, pattern: '${pattern}'` });
  const written = values && sortWith({ sort: `type: string, enum: [${values.map((one) => `'${one}'`).join(', ')}]` });
  expect(shown(sort)?.toSorted()).toEqual(shown(written)?.toSorted());
});

test.each<[name: string, values: string, orders: [string, string, boolean | undefined][]]>([
  [
    'sort',
    "name, '-price'",
    [
      ['name', 'name', undefined],
      ['-price', 'price', false],
    ],
  ],
  [
    'sort',
    "name, '-name'",
    [
      ['name', 'name', true],
      ['-name', 'name', false],
    ],
  ],
  [
    'sort_by',
    "'+name', 'price:asc', 'price:desc'",
    [
      ['+name', 'name', true],
      ['price:asc', 'price', true],
      ['price:desc', 'price', false],
    ],
  ],
  [
    'sortBy',
    'name_desc, price.asc, createdAtDesc',
    [
      ['name_desc', 'name', false],
      ['price.asc', 'price', true],
      ['createdAtDesc', 'createdAt', false],
    ],
  ],
  [
    'order_by',
    'name DESC, name_ascending',
    [
      ['name DESC', 'name', false],
      ['name_ascending', 'name', true],
    ],
  ],
  [
    'orderBy',
    'created_at, CREATED, popularity',
    [
      ['created_at', 'createdAt', undefined],
      ['CREATED', 'createdAt', undefined],
    ],
  ],
])('%s with %s', (name, values, orders) => {
  expect(shown(sortWith({ [name]: `type: string, enum: [${values}]` }))).toEqual(
    orders.map(([value, ...others]) => [`${name}=${value}`, ...others]),
  );
});

test('a second parameter says the direction', () => {
  const parameters = { order: 'enum: [ASC, DESC]', sort: "enum: [price, '-price', name_asc]" };
  expect(shown(sortWith(parameters))).toEqual([
    ['sort=price&order=ASC', 'price', true],
    ['sort=price&order=DESC', 'price', false],
  ]);
});

test('of several at once, one is asked for', () => {
  expect(shown(sortWith({ sort: 'type: array, items: { enum: [price] }' }))).toEqual([
    ['sort=price', 'price', undefined],
  ]);
});

test('texts of a pattern are in the order of texts', () =>
  expect(shown(sortWith({ sort: 'enum: [name]' }, "name: { type: string, pattern: '^[^/]+$' }"))).toEqual([
    ['sort=name', 'name', undefined],
  ]));

test.each<[why: string, parameters: { [name: string]: string }, properties?: string]>([
  ['any text is taken', { sort: 'type: string' }],
  ['another name', { show: 'enum: [price]' }],
  ['a direction beside any text', { order: 'enum: [asc, desc]', sort_column: 'type: string' }],
  ['one direction', { order: 'enum: [desc]' }],
  ['values that may have a rank', { sort: 'enum: [mood]' }, 'mood: { enum: [good, bad] }'],
  ['texts that may have a rank', { sort: 'enum: [priority]' }, 'priority: { type: string }'],
  ['texts of a format', { sort: 'enum: [key]' }, 'key: { type: string, format: uuid }'],
  ['things that may stand above the others', { sort: 'enum: [price]' }, `${shelf}, isPinned: { type: boolean }`],
])('no order is sure with %s', (_, parameters, properties) => expect(sortWith(parameters, properties)).toBe(undefined));

test.each<[ranking: SortOrder['ranking'], one: Exact, other: Exact, compared: -1 | 1 | undefined]>([
  ['number', 9, 10, -1],
  ['integer', 2n ** 64n, 3, 1],
  ['integer', 3, 3, undefined],
  ['number', null, 3, undefined],
  ['date', '2026-02-28', '2026-03-01', -1],
  ['date-time', '2026-03-01T12:00:00+02:00', '2026-03-01T11:00:00Z', -1],
  ['date-time', 'soon', '2026-03-01T11:00:00Z', undefined],
  ['text', 'apple', 'pear', -1],
  ['text', 'Pear', 'Apple', 1],
  ['text', 'Pear', 'apple', undefined],
  ['text', 'apple', 'ape', undefined],
  ['text', 'éclair', 'pear', undefined],
  ['text', '(pear)', 'apple', undefined],
  ['text', '10 apples', '9 pears', undefined],
  ['text', '10 apples', '90 pears', -1],
  ['text', '1 apple', 'pear', undefined],
  ['text', 'The Apple', 'Pear', undefined],
  ['text', null, 'pear', undefined],
  ['text', 'ord_01h1s5z6vf2mm1mz3hevnn9va7', 'ord_01h1s5z6vf2mm1mz3hfvnn9va7', -1],
  ['text', 'ord_01h1s5z7vf2mm1mz3hevnn9va7', 'ord_01h1s5z6vf2mm1mz3hevnn9va7', 1],
  ['text', 'ord_01h1s5z6vf2mm1mz3hevnn9va7', 'ord_01h1s5zavf2mm1mz3hevnn9va7', undefined],
  ['text', 'ord_01h1s5z67f2mm1mz3hevnn9va7', 'ord_01h1s5z7bf2mm1mz3hevnn9va7', undefined],
  ['text', '01h1s5z6vf2mm1mz3hevnn9va7', '01h1s5z6vf2mm1mz3hevnn9va7', undefined],
])('as %s, %o is before (-1) or after (1) %o: %o', (ranking, one, other, compared) => {
  expect(comparedIn(ranking, one, other)).toBe(compared);
});

const keys = 'items: { enum: [kind, price, -price] }';
test.each([
  ['a list of values', `type: array, ${keys}`, ['kind,price', 'kind,-price']],
  ['a list of one value', `type: array, maxItems: 1, ${keys}`, []],
  ['one value', 'type: string, enum: [kind, price, -price]', []],
])('a list is sorted by %s', (_, schema, expected) => {
  const pairs = sortWith({ sort: schema }, `${shelf}, kind: { enum: [novel, atlas] }`)?.pairs ?? [];
  expect(pairs.map(({ query }) => query.map(([, value]) => String(value)).join())).toEqual(expected);
  expect(pairs.map(({ first, second: { property } }) => [first, property])).toEqual(
    expected.map(() => ['kind', 'price']),
  );
});

test.each([
  ['Sorting criteria in the format: property,(asc|desc). Default sort order is ascending.', ','],
  ['Sorting criteria in the format: property(,asc|desc).', ','],
  ['Order, as field:asc|desc', ':'],
  ['The property to sort by, ascending', undefined],
])('what a description says of a text is an order for each property: %s', (said, separator) => {
  const sort = sortWith({ sort: 'type: array, items: { type: string }' }, shelf, said);
  const properties = separator === undefined ? [] : ['name', 'price', 'createdAt'];
  const expected = properties.flatMap((name) => [
    [`sort=${name}${separator}asc`, name, true],
    [`sort=${name}${separator}desc`, name, false],
  ]);
  expect(shown(sort) ?? []).toEqual(expected);
  expect(sort?.pairs.length ?? 0).toBe(separator === undefined ? 0 : 24);
});

test.each([
  ['Order by `name` or `cost`. Prefix it with `-` for descending order. By default `-name`.', ['name', 'cost']],
  ['One of `name`; descending with a leading hyphen.', ['name']],
  ['Which field to use: `name` or `cost`.', []],
  ['Descending with `-`.', []],
  ['To sort by name in descending order use `-name`.', ['name']],
])('a sign before each property that a description names is an order: %s', (said, names) => {
  const sort = sortWith({ ordering: 'type: string' }, `${shelf}, cost: { type: string, format: decimal }`, said);
  const expected = names.flatMap((name) => [
    [`ordering=${name}`, name, true],
    [`ordering=-${name}`, name, false],
  ]);
  expect(shown(sort) ?? []).toEqual(expected);
});

test.each<[example: string, orders: string[]]>([
  ['"price,desc"', ['price,asc', 'price,desc']],
  ['name:ASC', ['name:ASC', 'name:DESC']],
  ['-createdAt', ['createdAt', '-createdAt']],
  ['price', []],
  ['"cost,desc"', []],
])('an example shows how one property is sorted by: %s', (example, orders) =>
  expect(shown(sortWith({ sort: `type: string, example: ${example}` }))?.map(([query]) => query) ?? []).toEqual(
    orders.map((one) => `sort=${one}`),
  ),
);

test.each([
  ['', undefined],
  ['Order of creation', 'createdAt'],
  ['Sort order by the `price` of the books', 'price'],
  ['By price or name', undefined],
])('a direction alone is one of what its description names: %s', (said, property) => {
  const sort = sortWith({ order: 'enum: [ASC, DESC]' }, shelf, said);
  const orders = [
    ['order=ASC', property, true],
    ['order=DESC', property, false],
  ];
  expect(shown(sort)).toEqual(property === undefined ? [] : orders);
  expect(sort?.ways.map((query) => query.map(([, value]) => value))).toEqual([['ASC'], ['DESC']]);
});
