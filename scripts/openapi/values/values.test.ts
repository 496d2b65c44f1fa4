import { describe, expect, test } from 'vitest';
import { type Exact, within, writeExact } from '../../http/exact-json.ts';
import { contractWith } from '../../test/contracts.ts';
import { patternSample } from '../patterns/pattern-sample.ts';
import { SchemaCheck } from '../schemas/schema-validator.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { type Extent, ValueSource } from './values.ts';

const pointer = '/components/schemas/It';
const extents: Extent[] = ['required', 'all'];

/** Values of a schema, from a few seeds. */
function made(schemas: string, version = '3.1.0', count = 30): { values: Exact[]; wrong: string[] } {
  const contract = contractWith(schemas, version);
  const check = new SchemaCheck(contract);
  const values = [1, 77, 2 ** 30].flatMap((seed) => {
    const source = new ValueSource(contract, seed);
    return extents.flatMap((extent) => Array.from({ length: count }, () => source.valueAt(pointer, extent)));
  });
  return {
    values,
    wrong: values.flatMap((value) =>
      check
        .violations('request', pointer, value)
        .map(({ path, message }) => `${writeExact(value)}: ${path.join('/')} ${message}`),
    ),
  };
}

/** A schema deep in objects that must be there. */
const deep = (schema: string, levels: number): string =>
  levels === 0 ? schema : `{ type: object, required: [a], properties: { a: ${deep(schema, levels - 1)} } }`;

