import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../cli/problem.ts';
import type { Exact } from '../../http/exact-json.ts';
import { documentWith } from '../../test/hostile-documents.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { readContract } from '../read-contract.ts';
import { SchemaCheck } from '../schemas/schema-validator.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { mendedPattern } from './pattern-mend.ts';

const read = (text: string, isStrict = false) =>
  readContract(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'), { allowRemote: false, isStrict });

interface Case {
  text: string;
  /** What is said: line, count and a part of the message. */
  says: readonly [line: number, count: number, message: string][];
}

const exponential =
  'This pattern may take exponential time to match, since it can read the same text in many ways: ' + 'it is ignored.';
/** Where a schema stands that `schema` makes a document of. */
const body = '/paths/~1lamps/post/requestBody/content/application~1json/schema';
const schema = (text: string, version = '3.1.0', schemas = '') => documentWith({ version, schema: text, schemas });

const inAuthorization =
  'components: { securitySchemes: { key: { type: apiKey, in: header, name: authorization }, ' +
  'token: { type: http, scheme: bearer } } }';

// A schema stands on lines 13 and 19, those of components from line 24 on.
const cases: Record<string, Case> = {
  'a version that is a number': {
    text: documentWith({}).replace('version: 1.0.0', 'version: 1'),
    says: [[2, 1, 'The field `version` of the Info Object must be a string: it is read as one.']],
  },
  'OpenAPI 3.2': {
    text: documentWith({ version: '3.2.0', others: '$self: https://example.com/lamps' }),
    says: [
      [1, 1, 'Of OpenAPI 3.2, no more is understood than 3.1 has: the rest is ignored.'],
      [3, 1, "The OpenAPI Object has no field '$self': it has no effect."],
    ],
  },
  'no info': {
    text: documentWith({}).replace(/^info.*$/m, ''),
    says: [[1, 1, 'The OpenAPI Object has no `info`: title and version are made up.']],
  },
  'an unknown field': {
    text: documentWith({ others: 'basePath: /v1', operation: 'consumes: [application/json]' }),
    says: [
      [3, 1, "The OpenAPI Object has no field 'basePath': it has no effect."],
      [8, 1, "The Operation Object has no field 'consumes': it has no effect."],
    ],
  },
  'a response without description': {
    text: documentWith({}).replace('description: A mistake.', 'x-a: 1'),
    says: [[20, 1, 'The Response Object has no `description`, which it must have.']],
  },
  'a status in lower case': {
    text: documentWith({}).replace("'400'", '4xx'),
    says: [[20, 1, "'4xx' is no status: it is read as 4XX."]],
  },
  'a parameter of the path that is not described': {
    text: documentWith({}).replace('/lamps:', '/lamps/{id}:'),
    says: [[6, 1, "The parameter 'id' of the path is not described: it is read as a string."]],
  },
  'parameters of Swagger 2.0': {
    text: documentWith({
      operation: `parameters:
        - { name: a, in: body, schema: {} }
        - { in: query, schema: {} }
        - { name: b, in: query, type: boolean }`,
    }),
    says: [
      [11, 1, 'The Parameter Object has no `schema`: its keywords are read as that.'],
      [9, 1, "This parameter is in no place of a request ('body'): it is ignored."],
      [10, 1, 'This parameter has no `name`: it is ignored.'],
    ],
  },
  'a parameter of the path that need not be there': {
    text: documentWith({ operation: 'parameters: [{ name: id, in: path, schema: {} }]' }).replace('/lamps:', '/{id}:'),
    says: [[8, 1, 'A parameter of the path is always required: it is read so.']],
  },
  'an operationId twice': {
    text: documentWith({})
      .replace('components', 'x-a')
      .replace(
        /^ {4}post:/m,
        '    get: { operationId: createLamp, responses: { "200": { description: D } } }\n    post:',
      ),
    says: [[8, 1, "Another operation has the operationId 'createLamp': here it is ignored."]],
  },
  'an operationId of nothing but blanks': {
    text: documentWith({}).replace('operationId: createLamp', "operationId: ' '"),
    says: [[7, 1, 'This operationId is blank: it is ignored.']],
  },
  'a security scheme that is not described': {
    text: documentWith({ operation: 'security: [{ key: [] }]' }),
    says: [[8, 1, "There is no security scheme 'key': it is ignored."]],
  },
  'two schemes of one way that are in one field': {
    text: documentWith({ others: inAuthorization, operation: 'security: [{ key: [], token: [] }]' }),
    says: [[8, 1, "'key' and 'token' are in one field of a request: either is read as enough."]],
  },
  'names that are none of a header or a cookie': {
    text: documentWith({
      others:
        'components: { securitySchemes: { key: { type: apiKey, in: header, name: "X Key" } } }\n' +
        'security: [{ key: [] }]',
      operation: `parameters:
        - { name: X Lamp, in: header, schema: {} }
        - { name: "a\\nb", in: cookie, schema: {} }`,
    }).replace('A mistake.', 'A mistake.\n          headers: { Größe: { schema: {} } }'),
    says: [
      [4, 3, "No header can have the name 'X Key': it is ignored."],
      [11, 1, "No cookie can have the name 'a\nb': it is ignored."],
    ],
  },
  'a schema where OpenAPI has none': {
    text: documentWith({
      others: 'x-own: { Lamp: { type: object, properties: { parts: { $ref: "#/definitions/Part" } } } }',
      schema: "{ $ref: '#/x-own/Lamp' }",
    }).concat('\ndefinitions: { Part: { type: string, maxLength: 5 } }'),
    says: [
      [3, 3, "$ref '#/definitions/Part' leads to where OpenAPI has no schema: what is there is read as one."],
      [23, 1, "The OpenAPI Object has no field 'definitions': it has no effect."],
    ],
  },
  'a reference to what is no schema': {
    text: schema("{ type: object, properties: { a: { $ref: '#' }, b: { $ref: '#/info' } } }"),
    says: [[13, 4, "$ref '#' leads to no schema: it is ignored."]],
  },
  'null of 3.0 in 3.1': {
    text: schema('{ type: string, nullable: true }'),
    says: [[13, 2, '`nullable` is a keyword of OpenAPI 3.0: it is read as the type null.']],
  },
  'null of 3.0 without a type': {
    text: schema('{ allOf: [{ type: object }], nullable: true }', '3.0.3'),
    says: [[13, 2, '`nullable` says nothing without a `type` beside it: null is read as allowed.']],
  },
  'null of 3.0 beside a type, and not in what is composed': {
    text: schema('{ allOf: [{ type: object }], type: object, nullable: true }', '3.0.3'),
    says: [
      [
        13,
        2,
        '`nullable` adds null to the `type` beside it alone, and not to the schemas that are composed: ' +
          'null is read as allowed.',
      ],
    ],
  },
  'null without quotes': {
    text: schema('{ type: [string, null] }'),
    says: [[13, 2, "The type `null` is a text, 'null': it is read as one."]],
  },
  'types of other languages': {
    text: schema('{ type: object, properties: { a: { type: int }, b: { type: String }, c: { type: any } } }', '3.0.3'),
    says: [
      [13, 4, "JSON Schema has no type 'int': it is read as 'integer'."],
      [13, 2, "JSON Schema has no type 'any': it is ignored."],
    ],
  },
  'a list of types in 3.0': {
    text: schema("{ type: [string, 'null'] }", '3.0.3'),
    says: [[13, 2, 'OpenAPI 3.0 has no list of types, and no type `null`: it is read as in 3.1.']],
  },
  'bounds of the other version': {
    text: schema('{ type: integer, minimum: 1, exclusiveMinimum: true }'),
    says: [[13, 2, '`exclusiveMinimum` is a number in OpenAPI 3.1: the boolean is read as in 3.0.']],
  },
  'required as a flag': {
    text: schema('{ type: object, properties: { a: { type: string, required: true } } }', '3.0.3'),
    says: [[13, 2, 'The field `required` of the Schema Object must be a list of strings: it is ignored.']],
  },
  'numbers as texts': {
    text: schema("{ type: string, maxLength: '10' }"),
    says: [[13, 2, 'The field `maxLength` of the Schema Object must be a number: it is read as one.']],
  },
  'a pattern of another dialect': {
    text: schema(String.raw`{ type: string, pattern: '\A\d+\z' }`),
    says: [[13, 2, 'This pattern is of another dialect than that of JavaScript: it is read as what it means there.']],
  },
  'a pattern that JavaScript cannot have': {
    text: schema("{ type: string, pattern: '(?>a)' }"),
    says: [[13, 2, 'This pattern is no regular expression of JavaScript: it is ignored.']],
  },
  'a pattern that may take exponential time': {
    text: schema("{ type: string, pattern: '^(a|aa)+$' }"),
    says: [[13, 2, exponential]],
  },
  'names by a pattern that is ignored': {
    text: schema("{ type: object, patternProperties: { '^(a+)+$': {} }, additionalProperties: false }"),
    says: [[13, 2, exponential]],
  },
  'a list of schemas for items': {
    text: schema('{ type: array, items: [{ type: string }, { type: integer }] }'),
    says: [[13, 2, '`items` is one schema for all items: the list of them is read as `prefixItems`.']],
  },
  'a discriminator of Swagger 2.0': {
    text: schema('{ type: object, discriminator: kind }', '3.0.3'),
    says: [[13, 2, '`discriminator` is an object with `propertyName`: the text is read as that name.']],
  },
  'a schema that is nothing': {
    text: schema('{ type: object, properties: { a: } }'),
    says: [[13, 2, 'This must be an object: it is read as an empty one.']],
  },
};

describe('what a document gets wrong is said, and read all the same', () => {
  test.each(Object.entries(cases))('%s', async (_, { text, says }) => {
    const { mistakes } = await read(text);
    expect(mistakes.map(({ location, count, message }) => [location.line, count, message])).toEqual(says);
  });

  test.each(Object.entries(cases))('or refused, where that is asked for: %s', async (_, { text, says }) => {
    const error: unknown = await read(text, true).catch((reason: unknown) => reason);
    const messages = error instanceof ContractError ? error.problems.map(({ message }) => message) : [];
    expect(messages).toHaveLength(says.reduce((sum, [, count]) => sum + count, 0));
    // What is refused is not read in any way.
    expect(messages.filter((message) => / (ignored|read (as|so)|made up|effect)\b/.test(message))).toEqual([]);
  });

  test.each<[what: string, text: string]>([
    ['OpenAPI 3.0', documentWith({ version: '3.0.3' })],
    [
      'a callback that is a reference',
      documentWith({ operation: "callbacks: { a: {}, b: { $ref: '#/paths/~1lamps/post/callbacks/a' } }" }),
    ],
    [
      'keywords of JSON Schema',
      schema("{ $id: 'urn:a', $anchor: a, $comment: b, if: {}, const: 1, $defs: { a: {} } }"),
    ],
    ['extensions', documentWith({ others: 'x-a: 1', operation: 'x-b: 2', schema: '{ x-c: 3 }' })],
    [
      'a discriminator by names',
      schema(
        '{ oneOf: [{ $ref: "#/components/schemas/A" }], discriminator: { propertyName: k, mapping: { a: A } } }',
        '3.0.3',
        '    A: { type: object }\n',
      ),
    ],
  ])('nothing is said of %s', async (_, text) => {
    expect((await read(text)).mistakes).toEqual([]);
  });
});

describe('what is mended is what it was meant to be', () => {
  test.each<[schema: string, version: string, valid: unknown[], invalid: unknown[]]>([
    ['{ type: string, nullable: true, enum: [a] }', '3.1.0', ['a', null], ['b', 1]],
    ['{ allOf: [{ type: string }], nullable: true }', '3.1.0', ['a', null], [1]],
    ['{ allOf: [{ type: string }], nullable: true, description: A lamp. }', '3.0.3', ['a', null], [1]],
    ['{ allOf: [{ type: string }], type: string, nullable: true, description: A lamp. }', '3.0.3', ['a', null], [1]],
    ['{ allOf: [{ type: string }, { nullable: true, description: A lamp. }] }', '3.0.3', ['a', null], [1]],
    ['{ allOf: [{ type: string }, { nullable: true, maxLength: 2 }] }', '3.0.3', ['a'], [1, null]],
    ['{ allOf: [{ type: string }] }', '3.0.3', ['a'], [1, null]],
    ['{ type: integer, minimum: 1, exclusiveMinimum: true }', '3.1.0', [2], [1]],
    ['{ type: integer, exclusiveMaximum: 3 }', '3.0.3', [2], [3]],
    ['{ type: array, items: [{ type: string }, { type: integer }] }', '3.1.0', [['a', 1]], [[1, 'a']]],
    [String.raw`{ type: string, pattern: '\A\d+\z' }`, '3.1.0', ['12'], ['a1']],
    ['{ type: [string, null] }', '3.1.0', ['a', null], [1]],
    ['{ type: int, maximum: "3" }', '3.0.3', [3], [4, 'a']],
    [
      "{ type: object, patternProperties: { '^(a+)+$': {} }, additionalProperties: false }",
      '3.1.0',
      [{ a: 1 }, { b: 1 }],
      [1],
    ],
  ])('%s', async (text, version, valid, invalid) => {
    const check = new SchemaCheck(await read(schema(text, version)));
    const isValid = (value: unknown) => check.isValid('request', body, value as never);
    expect(valid.map(isValid)).toEqual(valid.map(() => true));
    expect(invalid.map(isValid)).toEqual(invalid.map(() => false));
  });
});

describe('schemas that are each other by composition', () => {
  const lamps = `    Lamp:
      type: object
      required: [kind]
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind }
      oneOf: [{ $ref: '#/components/schemas/Desk' }, { $ref: '#/components/schemas/Wall' }]
    Desk:
      allOf: [{ $ref: '#/components/schemas/Lamp' }, { required: [bends], properties: { bends: { type: boolean } } }]
    Wall:
      allOf: [{ $ref: '#/components/schemas/Lamp' }, { required: [turns], properties: { turns: { type: boolean } } }]
    Small: { allOf: [{ $ref: '#/components/schemas/Wall' }, { required: [age] }] }
    Self: { allOf: [{ $ref: '#/components/schemas/Self' }, { type: object, required: [a] }] }
    Choice: { oneOf: [{ $ref: '#/components/schemas/Choice' }, { type: string }] }
`;

  test('are read without what leads back', async () => {
    const contract = await read(schema("{ $ref: '#/components/schemas/Lamp' }", '3.0.3', lamps));
    expect(contract.mistakes.map(({ message, count }) => [message, count])).toEqual([
      ['This schema is in a circle of compositions: it is read without what leads back.', 3],
      ['An alternative of this schema is the schema itself: it is ignored.', 1],
    ]);
    const check = new SchemaCheck(contract);
    const isValid = (name: string, value: object | string) =>
      check.isValid('request', `/components/schemas/${name}`, value as never);
    expect(isValid('Lamp', { kind: 'Desk', bends: true })).toBe(true);
    expect(isValid('Lamp', { kind: 'Desk' })).toBe(false);
    expect(isValid('Desk', { bends: true })).toBe(false);
    expect(isValid('Small', { kind: 'Wall', turns: true, age: 1 })).toBe(true);
    expect(isValid('Small', { kind: 'Wall', turns: true })).toBe(false);
    expect(isValid('Self', {})).toBe(false);
    expect(isValid('Choice', 'a')).toBe(true);
    // A part that was copied still has its line.
    const kind = viewSchema(contract, '/components/schemas/Desk').properties.get('kind');
    expect(contract.locate(kind ?? '').line).toBe(27);
  });
});

test('a part of allOf that refuses what is required beside it is read as open there', async () => {
  const closed = 'type: object, additionalProperties: false';
  const lamps = `    NewLamp: { ${closed}, required: [name], properties: { name: { type: string } } }
    Lamp:
      allOf: [{ $ref: '#/components/schemas/NewLamp' }, { required: [id], properties: { id: { type: integer } } }]
    Named: { ${closed}, properties: { size: { type: integer } }, allOf: [{ $ref: '#/components/schemas/NewLamp' }] }
    Kept: { allOf: [{ ${closed}, properties: { a: {} } }, { properties: { b: {} } }] }
`;
  const contract = await read(schema("{ $ref: '#/components/schemas/Lamp' }", '3.1.0', lamps));
  expect(contract.mistakes.map(({ message, count }) => [message, count])).toEqual([
    ['No value is valid here, as `id` is required and `additionalProperties` refuses it: the latter is ignored.', 1],
    ['No value is valid here, as `name` is required and `additionalProperties` refuses it: the latter is ignored.', 1],
  ]);
  const check = new SchemaCheck(contract);
  const isValid = (name: string, value: object) =>
    check.isValid('request', `/components/schemas/${name}`, value as never);
  expect([isValid('Lamp', { id: 1, name: 'a' }), isValid('Lamp', { name: 'a' }), isValid('Lamp', { id: 1 })]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isValid('NewLamp', { name: 'a' }), isValid('NewLamp', { id: 1, name: 'a' })]).toEqual([true, false]);
  expect([isValid('Kept', { a: 1 }), isValid('Kept', { b: 1 })]).toEqual([true, false]);
});

