import { expect, test } from 'vitest';
import { ItemChanges } from './item-changes.ts';

const item = '/books 7';

test('a request that is alone leaves the item as its answer says', () => {
  const changes = new ItemChanges();
  expect([changes.end(changes.begin(item)), changes.end(changes.begin(item))]).toEqual([true, true]);
  expect([changes.countOf(item), changes.countOf('/books 8')]).toEqual([2, 0]);
});

test('of two at once, neither does', () => {
  const changes = new ItemChanges();
  const [first, second] = [changes.begin(item), changes.begin(item)];
  expect([changes.end(first), changes.end(second)]).toEqual([false, false]);
  const elsewhere = [changes.begin(item), changes.begin('/books 8')];
  expect(elsewhere.map((one) => changes.end(one))).toEqual([true, true]);
});

test('works with one item are done one after the other, also where one fails', async () => {
  const changes = new ItemChanges();
  const done: string[] = [];
  const work = (name: string, milliseconds: number, of = item) =>
    changes.inTurn(of, async () => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      done.push(name);
      if (name === 'slow') throw new Error('It failed.');
    });
  const all = await Promise.allSettled([work('slow', 30), work('quick', 0), work('other', 0, '/books 8')]);
  expect(done).toEqual(['other', 'slow', 'quick']);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
