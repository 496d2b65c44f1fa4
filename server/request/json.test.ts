import { describe, expect, test } from 'vitest';
import { parseJson } from './json.ts';

describe('parseJson gives the value of', () => {
  test.each([
    ['an object', '{"a": [1, "b", null, true]}'],
    ['the largest integer a number holds', '9007199254740991'],
    ['the smallest', '-9007199254740991'],
    ['a power of two beyond', '18014398509481984'],
    ['an integer with a fraction of zeros', '1.000'],
    ['an exponent', '12.5e-1'],
    ['a fraction that is the shortest for its double', '0.1'],
    ['minus zero', '-0'],
    ['minus zero with a fraction', '-0.00'],
    ['zero with an exponent', '0e5'],
    ['a paired surrogate', String.raw`"\ud83d\ude00"`],
    ['U+0000', String.raw`"a\u0000b"`],
    ['the same name in two objects', '[{"a": 1}, {"a": 2}]'],
    ['a name that is also a value', '{"a": "a", "b": "a"}'],
    ['the name of what an object is in', '{"a": {"a": 1}}'],
    ['signs of JSON in a string', String.raw`{"a": "{\"a\": 1, \"a\": [1e999}"}`],
    ['a number of many zeros', `1${'0'.repeat(30)}e-30`],
    ['a very long string', JSON.stringify('x"\\'.repeat(1_000_000))],
    ['100 levels', '['.repeat(100) + ']'.repeat(100)],
  ])('%s', (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('a member called __proto__, as an own member', () => {
    expect(Object.keys(Object(parseJson('{"__proto__": {"a": 1}}')))).toEqual(['__proto__']);
  });
});

describe('parseJson refuses', () => {
  test.each([
    ['nothing', '', 'is not valid JSON'],
    ['a cut object', '{"a": 1', 'is not valid JSON'],
    ['two values', '1 2', 'is not valid JSON'],
    ['a byte order mark', '\ufeff{}', 'is not valid JSON'],
    ['a member twice', '{"a": 1, "b": 2, "a": 1}', 'has the member "a" twice'],
    ['a member twice, once escaped', String.raw`{"a": 1, "\u0061": 1}`, 'has the member "a" twice'],
    ['__proto__ twice', '{"__proto__": 1, "__proto__": 2}', 'has the member "__proto__" twice'],
    ['a member twice, once behind a list', '{"a": 1, "b": [[]], "a": 1}', 'has the member "a" twice'],
    ['a member twice in an inner object', '{"a": [{"b": 1, "b": 1}]}', 'has the member "b" twice'],
    ['a member twice in an object of a list', '[{"a": 1, "a": 2}]', 'has the member "a" twice'],
    ['half a surrogate pair', String.raw`"\ud800"`, 'has a string with half a surrogate pair'],
    ['half a surrogate pair in a name', String.raw`{"\udc00": 1}`, 'has a string with half a surrogate pair'],
    ['2^53+1', '9007199254740993', 'has the number 9007199254740993, which cannot be held exactly'],
    ['-2^53-1', '-9007199254740993', 'has the number -9007199254740993, which cannot be held exactly'],
    [
      '2^53+1 with an exponent',
      '9007199254740993E+0',
      'has the number 9007199254740993E+0, which cannot be held exactly',
    ],
    ['2^63', '{"a": 9223372036854775809}', 'has the number 9223372036854775809, which cannot be held exactly'],
    ['infinity', '1e400', 'has the number 1e400, which cannot be held exactly'],
    ['a number that becomes zero', '1e-400', 'has the number 1e-400, which cannot be held exactly'],
    [
      'an integer in disguise',
      '1.00000000000000000001',
      'has the number 1.00000000000000000001, which cannot be held exactly',
    ],
    [
      'a number with very many zeros, and shows its first digits',
      `1${'0'.repeat(1_000_000)}1`,
      `has the number 1${'0'.repeat(39)}, which cannot be held exactly`,
    ],
    ['101 levels', '['.repeat(101) + ']'.repeat(101), 'is nested more than 100 levels deep'],
    ['levels beyond the stack', '['.repeat(50_000) + ']'.repeat(50_000), 'is nested more than 100 levels deep'],
  ])('%s', (_, text, message) => {
    expect(() => parseJson(text)).toThrow(message);
  });
});
