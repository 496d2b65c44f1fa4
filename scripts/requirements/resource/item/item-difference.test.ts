import { describe, expect, test } from 'vitest';
import type { Exact } from '../../../http/exact-json.ts';
import { covers, differenceFrom } from './item-difference.ts';

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
  test.each<[name: string, known: Exact, isAnswered: boolean, received: Exact, violation: string | undefined]>([
    ['not at all', { a: 1, b: null }, true, { a: 1 }, undefined],
    ['in what they do not share', { a: 1, z: 1 }, true, { a: 1, z: 2 }, undefined],
    ['another value', { a: 1 }, true, { a: 2 }, 'another a'],
    ['one less', { a: 1, b: 2 }, true, { a: 1 }, 'no b'],
    ['one more', { a: 1 }, true, { a: 1, b: 2 }, 'b, which was not there'],
    ['one more, which the server may have added', { a: 1 }, false, { a: 1, b: 2 }, undefined],
    ['no object', { a: 1 }, true, 'a', 'something else'],
  ])('%s', (_, item, isAnswered, received, violation) =>
    expect(differenceFrom({ item, isAnswered }, received, ['a', 'b'])).toBe(violation),
  );
});
