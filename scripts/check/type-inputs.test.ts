import { expect, test } from 'vitest';
import { seenByCompiler } from './type-inputs.ts';

const types = '// sha256 1\nexport interface Lamp {\n  /** @description Its colour. */\n  colour: string;\n}\n';
const data = '{ "maximum": 100, "required": ["colour"] }';

test.each<[what: string, file: string, before: string, after: string]>([
  [
    'a comment',
    'types.ts',
    types,
    types.replace('sha256 1', 'sha256 2').replace('Its colour. ', 'Red.\n   * Or not. '),
  ],
  ['a value', 'openapi.json', data, '{ "maximum": 90, "required": ["shape"] }'],
  ['the page', 'generated/documentation.ts', 'export default `at most 100`;', 'export default `at most 90`;'],
  ['code without types', 'lamp.js', 'value <= 100', 'value <= 90'],
])('%s is nothing to the compiler', (_, file, before, after) => {
  expect(seenByCompiler([file, after])).toEqual(seenByCompiler([file, before]));
});

test.each<[what: string, file: string, before: string, after: string]>([
  ['a type', 'types.ts', types, types.replace('string', 'number')],
  ['code behind a comment', 'types.ts', '/** A */ type A = 1;\n/** B */', '/** A */ type A = 2;\n/** B */'],
  ['a directive', 'types.ts', types, types.replace('sha256 1', '@ts-nocheck')],
  ['the type of a value', 'openapi.json', data, data.replace('100', '"100"')],
  ['a member', 'openapi.json', data, data.replace('maximum', 'minimum')],
  ['an element', 'openapi.json', data, data.replace('"colour"', '"colour", "shape"')],
  ['data that is cut', 'openapi.json', data, data.slice(0, 10)],
])('%s is not', (_, file, before, after) => {
  expect(seenByCompiler([file, after])).not.toEqual(seenByCompiler([file, before]));
});

test('the name of a file is not', () => {
  expect(seenByCompiler(['types.ts', types])).not.toEqual(seenByCompiler(['calls.ts', types]));
});