test('enums of allOf that have no value in common are read as one', async () => {
  const kinds = `    Lamp: { allOf: [{ $ref: '#/components/schemas/Wall' }, { type: string, enum: [desk, floor] }] }
    Wall: { type: string, enum: [wall, desk] }
    Any: { allOf: [{ $ref: '#/components/schemas/Wall' }, { enum: [floor] }], example: floor }
`;
  const contract = await read(schema("{ $ref: '#/components/schemas/Any' }", '3.1.0', kinds));
  expect(contract.mistakes.map(({ message, count }) => [message, count])).toEqual([
    ['No value is valid here, as these `enum`s have none in common: all are allowed.', 1],
  ]);
  const check = new SchemaCheck(contract);
  const valid = (name: string) =>
    ['wall', 'desk', 'floor'].filter((value) => check.isValid('request', `/components/schemas/${name}`, value));
  expect([valid('Any'), valid('Lamp'), valid('Wall')]).toEqual([['wall', 'desk', 'floor'], ['desk'], ['wall', 'desk']]);
});

test('of a $ref and a type beside it that have no value in common, the $ref counts', async () => {
  const lamps = `    Lamp: { type: object, required: [watts], properties: { watts: { type: number } } }
    List: { $ref: '#/components/schemas/Lamp', type: array, items: { $ref: '#/components/schemas/Lamp' } }
    Half: { $ref: '#/components/schemas/Size', type: integer }
    Size: { type: number }
`;
  const contract = await read(schema("{ $ref: '#/components/schemas/List' }", '3.1.0', lamps));
  expect(contract.mistakes.map(({ message, count }) => [message, count])).toEqual([
    ['No value is valid here, as the `$ref` leads to another type: the `$ref` counts.', 1],
  ]);
  const check = new SchemaCheck(contract);
  const isValid = (name: string, value: Exact) => check.isValid('response', `/components/schemas/${name}`, value);
  expect([{ watts: 1 }, {}, []].map((value) => isValid('List', value))).toEqual([true, false, false]);
  expect([1, 1.5].map((value) => isValid('Half', value))).toEqual([true, false]);
});

