import { expect, test } from 'vitest';
import { type Exact, parseExact } from './exact-json.ts';
import { differenceBetween } from './json-difference.ts';

const json = (text: string | undefined): Exact | undefined =>
  text === undefined ? undefined : parseExact(Buffer.from(text));

test.each<[expected: string | undefined, actual: string | undefined, path: string[] | undefined]>([
  ['1', '1', undefined],
  ['1', '2', []],
  ['1', '"1"', []],
  ['null', undefined, []],
  [undefined, undefined, undefined],
  [undefined, 'null', []],
  ['9007199254740993', '9007199254740993', undefined],
  ['9007199254740993', '9007199254740992', []],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', undefined],
  ['{"a":1,"b":2}', '{"a":1}', ['b']],
  ['{"a":1}', '{"a":1,"b":null}', ['b']],
  ['{"a":null}', '{}', ['a']],
  ['{"a":[{"b":1},{"b":2}]}', '{"a":[{"b":1},{"b":3}]}', ['a', '1', 'b']],
  ['[1,2]', '[1]', ['1']],
  ['[]', '{}', []],
  ['{"toString":1}', '{}', ['toString']],
  ['"2026-01-01T00:00:00Z"', '"2026-01-01T01:00:00+01:00"', []],
])('%s and %s differ at %j', (expected, actual, path) => {
  expect(differenceBetween(json(expected), json(actual))).toEqual(path);
});
