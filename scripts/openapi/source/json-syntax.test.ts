import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNode, LineCounter, parseDocument, visit } from 'yaml';
import { parseJson } from './json-syntax.ts';

const unlimited = Number.POSITIVE_INFINITY;

/** Each node of a tree with its beginning, its end and the value that it has. */
function nodesOf(document: unknown): unknown[] {
  const nodes: unknown[] = [];
  visit(document as Parameters<typeof visit>[0], (_, node) => {
    if (isNode(node))
      nodes.push([node.constructor.name, node.range?.slice(0, 2), 'value' in node ? node.value : undefined]);
  });
  return nodes;
}

test('the tree of a JSON text is the one that the YAML library gives', () => {
  const texts = fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), fc.constantFrom('', '  ', '\t'))
    // A key of more than 1,024 characters is none in YAML.
    .map(([value, indent]) => JSON.stringify(value, null, indent));
  fc.assert(
    fc.property(texts, (text) => {
      const [lines, linesOfYaml] = [new LineCounter(), new LineCounter()];
      const document = parseJson(text, lines, unlimited);
      const yaml = parseDocument(text, { lineCounter: linesOfYaml, intAsBigInt: true, uniqueKeys: false });
      expect(yaml.errors).toEqual([]);
      expect(nodesOf(document)).toEqual(nodesOf(yaml));
      expect(document?.toJS()).toEqual(yaml.toJS());
      expect(lines.linePos(text.length)).toEqual(linesOfYaml.linePos(text.length));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['a quotation mark that is escaped', '{"a\\"b": "c\\\\"}', { 'a"b': 'c\\' }],
  ['integers with every digit', '{"a": 9007199254740993}', { a: 9007199254740993n }],
  ['numbers that are no integers', '{"a": [-1.5e3, 1E2, 0.1]}', { a: [-1500, 100, 0.1] }],
  ['words', '{"a": [true, false, null]}', { a: [true, false, null] }],
])('%s', (_, text, value) => {
  expect(parseJson(text, new LineCounter(), unlimited)?.toJS()).toEqual(value);
});

test.each([
  ['YAML in braces', '{a: 1}'],
  ['a comma too many', '{"a": 1,}'],
  ['a list', '[1]'],
  ['nothing', ''],
  ['a number beyond those of JavaScript', '{"a": -1e400}'],
  ['an integer beyond those of JavaScript', `{"a": ${'9'.repeat(400)}}`],
])('is not read: %s', (_, text) => {
  expect(parseJson(text, new LineCounter(), unlimited)).toBeUndefined();
});

test('what has too many tokens is not read', () => {
  expect(parseJson('{"a": [1, 2]}', new LineCounter(), 7)).toBeDefined();
  expect(parseJson('{"a": [1, 2]}', new LineCounter(), 6)).toBeUndefined();
});
