import { describe, expect, test } from 'vitest';
import { type Exact, isSame, parseExact, toPlain, within, writeExact, writeIdentity } from './exact-json.ts';

const read = (text: string) => parseExact(Buffer.from(text));

describe('reading', () => {
  test.each<[name: string, text: string, value: Exact]>([
    ['the greatest safe integer', '9007199254740991', 9007199254740991],
    ['2^53', '9007199254740992', 2n ** 53n],
    ['2^53 + 1', '9007199254740993', 2n ** 53n + 1n],
    ['2^63', '9223372036854775808', 2n ** 63n],
    ['-2^63 - 1', '-9223372036854775809', -(2n ** 63n) - 1n],
    ['a fraction', '1.5', 1.5],
    ['a great number with an exponent', '1e20', 1e20],
    ['a number in a text', '"9007199254740993"', '9007199254740993'],
    ['between blanks', ' [ 9007199254740993 , -9007199254740993\n] ', [2n ** 53n + 1n, -(2n ** 53n) - 1n]],
    [
      'beside a fraction of as many digits',
      '[9007199254740993.5,0.9007199254740993]',
      [9007199254740994, 0.9007199254740993],
    ],
    ['beside a text with quotes', '["\\"9007199254740993,",9007199254740993]', ['"9007199254740993,', 2n ** 53n + 1n]],
    ['one in a list in an object', '{"a":[1,{"b":9007199254740993}]}', { a: [1, { b: 2n ** 53n + 1n }] }],
  ])('%s', (_, text, value) => expect(read(text)).toStrictEqual(value));

  test.each<[name: string, bytes: Buffer, error: typeof SyntaxError | typeof TypeError]>([
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), TypeError],
    ['half a character', Buffer.from([0x22, 0xc3, 0x22]), TypeError],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), TypeError],
    ['a byte order mark', Buffer.from('\uFEFF{}'), SyntaxError],
    ['a cut object', Buffer.from('{"a":1'), SyntaxError],
    ['two values', Buffer.from('{}{}'), SyntaxError],
    ['nothing', Buffer.from(''), SyntaxError],
    ['a great integer with a leading zero', Buffer.from('[09007199254740993]'), SyntaxError],
    ['a great integer for a name', Buffer.from('{9007199254740993:1}'), SyntaxError],
    ['two great integers in a row', Buffer.from('[9007199254740993 9007199254740993]'), SyntaxError],
    ['a great integer after a text', Buffer.from('["a"9007199254740993]'), SyntaxError],
  ])('%s is refused', (_, bytes, error) => expect(() => parseExact(bytes)).toThrow(error));
});

test.each([
  '9007199254740993',
  '-9223372036854775809',
  '{"a":[9223372036854775808,{"b":null}],"c":"x\\"y","d":1.5,"e":true}',
  '{"__proto__":1,"":[]}',
  '[]',
])('%s is written as it was read', (text) => {
  expect(writeExact(read(text))).toBe(text);
});

describe('two values say the same', () => {
  test.each<[name: string, a: Exact, b: Exact]>([
    ['fields in another order', { a: 1, b: [2, { c: 3, d: 4 }] }, { b: [2, { d: 4, c: 3 }], a: 1 }],
    ['one moment in two time zones', '2030-01-01T12:00:00Z', '2030-01-01T13:00:00+01:00'],
    ['one moment with and without zeros', '2030-01-01T12:00:00Z', '2030-01-01T12:00:00.000Z'],
    ['a UUID in two cases', 'ABCDEF00-0000-4000-8000-00000000000a', 'abcdef00-0000-4000-8000-00000000000A'],
    ['an integer as bigint and as number', 5n, 5],
    ['great integers', [2n ** 63n], [2n ** 63n]],
    ['null', null, null],
  ])('%s', (_, a, b) => {
    expect(isSame(a, b)).toBe(true);
    expect(isSame(b, a)).toBe(true);
  });

  test.each<[name: string, a: Exact, b: Exact]>([
    ['2^53 + 1 and 2^53', 2n ** 53n + 1n, 2 ** 53],
    ['2^53 + 1 and 2^53 + 2', 2n ** 53n + 1n, 2n ** 53n + 2n],
    ['a bigint and its text', 5n, '5'],
    ['a number and its text', 5, '5'],
    ['a great number and its text', 2n ** 63n, '9223372036854775808'],
    ['a list in another order', [1, 2], [2, 1]],
    ['a longer list', [1], [1, null]],
    ['null and nothing', { a: null }, {}],
    ['another field of the same number', { a: null }, { b: null }],
    ['a field that every object has', { toString: null }, { a: null }],
    ['an empty list and an empty object', [], {}],
    ['texts in another case', 'Moby', 'moby'],
    [
      'what is nearly a UUID in another case',
      'ABCDEF00-0000-4000-8000-00000000000g',
      'abcdef00-0000-4000-8000-00000000000g',
    ],
    ['two moments', '2030-01-01T12:00:00Z', '2030-01-01T12:00:01Z'],
    ['a moment and its day', '2030-01-01T00:00:00Z', '2030-01-01'],
    ['two moments that are none', '2030-13-01T00:00:00Z', '2030-14-01T00:00:00Z'],
  ])('%s: no', (_, a, b) => {
    expect(isSame(a, b)).toBe(false);
    expect(isSame(b, a)).toBe(false);
  });
});

