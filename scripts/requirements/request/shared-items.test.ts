import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { type SharedItem, SharedItems } from './shared-items.ts';

test('an item that is made for itself, by way of others, is made without', async () => {
  const items = new SharedItems();
  const seen: (Exact | undefined)[] = [];
  const shelf: SharedItem = items.make(async () => {
    await setImmediate();
    const room = items.make(async () => {
      seen.push(await items.wait(shelf));
      return 'room';
    });
    seen.push(await items.wait(room));
    return 'shelf';
  });
  expect(await items.wait(shelf)).toBe('shelf');
  expect(seen).toEqual([undefined, 'room']);
});

test('of two items that need each other, and are made at once, one is made without the other', async () => {
  const items = new SharedItems();
  const made = (name: string, other: () => SharedItem) =>
    items.make(async () => {
      await setImmediate();
      return [name, (await items.wait(other())) ?? null];
    });
  const shelf: SharedItem = made('shelf', () => room);
  const room: SharedItem = made('room', () => shelf);
  expect([await items.wait(shelf), await items.wait(room)]).toEqual([
    ['shelf', ['room', null]],
    ['room', null],
  ]);
});

test('an item that others wait for is there for all of them', async () => {
  const items = new SharedItems();
  const room = items.make(async () => {
    await setImmediate();
    return 'room';
  });
  const shelves = ['one', 'two'].map((name) => items.make(async () => [name, (await items.wait(room)) ?? null]));
  expect(await Promise.all(shelves.map((shelf) => items.wait(shelf)))).toEqual([
    ['one', 'room'],
    ['two', 'room'],
  ]);
});
