import { type Case, describeRules } from './test/describe-rules.ts';

const heading = (version: string) =>
  `openapi: ${version}\ninfo: { title: Books, version: '1' }\npaths: {}\ncomponents:`;

const header = (schema: string, example: string, version = '3.1.0') => `${heading(version)}
  headers:
    Shelf:
      schema: ${schema}
      ${example}
  schemas:
    Shelf: { type: integer, maximum: 9 }
  examples:
    wrong: { value: many }
`;

const schemas = (schema: string, version = '3.1.0') => `${heading(version)}
  schemas:
    Shelf: ${schema}
    Nine: { type: integer, maximum: 9 }
    Node:
      type: object
      properties:
        child: { $ref: '#/components/schemas/Node' }
        depth: { $ref: '#/components/schemas/Nine' }
`;

const nine = "$ref: '#/components/schemas/Nine'";
const node = "$ref: '#/components/schemas/Node'";
const why = 'The example does not keep the schema of its header';
const wrong = 'The default does not keep its schema';

describeRules({
  'contract/no-invalid-header-examples': [
    { name: 'passes with an example that fits', document: header('{ type: integer, minimum: 1 }', 'example: 1') },
    { name: 'passes without an example', document: header('{ type: integer }', 'description: A shelf.') },
    {
      name: 'passes with null in OpenAPI 3.0',
      document: header('{ type: integer, nullable: true }', 'example: null', '3.0.3'),
    },
    {
      name: 'passes with what stands beside a reference in OpenAPI 3.0, where it says nothing',
      document: header("{ $ref: '#/components/schemas/Shelf', maximum: 5 }", 'example: 7', '3.0.3'),
    },
    {
      name: 'fails against what stands beside a reference',
      document: header("{ $ref: '#/components/schemas/Shelf', maximum: 5 }", 'example: 7'),
      problems: [[8, '7', 'must be <= 5']],
    },
    ...[
      { of: 'another type', schema: '{ type: integer }', example: 'many', says: `${why}: it must be integer` },
      {
        of: 'a value below the minimum',
        schema: '{ type: integer, minimum: 1 }',
        example: '0',
        says: 'it must be >= 1',
      },
      {
        of: 'a text that the pattern refuses',
        schema: "{ type: string, pattern: '^@' }",
        example: 'abc',
        says: 'must match pattern',
      },
      {
        of: 'a text that the format refuses',
        schema: '{ type: string, format: date }',
        example: 'soon',
        says: 'must match format "date"',
      },
      {
        of: 'what a schema behind a reference refuses',
        schema: "{ $ref: '#/components/schemas/Shelf' }",
        example: '10',
        says: 'must be <= 9',
      },
    ].map(
      ({ of, schema, example, says }): Case => ({
        name: `fails with ${of}`,
        document: header(schema, `example: ${example}`),
        problems: [[8, example, says]],
      }),
    ),
    {
      name: 'fails at an exclusive minimum of OpenAPI 3.0',
      document: header('{ type: integer, minimum: 1, exclusiveMinimum: true }', 'example: 1', '3.0.3'),
      problems: [[8, '1', 'must be > 1']],
    },
    {
      name: 'fails in a map of examples',
      document: header('{ type: integer }', 'examples: { right: { value: 1 }, bad: { value: few } }'),
      problems: [[8, 'few', 'must be integer']],
    },
    {
      name: 'fails in a map of examples behind a reference',
      document: header('{ type: integer }', "examples: { bad: { $ref: '#/components/examples/wrong' } }"),
      problems: [[12, 'many', 'must be integer']],
    },
  ],

  'contract/no-invalid-schema-defaults': [
    { name: 'passes with a default that fits', document: schemas('{ type: integer, default: 3 }') },
    {
      name: 'passes in a schema that contains itself',
      document: schemas(`{ ${node}, default: { child: { depth: 9 } } }`),
    },
    {
      name: 'passes in OpenAPI 3.0 beside a reference, where it says nothing',
      document: schemas(`{ ${nine}, default: 10 }`, '3.0.3'),
    },
    {
      name: 'fails above the maximum',
      document: schemas('{ type: integer, maximum: 9, default: 10 }'),
      problems: [[6, '10', `${wrong}: it must be <= 9`]],
    },
    {
      name: 'fails with no value of the enumeration',
      document: schemas('{ enum: [a, b], default: c }'),
      problems: [[6, 'c', 'allowed values']],
    },
    {
      name: 'fails beside a reference',
      document: schemas(`{ ${nine}, default: 10 }`),
      problems: [[6, '10', 'must be <= 9']],
    },
    {
      name: 'fails deep in a schema that contains itself',
      document: schemas(`{ ${node}, default: { child: { depth: 10 } } }`),
      problems: [[6, '{ child: { depth: 10 } }', 'it/child/depth must be <= 9']],
    },
    {
      name: 'fails in a property that is called default',
      document: schemas('{ properties: { default: { type: string } }, default: { default: 1 } }'),
      problems: [[6, '{ default: 1 }', 'it/default must be string']],
    },
    {
      name: 'fails at an exclusive maximum of OpenAPI 3.0',
      document: schemas('{ type: integer, maximum: 9, exclusiveMaximum: true, default: 9 }', '3.0.3'),
      problems: [[6, '9', 'must be < 9']],
    },
  ],
});
