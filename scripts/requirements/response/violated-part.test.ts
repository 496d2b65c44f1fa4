import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import type { SchemaViolation } from '../../openapi/schemas/schema-validator.ts';
import { violatedPart } from './violated-part.ts';

const parts = ['.a type', '.a.b required', '[] surplus', '.a schema', '.list[].c maximum', ' schema'].map((part) => {
  const [path = '', keyword = ''] = part.split(' ');
  return { path, keyword, pointer: '', value: undefined };
});
const violation = (keyword: string, ...path: string[]): SchemaViolation => ({
  path,
  keyword,
  property: undefined,
  message: '',
});

test.each<[name: string, violation: SchemaViolation, body: Exact, part: string]>([
  ['its own keyword', violation('type', 'a'), { a: 1 }, '.a type'],
  ['a property that is missing', { ...violation('required', 'a'), property: 'b' }, { a: {} }, '.a.b required'],
  ['a property too many', violation('unevaluatedProperties', '0'), [{}], '[] surplus'],
  ['an item of a list', violation('maximum', 'list', '7', 'c'), { list: Array(8).fill({ c: 1 }) }, '.list[].c maximum'],
  [
    'a property with a number for its name',
    violation('maximum', 'list', '7', 'c'),
    { list: { 7: { c: 1 } } },
    ' schema',
  ],
  ['the nearest part above', violation('minimum', 'a', 'x', 'y'), { a: { x: { y: 1 } } }, '.a schema'],
  ['the whole body', violation('pattern', 'z'), { z: '' }, ' schema'],
])('%s', (_, own, body, part) => {
  const { path, keyword } = violatedPart(parts, own, body);
  expect(`${path} ${keyword}`).toBe(part);
});
