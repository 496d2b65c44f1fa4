import { expect, test } from 'vitest';
import { indentedJson } from './json-text.ts';

const long = '"a long text, so that it does not fit on one line any more"';

test.each<[name: string, json: string, expected: string]>([
  ['short values on one line', '[ {"a" :1,"b":[ ]}, {} ]', '[{ "a": 1, "b": [] }, {}]'],
  ['long ones on several', `{"a":${long},"b":[1,2]}`, `{\n  "a": ${long},\n  "b": [1, 2]\n}`],
  ['what is within, further in', `[[${long}]]`, `[\n  [\n    ${long}\n  ]\n]`],
  [
    'numbers and names as they were written',
    '{"a":9007199254740993,"a":1.0e400,"\\u0041":-0}',
    '{ "a": 9007199254740993, "a": 1.0e400, "\\u0041": -0 }',
  ],
  ['brackets and quotes in a text', '["a,]}\\"[{:"]', '["a,]}\\"[{:"]'],
  ['a text alone', '"a b"', '"a b"'],
  ['what is cut off in a text', '{"a":[1,"b', '{ "a": [1, "b'],
  ['what is cut off after a comma', `[${long},`, `[\n  ${long},`],
])('writes %s', (_, json, expected) => {
  expect(indentedJson(json)).toBe(expected);
});

test('does not grow beyond measure', () => {
  expect(indentedJson(`${'['.repeat(2000)}1${']'.repeat(2000)}`).length).toBeLessThan(6000);
});
