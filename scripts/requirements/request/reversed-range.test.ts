import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { boundsLength, hasHalfRange, hasLongRange, hasReversedRange } from './reversed-range.ts';

test.each<[Exact]>([
  [{ from: '2030-10-27', to: '2030-01-01' }],
  [{ startDate: '2030-10-27', endDate: '2030-10-27' }],
  [{ starts_at: '2030-10-27T12:00:00Z', ends_at: '2030-10-27T13:00:00+02:00' }],
  [{ opens: 1, hours: [{ check_in: '16:00', check_out: '10:00' }] }],
  [[{ opens: '20:00', closes: '01:30' }]],
  [{ price: { min_price: 5, max_price: 4 } }],
])('%j has a range that ends before it begins, or where', (body) => {
  expect(hasReversedRange(body)).toBe(true);
});

test.each<[Exact]>([
  [{ from: '2030-01-01', to: '2030-10-27' }],
  [{ from: 'Berlin', to: 'Athens' }],
  [{ from: '2030-10-27' }],
  [{ start_date: '2030-10-27', end_time: '2030-01-01' }],
  [{ min: 5, max: '4' }],
  ['from'],
  [null],
])('%j has none', (body) => {
  expect(hasReversedRange(body)).toBe(false);
});

test.each<[Exact, boolean]>([
  [{ startDate: '2030-10-27', endDate: '2096-02-29' }, true],
  [[{ starts_at: '2030-10-27T12:00:00Z', ends_at: '2031-12-27T12:00:00Z' }], true],
  [{ startDate: '2030-10-27', endDate: '2031-02-27' }, false],
  [{ min_price: 5, max_price: 4000 }, false],
  [{ endDate: '2096-02-29' }, false],
])('whether %j has a long range: %s', (body, isLong) => expect(hasLongRange(body)).toBe(isLong));

test.each([
  ['A rental lasts at most 90 days.', true],
  ['Must not be more than two weeks after startDate', true],
  ['A stay cannot exceed 30 nights', true],
  ['At most 30 characters', false],
  ['The last day, inclusive', false],
])('"%s" bounds a length: %s', (text, isBound) => expect(boundsLength(text)).toBe(isBound));

test.each([
  ['2030-01-02', '2030-01-01', true],
  ['2030-01-01', '2030-01-02', false],
])('of a range that a description says, from %s to %s: %s', (start, due, isReversed) => {
  const said = [{ first: 'start_date', last: 'due' }];
  expect(hasReversedRange({ start_date: start, due }, said)).toBe(isReversed);
  expect(hasReversedRange({ start_date: start, due })).toBe(false);
});

test.each<[Exact, boolean]>([
  [{ startDate: '2096-06-01T12:30:00+02:00' }, true],
  [{ endDate: '1996-06-01T12:30:00Z' }, true],
  [{ startDate: '1996-06-01T12:30:00Z' }, false],
  [{ endDate: '2096-06-01T12:30:00Z' }, false],
  [{ startDate: '2096-06-01T12:30:00Z', endDate: '2097-06-01T12:30:00Z' }, false],
  [{ limit: 5 }, false],
])('whether %j may end before it begins, where an end that is not given is now: %s', (query, isHalf) =>
  expect(hasHalfRange(query, ['startDate', 'endDate', 'limit'], Date.parse('2030-01-01T00:00:00Z'))).toBe(isHalf),
);