describe('for a validator', () => {
  const isInt64 = (value: unknown) => Number.isInteger(value) && Number(value) >= -(2 ** 63) && Number(value) < 2 ** 63;

  test.each<[name: string, value: bigint, within: boolean]>([
    ['2^53 + 1', 2n ** 53n + 1n, true],
    ['2^63 - 1', 2n ** 63n - 1n, true],
    ['2^63 - 513', 2n ** 63n - 513n, true],
    ['2^63', 2n ** 63n, false],
    ['2^63 + 1', 2n ** 63n + 1n, false],
    ['10^30', 10n ** 30n, false],
    ['-2^63', -(2n ** 63n), true],
    ['-2^63 - 1', -(2n ** 63n) - 1n, false],
    ['-10^30', -(10n ** 30n), false],
  ])('%s stays on its side of the bounds of int64', (_, value, isWithin) => {
    const plain = toPlain({ deep: [value] });
    expect(plain).toEqual({ deep: [expect.any(Number)] });
    expect(isInt64(toPlain(value))).toBe(isWithin);
  });

  test('all else is the same', () => {
    const value = { a: [1, 'x', null, true], b: { c: 1.5 } };
    expect(toPlain(value)).toStrictEqual(value);
  });
});

test.each<[path: string[], part: Exact | undefined]>([
  [[], { shelves: [{ name: 'A' }, { name: 'B' }], none: null }],
  [['shelves', '1', 'name'], 'B'],
  [['none'], null],
  [['none', 'name'], undefined],
  [['shelves', '2', 'name'], undefined],
  [['toString'], undefined],
])('the part under %j', (path, part) =>
  expect(within({ shelves: [{ name: 'A' }, { name: 'B' }], none: null }, path)).toStrictEqual(part),
);

describe('levels', () => {
  const nested = (levels: number, within = '') => Buffer.from('['.repeat(levels) + within + ']'.repeat(levels));

  test.each([
    ['500 are read', nested(500)],
    ['those within a text are none', nested(1, JSON.stringify('["{'.repeat(400)))],
    ['those that are closed do not count', nested(1, Array.from({ length: 600 }, () => '{}').join(','))],
  ])('%s', (_, bytes) => expect(parseExact(bytes)).toBeInstanceOf(Array));

  test('501 are refused', () => expect(() => parseExact(nested(501))).toThrow(SyntaxError));
});

test('an integer is written with each of its digits', () => {
  expect(writeExact([-(2 ** 63), 2 ** 53, -0, 1.5])).toBe('[-9223372036854775808,9007199254740992,0,1.5]');
});

test('a UUID in capitals is the same identifier; all else is as it is written', () => {
  const uuid = '0b9c7a34-5d3e-4f6a-8b21-9e0d4c5b6a78';
  expect(writeIdentity(uuid.toUpperCase())).toBe(writeIdentity(uuid));
  expect(['Abc', 7, { a: 'B' }].map(writeIdentity)).toEqual(['"Abc"', '7', '{"a":"B"}']);
});

test('a value without great integers is itself, as a validator reads it', () => {
  const value = { a: [1, 1.5, 'text', null, { b: true }] };
  expect(toPlain(value)).toBe(value);
  expect(toPlain({ a: [2n ** 53n] })).toEqual({ a: [2 ** 53] });
});