describe('what is made is allowed', () => {
  test.each<[schema: string]>([
    ['{ type: string }'],
    ['{ type: integer }'],
    ['{ type: number }'],
    ['{ type: boolean }'],
    ['{ type: "null" }'],
    ['{}'],
    ['{ type: [string, "null"] }'],
    ['{ type: string, minLength: 60 }'],
    ['{ type: string, maxLength: 3 }'],
    ['{ type: string, minLength: 4, maxLength: 4 }'],
    ['{ type: string, maxLength: 0 }'],
    ['{ type: string, pattern: "^[A-Z]{3}-[0-9]{2,5}$" }'],
    ['{ type: string, pattern: "^[a-z]+$", minLength: 3, maxLength: 8 }'],
    ['{ type: string, pattern: "\\\\d" }'],
    ['{ type: string, pattern: "^(?=a)abc$", example: abc }'],
    ['{ type: string, pattern: "^(?!no)[a-z]+$", minLength: 1 }'],
    ['{ type: string, pattern: "^(?=.*[A-Z])(?=.*\\\\d).{6,12}$" }'],
    ['{ type: string, format: uri, pattern: "^https://" }'],
    ['{ type: string, format: uri, pattern: "^https://hooks\\\\.example\\\\.org/", maxLength: 60 }'],
    ['{ type: string, format: email, pattern: "@example\\\\.org$" }'],
    ['{ type: string, format: date, pattern: "^2027-", maxLength: 10 }'],
    ['{ type: string, format: uuid, pattern: "^[0-9A-F-]+$" }'],
    ['{ type: string, format: uri, maxLength: 12, pattern: "^https://" }'],
    [
      `{
        type: object,
        required: [land, code],
        properties: { land: { enum: [de, nl, at] }, code: { type: string, maxLength: 9 } },
        allOf: [
          { if: { properties: { land: { const: de } } }, then: { properties: { code: { pattern: "^[0-9]{5}$" } } } },
          { if: { properties: { land: { const: nl } } }, then: { required: [town] } }
        ]
      }`,
    ],
    [
      `{
        type: object,
        required: [kind],
        properties: { kind: { enum: [a, b] }, size: { type: integer, minimum: 5 } },
        if: { properties: { kind: { const: a } } },
        then: { required: [note] },
        else: { required: [size], properties: { size: { maximum: 5 } } }
      }`,
    ],
    ['{ type: integer, minimum: 5, maximum: 7 }'],
    ['{ type: integer, exclusiveMinimum: 0, exclusiveMaximum: 2 }'],
    ['{ type: integer, maximum: -10 }'],
    [deep('{ type: integer, oneOf: [{ const: 1 }, { const: 2 }] }', 9)],
    [deep(`{ oneOf: [${deep('{ type: string }', 1)}, ${deep('{ type: integer }', 1)}] }`, 9)],
    [
      `{
        oneOf: [
          {
            type: object,
            required: [left, right],
            properties: { left: { $ref: "#/components/schemas/It" }, right: { $ref: "#/components/schemas/It" } }
          },
          { type: object, required: [leaf], properties: { leaf: { type: integer } } }
        ]
      }`,
    ],
    ['{ type: integer, minimum: 10, multipleOf: 7 }'],
    ['{ type: number, minimum: 0.1, maximum: 0.4, multipleOf: 0.1 }'],
    ['{ type: number, maximum: 0.3 }'],
    ['{ type: number, minimum: 0, maximum: 1, multipleOf: 0.01 }'],
    ['{ type: number, exclusiveMinimum: 0, maximum: 1, multipleOf: 1e-7 }'],
    ['{ type: integer, format: int32 }'],
    ['{ type: array, prefixItems: [{ type: number }, { type: boolean }], minItems: 2, maxItems: 2 }'],
    ['{ prefixItems: [{ type: string }, { type: integer }, { type: boolean }], items: false, minItems: 2 }'],
    ['{ type: array, items: { type: integer }, minItems: 3, contains: { minimum: 50, maximum: 60 } }'],
    [
      `{
        type: array,
        prefixItems: [{ type: string }, { type: integer }, { type: boolean }],
        items: false,
        contains: { type: integer, minimum: 50, maximum: 60 }
      }`,
    ],
    ['{ type: array, contains: { type: object, required: [a] } }'],
    ['{ enum: [novel, 3, null] }'],
    ['{ const: [1, 2] }'],
    ['{ type: array, items: { type: string }, minItems: 3 }'],
    ['{ type: array, items: { enum: [a, b, c] }, minItems: 3, uniqueItems: true }'],
    ['{ type: array, maxItems: 0, items: { type: string } }'],
    ['{ type: array, minItems: 1, items: { type: array, minItems: 2, items: { type: integer, minimum: 3 } } }'],
    [
      `{
        type: object,
        required: [a, x],
        properties: {
          a: { type: integer },
          b: { type: object, required: [c], properties: { c: { type: string, format: uuid } } }
        }
      }`,
    ],
    [
      `{
        type: object,
        required: [a],
        additionalProperties: false,
        properties: { a: { type: integer }, id: { type: integer, readOnly: true } }
      }`,
    ],
    [
      `{
        allOf: [
          { type: object, required: [a], properties: { a: { type: string, maxLength: 20 } } },
          { properties: { b: { type: boolean } } }
        ]
      }`,
    ],
    ['{ oneOf: [{ type: "null" }, { type: object, required: [a], properties: { a: { type: integer } } }] }'],
    [
      `{
        type: object,
        required: [title],
        properties: { title: { type: string } },
        oneOf: [
          { type: object, required: [pages], properties: { pages: { type: integer } } },
          { type: object, required: [maps], properties: { maps: { type: integer } } }
        ]
      }`,
    ],
    [
      `{
        type: object,
        properties: {
          next: { $ref: "#/components/schemas/It" },
          others: { type: array, items: { $ref: "#/components/schemas/It" } }
        }
      }`,
    ],
    [
      `{
        type: object,
        properties: { mail: { type: string }, phone: { type: string }, note: { type: string } },
        oneOf: [{ required: [mail] }, { required: [phone] }]
      }`,
    ],
    [
      `{
        type: object,
        properties: { mail: { type: string }, phone: { type: string }, fax: { type: string } },
        oneOf: [{ required: [mail] }, { required: [phone] }, { required: [fax] }]
      }`,
    ],
    [
      `{
        type: object,
        required: [name],
        properties: { name: { type: string }, from: { type: string }, to: { type: string } },
        not: { required: [from, to] }
      }`,
    ],
    [
      `{
        allOf: [
          { type: object, additionalProperties: false, properties: { a: { type: string } } },
          { properties: { b: { type: boolean }, c: { type: integer } } }
        ]
      }`,
    ],
    ['{ type: object, minProperties: 2, propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: {} }'],
    ['{ type: object, minProperties: 2, propertyNames: { enum: [en, de] }, additionalProperties: { type: string } }'],
  ])('%s', (schema) => expect(made(`It: ${schema}`).wrong).toEqual([]));

  test('a list deep in objects that must be there has an item', () => {
    const { values } = made(`It: ${deep('{ type: array, items: { type: integer } }', 5)}`);
    expect(values.filter((value) => within(value, ['a', 'a', 'a', 'a', 'a', '0']) === undefined)).toEqual([]);
  });

  test.each(['date', 'date-time'])('a %s is later than the one before, whatever is made between them', (format) => {
    const contract = contractWith(`It: { type: string, format: ${format} }`);
    const source = new ValueSource(contract, 7);
    const values = Array.from({ length: 500 }, (_, index) => {
      for (let others = 0; others < index; others += 1) source.next();
      return String(source.valueAt(pointer, 'all'));
    });
    expect(values.toSorted()).toEqual(values);
    expect(new Set(values).size).toBe(values.length);
  });

  test('no null where there is another listed value', () => {
    expect(new Set(made('It: { enum: [a, null] }').values)).toEqual(new Set(['a']));
  });

  test.each([
    'uuid',
    'date',
    'date-time',
    'time',
    'duration',
    'email',
    'uri',
    'uri-reference',
    'hostname',
    'ipv4',
    'ipv6',
    'json-pointer',
    'relative-json-pointer',
    'json-pointer-uri-fragment',
    'uri-template',
    'byte',
    'password',
  ])('a text with the format %s', (format) => {
    expect(made(`It: { type: string, format: ${format} }`).wrong).toEqual([]);
  });

  test('with a discriminator', () => {
    const kinds = ['Novel', 'Atlas']
      .map(
        (name) =>
          `${name}:
  type: object
  required: [kind, title]
  properties: { kind: { const: ${name.toLowerCase()} }, title: { type: string } }`,
      )
      .join('\n');
    const { wrong, values } = made(
      `
It:
  oneOf: [{ $ref: "#/components/schemas/Novel" }, { $ref: "#/components/schemas/Atlas" }]
  discriminator: { propertyName: kind }
${kinds}`,
    );
    expect(wrong).toEqual([]);
    expect(values[0]).toMatchObject({ kind: 'novel' });
  });

  test.each([
    '{ type: integer, minimum: 0, exclusiveMinimum: true, maximum: 2 }',
    '{ type: string, nullable: true, maxLength: 4 }',
  ])('%s, in 3.0', (schema) => expect(made(`It: ${schema}`, '3.0.3').wrong).toEqual([]));
});

