import { type Case, describeRules } from './test/describe-rules.ts';

const schemas = (...lines: string[]) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths: {}
components:
  schemas:
    Described: { type: string, description: An author. }
    Bare: { type: string }
    Composed: { $ref: '#/components/schemas/Bare', description: A title. }
${lines.map((line) => `    ${line}`).join('\n')}
`;

const ref = (name: string) => `$ref: '#/components/schemas/${name}'`;
const book = (property: string) => schemas('Book:', '  properties:', `    title: ${property}`);
const fails = (property: string): Omit<Case, 'name'> => ({
  document: book(property),
  problems: [[11, 'title', 'The property title has no description']],
});
const inOpenApi30 = (document: string) => document.replace('3.1.0', '3.0.3');

const everywhere = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    post:
      parameters:
        - name: filter
          in: query
          schema:
            properties: { inParameter: { type: string } }
      requestBody:
        content:
          application/json:
            schema:
              allOf:
                - properties: { inPart: { type: string } }
              properties:
                authors:
                  description: Who wrote it.
                  items:
                    properties: { inItem: { type: string } }
      responses:
        '200':
          description: The books.
          headers:
            Shelf:
              schema:
                properties: { inHeader: { type: string } }
          content:
            application/json:
              schema:
                additionalProperties:
                  properties: { inMap: { type: string } }
x-unmatched-responses:
  '404':
    description: No such book.
    content:
      application/json:
        schema: { properties: { inUnmatched: { type: string } } }
`;

describeRules({
  'contract/property-description': [
    { name: 'passes with a description', document: book('{ type: string, description: Its title. }') },
    { name: 'passes with a described schema behind a reference', document: book(`{ ${ref('Described')} }`) },
    {
      name: 'passes with a description beside a reference',
      document: book(`{ ${ref('Bare')}, description: Its title. }`),
    },
    { name: 'passes with a description beside a reference on the way', document: book(`{ ${ref('Composed')} }`) },
    { name: 'passes with a property that is forbidden', document: book('false') },
    { name: 'passes with what is no schema, as another rule says', document: book('[author, title]') },
    {
      name: 'passes with a property called description',
      document: book('{ description: x }').replace('title:', 'description:'),
    },
    {
      name: 'passes in OpenAPI 3.0 with a described schema behind a reference',
      document: inOpenApi30(book(`{ ${ref('Described')} }`)),
    },
    { name: 'fails without a description', ...fails('{ type: string }') },
    { name: 'fails with a blank one', ...fails("{ description: ' ' }") },
    { name: 'fails with a property that may be anything', ...fails('true') },
    { name: 'fails with a bare schema behind a reference', ...fails(`{ ${ref('Bare')} }`) },
    {
      name: 'fails in OpenAPI 3.0 with a description beside a reference',
      document: inOpenApi30(book(`{ ${ref('Bare')}, description: Its title. }`)),
      problems: [[11, 'title', 'has no description']],
    },
    {
      name: 'fails wherever a schema stands',
      document: everywhere,
      problems: [
        [10, 'inParameter', 'The property inParameter has'],
        [16, 'inPart', 'The property inPart has'],
        [21, 'inItem', 'The property inItem has'],
        [28, 'inHeader', 'The property inHeader has'],
        [33, 'inMap', 'The property inMap has'],
        [39, 'inUnmatched', 'The property inUnmatched has'],
      ],
    },
  ],
});
