import { type Case, describeRules } from './test/describe-rules.ts';

const operation = (...fields: string[]) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books/{id}:
    get:
      operationId: getBook
${fields.map((field) => `      ${field}`).join('\n')}
      responses: {}
  /books:
    parameters:
      - { name: shelf, in: query, schema: { type: string } }
    get:
      operationId: findBooks
      parameters:
        - $ref: '#/components/parameters/title'
      responses: {}
components:
  parameters:
    title: { name: title, in: query, schema: { type: string } }
`;

const deprecated = (...fields: string[]) => operation('deprecated: true', ...fields);
const inOpenApi30 = (document: string) => document.replace('3.1.0', '3.0.3');

const noDay = (sunset: string): Case => ({
  name: `fails with ${sunset}`,
  document: deprecated(`x-sunset: ${sunset}`),
  problems: [[8, sunset, 'not a day of the calendar']],
});
const today = '2030-12-05';
const passed = (sunset: string): Case => ({
  name: `fails with ${sunset}`,
  document: deprecated(`x-sunset: ${sunset}`),
  problems: [[8, sunset, `and today is ${today}`]],
});

describeRules(
  {
    'contract/deprecation-has-sunset': [
      { name: 'passes with a day', document: deprecated("x-sunset: '2030-12-05'") },
      { name: 'passes with a day that is not quoted', document: deprecated('x-sunset: 2030-12-05') },
      { name: 'passes with 29 February of a leap year', document: deprecated("x-sunset: '2028-02-29'") },
      { name: 'passes without deprecation', document: operation('deprecated: false') },
      { name: 'fails without a day', document: deprecated(), problems: [[7, 'deprecated', 'has no removal date']] },
      {
        name: 'fails in OpenAPI 3.0',
        document: inOpenApi30(deprecated()),
        problems: [[7, 'deprecated', 'has no removal date']],
      },
      {
        name: 'fails in a path item in another file',
        document: "openapi: 3.1.0\ninfo: { title: Books, version: '1' }\npaths:\n  /books:\n    $ref: books.yaml\n",
        files: { 'books.yaml': 'get:\n  deprecated: true\n  x-sunset: soon\n  responses: {}\n' },
        problems: [[3, 'soon', 'not a day of the calendar']],
      },
      ...[
        "'2030-02-29'",
        "'2030-13-01'",
        "'2030-00-10'",
        "'5 December 2030'",
        "'2030-12-05T00:00:00Z'",
        '20301205',
        'null',
        '2030-2-5',
      ].map(noDay),
    ],

    'contract/deprecation-has-date': [
      {
        name: 'passes with a day before the sunset',
        document: deprecated('x-deprecated-since: 2026-11-20', 'x-sunset: 2030-12-05'),
      },
      {
        name: 'passes with the day of the sunset',
        document: deprecated('x-deprecated-since: 2030-12-05', 'x-sunset: 2030-12-05'),
      },
      {
        name: 'passes without a sunset, which another rule asks for',
        document: deprecated("x-deprecated-since: '2026-11-20'"),
      },
      { name: 'passes without deprecation', document: operation('summary: Reads a book') },
      { name: 'fails without a day', document: deprecated(), problems: [[7, 'deprecated', 'does not say since when']] },
      {
        name: 'fails in OpenAPI 3.0',
        document: inOpenApi30(deprecated()),
        problems: [[7, 'deprecated', 'does not say since when']],
      },
      {
        name: 'fails with 31 April',
        document: deprecated('x-deprecated-since: 2026-04-31'),
        problems: [[8, '2026-04-31', 'not a day of the calendar']],
      },
      {
        name: 'fails with a day after the sunset',
        document: deprecated('x-sunset: 2030-12-05', 'x-deprecated-since: 2030-12-06'),
        problems: [[9, '2030-12-06', 'after its removal on 2030-12-05']],
      },
    ],

    'contract/deprecation-is-declared': [
      { name: 'passes with neither flag nor dates', document: operation('summary: Reads a book') },
      { name: 'passes with the flag', document: deprecated('x-sunset: 2030-12-05') },
      {
        name: 'fails without the flag, once for each field',
        document: operation(
          'x-sunset: 2030-12-05',
          'x-deprecated-since: 2026-11-20',
          'x-replacement: { operationId: findBooks }',
        ),
        problems: [
          [7, 'x-sunset', 'not deprecated'],
          [8, 'x-deprecated-since', 'not deprecated'],
          [9, 'x-replacement', 'not deprecated'],
        ],
      },
      {
        name: 'fails with the flag set to false',
        document: operation('deprecated: false', 'x-sunset: 2030-12-05'),
        problems: [[8, 'x-sunset', 'not deprecated']],
      },
    ],

    'contract/deprecation-has-replacement': [
      { name: 'passes with an operation', document: deprecated('x-replacement: { operationId: findBooks }') },
      {
        name: 'passes with a parameter behind a reference',
        document: deprecated('x-replacement: { operationId: findBooks, parameter: title }'),
      },
      {
        name: 'passes with a parameter of the path',
        document: deprecated('x-replacement: { operationId: findBooks, parameter: shelf }'),
      },
      { name: 'passes without deprecation', document: operation('deprecated: false') },
      {
        name: 'fails without a replacement',
        document: deprecated(),
        problems: [[7, 'deprecated', 'has no replacement']],
      },
      {
        name: 'fails in OpenAPI 3.0',
        document: inOpenApi30(deprecated()),
        problems: [[7, 'deprecated', 'has no replacement']],
      },
      {
        name: 'fails with a text',
        document: deprecated('x-replacement: findBooks'),
        problems: [[8, 'x-replacement', 'names no operation']],
      },
      {
        name: 'fails with a list',
        document: deprecated('x-replacement: [findBooks]'),
        problems: [[8, 'x-replacement', 'names no operation']],
      },
      {
        name: 'fails with an unknown operation',
        document: deprecated('x-replacement:', '  operationId: x'),
        problems: [[9, 'x', 'no operation x']],
      },
      {
        name: 'fails with itself',
        document: deprecated('x-replacement:', '  operationId: getBook'),
        problems: [[9, 'getBook', 'name another one']],
      },
      {
        name: 'fails with an unknown parameter',
        document: deprecated('x-replacement:', '  operationId: findBooks', '  parameter: author'),
        problems: [[10, 'author', 'no parameter author: name one that it has (shelf, title)']],
      },
      {
        name: 'fails with an unknown field',
        document: deprecated('x-replacement:', '  operationId: findBooks', '  since: 2030'),
        problems: [[10, 'since', 'has no field since']],
      },
    ],

    'contract/sunset-not-passed': [
      { name: 'passes on the day before', document: deprecated('x-sunset: 2030-12-06') },
      { name: 'passes with what is no day, which another rule reports', document: deprecated('x-sunset: 2030-02-30') },
      { name: 'passes without a sunset', document: deprecated() },
      ...[today, "'2030-12-05'", '2030-12-04', '1999-12-31'].map(passed),
    ],
  },
  `${today}T23:59:59Z`,
);
