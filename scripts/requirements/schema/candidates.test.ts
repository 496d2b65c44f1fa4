import { describe, expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { SchemaCheck } from '../../openapi/schemas/schema-validator.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { contractWith } from '../../test/contracts.ts';
import { candidatesFor } from './candidates.ts';
import { unusualTexts } from './text-candidates.ts';

const pointer = '/components/schemas/It';

interface Tried {
  keyword: string;
  value: Exact;
  isAllowed: boolean;
  /** The keywords that the value violates. */
  violated: string[];
}

/** Every candidate for a schema, and what the schema says of it. */
function tried(schema: string): Tried[] {
  const contract = contractWith(`It: ${schema}`);
  const check = new SchemaCheck(contract);
  return candidatesFor(viewSchema(contract, pointer), new ValueSource(contract, 99)).map(({ keyword, value }) => {
    const violations = check.violations('request', pointer, value);
    return {
      keyword,
      value,
      isAllowed: violations.length === 0,
      violated: violations.map((violation) => violation.keyword),
    };
  });
}

test.each([
  ['OpenAPI 3.0 does not say clearly whether it is allowed', '{ type: string, nullable: true, enum: [a] }'],
  ['an object has no type', '{ required: [a], properties: { a: { type: string } } }'],
  ['a list has no type', '{ items: { type: string } }'],
])('null is not tried where %s', (_, schema) => {
  const contract = contractWith(`It: ${schema}`, '3.0.3');
  const values = candidatesFor(viewSchema(contract, pointer), new ValueSource(contract, 99));
  expect(values.filter(({ value }) => value === null)).toEqual([]);
});

test('a password at the bounds of its length has letters in both cases, a digit and a sign', () => {
  const contract = contractWith('It: { properties: { password: { type: string, minLength: 8, maxLength: 20 } } }');
  const view = viewSchema(contract, `${pointer}/properties/password`);
  const texts = candidatesFor(view, new ValueSource(contract, 99)).filter(({ keyword }) => /Length$/.test(keyword));
  const allowed = texts.map(({ value }) => String(value)).filter(({ length }) => length >= 8 && length <= 20);
  expect(allowed.length).toBeGreaterThan(1);
  expect(allowed.filter((text) => !/^Aa1!/.test(text))).toEqual([]);
});

describe('a value that is allowed, and one that violates this keyword alone', () => {
  test.each<[schema: string, keywords: string[]]>([
    ['{ type: string }', ['type']],
    ['{ type: integer }', ['type']],
    ['{ type: number }', ['type']],
    ['{ type: boolean }', ['type']],
    ['{ type: object }', ['type']],
    ['{ type: array, items: { type: string } }', ['type']],
    ['{ type: string, enum: [novel, atlas] }', ['enum']],
    ['{ type: integer, enum: [1, 5] }', ['enum']],
    ['{ type: integer, minimum: 3, maximum: 9 }', ['minimum', 'maximum']],
    ['{ type: integer, exclusiveMinimum: 3, exclusiveMaximum: 9 }', ['exclusiveMinimum', 'exclusiveMaximum']],
    ['{ type: number, minimum: 0.5, exclusiveMaximum: 2 }', ['minimum', 'exclusiveMaximum']],
    ['{ type: number, multipleOf: 0.01 }', ['multipleOf']],
    ['{ type: integer, multipleOf: 10, minimum: 10 }', ['multipleOf', 'minimum']],
    ['{ type: integer, format: int32 }', ['format']],
    ['{ type: string, minLength: 2, maxLength: 40 }', ['minLength', 'maxLength']],
    ['{ type: string, pattern: "^[A-Z]{3}-[0-9]{2,5}$" }', ['pattern']],
    ['{ type: string, pattern: "^[a-z]{2,4}$", minLength: 3, maxLength: 4 }', ['pattern']],
    ['{ type: string, format: uri, pattern: "^https://", maxLength: 80 }', ['pattern', 'maxLength']],
    ['{ type: string, format: email, minLength: 20, maxLength: 100 }', ['minLength', 'maxLength']],
    ['{ type: string, format: email, maxLength: 253 }', ['maxLength']],
    ['{ type: array, items: { type: integer }, minItems: 2, maxItems: 4 }', ['minItems', 'maxItems']],
  ])('%s', (schema, keywords) => {
    const all = tried(schema);
    for (const keyword of keywords) {
      const own = all.filter((one) => one.keyword === keyword);
      expect(
        own.filter(({ isAllowed }) => isAllowed),
        `${keyword}, allowed`,
      ).not.toEqual([]);
      expect(
        own.filter(({ violated }) => violated.length > 0 && violated.every((one) => one === keyword)),
        `${keyword} alone, refused`,
      ).not.toEqual([]);
    }
  });
});

describe('the values next to a bound', () => {
  test.each<[schema: string, keyword: string, values: Exact[]]>([
    ['{ type: integer, minimum: 3 }', 'minimum', [3, 2, 4]],
    ['{ type: integer, maximum: 9 }', 'maximum', [9, 8, 10]],
    [
      '{ type: integer, minimum: 3, maximum: 9 }',
      'maximum',
      [8n, 16n, 31n, 32n, 53n, 63n, 64n].map((bits) => 2n ** bits + 3n),
    ],
    ['{ type: integer, format: int32, minimum: 3 }', 'format', [2n ** 32n + 3n, 2n ** 64n + 3n]],
    ['{ type: integer, exclusiveMaximum: 9, multipleOf: 3 }', 'exclusiveMaximum', [9, 6, 12]],
    ['{ type: number, minimum: 1 }', 'minimum', [1, 0.999, 1.001]],
    ['{ type: string, maxLength: 3 }', 'maxLength', ['abc', 'abcd']],
    ['{ type: string, minLength: 1 }', 'minLength', ['a', '']],
    ['{ type: integer, format: int64 }', 'format', [2n ** 63n, -(2n ** 63n) - 1n, 2n ** 64n + 1n]],
    [
      '{ type: array, items: { const: 1 }, maxItems: 2 }',
      'maxItems',
      [
        [1, 1],
        [1, 1, 1],
      ],
    ],
  ])('%s', (schema, keyword, values) => {
    const own = tried(schema)
      .filter((one) => one.keyword === keyword)
      .map(({ value }) => value);
    for (const value of values) expect(own).toContainEqual(value);
  });
});

test.each(['uuid', 'date', 'date-time', 'time', 'email', 'uri', 'ipv4', 'ipv6'])(
  'what is no %s is refused for its format',
  (format) => {
    const own = tried(`{ type: string, format: ${format} }`).filter(({ keyword }) => keyword === 'format');
    expect(own.length).toBeGreaterThan(0);
    // Some values show what a format allows that is easily refused.
    const refused = own.filter(({ violated }) => violated.length > 0);
    expect(refused.length).toBeGreaterThan(1);
    expect(refused.filter(({ violated }) => !violated.includes('format'))).toEqual([]);
  },
);

describe('what is wrong by its format alone', () => {
  // A reader of addresses may take `https://Tw0${*`, and one of base64 what does not end with `=`.
  test.each([
    '{ type: string, format: uri, pattern: "^https://" }',
    '{ type: string, format: uri-reference, pattern: "^/", minLength: 5, maxLength: 12 }',
    '{ type: string, format: byte, minLength: 5, maxLength: 9 }',
    '{ type: string, format: email, minLength: 3, maxLength: 400 }',
  ])('shows nothing of its pattern and its length: %s', (schema) => {
    const own = tried(schema).filter(({ keyword }) => /^(pattern|minLength|maxLength)$/.test(keyword));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ violated }) => violated.length > 0 && violated.every((one) => one === 'format'))).toEqual([]);
  });
});

