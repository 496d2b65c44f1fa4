import { expect, test, vi } from 'vitest';
import type { Exact } from '../../../http/exact-json.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import type { RangeFilter } from '../../../openapi/resources/range-filters.ts';
import { bookContract } from '../../../verify/test/book-contract.ts';
import { offlineContext } from '../../planning-context.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { listedBy } from './list-resource.ts';
import { isSurelyInRange, isSurelyListed, rangeBounds } from './range-bounds.ts';

const description = bookContract('sorted');
const context = offlineContext(withoutWorkflows(description));
const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'listBooks' });
const { ranges } = listParametersOf(description, resource.list);

function named(name: string, others: Partial<RangeFilter> = {}): RangeFilter {
  const filter = ranges.find(({ parameter }) => parameter.name === name);
  return filter === undefined ? expect.fail(`There is no ${name}.`) : { ...filter, ...others };
}

test.each<[filter: RangeFilter, value: Exact, bound: Exact, isIn: boolean | undefined]>([
  [named('min_price'), 5, 5, true],
  [named('price_lt'), 5, 5, false],
  [named('min_price', { isIncluded: undefined }), 5, 5, undefined],
  [named('min_price', { own: 'number' }), 5.5, 5.5, undefined],
  [named('min_price', { own: 'decimal', bound: 'decimal' }), '5.50', '5.5', true],
  [named('min_price', { own: 'decimal', bound: 'decimal' }), '10.00', '9.50', true],
  [named('min_price'), null, 5, undefined],
  [named('printedAfter'), '2026-03-02', '2026-03-01', true],
  [named('printedAfter'), '2026-03-01', '2026-03-01', undefined],
  // A time that is written to the second, and a day that begins elsewhere at another time.
  [named('addedBefore'), '2026-03-01T12:00:01Z', '2026-03-01T12:00:00Z', undefined],
  [named('addedBefore'), '2026-03-01T12:00:02Z', '2026-03-01T12:00:00Z', false],
  // The very time: what is stored may be a little later than what is shown.
  [named('addedBefore', { isIncluded: false }), '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', false],
  [named('addedBefore', { isIncluded: true }), '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', undefined],
  [named('addedBefore', { isLeast: true, isIncluded: true }), '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', true],
  [
    named('addedBefore', { isLeast: true, isIncluded: true }),
    '2026-03-01T12:00:01Z',
    '2026-03-01T12:00:00Z',
    undefined,
  ],
  [named('addedBefore', { bound: 'date' }), '2026-03-02T23:00:00Z', '2026-03-01', undefined],
  [named('addedBefore', { bound: 'date' }), '2026-03-04T23:00:00Z', '2026-03-01', false],
])('%o: %o with %o', (filter, value, bound, isIn) => expect(isSurelyInRange(filter, value, bound)).toBe(isIn));

test.each<[name: string, values: Exact[], bounds: Exact[]]>([
  ['min_price', [5, 1, 3], [5]],
  ['min_price', [3, 3], [1003, -997, 3]],
  ['price_lt', [1, 2, 3], [3]],
  ['price_lt', [3], [-997, 1003, 3]],
  // What a server may take for no value.
  ['price_lt', [-5, 0, 5], [5]],
  ['printedAfter', ['2026-03-01', '2026-03-02', '2026-03-03'], ['2026-03-02']],
  ['printedAfter', ['2026-03-01', '2026-03-02'], ['2036-03-02', '2016-02-29']],
  ['addedBefore', ['2026-03-01T12:00:00.5+02:00', null], ['2016-02-29T10:00:00Z', '2036-03-01T10:00:00Z']],
  ['addedBefore', [null], []],
])('%s of items with %o', (name, values, bounds) => {
  const filter = named(name);
  const items = values.map((value) => ({ [filter.property]: value }));
  expect(rangeBounds(context, filter, items)).toEqual(bounds);
});

test('the bound of amounts that are texts is a number, where the filter takes one', () => {
  const filter = named('price_lt', { own: 'decimal', bound: 'number' });
  const items = ['1.50', '2.50', '3.50'].map((value) => ({ [filter.property]: value }));
  const isValid = vi.spyOn(context, 'isValid').mockImplementation((_, __, value) => typeof value === 'number');
  expect(rangeBounds(context, filter, items)).toEqual([3.5]);
  isValid.mockRestore();
});

const ofBoth = named('addedBefore', { others: ['goneAt'] });
const [early, late] = ['2026-03-01T12:00:00Z', '2026-03-05T12:00:00Z'];

test.each<[bound: string, isListed: boolean | undefined]>([
  ['2026-02-01T12:00:00Z', false],
  ['2026-03-03T12:00:00Z', undefined],
  ['2026-04-01T12:00:00Z', true],
])('before %s, an item with two times is listed as both say', (bound, isListed) => {
  expect(isSurelyListed(ofBoth, { addedAt: early, goneAt: late }, bound)).toBe(isListed);
  expect(isSurelyListed(ofBoth, { addedAt: early }, bound)).toBeUndefined();
});

test('the bounds of a filter of several times are beyond all of them', () => {
  const items = [
    { addedAt: early, goneAt: late },
    { addedAt: late, goneAt: late },
  ];
  expect(rangeBounds(context, ofBoth, items)).toEqual(['2016-02-29T12:00:00Z', '2036-03-05T12:00:00Z']);
});
