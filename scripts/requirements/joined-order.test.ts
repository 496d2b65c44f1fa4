import { expect, test } from 'vitest';
import { joinedOrder } from './joined-order.ts';

test.each<[name: string, lists: string[], joined: string]>([
  ['no lists', [], ''],
  ['one list', ['ab'], 'ab'],
  ['an empty list', ['', 'ab', ''], 'ab'],
  ['what another list lacks', ['abc', 'ac'], 'abc'],
  ['what the first list lacks, before what follows it', ['bd', 'abcd'], 'abcd'],
  ['what the first list lacks at the end', ['ab', 'abcd'], 'abcd'],
  ['what a list has by itself, though a later one has it first', ['bc', 'a', 'abc'], 'abc'],
  ['lists that have nothing in common', ['ab', 'cd'], 'abcd'],
  ['what a list has twice', ['aab', 'bcc'], 'abc'],
])('joins %s', (_, lists, joined) => expect(joinedOrder(lists).join('')).toBe(joined));

test('lists that disagree are joined all the same', () =>
  expect(joinedOrder(['ab', 'ba']).toSorted().join('')).toBe('ab'));

test('a long list of which another has the end alone', () => {
  const long = Array.from({ length: 50_000 }, (_, index) => String(index));
  expect(joinedOrder([long.slice(-1), long])).toEqual(long);
});
