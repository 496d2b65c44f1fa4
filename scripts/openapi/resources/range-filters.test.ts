import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { listParametersOf } from './list-parameters.ts';
import { isInRange, type RangeFilter, rangedValue } from './range-filters.ts';

const written = {
  date: '{ type: string, format: date }',
  time: '{ type: string, format: date-time }',
  integer: '{ type: integer }',
  number: '{ type: number }',
  text: '{ type: string }',
  decimal: "{ type: string, pattern: '^[0-9]+[.][0-9]{2}$' }",
  points: "{ type: string, pattern: '^[0-9]+([.][0-9]+)*$' }",
};

/** The range filters of a list with one query parameter. */
function rangesOf(
  name: string,
  schema: keyof typeof written,
  properties: { [name: string]: string },
  text = '',
): RangeFilter[] {
  const all = Object.entries(properties).map(([own, type]) => `${own}: ${type}`);
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: '${name}', in: query, description: '${text}', schema: ${written[schema]} }]
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: array, items: { type: object, properties: { ${all.join(', ')} } } }`);
  const operation = operationIn(description, 'listBooks');
  const item = `${operation.responses['200']?.pointer}/content/application~1json/schema/items`;
  return listParametersOf(description, { operation, segments: [], item }).ranges;
}

const { date, time, integer, number, text, decimal, points } = written;

/** An amount of money, and what it is in. */
const money = (amount: string, currency: string) =>
  `{ type: object, properties: { amount: ${amount}, currency: ${currency} } }`;

test.each<[string, keyof typeof written, { [name: string]: string }, string, boolean, boolean | undefined]>([
  ['createdAfter', 'time', { createdAt: time, title: text }, 'createdAt', true, undefined],
  ['created_before', 'time', { created_at: time }, 'created_at', false, undefined],
  ['updated_since', 'date', { updatedAt: time }, 'updatedAt', true, undefined],
  ['created_at_before', 'time', { created_at: time }, 'created_at', false, undefined],
  ['completed_at.after', 'time', { completed_at: time }, 'completed_at', true, undefined],
  ['dueBefore', 'date', { dueDate: date }, 'dueDate', false, undefined],
  ['dueBefore', 'date', { dueOn: date, due: date }, 'due', false, undefined],
  ['startsFrom', 'date', { startDate: date, endDate: date }, 'startDate', true, undefined],
  ['endsTo', 'date', { startDate: date, endDate: date }, 'endDate', false, undefined],
  ['publishedFrom', 'integer', { publishedYear: integer }, 'publishedYear', true, undefined],
  ['from_due', 'date', { due: date }, 'due', true, undefined],
  ['from', 'date', { due: date, title: text }, 'due', true, undefined],
  ['from', 'date', { due: date, tags: '{ type: array, items: { type: string } }' }, 'due', true, undefined],
  ['to_date', 'date', { due: date, title: text }, 'due', false, undefined],
  ['min_price', 'number', { price: number }, 'price', true, true],
  ['unit_price__gte', 'number', { unit_price: decimal }, 'unit_price', true, true],
  ['maxPrice', 'integer', { price: number }, 'price', false, true],
  ['priceMin', 'integer', { price: integer }, 'price', true, true],
  ['price_gte', 'integer', { price: integer }, 'price', true, true],
  ['filter[price][ge]', 'integer', { price: integer }, 'price', true, true],
  ['price_le', 'integer', { price: integer }, 'price', false, true],
  ['price[lte]', 'integer', { price: integer }, 'price', false, true],
  ['price_gt', 'integer', { price: integer }, 'price', true, false],
  ['price__lt', 'integer', { price: integer }, 'price', false, false],
])('%s (%s) of %o', (name, schema, properties, property, isLeast, isIncluded) => {
  expect(rangesOf(name, schema, properties)).toMatchObject([{ property, isLeast, isIncluded }]);
});

test.each<[text: string, isIncluded: boolean | undefined]>([
  ['Only books that were added at this time or later.', true],
  ['Only books that were added on or after this day.', true],
  ['Beginning of the range (inclusive).', true],
  ['Beginning of the range, exclusive.', false],
  ['Beginning of the range, not inclusive.', false],
  ['Inclusive with a time, exclusive with a day.', undefined],
  ['Only books that were added after this time.', false],
  ['Only books that were added before the given day.', false],
  ['Only books that were added before the fair.', undefined],
  ['Beginning of the range, at most 31 days before its end.', undefined],
])('what a description says of the bound: %s', (text, isIncluded) =>
  expect(rangesOf('addedFrom', 'time', { addedAt: time }, text)).toMatchObject([{ isIncluded }]),
);

test.each<[text: string, property: string, others: string[]]>([
  ['Only classes that start at this time or later.', 'startsAt', []],
  ['Classes created since then.', 'createdAt', []],
  ['Those that start later than others were created then.', 'startsAt', ['createdAt']],
  ['Start of the range.', 'startsAt', ['createdAt']],
  ['Start date', 'startsAt', ['createdAt']],
  ['Start (inclusive)', 'startsAt', ['createdAt']],
  ['', 'startsAt', ['createdAt']],
])('of several times, a description has the word of one: %s', (text, property, others) =>
  expect(rangesOf('from', 'time', { startsAt: time, createdAt: time }, text)).toMatchObject([{ property, others }]),
);

const weight = 'Books whose unit weighs at least so many grams.';

test.each<[name: string, text: string, properties: string[], found: string | undefined]>([
  ['min_rating', '', ['average_rating'], 'average_rating'],
  ['max_hours', '', ['estimated_hours'], 'estimated_hours'],
  ['min_rating', '', ['average_rating', 'rating_count'], undefined],
  ['min_rating', '', ['own_rating'], undefined],
  ['min_rating', 'Books with this own rating or a better one.', ['own_rating'], 'own_rating'],
  ['max_age', '', ['min_age'], undefined],
  ['max_age', 'The min age is at most this.', ['min_age'], undefined],
  ['minWeight', weight, ['unitWeightGrams'], 'unitWeightGrams'],
  ['minWeight', weight, ['unitWeightGrams', 'weight'], 'weight'],
  ['max_duration', 'In seconds.', ['durationMs'], undefined],
  ['max', 'All of it.', ['total'], undefined],
])('%s (%s) of %o', (name, text, properties, found) => {
  const all = Object.fromEntries(properties.map((one) => [one, integer]));
  expect(rangesOf(name, 'integer', all, text).map(({ property }) => property)).toEqual(
    [found].flatMap((one) => one ?? []),
  );
});

test.each<[why: string, name: string, schema: keyof typeof written, properties: { [name: string]: string }]>([
  ['it is the property itself', 'validFrom', 'date', { validFrom: date, valid: date }],
  ['two properties are as near', 'dueBefore', 'date', { dueOn: date, dueAt: time }],
  ['it names nothing of the item', 'min_price', 'number', { cost: number }],
  ['a number is compared with a time', 'created_after', 'integer', { created_at: time }],
  ['a number after another one may be the next', 'created_after', 'integer', { created_at: integer }],
  ['a fraction may be of another unit', 'min_price', 'number', { price: integer }],
  ['a number may be of an account', 'from_account', 'integer', { account: integer }],
  ['an identifier is a place in the list', 'min_id', 'integer', { id: integer }],
  ['an amount may be in another currency', 'min_price', 'number', { price: money(number, text) }],
  ['a version is no number', 'min_version', 'decimal', { version: decimal }],
  ['it may have more points', 'min_release', 'points', { release: points }],
  ['it is no number', 'min_price', 'decimal', { price: text }],
  ['it has no format', 'created_after', 'text', { created: time }],
  ['one of few values has a rank', 'min_stars', 'integer', { stars: '{ type: integer, enum: [1, 2] }' }],
  ['it may be a time of what was done', 'from', 'date', { created: date, updated: date }],
  ['it may be a time in another thing', 'from', 'date', { due: date, loan: '{ type: object }' }],
  ['it is written in another way', 'from', 'date', { due: time }],
  ['it may be a place in the list', 'after', 'date', { due: date }],
])('none where %s: %s', (_, name, schema, properties) => {
  expect(rangesOf(name, schema, properties)).toEqual([]);
});

test.each<[string, keyof typeof written, { [name: string]: string }, [value: string | number | null, isIn: boolean][]]>(
  [
    [
      'min_price',
      'integer',
      { price: integer },
      [
        [6, true],
        [5, true],
        [4, false],
        [null, false],
      ],
    ],
    [
      'price_gt',
      'integer',
      { price: integer },
      [
        [6, true],
        [5, false],
        [4, false],
      ],
    ],
    [
      'price_lt',
      'integer',
      { price: integer },
      [
        [6, false],
        [5, false],
        [4, true],
      ],
    ],
    [
      'priceTo',
      'integer',
      { price: integer },
      [
        [6, false],
        [5, true],
        [4, true],
      ],
    ],
  ],
)('%s 5', (name, schema, properties, values) => {
  const [filter = expect.fail('There is no range.')] = rangesOf(name, schema, properties);
  expect(values.map(([value]) => [value, isInRange(filter, value, 5)])).toEqual(values);
});

test.each<[schema: keyof typeof written, amount: string, price: Exact]>([
  ['decimal', decimal, '9.50'],
  ['number', number, 9.5],
])('an amount of money is compared as a number: %s', (schema, amount, price) => {
  const properties = { price: money(amount, '{ const: EUR }') };
  const [filter = expect.fail('There is no range.')] = rangesOf('max_price', schema, properties);
  const shown = rangedValue(filter, { price: { amount: price, currency: 'EUR' } }, 'price');
  const bounds: Exact[] = schema === 'decimal' ? ['10.00', '9.50', '9.49'] : [10, 9.5, 9.49];
  expect(bounds.map((bound) => isInRange(filter, shown, bound))).toEqual([true, true, false]);
});

test('times are compared as instants', () => {
  const [filter = expect.fail('There is no range.')] = rangesOf('createdAfter', 'time', { createdAt: time });
  expect(isInRange(filter, '2026-03-01T12:00:00+02:00', '2026-03-01T11:00:00Z')).toBe(false);
  expect(isInRange(filter, '2026-03-01T12:00:00.001', '2026-03-01T12:00:00Z')).toBe(true);
});

test('a filter that may be of any of some times is of all of them', () => {
  const [filter, ...rest] = rangesOf('from', 'time', { startsAt: time, endsAt: time, createdAt: time, title: text });
  expect([filter?.property, filter?.others, rest]).toEqual(['startsAt', ['endsAt', 'createdAt'], []]);
});
