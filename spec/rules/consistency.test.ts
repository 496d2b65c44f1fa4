import { describeRules } from './test/describe-rules.ts';

const heading = "openapi: 3.1.0\ninfo: { title: Books, version: '1' }";

const servers = (...urls: string[]) => `${heading}
servers:
${urls.map((url) => `  - url: ${url}`).join('\n')}
paths: {}
`;

const parameter = (lines: string) => `${heading}
paths:
  /books/{bookId}:
    get:
      parameters:
        - name: bookId
          in: path
${lines}          schema: { type: integer }
      responses: { '200': { description: The book. } }
`;

const header = (schema: string, version = '3.1.0') => `${heading.replace('3.1.0', version)}
paths: {}
components:
  headers:
    Shelf:
      schema:
        ${schema}
`;

const refusal = (content: string) => `${heading}
paths:
  /books:
    get:
      responses:
        '200': { description: The books. }
        '404': { $ref: '#/components/responses/Refused' }
x-unmatched-responses:
  '405': { $ref: '#/components/responses/Refused' }
components:
  responses:
    Refused:
      description: Refused.
${content}`;

const required = '{ required: true, schema: { type: string } }';
const deprecated = (status: string, ...headers: string[]) => `${heading}
paths:
  /books:
    get:
      deprecated: true
      x-replacement: { operationId: listAll }
      responses:
        '${status}':
          description: Gone soon.
          headers:
            Age: ${required}
${headers.map((name) => `            ${name}: ${required}\n`).join('')}`;

describeRules({
  'contract/servers-share-path': [
    { name: 'passes with one path', document: servers('https://a.example/v1', "'{host}/v1'") },
    {
      name: 'fails with another path',
      document: servers('https://a.example/v1', 'https://b.example/v2', 'https://c.example'),
      problems: [
        [5, 'https://b.example/v2', 'This address ends in /v2, the first one in /v1'],
        [6, 'https://c.example', 'This address ends in /, the first one in /v1'],
      ],
    },
  ],
  'contract/path-parameter-required': [
    { name: 'passes where it is required', document: parameter('          required: true\n') },
    {
      name: 'fails where it is optional',
      document: parameter('          required: false\n'),
      problems: [[9, 'false', 'not optional']],
    },
    {
      name: 'fails where it is not said',
      document: parameter(''),
      problems: [[7, 'name: bookId', 'give it `required: true`']],
    },
  ],
  'contract/no-null-headers': [
    { name: 'passes with a text', document: header('type: string') },
    {
      name: 'fails with a type that has null',
      document: header('type: [string, "null"]'),
      problems: [[8, '[string, "null"]', 'A header cannot be null']],
    },
    {
      name: 'fails with nullable',
      document: header('nullable: true\n        type: string', '3.0.3'),
      problems: [[9, 'string', 'A header cannot be null']],
    },
  ],
  'contract/error-response-body': [
    { name: 'passes with JSON', document: refusal('      content: { application/json: {} }\n') },
    {
      name: 'fails without a body, once for what is shared',
      document: refusal(''),
      problems: [[13, 'Refused', 'The 404 response has no body in application/json']],
    },
    {
      name: 'fails with another media type',
      document: refusal('      content: { text/plain: {} }\n'),
      problems: [[15, 'content', 'The 404 response has no body in application/json']],
    },
  ],
  'contract/deprecation-is-announced': [
    { name: 'passes with all of them', document: deprecated('200', 'Deprecation', 'sunset', 'Link') },
    { name: 'passes with a refusal that has none', document: deprecated('401') },
    {
      name: 'fails with a success that has none',
      document: deprecated('200'),
      problems: [[11, 'headers', 'does not document Deprecation, Sunset and Link']],
    },
    {
      name: 'names the header of a replacement before there is one',
      document: deprecated('200').replace(/x-replacement: .*/, 'tags: []'),
      problems: [[11, 'headers', 'does not document Deprecation, Sunset and Link']],
    },
    {
      name: 'fails with a refusal that has some',
      document: deprecated('404', 'Sunset'),
      problems: [[11, 'headers', 'The 404 response of a deprecated operation does not document Deprecation and Link']],
    },
    {
      name: 'fails with one that may be left out',
      document: deprecated('200', 'Deprecation', 'Sunset', 'Link').replace(/(Sunset: {) required: true,/, '$1'),
      problems: [[11, 'headers', 'does not document Sunset:']],
    },
  ],
});