test.each([
  ['a choice of a choice', 'It: { oneOf: [{ oneOf: [{ type: string }, { type: integer }] }, { type: array }] }'],
  [
    'what may hold another of itself',
    `
It: { oneOf: [{ $ref: '#/components/schemas/Not' }, { type: integer }] }
Not: { type: object, required: [of], properties: { of: { $ref: '#/components/schemas/It' } } }
`,
  ],
])('%s has a value', (_, schemas) => {
  expect(made(schemas).wrong).toEqual([]);
});

test('of what holds itself many times, one level has all that it may have', () => {
  const names = Array.from({ length: 200 }, (_, index) => `p${index}`);
  const { values, wrong } = made(
    `It: { type: object, properties: { ${names.map((name) => `${name}: { $ref: '#${pointer}' }`).join(', ')} } }`,
    '3.1.0',
    1,
  );
  const whole = Object.fromEntries(names.map((name) => [name, {}]));
  expect([new Set(values.map(writeExact)), wrong]).toEqual([new Set(['{}', writeExact(whole)]), []]);
});

describe('of all that a map may have, an entry is made', () => {
  const map = (names: string, more = '') =>
    made(`It: { type: object, ${names}${more} additionalProperties: { type: integer } }`, '3.1.0', 1);
  const count = (value: Exact | undefined) => Object.keys(Object(value)).length;

  test.each([
    ['of a pattern', 'propertyNames: { pattern: "^[a-z]{3}$" },'],
    ['of a few', 'propertyNames: { enum: [red, blue] },'],
    ['of a format', 'propertyNames: { format: uuid },'],
  ])('whose name is one %s', (_, names) => {
    const { values, wrong } = map(names);
    expect([wrong, ...values.map(count)]).toEqual([[], 0, 1, 0, 1, 0, 1]);
  });

  test.each([
    ['where nothing says how it may be called', '', ''],
    ['where there may be none', 'propertyNames: { pattern: "^a$" },', 'maxProperties: 0,'],
  ])('but not %s', (_, names, more) => expect(map(names, more).values.map(count)).toEqual([0, 0, 0, 0, 0, 0]));
});

