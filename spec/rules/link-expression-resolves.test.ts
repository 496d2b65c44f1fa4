import { describeRules } from './test/describe-rules.ts';

const linked = (expression: string, schema = "{ $ref: '#/components/schemas/Book' }") => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    post:
      operationId: addBook
      responses:
        '201':
          description: The book that was added.
          headers: { X-Book: { schema: { type: string } } }
          content: { application/json: { schema: ${schema} } }
          links:
            book:
              operationId: getBook
              parameters:
                id: ${expression}
components:
  schemas:
    Endless: { allOf: [{ $ref: '#/components/schemas/Endless' }] }
    Book:
      type: object
      properties:
        id: { type: string }
        authors: { type: array, items: { properties: { id: { type: string } } } }
`;

const passes = (name: string, expression: string, schema?: string) => ({
  name: `passes with ${name}`,
  document: linked(expression, schema),
});
const fails = (name: string, expression: string, said: string, schema?: string) => ({
  name: `fails with ${name}`,
  document: linked(expression, schema),
  problems: [[16, expression, said] as [number, string, string]],
});

describeRules({
  'contract/link-expression-resolves': [
    passes('a property of the body', '$response.body#/id'),
    passes('a property of an item', '$response.body#/authors/0/id'),
    passes('a property of an alternative', '$response.body#/id', "{ oneOf: [{ $ref: '#/components/schemas/Book' }] }"),
    passes('a property that may be there', '$response.body#/isbn', '{ type: object, additionalProperties: true }'),
    passes('a property of what is not described', '$response.body#/isbn', '{}'),
    passes('a header in another letter case', '$response.header.x-book'),
    passes('a part of the request', '$request.path.id'),
    passes('a value', 'first'),
    passes('a property of what consists of itself', '$response.body#/isbn', "{ $ref: '#/components/schemas/Endless' }"),
    fails('an unknown property', '$response.body#/idd', 'has no property idd: name one that it has (id, authors)'),
    fails('an unknown property of an item', '$response.body#/authors/0/name', 'has no property name'),
    fails(
      'an unknown header',
      '$response.header.X-Books',
      'documents no header X-Books: name one that it has (X-Book)',
    ),
    fails('what is no expression', '$respones.body#/id', 'is no runtime expression'),
  ],
});
