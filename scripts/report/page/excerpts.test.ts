import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { Excerpts } from './excerpts.ts';

const text = [
  'a: 1',
  'b:',
  '  c:',
  '    d: 2',
  '',
  '    e: 3',
  '  f: 4',
  ...Array.from({ length: 20 }, (_, index) => `  g${index}: ${index}`),
  'h:',
  `  i: ${'x'.repeat(500)}`,
  '',
].join('\n');
const file = join(temporaryFolder({ 'a.yaml': text }), 'a.yaml');

function linesAt(line: number, column = 1): [firstLine: number, lines: string[]] | undefined {
  const excerpts = new Excerpts();
  const index = excerpts.add({ file, line, column });
  const excerpt = index === null ? undefined : excerpts.list[index];
  return excerpt && [excerpt.firstLine, excerpt.lines];
}

test.each<[name: string, line: number, expected: ReturnType<typeof linesAt>]>([
  ['what belongs to the line, and a few before', 3, [1, ['a: 1', 'b:', '  c:', '    d: 2', '', '    e: 3']]],
  ['at least two lines more', 1, [1, ['a: 1', 'b:', '  c:']]],
  ['not all of a long part', 2, [1, text.split('\n').slice(0, 11)]],
  ['no empty lines at the end', 28, [25, ['  g17: 17', '  g18: 18', '  g19: 19', 'h:', `  i: ${'x'.repeat(195)} …`]]],
  ['nothing where there is no such line', 99, undefined],
])('has %s', (_, line, expected) => {
  expect(linesAt(line)).toEqual(expected);
});

test('shows of a long line what it is about', () => {
  const [, lines = []] = linesAt(29, 300) ?? [];
  expect(lines.at(-1)).toBe(`… ${'x'.repeat(200)} …`);
});

test('has each place once, and nothing of a file that is not there', () => {
  const excerpts = new Excerpts();
  const place = { file, line: 3, column: 1 };
  expect([
    excerpts.add(place),
    excerpts.add({ ...place, line: 4 }),
    excerpts.add({ ...place, column: 9 }),
    excerpts.add({ ...place, file: `${file}.gone` }),
  ]).toEqual([0, 1, 0, null]);
  expect(excerpts.list).toHaveLength(2);
});
