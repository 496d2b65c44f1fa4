import { expect, test } from 'vitest';
import { isPluralOf, singularOf } from './plural.ts';

test.each([
  ['book', 'books'],
  ['shelf', 'shelves'],
  ['bookshelf', 'bookshelves'],
  ['knife', 'knives'],
  ['drive', 'drives'],
  ['archive', 'archives'],
  ['category', 'categories'],
  ['day', 'days'],
  ['movie', 'movies'],
  ['box', 'boxes'],
  ['address', 'addresses'],
  ['batch', 'batches'],
  ['cache', 'caches'],
  ['house', 'houses'],
  ['status', 'statuses'],
  ['person', 'people'],
  ['salesperson', 'salespeople'],
  ['child', 'children'],
  ['index', 'indices'],
  ['index', 'indexes'],
  ['price', 'prices'],
  ['analysis', 'analyses'],
  ['purchase', 'purchases'],
  ['menu', 'menus'],
  ['alias', 'aliases'],
  ['lens', 'lenses'],
  ['base', 'bases'],
])('%s, %s', (one, many) => {
  expect(isPluralOf(many, one)).toBe(true);
  expect(isPluralOf(one, many)).toBe(false);
  expect(singularOf(many)).toBe(one);
  expect(singularOf(one)).toBe(one);
});

test.each(['series', 'news', 'specimen'])('%s is no plural', (word) => {
  expect(singularOf(word)).toBe(word);
});
