import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('what was found for the same objects is not looked for again, undefined included', () => {
  const asked: string[] = [];
  const find = remembered((one: { name: string }, other: { name: string }) => {
    asked.push(one.name + other.name);
    return one.name === other.name ? undefined : one.name + other.name;
  });
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  expect([find(a, b), find(a, b), find(b, a), find(a, a), find(a, a)]).toEqual([
    'ab',
    'ab',
    'ba',
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(['ab', 'ba', 'aa']);
  expect(find({ name: 'a' }, b)).toBe('ab');
  expect(asked).toHaveLength(4);
});
