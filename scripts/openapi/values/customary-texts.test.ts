import { describe, expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { formatOf } from './named-format.ts';
import { isWrongByFormatAlone } from './text-values.ts';
import { ValueSource } from './values.ts';

const contract = (schema: string, name: string) => contractWith(`It: { properties: { ${name}: ${schema} } }`);
const pointer = (name: string) => `/components/schemas/It/properties/${name}`;
const example = (text: string) => `{ type: string, example: '${text}' }`;

/** Texts that are made for a property, one after another. */
function textsFor(name: string, schema: string): string[] {
  const values = new ValueSource(contract(schema, name), 7);
  return Array.from({ length: 200 }, () => String(values.valueAt(pointer(name), 'all')));
}

test.each<[name: string, schema: string, expected: RegExp, atLeast: number]>([
  ['currency', '{ type: string }', /^[A-Z]{3}$/, 4],
  ['currency_code', example('usd'), /^[a-z]{3}$/, 4],
  ['countryCode', '{ type: string }', /^[A-Z]{2}$/, 4],
  ['country', example('CHE'), /^[A-Z]{3}$/, 4],
  ['locale', example('de-CH'), /^[a-z]{2}-[A-Z]{2}$/, 4],
  ['timezone', example('Europe/Paris'), /^\w+\/\w+$/, 3],
  ['mobile', '{ type: string }', /^\+1202555\d{4}$/, 100],
  ['phone', example('(202) 555-0143'), /^\(202\) \d{3}-\d{4}$/, 100],
  ['zip', example('94103'), /^\d{5}$/, 100],
  ['sku', example('AB-1001'), /^AB-\d{4}$/, 100],
  ['fee', example('12.50'), /^\d+\.50$/, 100],
  ['color', example('#A1B2C3'), /^#[\da-f]{6}$/, 100],
  ['opensAt', example('08:30'), /^(0[89]|1\d):[0-5]\d$/, 100],
  ['username', '{ type: string }', /^[a-z\d]{3,20}$/, 200],
])('a text that is called %s, of %s, is like %s', (name, schema, expected, atLeast) => {
  const texts = textsFor(name, schema);
  for (const text of texts) expect(text).toMatch(expected);
  expect(new Set(texts).size).toBeGreaterThanOrEqual(atLeast);
});

test.each<[name: string, schema: string]>([
  ['country', '{ type: string }'],
  ['country', example('Switzerland')],
  ['currency', '{ type: string, maxLength: 2 }'],
  ['edition', example('2024')],
  ['version', example('1.2.3')],
  ['name', example('Bruno')],
])('a text that is called %s, of %s, may be any', (name, schema) =>
  expect(formatOf(viewSchema(contract(schema, name), pointer(name)))).toBeUndefined(),
);

describe('a text that fits a schema, and is not of the form that is customary', () => {
  test.each<[name: string, schema: string, text: string, isWrong: boolean]>([
    ['currency', '{ type: string }', 'abc', true],
    ['currency', '{ type: string }', 'CHF', false],
    ['phone', '{ type: string }', 'abcdefghij', true],
    ['phone', '{ type: string }', '+41 31 000 00 00', false],
    ['currency', '{ type: string, maxLength: 3 }', 'abcd', false],
  ])('shows nothing of another keyword: %s, %s, %s: %s', (name, schema, text, isWrong) =>
    expect(isWrongByFormatAlone(text, viewSchema(contract(schema, name), pointer(name)))).toBe(isWrong),
  );
});
