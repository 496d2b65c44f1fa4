import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOfTypes } from './type-inputs.ts';

let folder: string;
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
  write('types.ts', '// sha256 1\nexport interface Lamp {\n  /** @description Its colour. */\n  colour: string;\n}\n');
  write('openapi.json', '{ "maximum": 100, "required": ["colour"] }');
  write('documentation.ts', 'export default `at most 100`;');
  write('lamp.js', 'value <= 100');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each<[what: string, file: string, text: string]>([
  [
    'a comment',
    'types.ts',
    '// sha256 2\nexport interface Lamp {\n  /** @description Red.\n   * Or not. */\n  colour: string;\n}\n',
  ],
  ['a value', 'openapi.json', '{ "maximum": 90, "required": ["shape"] }'],
  ['the page', 'documentation.ts', 'export default `at most 90`;'],
  ['code without types', 'lamp.js', 'value <= 90'],
])('%s is nothing to the compiler', async (_, file, text) => {
  const before = await digestOfTypes(folder);
  write(file, text);
  expect(await digestOfTypes(folder)).toBe(before);
});

test.each<[what: string, file: string, text: string]>([
  [
    'a type',
    'types.ts',
    '// sha256 1\nexport interface Lamp {\n  /** @description Its colour. */\n  colour: number;\n}\n',
  ],
  ['a directive', 'types.ts', `// @ts-${'expect'}-error\nexport interface Lamp {\n  colour: string;\n}\n`],
  ['the type of a value', 'openapi.json', '{ "maximum": "100", "required": ["colour"] }'],
  ['a member', 'openapi.json', '{ "minimum": 100, "required": ["colour"] }'],
  ['an element', 'openapi.json', '{ "maximum": 100, "required": ["colour", "shape"] }'],
  ['data that is cut', 'openapi.json', '{ "maximum": 10'],
  ['a file', 'calls.ts', ''],
])('%s is not', async (_, file, text) => {
  const before = await digestOfTypes(folder);
  write(file, text);
  expect(await digestOfTypes(folder)).not.toBe(before);
});

test('what follows a comment at the start of a line is code', async () => {
  write('types.ts', '/** A lamp. */ export type Lamp = 1;\n/** A colour. */');
  const before = await digestOfTypes(folder);
  write('types.ts', '/** A lamp. */ export type Lamp = 2;\n/** A colour. */');
  expect(await digestOfTypes(folder)).not.toBe(before);
});