test('an address without TLS is tried where the pattern asks for it', () => {
  const own = tried('{ type: string, format: uri, pattern: "^https://" }').filter(
    ({ keyword }) => keyword === 'pattern',
  );
  expect(own.map(({ value }) => value)).toContainEqual(expect.stringMatching('^http://'));
});

test('of an amount, nothing is sent that its pattern allows and that is none for some readers', () => {
  const all = tried("{ type: string, format: decimal, pattern: '^-?[0-9]{0,8}(?:[.][0-9]{0,2})?$' }");
  expect(all.filter(({ isAllowed, value }) => isAllowed && !/^[0-9]+([.][0-9]+)?$/.test(String(value)))).toEqual([]);
  expect(all.some(({ keyword, isAllowed }) => keyword === 'pattern' && !isAllowed)).toBe(true);
});

test('an item twice is refused where items are unique, and nowhere else', () => {
  const own = (schema: string) =>
    tried(schema)
      .filter(({ keyword }) => keyword === 'uniqueItems')
      .map(({ violated }) => violated);
  expect(own('{ type: array, items: { type: string }, minItems: 3, uniqueItems: true }')).toEqual([['uniqueItems']]);
  expect(own('{ type: array, items: { type: string } }')).toEqual([]);
});

test('null is tried everywhere, and allowed where the schema says so', () => {
  const isAllowed = (schema: string) =>
    tried(schema)
      .filter(({ keyword }) => keyword === 'null')
      .map((one) => one.isAllowed);
  expect([isAllowed('{ type: string }'), isAllowed('{ type: [string, "null"] }'), isAllowed('{}')]).toEqual([
    [false],
    [true],
    [],
  ]);
});

