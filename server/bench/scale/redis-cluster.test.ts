import { expect, test } from 'vitest';
import { refusedTooEarly, slotOf } from './redis-cluster.ts';
import { seededRandom } from './seeded-random.ts';

test('the slot of a key is that of the specification of Redis Cluster', () => {
  expect(slotOf('123456789')).toBe(0x31c3);
  expect(slotOf('foo')).toBe(12_182);
});

test('one server, or one request at a time, refuses none too early; several refuse what others hold', () => {
  const random = seededRandom(1);
  expect(refusedTooEarly(60, 1, 10, random)).toBe(0);
  expect(refusedTooEarly(60, 4, 1, random)).toBe(0);
  const refused = refusedTooEarly(60, 4, 10, random);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(27);
});