test.each([
  ['by its format', '{ type: string, format: decimal }'],
  ['by a pattern that allows other texts too', "{ type: string, pattern: '^-?[0-9]{0,8}(?:[.][0-9]{0,2})?$' }"],
  ['of one digit', "{ type: string, pattern: '^[0-9][.][0-9]{2}$' }"],
])('an amount that is a text is a usual one: %s', (_, schema) => {
  const { values, wrong } = made(`It: ${schema}`);
  expect(wrong).toEqual([]);
  expect(values.filter((value) => !/^[1-9][0-9]?[.][0-9]{2}$/.test(String(value)))).toEqual([]);
});

test('values that are made for parts of a body are bounded each for itself', () => {
  const contract = contractWith('It: { type: object, required: [a], properties: { a: { type: string } } }');
  const source = new ValueSource(contract, 1);
  const view = viewSchema(contract, pointer);
  for (let count = 0; count < 20_001; count += 1) source.objectOf(view, 'all', 2);
  expect(source.objectOf(view, 'all', 2)).toEqual({ a: expect.any(String) });
});

test('what only the server can say is not made', () => {
  const source = new ValueSource(
    contractWith(
      `
It:
  type: object
  required: [a, id]
  properties: { a: { type: integer }, id: { type: integer, readOnly: true } }
`,
    ),
    1,
  );
  expect(Object.keys(source.valueAt(pointer, 'all') ?? {})).toEqual(['a']);
});

test('the extent decides on what is optional', () => {
  const source = new ValueSource(
    contractWith('It: { type: object, required: [a], properties: { a: { type: integer }, b: { type: integer } } }'),
    1,
  );
  expect(Object.keys(source.valueAt(pointer, 'required') ?? {})).toEqual(['a']);
  expect(Object.keys(source.valueAt(pointer, 'all') ?? {})).toEqual(['a', 'b']);
});

describe('no two are the same', () => {
  test.each([
    '{ type: string }',
    '{ type: string, maxLength: 8 }',
    '{ type: string, format: uuid }',
    '{ type: string, format: email }',
    '{ type: string, format: uri }',
    '{ type: object, required: [a], properties: { a: { type: string, minLength: 5 } } }',
  ])('%s', (schema) => {
    const source = new ValueSource(contractWith(`It: ${schema}`), 123_456_789);
    const values = Array.from({ length: 500 }, () => writeExact(source.valueAt(pointer, 'required')));
    expect(new Set(values).size).toBe(values.length);
  });

  test.each(['{ type: string }', '{ type: string, pattern: "^[a-z]{12}$" }', '{ type: string, format: uuid }'])(
    'nor of two seeds, where there is room: %s',
    (schema) => {
      const contract = contractWith(`It: ${schema}`);
      const of = (seed: number) => new ValueSource(contract, seed).valueAt(pointer, 'all');
      expect(of(1)).not.toEqual(of(2));
    },
  );

  test.each([0, 7, 2 ** 30, 2 ** 31 - 1])('two texts without a letter in common: seed %d', (seed) => {
    const [one = '', other = ''] = new ValueSource(contractWith('It: { type: string }'), seed).unrelatedTexts;
    expect(one).toMatch(/^[b-m]{6}$/);
    expect(other).toMatch(/^[n-z]{6}$/);
  });

  test('no two seeds make the same texts, one-digit ones included', () => {
    const seeds = [...Array.from({ length: 500 }, (_, seed) => seed), 2 ** 30, 2 ** 31 - 2, 2 ** 31 - 1];
    const sources = seeds.map((seed) => new ValueSource(contractWith('It: { type: string }'), seed));
    expect(new Set(sources.map(({ mark }) => mark)).size).toBe(seeds.length);
    expect(new Set(sources.map((source) => source.numberOf('readIt'))).size).toBe(seeds.length);
    const ownTexts = sources.slice(0, 10).map(({ mark }) => new Set(mark).size);
    expect(Math.min(...ownTexts)).toBeGreaterThan(2);
  });

  test('a seed gives the same number for the same text', () => {
    const numbers = (seed: number) =>
      ['readIt', 'readIt', 'removeIt'].map((text) =>
        new ValueSource(contractWith('It: { type: string }'), seed).numberOf(text),
      );
    expect(numbers(5)).toEqual(numbers(5));
    expect(new Set(numbers(5)).size).toBe(2);
  });

  test.each([0, 7, 2 ** 30])('each text of a run has a mark that nothing else has: seed %d', (seed) => {
    const source = new ValueSource(contractWith('It: { type: string }'), seed);
    expect(source.mark).toMatch(/^[a-z0-9]{6}$/);
    expect(source.valueAt(pointer, 'all')).toContain(source.mark);
  });
});

