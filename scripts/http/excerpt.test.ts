import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

const long = 'x'.repeat(400);

test.each<[name: string, body: string, path: string[], shown: string]>([
  ['an empty body', '', [], 'an empty body'],
  ['the whole body', '{ "a": [1] }', [], '{"a":[1]}'],
  ['the object that has the part', '{"a":{"b":1,"c":2}}', ['a', 'b'], '{"b":1,"c":2}'],
  ['the item of a list', '{"a":[{"b":1},{"b":2}]}', ['a', '1'], '{"b":2}'],
  ['what is no JSON', '<p>', ['a'], '<p>'],
  ['the ends of a long text', long, [], `${long.slice(0, 139)} … (400 characters) … ${long.slice(0, 139)}`],
])('%s', (_, body, path, shown) => {
  const response = { status: 200, headers: [], body: Buffer.from(body), receivedAt: 0 };
  expect(excerpt({ response }, path)).toBe(shown);
});
