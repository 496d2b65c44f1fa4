import { expect, test } from 'vitest';
import { shortened } from './text.ts';

test.each<[name: string, text: string, most: number, shown: string]>([
  ['a short text', 'abc', 3, 'abc'],
  ['as many characters as there may be, each of two code units', '🐕🐕🐕', 3, '🐕🐕🐕'],
  ['a long text', 'abcdefghij'.repeat(10), 30, 'abcd … (100 characters) … ghij'],
  ['a long text of characters of two code units', '🐕'.repeat(100), 30, '🐕🐕🐕🐕 … (100 characters) … 🐕🐕🐕🐕'],
  ['a limit that leaves no room', 'abcdefghij', 1, 'a … (10 characters) … j'],
])('shortens %s', (_, text, most, shown) => {
  expect(shortened(text, most)).toBe(shown);
});
