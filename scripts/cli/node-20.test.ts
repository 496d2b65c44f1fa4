import { afterAll, beforeAll, expect, test } from 'vitest';

const { groupBy } = Map;
const { withResolvers } = Promise;
beforeAll(async () => {
  Reflect.deleteProperty(Map, 'groupBy');
  Reflect.deleteProperty(Promise, 'withResolvers');
  await import('./node-20.ts');
});
afterAll(() => {
  Object.assign(Map, { groupBy });
  Object.assign(Promise, { withResolvers });
});

test('Map.groupBy groups as the one of later versions does', () => {
  expect(Map.groupBy).not.toBe(groupBy);
  const numbers = new Set([5, 3, 8, 1, 9, 2]);
  const remainder = (value: number, index: number) => (value + index) % 3;
  expect([...Map.groupBy(numbers, remainder)]).toEqual([
    ...Reflect.apply(groupBy<number, number>, Map, [numbers, remainder]),
  ]);
});

test('Promise.withResolvers gives a promise and what settles it', async () => {
  expect(Promise.withResolvers).not.toBe(withResolvers);
  const [good, bad] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  good.resolve(1);
  bad.reject(new Error('No.'));
  expect(await good.promise).toBe(1);
  await expect(bad.promise).rejects.toThrow('No.');
});
