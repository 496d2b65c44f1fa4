import { describe, expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { enumOf, type SchemaView, typeOfJson, typesOf, viewSchema } from './schema-view.ts';

const at = (name: string) => `/components/schemas/${name}`;

/** The schema `It`, among others. */
function view(schemas: string, version = '3.1.0'): SchemaView {
  return viewSchema(contractWith(schemas, version), at('It'));
}

const valuesOf = ({ keywords }: SchemaView) =>
  Object.fromEntries([...keywords].filter(([key]) => key !== 'type').map(([key, { value }]) => [key, value]));

test('a reference is what it leads to, by its name', () => {
  const { name, types, properties, required, pointer } = view(
    `It: { $ref: "#/components/schemas/Book" }
Book: { type: object, required: [title], properties: { title: { type: string }, a/b: {} } }`,
  );
  expect({ name, types, pointer }).toEqual({ name: 'Book', types: ['object'], pointer: at('It') });
  expect([...properties]).toEqual([
    ['title', `${at('Book')}/properties/title`],
    ['a/b', `${at('Book')}/properties/a~1b`],
  ]);
  expect([...required]).toEqual([['title', `${at('Book')}/required`]]);
});

test('of several names on the way the first one counts', () =>
  expect(
    view(
      'It: { $ref: "#/components/schemas/Loan" }\nLoan: { $ref: "#/components/schemas/Book" }\nBook: { type: object }',
    ).name,
  ).toBe('Loan'));

describe('what stands beside a reference', () => {
  const beside = 'It: { $ref: "#/components/schemas/Title", maxLength: 5 }\nTitle: { type: string, maxLength: 9 }';
  test('counts in 3.1', () => expect(valuesOf(view(beside))).toEqual({ maxLength: 5 }));
  test('does not count in 3.0', () => expect(valuesOf(view(beside, '3.0.3'))).toEqual({ maxLength: 9 }));
});

describe('allOf', () => {
  test('of two bounds the narrower one counts, wherever it stands', () => {
    const schemas = `
It:
  allOf: [{ minimum: 3, maximum: 9, minLength: 1 }, { $ref: "#/components/schemas/Other" }]
  maximum: 20
  maxItems: 4
Other: { minimum: 5, maximum: 12, minLength: 0, maxItems: 7, exclusiveMinimum: 2 }
`;
    const own = view(schemas);
    expect(valuesOf(own)).toEqual({ minimum: 5, maximum: 9, minLength: 1, maxItems: 4, exclusiveMinimum: 2 });
    expect(own.keywords.get('minimum')?.pointer).toBe(`${at('Other')}/minimum`);
    expect(own.keywords.get('maximum')?.pointer).toBe(`${at('It')}/allOf/0/maximum`);
  });

  test('properties and what is required are united', () => {
    const own = view(
      `It: {
        allOf: [{ required: [a], properties: { a: {} } }, { allOf: [{ required: [c], properties: { c: {} } }] }],
        required: [b],
        properties: { b: {} }
      }`,
    );
    expect([...own.properties.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect([...own.required.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect(own.types).toEqual(['object']);
  });

  test('only types that all parts allow are left', () => {
    expect(
      view('It: { type: [string, integer, "null"], allOf: [{ type: [integer, "null", boolean] }] }').types,
    ).toEqual(['integer', 'null']);
  });

  test('an integer is a number', () => {
    expect(view('It: { type: number, allOf: [{ type: [integer, string] }] }').types).toEqual(['integer']);
    expect(view('It: { allOf: [{ type: integer }, { type: number }] }').types).toEqual(['integer']);
  });

  test('else what stands outside counts', () => {
    const own = view(
      `It: {
        default: 1,
        properties: { a: { type: string } },
        allOf: [{ default: 2, format: int32, properties: { a: {} } }]
      }`,
    );
    expect(valuesOf(own)).toEqual({ default: 1, format: 'int32' });
    expect(own.properties.get('a')).toBe(`${at('It')}/properties/a`);
  });

  const base = 'Base: { properties: { size: { type: integer, minimum: 1, readOnly: true, description: Of any. } } }';
  const here = '{ properties: { size: { readOnly: false, description: Of this one., maximum: 9 } } }';
  test.each<[name: string, it: string]>([
    ['in a part', `It: { allOf: [{ $ref: "#/components/schemas/Base" }, ${here}] }`],
    ['in a part before it', `It: { allOf: [${here}, { $ref: "#/components/schemas/Base" }] }`],
    ['beside allOf', `It: { allOf: [{ $ref: "#/components/schemas/Base" }], ${here.slice(1)}`],
    [
      'where the schema is referred to',
      `It: { $ref: "#/components/schemas/Its" }
Its: { allOf: [${here}, { $ref: "#/components/schemas/Base" }] }`,
    ],
    ['deeper', `It: { allOf: [{ allOf: [{ $ref: "#/components/schemas/Base" }, ${here}] }] }`],
  ])('what is said of a property once more counts together: %s', (_, it) => {
    const contract = contractWith(`${it}\n${base}`);
    const of = (name: string) => viewSchema(contract, viewSchema(contract, at(name)).properties.get('size') ?? '');
    expect(of('It').types).toEqual(['integer']);
    expect(valuesOf(of('It'))).toEqual({ minimum: 1, maximum: 9, readOnly: false, description: 'Of this one.' });
    expect(valuesOf(of('Base'))).toEqual({ minimum: 1, readOnly: true, description: 'Of any.' });
  });
});

describe('null', () => {
  test.each<[name: string, schemas: string, version: string, types: string[]]>([
    ['nullable of 3.0', 'It: { type: string, nullable: true }', '3.0.3', ['string', 'null']],
    ['not nullable', 'It: { type: string, nullable: false }', '3.0.3', ['string']],
    ['nullable of one part alone', 'It: { allOf: [{ type: string }, { nullable: true }] }', '3.0.3', ['string']],
    [
      'null of one part alone',
      'It: { allOf: [{ type: string }, { anyOf: [{}, { type: "null" }] }] }',
      '3.1.0',
      ['string'],
    ],
    ['this or null', 'It: { anyOf: [{ type: string }, { type: "null" }] }', '3.1.0', ['string', 'null']],
    ['nullable says nothing in 3.1', 'It: { type: string, nullable: true }', '3.1.0', ['string']],
    ['a list of types', 'It: { type: [string, "null"] }', '3.1.0', ['string', 'null']],
    [
      'this or null',
      'It: { oneOf: [{ $ref: "#/components/schemas/Book" }, { type: "null" }] }\nBook: { type: object }',
      '3.1.0',
      ['object', 'null'],
    ],
    ['null or this', 'It: { anyOf: [{ const: null }, { type: integer }] }', '3.1.0', ['integer', 'null']],
  ])('%s', (_, schemas, version, types) => {
    const own = view(schemas, version);
    expect(own.types).toEqual(types);
    expect(own.alternatives).toEqual([]);
  });

  test('"this or null" has the properties of this', () => {
    const own = view(
      `It: { oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Book" }] }
Book: { type: object, required: [title], properties: { title: {} } }`,
    );
    expect([own.name, [...own.properties.keys()], [...own.required.keys()]]).toEqual(['Book', ['title'], ['title']]);
  });
});

describe('exclusive bounds', () => {
  test.each<[name: string, schema: string, version: string, keywords: object]>([
    [
      'true moves the bound in 3.0',
      '{ minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true }',
      '3.0.3',
      { exclusiveMinimum: 1, exclusiveMaximum: 9 },
    ],
    [
      'false is nothing in 3.0',
      '{ minimum: 1, exclusiveMinimum: false, maximum: 9 }',
      '3.0.3',
      { minimum: 1, maximum: 9 },
    ],
    ['true without a bound is nothing', '{ exclusiveMinimum: true }', '3.0.3', {}],
    ['a number is a bound in 3.1', '{ minimum: 1, exclusiveMinimum: 2 }', '3.1.0', { minimum: 1, exclusiveMinimum: 2 }],
  ])('%s', (_, schema, version, keywords) => expect(valuesOf(view(`It: ${schema}`, version))).toEqual(keywords));
});

describe('alternatives', () => {
  const kinds = 'Novel: { type: object, properties: { plot: {} } }\nAtlas: { type: object, properties: { maps: {} } }';

  test('are kept apart, with what they have in common', () => {
    const own = view(
      `
It:
  type: object
  properties: { title: {} }
  oneOf: [{ $ref: "#/components/schemas/Novel" }, { $ref: "#/components/schemas/Atlas" }]
${kinds}`,
    );
    expect([...own.properties.keys()]).toEqual(['title']);
    expect(own.alternatives).toEqual([`${at('It')}/oneOf/0`, `${at('It')}/oneOf/1`]);
  });

  test('two and null are two, and null', () => {
    const own = view(
      `
It:
  type: [object, 'null']
  anyOf: [{ $ref: "#/components/schemas/Novel" }, { type: "null" }, { $ref: "#/components/schemas/Atlas" }]
${kinds}`,
    );
    expect(own.alternatives).toEqual([`${at('It')}/anyOf/0`, `${at('It')}/anyOf/2`]);
    expect(own.types).toEqual(['object', 'null']);
  });
});

describe('schemas that hold themselves', () => {
  test('by a property', () => {
    const own = view(
      `It: {
        type: object,
        properties: { next: { $ref: "#/components/schemas/It" } },
        items: { $ref: "#/components/schemas/It" }
      }`,
    );
    expect(own.properties.get('next')).toBe(`${at('It')}/properties/next`);
    expect(own.items).toBe(`${at('It')}/items`);
  });

  test.each([
    [
      'allOf',
      `It: { type: object, allOf: [{ $ref: "#/components/schemas/Other" }], properties: { a: {} } }
Other: { allOf: [{ $ref: "#/components/schemas/It" }], properties: { b: {} } }`,
    ],
    [
      'an only alternative',
      `It: { type: object, oneOf: [{ $ref: "#/components/schemas/Other" }], properties: { a: {} } }
Other: { anyOf: [{ $ref: "#/components/schemas/It" }], properties: { b: {} } }`,
    ],
  ])('by %s', (_, schemas) => expect([...view(schemas).properties.keys()].toSorted()).toEqual(['a', 'b']));
});

describe('types of alternatives', () => {
  test.each<[name: string, schemas: string, types: string[]]>([
    [
      'one after the other',
      'It: { oneOf: [{ type: integer }, { type: string }, { type: integer }] }',
      ['integer', 'string'],
    ],
    [
      'and null',
      'It: { anyOf: [{ type: integer }, { type: "null" }, { type: string }] }',
      ['integer', 'string', 'null'],
    ],
    [
      'within others',
      'It: { oneOf: [{ oneOf: [{ type: integer }, { type: boolean }] }, { const: a }] }',
      ['integer', 'boolean', 'string'],
    ],
    ['not beside types', 'It: { type: object, oneOf: [{ type: integer }, { type: string }] }', ['object']],
    [
      'with themselves',
      'It: { oneOf: [{ $ref: "#/components/schemas/It" }, { type: integer }, { $ref: "#/components/schemas/It" }] }',
      ['integer'],
    ],
    ['of any type', 'It: { oneOf: [{}, {}] }', []],
  ])('%s', (_, schemas, types) => {
    const contract = contractWith(schemas);
    expect(typesOf(contract, viewSchema(contract, at('It')))).toEqual(types);
  });
});

describe('types that nobody wrote', () => {
  test.each<[schema: string, types: string[]]>([
    ['{ enum: [a, 1, 1.5, null] }', ['string', 'integer', 'number', 'null']],
    ['{ const: true }', ['boolean']],
    ['{ properties: { a: {} } }', ['object']],
    ['{ items: {} }', ['array']],
    ['{}', []],
  ])('%s', (schema, types) => expect(view(`It: ${schema}`).types).toEqual(types));
});

test.each<[schema: string, values: unknown]>([
  ['{ const: 5 }', [5]],
  ['{ enum: [a, b] }', ['a', 'b']],
  ['{ const: null, enum: [a] }', [null]],
  ['{ type: string }', undefined],
  ['{ type: string, enum: [501, a, null] }', ['a']],
  ['{ type: number, enum: [1, 1.5, a] }', [1, 1.5]],
  ['{ type: string, enum: [501] }', [501]],
  ['{ type: string, enum: [iron, wood], pattern: wood|stone }', ['wood']],
  ['{ type: string, enum: [iron, wood], pattern: stone }', ['iron', 'wood']],
])('the values of %s', (schema, values) => {
  expect(enumOf(view(`It: ${schema}`))).toEqual(values);
});

test.each<[value: unknown, type: string]>([
  [null, 'null'],
  [[], 'array'],
  [2n ** 63n, 'integer'],
  [3, 'integer'],
  [3.5, 'number'],
  ['3', 'string'],
  [{}, 'object'],
  [false, 'boolean'],
])('%s has the type %s', (value, type) => expect(typeOfJson(value)).toBe(type));
