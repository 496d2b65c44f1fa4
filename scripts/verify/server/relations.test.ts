import { describe, expect, test } from 'vitest';
import type { Exact, ExactObject } from '../../http/exact-json.ts';
import { operationIn } from '../../test/contracts.ts';
import type { Ledger } from '../ledger.ts';
import { benchFor, idsOf } from '../test/bench.ts';
import { type BookServerFaults, bookServer } from '../test/book-server.ts';
import { checkRemoved, createSome } from './lifecycles.ts';
import { covers, idOf, Relations, violationOf } from './relations.ts';

/** Creates, changes and removes books, and holds each answer against what was sent. */
async function checked(faults: BookServerFaults = {}): Promise<Ledger> {
  const own = bookServer('plain', faults);
  const { session, ledger } = benchFor(own.description, own.respond);
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  const relations = new Relations(session, resource);
  for (const requirement of relations.requirements()) ledger.add(requirement);
  await createSome(session, relations, 4);
  for (const id of ['replaceBook', 'mergeBook']) {
    const parts = await session.source.base(operationIn(own.description, id));
    await relations.checkChanged(parts, await session.call(parts), idOf(resource, parts));
  }
  for (const created of relations.created) await relations.checkRead(created, operationIn(own.description, 'addBook'));
  await checkRemoved(session, relations);
  return ledger;
}

const ofItems = (ledger: Ledger, verdict: 'kept' | 'broken' | 'unproven') =>
  idsOf(ledger, verdict).filter((id) => !/^listBooks|\.responses\./.test(id));

const requirements = [
  ...['title', 'kind', 'lent', 'note'].map((name) => `addBook.kept.${name}`),
  ...['title', 'kind', 'lent', 'note'].map((name) => `replaceBook.kept.${name}`),
  'mergeBook.kept.title',
  'mergeBook.kept.lent',
  'addBook.unique',
  'readBook.returns.addBook',
  'readBook.returns.replaceBook',
  'readBook.returns.mergeBook',
  'removeBook.removed.readBook',
];

test('a faithful server is silent, and everything is shown', async () => {
  const ledger = await checked();
  expect(ofItems(ledger, 'kept')).toEqual(requirements);
  expect([...ofItems(ledger, 'broken'), ...ofItems(ledger, 'unproven')]).toEqual([]);
});

const without = (item: ExactObject, name: string): ExactObject =>
  Object.fromEntries(Object.entries(item).filter(([own]) => own !== name));
const returns = ['readBook.returns.addBook', 'readBook.returns.replaceBook', 'readBook.returns.mergeBook'];
const kept = (name: string, ...operations: string[]) => operations.map((operation) => `${operation}.kept.${name}`);

describe('a fault breaks its own requirements', () => {
  test.each<[name: string, faults: BookServerFaults, broken: string[]]>([
    [
      'a title is trimmed for the reader',
      { read: (item) => ({ ...item, title: String(item['title']).slice(0, 5) }) },
      returns,
    ],
    [
      'a title is stored in another case',
      { stored: (item) => ({ ...item, title: String(item['title']).toUpperCase() }) },
      returns,
    ],
    [
      'a title comes back otherwise, everywhere',
      { answered: (item) => ({ ...item, title: 'x' }), read: (item) => ({ ...item, title: 'x' }) },
      kept('title', 'addBook', 'replaceBook', 'mergeBook'),
    ],
    [
      'a note is dropped from the answer',
      { answered: (item) => without(item, 'note') },
      [...kept('note', 'addBook', 'replaceBook'), ...returns],
    ],
    [
      'a note that nobody sent',
      { read: (item) => ({ ...item, note: item['note'] ?? 'none' }) },
      ['readBook.returns.addBook'],
    ],
    ['another identifier to the reader', { read: (item) => ({ ...item, id: 999 }) }, returns],
    [
      'one identifier for all',
      { id: () => 1 },
      ['addBook.unique', 'readBook.returns.addBook', 'removeBook.removed.readBook'],
    ],
    ['what was removed is still there', { keepsRemoved: true }, ['removeBook.removed.readBook']],
    [
      'nothing can be read',
      { stored: (item) => ({ ...item, title: null, kind: null, lent: null, note: null }) },
      returns,
    ],
  ])('%s', async (_, faults, broken) =>
    expect(ofItems(await checked(faults), 'broken').toSorted()).toEqual(broken.toSorted()),
  );
});

describe('what was sent is in what came back', () => {
  test.each<[name: string, received: Exact, sent: Exact, expected: boolean]>([
    ['the same', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
    ['with more', { a: 1, b: 2 }, { a: 1 }, true],
    ['with more in an item', [{ a: 1, b: 2 }], [{ a: 1 }], true],
    ['with less', { a: 1 }, { a: 1, b: 2 }, false],
    ['without null', {}, { a: null }, true],
    ['with more items', [1, 2], [1], false],
    ['with fewer items', [1], [1, 2], false],
    ['another value', { a: 1 }, { a: 2 }, false],
    ['no object', 'x', { a: 1 }, false],
    ['one moment, written otherwise', { at: '2030-01-01T13:00:00+01:00' }, { at: '2030-01-01T12:00:00Z' }, true],
  ])('%s: %#', (_, received, sent, expected) => expect(covers(received, sent)).toBe(expected));
});

describe('how two answers differ', () => {
  const known = (item: Exact, isAnswered = true) => ({ item, isAnswered });

  test.each<[name: string, known: Exact, isAnswered: boolean, received: Exact, violation: string | undefined]>([
    ['not at all', { a: 1, b: null }, true, { a: 1 }, undefined],
    ['in what they do not share', { a: 1, z: 1 }, true, { a: 1, z: 2 }, undefined],
    ['another value', { a: 1 }, true, { a: 2 }, 'another a'],
    ['one less', { a: 1, b: 2 }, true, { a: 1 }, 'no b'],
    ['one more', { a: 1 }, true, { a: 1, b: 2 }, 'b, which was not there'],
    ['one more, which the server may have added', { a: 1 }, false, { a: 1, b: 2 }, undefined],
    ['no object', { a: 1 }, true, 'a', 'something else'],
  ])('%s', (_, item, isAnswered, received, violation) =>
    expect(violationOf(known(item, isAnswered), received, ['a', 'b'])).toBe(violation),
  );
});