describe('a $dynamicRef', () => {
  const trees = (others: string) => `    Tree:
      $dynamicAnchor: node
      type: object
      properties: { kids: { type: array, items: { $dynamicRef: '#node' } } }
${others}`;
  const isValid = async (schemas: string, value: object) => {
    const contract = await read(schema("{ $ref: '#/components/schemas/Tree' }", '3.1.0', schemas));
    return [contract.mistakes.length, new SchemaCheck(contract).isValid('request', body, value as never)];
  };

  test('leads to the one schema that has the anchor', async () => {
    expect(await isValid(trees(''), { kids: [{ kids: [] }] })).toEqual([0, true]);
    expect(await isValid(trees(''), { kids: [1] })).toEqual([0, false]);
  });

  test('to one of several allows everything', async () => {
    const strict = "    Strict: { $id: strict, $dynamicAnchor: node, $ref: '#/components/schemas/Tree' }\n";
    expect(await isValid(trees(strict), { kids: [1] })).toEqual([1, true]);
  });
});

describe('alternatives of oneOf', () => {
  const failure = (code: string) =>
    `{ allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { type: string, ${code} } } }] }`;
  const schemas = `    Failure: { type: object, required: [code] }
    Empty: ${failure('default: empty')}
    Missing: ${failure('description: No code., default: missing, x-status: 404')}
    Number: { type: integer }
`;
  const oneOf = (...names: string[]) =>
    `{ oneOf: [${names.map((name) => `{ $ref: '#/components/schemas/${name}' }`).join(', ')}] }`;

  const withNote = (others: string) => `{ type: object, ${others} properties: { note: { type: string } } }`;

  test.each([
    ['takes all that the other does', withNote(''), true],
    ['takes some of what the other does', withNote('required: [note],'), true],
    ['says another thing of what both have', '{ type: object, properties: { id: { type: string } } }', false],
    ['is no object', '{ type: integer }', false],
  ])('of which one %s', async (_, other, isAlike) => {
    const contract = await read(
      schema(`{ oneOf: [{ type: object, properties: { id: { type: integer } } }, ${other}] }`),
    );
    const check = new SchemaCheck(contract);
    expect(contract.mistakes.length).toBe(isAlike ? 1 : 0);
    expect(check.isValid('request', body, { note: 'a' })).toBe(isAlike || other.includes('integer'));
  });

  test('that take the same values are read as one', async () => {
    const contract = await read(schema(oneOf('Empty', 'Number', 'Missing'), '3.0.3', schemas));
    expect(contract.mistakes.map(({ message, count }) => [message, count])).toEqual([
      ['Alternatives of this `oneOf` take the same values: they are read as one.', 2],
    ]);
    const check = new SchemaCheck(contract);
    const isValid = (value: object | number) => check.isValid('request', body, value as never);
    expect([{ code: 'a' }, 1, { code: 1 }, {}].map(isValid)).toEqual([true, true, false, false]);
  });

  test('of which one takes the others behind `allOf` and in a list are read as one', async () => {
    const page = (...parts: string[]) =>
      `{ allOf: [{ type: object, properties: { count: { type: integer } } },
        { type: object, properties: { data: { type: array, items: { allOf: [${parts.join(', ')}] } } } }] }`;
    const name = '{ type: object, required: [name], properties: { name: { type: string } } }';
    const size = '{ type: object, required: [size], properties: { size: { type: integer } } }';
    const text = (...pages: string[]) => `{ oneOf: [${pages.join(', ')}] }`.replaceAll('\n', ' ');
    const contract = await read(schema(text(page(name), page(name, size)), '3.1.0', schemas));
    expect(contract.mistakes.map(({ message }) => message)).toEqual([
      'Alternatives of this `oneOf` take the same values: they are read as one.',
    ]);
    expect(new SchemaCheck(contract).isValid('request', body, { data: [{ name: 'a', size: 1 }] })).toBe(true);
    expect((await read(schema(text(page(name), page(size)), '3.1.0', schemas))).mistakes).toEqual([]);
  });

  test.each<[what: string, text: string]>([
    ['that differ in a keyword', oneOf('Empty', 'Failure', 'Number')],
    ['that differ in a constant', '{ oneOf: [{ const: { title: a } }, { const: { title: b } }] }'],
    [
      'that differ in a property that has the name of a keyword',
      '{ oneOf: [' + '{ properties: { title: { type: string } } }, { properties: { title: { type: integer } } }] }',
    ],
    [
      'that a discriminator tells',
      `{ oneOf: [{ $ref: '#/components/schemas/Empty' },
        { $ref: '#/components/schemas/Missing' }], discriminator: { propertyName: code } }`,
    ],
  ])('%s are left', async (_, text) => {
    expect((await read(schema(text.replaceAll('\n', ' '), '3.1.0', schemas))).mistakes).toEqual([]);
  });
});

test.each<[pattern: string, mended: string | undefined]>([
  [String.raw`^[\w\-\.]+$`, String.raw`^[\w\-\.]+$`],
  [String.raw`\_a\ b\@`, '_a b@'],
  ['/^abc$/', '^abc$'],
  [String.raw`(?P<year>\d+)`, String.raw`(?<year>\d+)`],
  ['[[:alpha:]]+', '[a-zA-Z]+'],
  ['^{[a-z]+}$', String.raw`^\{[a-z]+\}$`],
  [String.raw`[\w-.]+`, String.raw`[\w\-.]+`],
  [String.raw`^[\p{L} ]+$`, String.raw`^[\p{L} ]+$`],
  ['(?i)abc', undefined],
  ['(', undefined],
])('the pattern %s is read as %s', (pattern, mended) => {
  expect(mendedPattern(pattern)).toBe(mended);
});
