/** A document that somebody wrote to do harm, or that is only larger than any that is published. */
export interface HostileDocument {
  /** By their paths; the document is `openapi.yaml`. */
  files: Record<string, string>;
  /** What is said of it, with line and column; without it, it is read like any other. */
  refusal?: RegExp;
}

interface Parts {
  version?: string;
  schema?: string;
  schemas?: string;
  others?: string;
  operation?: string;
}

/** A document with one operation, whose body has the schema. */
export function documentWith({
  version = '3.1.0',
  schema = '{ type: object }',
  schemas = '',
  others = '',
  operation = '',
}: Parts): string {
  return `openapi: ${version}
info: { title: Lamps, version: 1.0.0 }
${others}
paths:
  /lamps:
    post:
      operationId: createLamp
      ${operation}
      requestBody:
        required: true
        content:
          application/json:
            schema: ${schema}
      responses:
        '201':
          description: The lamp.
          content:
            application/json:
              schema: ${schema}
        '400':
          description: A mistake.
${schemas === '' ? '' : `components:\n  schemas:\n${schemas}`}`;
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const nested = (levels: number, open: string, inner: string, close: string): string =>
  open.repeat(levels) + inner + close.repeat(levels);

const one = (text: string, refusal?: RegExp): HostileDocument => ({
  files: { 'openapi.yaml': text },
  ...(refusal && { refusal }),
});

const referring = (reference: string, refusal: RegExp, files: Record<string, string> = {}): HostileDocument => ({
  files: { 'openapi.yaml': documentWith({ schema: `{ $ref: ${JSON.stringify(reference)} }` }), ...files },
  refusal,
});

/** Forty schemas, each with two of the next in it. */
const doubled = (schemaWith: (next: string) => string): string =>
  documentWith({
    schema: "{ $ref: '#/components/schemas/A0' }",
    schemas: [
      ...times(40, (i) => `    A${i}: ${schemaWith(`{ $ref: '#/components/schemas/A${i + 1}' }`)}\n`),
      '    A40: { type: object }\n',
    ].join(''),
  });

/** So many schemas, each of which holds the next one. */
const chained = (count: number, holderOf: (next: string) => string): string =>
  documentWith({
    schema: "{ $ref: '#/components/schemas/A0' }",
    schemas: [
      ...times(count, (i) => `    A${i}: ${holderOf(`{ $ref: '#/components/schemas/A${i + 1}' }`)}\n`),
      `    A${count}: { type: object }\n`,
    ].join(''),
  });

/** How a schema may hold the next one. */
const holders: Readonly<Record<string, (next: string) => string>> = {
  allOf: (next) => `{ allOf: [${next}] }`,
  not: (next) => `{ not: ${next} }`,
  items: (next) => `{ type: array, items: ${next} }`,
  properties: (next) => `{ type: object, properties: { a: ${next} } }`,
};

const outside = /^openapi\.yaml:\d+:\d+ .* is not followed: it leads out of the folder of the document\.$/m;

const properties = (count: number): string =>
  `{ type: object, properties: { ${times(count, (i) => `p${i}: { type: string, maxLength: 9 }`).join(', ')} } }`;

const pattern = (text: string): string =>
  documentWith({
    schema: "{ $ref: '#/components/schemas/Lamp' }",
    schemas: `    Lamp: { type: string, pattern: ${JSON.stringify(text)} }\n`,
  });

/** Patterns that a text of a few letters can keep busy for years, such as `hostileText`. */
export const exponentialPatterns: readonly string[] = [
  '^(a+)+$',
  '^(a|aa)+$',
  '^(\\w+\\s?)*$',
  '^(.*a){20}$',
  '^(?=(a+)+$)',
  '^(\\.?[a-z]+[a-z-]*)*$',
];

/** The same, for other texts. */
export const exponentialPatternsOfSigns: readonly (readonly [pattern: string, sign: string])[] = [
  ['^(\\p{Script=Cyrillic}|\\p{Lu})+$', '\u0410'],
  ['^([^\\x00-\\x7f]|\\p{Script=Thai})*$', '\u0e01'],
  ['^(\\p{Lo}|\\p{Script=Hebrew})+$', '\u05d0'],
  ['^(?i:a|A)+$', 'a'],
];

export const hostileText = `${'a'.repeat(60)}!`;

const names = [
  ...[
    '../../outside',
    '__proto__',
    'constructor',
    'toString',
    '',
    'a b',
    '`${process.exit(7)}`',
    '*/process.exit(7)/*',
  ],
  ...["'; process.exit(7); '", '</script><script>alert(1)</script>', '\u2028process.exit(7)'],
];

const operationNamed = (name: string, index: number): string =>
  `  /named${index}: { get: { operationId: ${JSON.stringify(name)}, responses: { '200': { description: D } } } }\n`;

/** By what each does. */
export const hostileDocuments: Record<string, HostileDocument> = {
  // What they lead to.
  'a reference above the folder': referring('../../../../../../etc/passwd', outside),
  'a reference above the folder, encoded': referring('%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd', outside),
  'a reference above the folder, with backslashes': referring('..\\..\\..\\..\\etc\\passwd', outside),
  'an absolute reference': referring('/etc/passwd', outside),
  'a reference by an alias': one(
    documentWith({ others: 'x-way: &way ../../../../../../etc/hostname', schema: '{ $ref: *way }' }),
    outside,
  ),
  'a reference under an alias': one(
    documentWith({ others: 'x-way: &ref $ref', schema: '{ *ref : ../../../../../../etc/hostname }' }),
    outside,
  ),
  'a file: address': referring('file:///etc/passwd', /file: is not read/),
  'an http: address': referring('http://127.0.0.1:9/a.yaml', /without --allow-remote/),
  'an address without a scheme': referring('//127.0.0.1:9/a.yaml', /is not followed/),
  'an example above the folder': one(
    documentWith({}).replace(
      'schema: { type: object }',
      'schema: { type: object }\n            examples: { one: { externalValue: ../../../../../../etc/passwd } }',
    ),
    outside,
  ),
  'a mapping above the folder': one(
    documentWith({
      schema:
        '{ oneOf: [{ type: object }], ' +
        'discriminator: { propertyName: kind, mapping: { a: ../../../../../../etc/passwd } } }',
    }),
    outside,
  ),
  'an example elsewhere': one(
    documentWith({}).replace(
      'schema: { type: object }',
      "schema: { type: object }\n            examples: { one: { externalValue: 'http://127.0.0.1:9/x.json' } }",
    ),
  ),
  // What is beside them.
  'a configuration beside it': {
    files: {
      'openapi.yaml': documentWith({}),
      'redocly.yaml': 'plugins: [plugin.js]\nextends: [recommended-strict]\n',
      'plugin.js': "require('node:fs').writeFileSync(`${__dirname}/ran`, ''); module.exports = { id: 'a' };\n",
      '.redocly.lint-ignore.yaml': 'openapi.yaml: { struct: ["#/"] }\n',
      '.env': 'NODE_OPTIONS=--require ./plugin.js\n',
    },
  },
  // Aliases, depth, size.
  'aliases of aliases': one(
    `x-a: &a0 [lol]\n${times(8, (i) => `x-${i}: &a${i + 1} [${`*a${i},`.repeat(10)}]\n`).join('')}${documentWith({})}`,
    /^openapi\.yaml:\d+:\d+ A document has 1,500,000 values at most/m,
  ),
  'an alias of what it stands in': one(`x-a: &a [*a]\n${documentWith({})}`, /^openapi\.yaml:1:10 The alias/m),
  '1,000 schemas in each other': one(
    documentWith({ schema: nested(1000, '{ type: object, properties: { a: ', '{ type: string }', ' } }') }),
    /^openapi\.yaml:\d+:\d+ Maps and lists are 95 levels deep at most/m,
  ),
  '40 schemas in each other': one(
    documentWith({ schema: nested(40, '{ type: object, properties: { a: ', '{ type: string }', ' } }') }),
  ),
  '100,000 lists in each other': one(
    `x-a: ${nested(100_000, '[', '1', ']')}\n${documentWith({})}`,
    /^openapi\.yaml:1:101 Maps and lists are 95 levels deep at most/m,
  ),
  '100,000 block lists in each other': one(`${'- '.repeat(100_000)}a\n`, /^openapi\.yaml:1:191 Maps and lists/m),
  '30 MB': one(
    `${documentWith({})}# ${'a'.repeat(30_000_000)}\n`,
    /^openapi\.yaml:1:1 A document has 24,000,000 bytes/m,
  ),
  '8 million signs': one(
    `x-a: [${'[],'.repeat(2_700_000)}]\n${documentWith({})}`,
    /^openapi\.yaml:\d+:\d+ A file has 5,000,000/m,
  ),
  '300 properties': one(documentWith({ schema: properties(300) })),
  '20,000 properties': one(
    documentWith({ schema: properties(20_000) }),
    /^openapi\.yaml:\d+:\d+ A schema has 1,000 properties at most; here it has 20,000\.$/m,
  ),
  ...Object.fromEntries(
    ['allOf', 'anyOf', 'oneOf'].map((keyword) => [
      `2,000 schemas in ${keyword}`,
      one(
        documentWith({ schema: `{ ${keyword}: [${times(2000, (i) => `{ required: [p${i}] }`).join(', ')}] }` }),
        new RegExp(
          `^openapi\\.yaml:\\d+:\\d+ A schema has 500 schemas in ${keyword} at most; here it has 2,000\\.$`,
          'm',
        ),
      ),
    ]),
  ),
  // References.
  'references in a circle': one(
    documentWith({
      schema: "{ $ref: '#/components/schemas/A' }",
      schemas: "    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }\n",
    }),
    /^openapi\.yaml:\d+:\d+ `\$ref` leads in a circle/m,
  ),
  'a schema that holds itself': one(
    documentWith({
      schema: "{ $ref: '#/components/schemas/A' }",
      schemas:
        "    A: { type: object, properties: { next: { $ref: '#/components/schemas/A' }, " +
        "all: { type: array, items: { $ref: '#/components/schemas/A' } } } }\n",
    }),
  ),
  'a schema that holds itself 200 times': one(
    documentWith({
      operation: 'description: Fails if a lamp does not exist, and for an invalid date range.',
      schema: "{ $ref: '#/components/schemas/A' }",
      schemas: `    A:
      type: object
      properties:
        start_date: { type: string, format: date }
        end_date: { type: string, format: date }
${times(200, (i) => `        p${i}: { $ref: '#/components/schemas/A' }\n`).join('')}`,
    }),
  ),
  'a chain of 5,000 references': one(
    documentWith({
      schema: "{ $ref: '#/components/schemas/A0' }",
      schemas: times(5001, (i) => `    A${i}: { $ref: '#/components/schemas/A${i + 1}' }\n`).join(''),
    }),
    /^openapi\.yaml:\d+:\d+ More than 100 references follow each other/m,
  ),
  ...Object.fromEntries(
    Object.entries(holders).flatMap(([how, holderOf]) => [
      [`450 schemas, each in the one before, by ${how}`, one(chained(450, holderOf))],
      [
        `20,000 schemas, each in the one before, by ${how}`,
        one(chained(20_000, holderOf), /^openapi\.yaml:\d+:\d+ Schemas refer to each other 1,000 levels deep at most/m),
      ],
    ]),
  ),
  ...Object.fromEntries(
    (['allOf', 'oneOf', 'anyOf'] as const).map((keyword) => [
      `each schema twice in the next, by ${keyword}`,
      one(
        doubled((next) => `{ ${keyword}: [${next}, ${next}] }`),
        /^openapi\.yaml:\d+:\d+ One value is compared with 100,000 schemas at most/m,
      ),
    ]),
  ),
  'each schema twice in the next, by properties': one(
    doubled((next) => `{ type: object, required: [a, b], properties: { a: ${next}, b: ${next} } }`),
  ),
  // Patterns.
  ...Object.fromEntries(exponentialPatterns.map((text) => [`the pattern ${text}`, one(pattern(text))])),
  'patternProperties of nested repetition': one(
    documentWith({ schema: "{ type: object, patternProperties: { '^(a+)+$': { type: string } } }" }),
  ),
  'a pattern of a billion characters': one(pattern('^((a{1000}){1000}){1000}$')),
  'values of a billion': one(
    documentWith({
      schema: `{ type: object, minProperties: 1000000000, properties: {
                a: { type: string, minLength: 1000000000 },
                b: { type: array, items: { type: integer }, minItems: 1000000000 } } }`,
    }),
  ),
  // Names and texts.
  'names that mean something elsewhere': one(
    documentWith({
      schema: "{ $ref: '#/components/schemas/..' }",
      schemas: '    ..: { type: object }\n',
    }).replace(/^paths:$/m, `paths:\n${names.map(operationNamed).join('')}`),
  ),
  'names of a prototype in parts and formats': one(
    documentWith({
      operation: 'parameters: [{ name: constructor, in: query, schema: { type: integer, format: constructor } }]',
      schema: `{ type: object, required: [constructor], properties: {
                constructor: { type: integer, format: constructor }, valueOf: { type: string, format: toString } } }`,
    }).replace(
      'description: The lamp.',
      'description: The lamp.\n          headers: { constructor: { required: true, schema: { type: string } } }',
    ),
  ),
  'code in texts': one(
    documentWith({
      others: `tags: [{ name: '*/process.exit(7);/*', description: '\`\${process.exit(7)}\`' }]
servers: [{ url: 'http://a/\`\${process.exit(7)}\`' }]`,
      operation: `summary: "*/ process.exit(7); /*"
      description: "*\\\\/ \${process.exit(7)} \`process.exit(7)\`
        </script><script>process.exit(7)</script> <img src=x onerror=alert(1)>"`,
      schema: `{ type: object, description: "*/ process.exit(7) /*", title: "*/ process.exit(7) /*",
                required: ["*/", "\`\${process.exit(7)}\`", constructor, __proto__],
                properties: {
                  "*/": { const: "*/ process.exit(7)" },
                  "\`\${process.exit(7)}\`": { enum: ["\`\${process.exit(7)}\`", "</script>"], description: "*/" },
                  constructor: { type: string, format: "*/ process.exit(7)" },
                  __proto__: { type: string, default: "'*/'" } } }`,
    }),
  ),
  'escapes of a terminal': one(
    documentWith({ operation: 'parameters: [{ $ref: "#/bad\\e]0;owned\\a\\e[2J" }]' }),
    /^openapi\.yaml:\d+:\d+ \$ref '#\/bad.*leads nowhere/m,
  ),
};