describe('free text', () => {
  const texts = (schema: string) => tried(schema).filter(({ keyword }) => keyword === 'text');

  test('is tried with what is unusual', () => {
    const own = texts('{ type: string }');
    expect(own.map(({ value }) => value)).toEqual(expect.arrayContaining(unusualTexts));
    expect(own.filter(({ isAllowed }) => !isAllowed)).toEqual([]);
  });

  test.each([
    '{ type: string, format: uuid }',
    '{ type: string, pattern: "^a" }',
    '{ enum: [a] }',
    '{ type: integer }',
  ])('is not meant by %s', (schema) => expect(texts(schema)).toEqual([]));
});

test.each([
  '{ type: string, enum: ["", a, A, b] }',
  '{ type: integer, minimum: 0, maximum: 1 }',
  '{ type: string, minLength: 0 }',
])('nothing is tried twice: %s', (schema) => {
  const own = tried(schema)
    .map(({ keyword, value }) => JSON.stringify([keyword, typeof value === 'bigint' ? String(value) : value]))
    .filter((text) => !text.startsWith('["type"'));
  expect(own).toEqual([...new Set(own)]);
});

test('spellings near an allowed value are no allowed value', () => {
  const own = tried('{ type: string, enum: [novel] }').filter(({ keyword }) => keyword === 'enum');
  expect(own.filter(({ isAllowed }) => isAllowed).map(({ value }) => value)).toEqual(['novel']);
  for (const near of ['NOVEL', 'Novel', ' novel', 'novel ', 'nove', 'novels', '', 'constructor'])
    expect(own.map(({ value }) => value)).toContain(near);
});

test('of a list of many values, so many are tried at most, the first and the last among them', () => {
  const values = Array.from({ length: 2_000 }, (_, index) => `v${index}`);
  const all = tried(`{ type: string, enum: [${values.join(', ')}] }`).filter(({ keyword }) => keyword === 'enum');
  const allowed = all.filter(({ isAllowed }) => isAllowed).map(({ value }) => value);
  expect(allowed).toEqual(expect.arrayContaining(['v0', 'v1999']));
  expect(all.length).toBeLessThan(1_200);
});

test('of numbers with so many decimals, none with more is tried', () => {
  const values = tried('{ type: number, minimum: 0.01, description: At most two decimal places }');
  expect(values.filter(({ keyword }) => keyword === 'minimum').map(({ value }) => value)).toEqual([
    0.01, -0.49, 0.51, 0.02, 0,
  ]);
});

test('of dates that are not in the future, none of the future is tried', () => {
  const allowed = tried('{ type: string, format: date, description: Must not be in the future }').filter(
    ({ keyword, isAllowed }) => keyword === 'format' && isAllowed,
  );
  expect(allowed.map(({ value }) => value)).toEqual(['1996-02-29']);
});
