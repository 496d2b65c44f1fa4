import { expect, test } from 'vitest';
import { levelsWithin, nearestPlaces } from './nearest-places.ts';

test('the nearest places come first', () => {
  const within = (path: string) => [`${path}a`, `${path}b`];
  expect(nearestPlaces('', 2, within)).toEqual(['', 'a', 'b', 'aa', 'ab', 'ba', 'bb']);
});

test('what is in itself again and again ends', () => {
  const within = (path: string) => Array.from({ length: 300 }, (_, index) => `${path}.${index}`);
  expect(new Set(nearestPlaces('', 9, within)).size).toBe(2000);
});

test.each([
  ['all levels of what is small', 1, 6],
  ['fewer of what is wide', 40, 2],
  ['at least one', 5000, 1],
])('%s', (_, width, levels) => {
  const within = (path: string) => Array.from({ length: width }, (_item, index) => `${path}.${index}`);
  expect(levelsWithin('', 6, within)).toBe(levels);
});
