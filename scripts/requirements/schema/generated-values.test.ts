import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { describe as describeContract } from '../../openapi/description.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { contractWith } from '../../test/contracts.ts';
import { generatedValues } from './generated-values.ts';

const pointer = '/components/schemas/It';

test.each([
  '{ enum: [a, b] }',
  '{ type: integer, minimum: 3, maximum: 9 }',
  '{ type: integer, multipleOf: 5, minimum: 0, maximum: 100 }',
  '{ type: number, minimum: 0.5, maximum: 2 }',
  '{ type: integer, format: int64, minimum: -9223372036854775808, maximum: 9223372036854775807 }',
  '{ type: integer, minimum: 0, maximum: 18446744073709551615 }',
  '{ type: integer, maximum: -3000000000 }',
  '{ type: number, minimum: 2000000, maximum: 2000001 }',
  '{ type: number, maximum: -2000000 }',
  '{ type: boolean }',
  '{ type: string, minLength: 2, maxLength: 5 }',
  '{ type: string, format: uuid }',
  '{ type: string, pattern: "^[a-z]{3}$" }',
  '{ type: [string, "null"] }',
  '{ type: array, items: { type: integer }, minItems: 1, maxItems: 3 }',
  '{ type: array, items: { type: integer }, minItems: 8 }',
  '{ type: string, minLength: 300 }',
  '{ type: array, items: { enum: [a, b, c] }, minItems: 1, uniqueItems: true }',
  '{ oneOf: [{ type: integer }, { type: boolean }] }',
  `{
    type: object,
    required: [a],
    properties: { a: { type: string }, b: { type: integer }, c: { type: string, readOnly: true } }
  }`,
])('%s allows nearly all that is generated for it', (schema) => {
  const contract = contractWith(`It: ${schema}`);
  const description = describeContract(contract);
  const values = sample(generatedValues({ description, values: new ValueSource(contract, 7) }, pointer), {
    seed: 7,
    numRuns: 50,
  });
  const allowed = values.filter((value) => description.schemas.isValid('request', pointer, value));
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(1);
  // What a reader takes for one character may be several to a schema.
  expect(allowed.length).toBeGreaterThan(values.length * 0.8);
});

test('what refers to itself ends', () => {
  const contract = contractWith("It: { type: object, properties: { inner: { $ref: '#/components/schemas/It' } } }");
  const description = describeContract(contract);
  expect(
    sample(generatedValues({ description, values: new ValueSource(contract, 7) }, pointer), { seed: 7, numRuns: 20 }),
  ).toHaveLength(20);
});

const generated = (schema: string) => {
  const contract = contractWith(`It: ${schema}`);
  const material = { description: describeContract(contract), values: new ValueSource(contract, 7) };
  return sample(generatedValues(material, pointer), { seed: 7, numRuns: 100 });
};

test('a list may be empty, but not within an object: nobody need take an order of nothing', () => {
  const list = '{ type: array, items: { type: boolean } }';
  const lengths = (values: unknown[]) => values.map((value) => (Array.isArray(value) ? value.length : -1));
  expect(lengths(generated(list))).toContain(0);
  const within = generated(`{ type: object, required: [lines], properties: { lines: ${list} } }`);
  expect(Math.min(...lengths(within.map((value) => Object(value).lines)))).toBe(1);
  const none = generated(`{ type: object, required: [a], properties: { a: { type: array, maxItems: 0 } } }`);
  expect(lengths(none.map((value) => Object(value).a))).toContain(0);
});

test('a number that is called a price is positive', () => {
  const all = generated('{ type: object, required: [price], properties: { price: { type: integer } } }');
  expect(all.every((value) => Object(value).price >= 1)).toBe(true);
});
