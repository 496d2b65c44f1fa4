import { expect, test } from 'vitest';
import { parseYaml } from './yaml-document.ts';

test.each([
  ['brackets', '['.repeat(2_000_000), 'a.yaml:1:96'],
  ['braces on a later line', `a: 1\nb: ${'{a: '.repeat(500_000)}`, 'a.yaml:2:384'],
])(
  'two megabytes of %s are refused at once, where they are too deep',
  (_, text, place) => {
    const message = `${place} Maps and lists are 95 levels deep at most; here they are deeper.`;
    expect(() => parseYaml('a.yaml', text, 1000)).toThrow(message);
  },
  5_000,
);

test.each([
  ['a text in quotes', `a: "${'['.repeat(200)}"\n`],
  ['a text of several lines', `a: |\n${'  [[[[\n'.repeat(200)}`],
  ['a comment', `# ${'{'.repeat(200)}\na: 1\n`],
])('brackets in %s are none', (_, text) => {
  expect(parseYaml('a.yaml', text, 1000).document.errors).toEqual([]);
});
