import { expect, test } from 'vitest';
import { isPatternWithin } from './pattern-inclusion.ts';

test.each<[one: string, other: string]>([
  ['^a', '^[ab]'],
  ['^[0-9]{13}$', '^\\d{13}$'],
  ['^\\d{13}$', '^[0-9]{10,13}$'],
  ['^Bearer realm=', '^Bearer( |$)'],
  ['', '.*'],
  ['x', ''],
  ['^(foo|bar)$', '^\\w+$'],
  ['^a+$', '^a*$'],
  ['^a$|^b$', '^[a-c]$'],
  ['^[^/]+$', '^[^/]*$'],
  ['abc', 'b'],
  ['^$', '^\\s*$'],
  ['^[\\u{1f600}-\\u{1f64f}]$', '^.$'],
  ['(?=a)b', '(?=a)b'],
])('each text that %s matches, %s matches', (one, other) => {
  expect(isPatternWithin(one, other)).toBe(true);
});

test.each<[one: string, other: string, why: string]>([
  ['^[ab]', '^a', 'b'],
  ['^[0-9]{10,13}$', '^\\d{13}$', 'ten digits'],
  ['a', '^a', 'ba'],
  ['^a', '^a$', 'ab'],
  ['', '^.*$', 'a line feed'],
  ['^\\s$', '^[ \\t\\r\\n]$', 'a no-break space'],
  ['^\\w+$', '^[a-z_]+$', 'A'],
  ['^[^a]$', '^[b-z]$', 'A'],
  ['^.$', '^[\\u0000-\\uffff]$', 'a sign beyond'],
  ['^a$', '^(?=a)a$', 'look-ahead is not decided'],
  ['^(a)\\1$', '^aa$', 'a back reference is not decided'],
  ['^\\p{Lu}$', '^\\p{L}$', 'properties are not decided'],
  ['^a{1,5000}$', '^a+$', 'one so large is not decided'],
  ['(', '.*', 'no pattern'],
])('not each text that %s matches, %s matches: %s', (one, other) => {
  expect(isPatternWithin(one, other)).toBe(false);
});
