import { expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { namedBounds } from './named-bounds.ts';
import { ValueSource } from './values.ts';

const contract = (schema: string, name: string) => contractWith(`It: { properties: { ${name}: ${schema} } }`);
const pointer = (name: string) => `/components/schemas/It/properties/${name}`;

test.each<[name: string, schema: string, bounds: readonly number[] | undefined]>([
  ['latitude', '{ type: number }', [-90, 90]],
  ['unit_price', '{ type: integer }', [1, 1000]],
  ['unitPrice', '{ type: [number, "null"] }', [1, 1000]],
  ['price', '{ type: integer, example: 25000 }', [1, 25_000]],
  ['balance', '{ type: number }', undefined],
  ['price', '{ type: number, minimum: -5 }', undefined],
  ['price', '{ type: number, multipleOf: 5 }', undefined],
  ['price', '{ enum: [5, 6] }', undefined],
  ['price', '{ type: string }', undefined],
  ['page', '{ type: integer }', undefined],
  ['maxVisits', '{ type: number, description: The maximum number of visits }', [1, 1000]],
  ['codeLength', '{ type: number, description: It has to be at least 4 and defaults to 5 }', [4, 1000]],
  ['level', "{ type: integer, description: 'A level, between 2 and 9' }", [2, 9]],
  ['level', "{ type: integer, description: 'Max 50.' }", [1, 50]],
  ['level', '{ type: integer, description: At least 3000 }', [3000, 4000]],
  ['level', '{ type: number, description: At most 2 decimals }', undefined],
  ['level', '{ type: integer, minimum: 0, description: At least 3 }', undefined],
  ['categoryId', '{ type: integer }', undefined],
])('%s, %s: %j', (name, schema, bounds) =>
  expect(namedBounds(viewSchema(contract(schema, name), pointer(name)))).toEqual(bounds),
);

test.each<[name: string, type: string, least: number, most: number]>([
  ['longitude', 'number', -180, 180],
  ['rating', 'number', 1, 5],
  ['age', 'integer', 18, 65],
  ['probability', 'number', 0, 1],
  ['quantity', 'integer', 1, 1000],
])('a number that is called %s is made within its bounds, and not always the same', (name, type, least, most) => {
  const values = new ValueSource(contract(`{ type: ${type} }`, name), 7);
  const made = Array.from({ length: 60 }, () => Number(values.valueAt(pointer(name), 'all')));
  expect(Math.min(...made)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...made)).toBeLessThanOrEqual(most);
  expect(new Set(made).size).toBeGreaterThan(4);
});

test('what is counted is made a whole number, whatever its type is', () => {
  const values = new ValueSource(contract('{ type: number, description: The number of visits }', 'most'), 7);
  const made = Array.from({ length: 20 }, () => values.valueAt(pointer('most'), 'all'));
  expect(made.every((value) => Number.isInteger(value))).toBe(true);
});