test('a request has nothing that is read-only, a response nothing that is write-only', () => {
  const contract = contractWith(
    `It: {
      type: object,
      required: [a, b, c],
      properties: { a: { type: integer }, b: { type: integer, readOnly: true }, c: { type: integer, writeOnly: true } }
    }`,
  );
  const namesIn = (direction: 'request' | 'response') =>
    Object.keys(new ValueSource(contract, 5, direction).valueAt(pointer, 'required') ?? {});
  expect([namesIn('request'), namesIn('response')]).toEqual([
    ['a', 'c'],
    ['a', 'b'],
  ]);
});

test('the same seed makes the same values', () => {
  const schema = `It: {
      type: object,
      required: [a, b, c, d, e],
      properties: {
        a: { type: string },
        b: { type: string, pattern: "^[a-z]{4,9}$" },
        c: { type: integer },
        d: { enum: [x, y, z] },
        e: { type: string, format: uuid }
      }
    }`;
  expect(made(schema, '3.1.0', 5).values).toStrictEqual(made(schema, '3.1.0', 5).values);
});

test('a server and its client make other texts, though both have the same seed', () => {
  const contract = contractWith('It: { type: string, pattern: "^[a-z]{12}$" }');
  const [sent, answered] = (['request', 'response'] as const).map((direction) => {
    const source = new ValueSource(contract, 1, direction);
    return Array.from({ length: 50 }, () => source.valueAt(pointer, 'all'));
  });
  expect(sent?.filter((text) => answered?.includes(text))).toEqual([]);
});

describe('samples of a pattern', () => {
  test.each<[pattern: string, least: number, most: number]>([
    ['^[a-z]{2,9}$', 3, 5],
    ['[0-9]', 0, 20],
    ['^(a|b)+$', 1, 200],
    ['^\\p{Lu}', 0, 200],
    ['^(?!x{3})^[a-z]+(?<!q)$', 1, 20],
  ])('%s, from %d to %d letters', (pattern, least, most) => {
    for (const seed of [1, 2, 3, 500]) {
      const text = patternSample(pattern, seed, least, most);
      expect(text).toMatch(new RegExp(pattern, 'u'));
      expect(text?.length).toBeGreaterThanOrEqual(least);
      expect(text?.length).toBeLessThanOrEqual(most);
      expect(patternSample(pattern, seed, least, most)).toBe(text);
    }
  });

  test.each([
    ['a look-ahead that allows none', '^(?=b)a{5,9}$'],
    ['no regular expression', '('],
    ['lengths that it cannot have', '^a{3}$'],
  ])('%s: none', (_, pattern) => expect(patternSample(pattern, 1, 5, 9)).toBeUndefined());
});

test.each([
  '{ type: integer, minimum: -10000, maximum: 10000 }',
  '{ type: number, minimum: -90, maximum: 90 }',
  '{ type: integer, exclusiveMinimum: -100, multipleOf: 5 }',
])('%s is no less than nothing, where nothing asks for that', (schema) => {
  const { wrong, values } = made(`It: ${schema}`);
  expect(wrong).toEqual([]);
  expect(values.filter((value) => Number(value) < 0)).toEqual([]);
});

test('what holds a value is made once while values are alike, and anew where they are sent', () => {
  const contract = contractWith('It: { type: object, properties: { a: { type: string } } }');
  const source = new ValueSource(contract, 7);
  const view = viewSchema(contract, pointer);
  const holder = () => source.holderOf(view, 'all', 0);
  const [first, second] = [source.alike(holder), source.alike(holder)];
  expect(second).toBe(first);
  expect(holder()).not.toEqual(first);
  expect(source.alike(() => source.valueAt(pointer, 'all'))).not.toEqual(first);
});
