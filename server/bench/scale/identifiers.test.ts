import { expect, test } from 'vitest';
import { identifierSource, primaries } from './identifiers.ts';

test('identifiers of all primaries in the same milliseconds differ, and a number holds the last of them', () => {
  const end = 2 ** 41;
  const sources = Array.from({ length: primaries }, (_, primary) => identifierSource(primary));
  const ids = sources.flatMap((next) => Array.from({ length: 256 }, (_, made) => next(end - 2 + made / 128).id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...ids)).toBe(Number.MAX_SAFE_INTEGER);
});

test('a primary makes 128 in a millisecond, and the next one is ahead of its clock', () => {
  const next = identifierSource(3);
  const made = Array.from({ length: 129 }, () => next(7.5));
  expect(made.map(({ isAhead }) => isAhead).indexOf(true)).toBe(128);
  expect(next(8).isAhead).toBe(false);
});

test('what a primary makes grows, also where its clock is set back', () => {
  const next = identifierSource(3);
  const ids = [7, 7, 8, 2, 2, 9].map((now) => next(now).id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
});
