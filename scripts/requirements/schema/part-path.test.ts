import { expect, test } from 'vitest';
import { propertiesIn } from './part-path.ts';

test.each<[path: string, names: string[]]>([
  ['', []],
  ['[]', []],
  ['.name', ['name']],
  ['.items[].name', ['items', 'name']],
  ['[][].name', ['name']],
  ['.shape(Circle).size', ['shape', 'size']],
  ['(2).size', ['size']],
])('the properties in %j', (path, names) => expect(propertiesIn(path)).toEqual(names));
