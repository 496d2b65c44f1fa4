import { describe, expect, test } from 'vitest';
import { isExact, parseExactly } from './json.ts';

describe('what a JavaScript number holds exactly is parsed', () => {
  test.each([
    ['small integers', '[0,-1,20]', [0, -1, 20]],
    ['2^53-1', '{"id":9007199254740991}', { id: 9007199254740991 }],
    ['2^53', '{"id":9007199254740992}', { id: 2 ** 53 }],
    ['-2^53', '[-9007199254740992]', [-(2 ** 53)]],
    ['an even integer beyond 2^53', '[9007199254740994]', [9007199254740994]],
    ['2^62', '[4611686018427387904]', [2 ** 62]],
    ['an exponent', '[1e3]', [1000]],
    ['a large exponent that is exact', '[1E16]', [1e16]],
    ['a fraction with an exponent', '[1.5e16]', [15e15]],
    ['a fraction of zeros', '[9007199254740994.00]', [9007199254740994]],
    ['a negative exponent', '[90071992547409940e-1]', [9007199254740994]],
    ['a fraction', '[0.1234567890123456789]', [Number('0.1234567890123456789')]],
    ['sixteen digits in a string', '{"name":"9007199254740993"}', { name: '9007199254740993' }],
    ['no container', '7', 7],
    ['null', 'null', null],
  ])('%s', (_name, text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });
});

describe('what it cannot hold is refused with its text and place', () => {
  test.each([
    ['2^53+1', '{"id":9007199254740993}', '9007199254740993 at /id'],
    ['-2^53-1', '{"id":-9007199254740993}', '-9007199254740993 at /id'],
    ['2^63-1', '{"id":9223372036854775807}', '9223372036854775807 at /id'],
    ['in a list', '[{"id":1},{"id":9007199254740993,"name":"Bruno"},{"id":2}]', '9007199254740993 at /1/id'],
    ['the first of several', '[[1],[9007199254740993],[9007199254740995]]', '9007199254740993 at /1/0'],
    ['under a key to be escaped', '{"a/b":{"~":[9007199254740993]}}', '9007199254740993 at /a~1b/~0/0'],
    ['an exponent', '[1e30]', '1e30 at /0'],
    ['a fraction that was cut', '[9007199254740992.5]', '9007199254740992.5 at /0'],
    ['too large for any number', '[1e400]', '1e400 at /0'],
    ['no container', '9007199254740993', '9007199254740993 is'],
  ])('%s', (_name, text, message) => {
    expect(() => parseExactly(text)).toThrow(RangeError);
    expect(() => parseExactly(text)).toThrow(message);
  });
});

test.each([
  ['a page', '<html>'],
  ['nothing', ''],
  ['half a list', '[9007199254740992'],
])('%s is no JSON', (_name, text) => {
  expect(() => parseExactly(text)).toThrow(SyntaxError);
});

describe('an engine without the source of a number', () => {
  test.each([
    ['passes a safe integer', 2 ** 53 - 1, true],
    ['passes a fraction', 0.5, true],
    ['refuses 2^53, which could have been 2^53+1', 2 ** 53, false],
    ['refuses infinity', Infinity, false],
  ])('%s', (_name, value, exact) => {
    expect(isExact(value, undefined)).toBe(exact);
  });
});
