import { describe, expect, test } from 'vitest';
import { escaped, spaced } from './json-spelling.ts';

const values = [
  { name: 'a "quoted" \\ text\n', 'b:c': [1, { d: null }, []], e: {} },
  ['[{,:}]', '\u0000\u001f'],
  'text',
  7,
];

describe.each([
  ['escaped', escaped],
  ['spaced', spaced],
])('%s JSON', (_, spell) => {
  test.each(values)('is the same value: %j', (value) =>
    expect(JSON.parse(spell(JSON.stringify(value)))).toEqual(value),
  );
});

test('every letter is escaped, and every sign of punctuation has blanks around it', () => {
  expect(escaped('{"ab":"c\\n"}')).toBe(' {\n "\\u0061\\u0062":"\\u0063\\n" }\n ');
  expect(spaced('{"a:b":[1]}')).toBe(' {\r\n\t"a:b" :\r\n\t [\r\n\t1 ]\r\n\t }\r\n\t');
});
