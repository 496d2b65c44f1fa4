import { describeRules } from './test/describe-rules.ts';

const linked = (...fields: string[]) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    post:
      operationId: addBook
      responses:
        '201':
          description: The book that was added.
          links:
            book:
${fields.map((field) => `              ${field}`).join('\n')}
  /books/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getBook
      responses: {}
`;

describeRules({
  'contract/link-operation-defined': [
    {
      name: 'passes with an operation and its parameter',
      document: linked('operationId: getBook', 'parameters: { id: $response.body#/id }'),
    },
    {
      name: 'passes with the place of the parameter',
      document: linked('operationId: getBook', 'parameters: { path.id: $response.body#/id }'),
    },
    {
      name: 'passes with an `operationRef`',
      document: linked('operationRef: https://books.example/openapi.yaml#/paths/~1books/get'),
    },
    {
      name: 'fails with an unknown operation',
      document: linked('operationId: readBook'),
      problems: [[12, 'readBook', 'an operation readBook']],
    },
    {
      name: 'fails with an unknown parameter',
      document: linked('operationId: getBook', 'parameters:', '  bookId: $response.body#/id'),
      problems: [[14, 'bookId', 'no parameter bookId: name one that it has (id)']],
    },
    {
      name: 'fails with the wrong place of a parameter in OpenAPI 3.0',
      document: linked('operationId: getBook', 'parameters:', '  query.id: $response.body#/id').replace(
        '3.1.0',
        '3.0.3',
      ),
      problems: [[14, 'query.id', 'no parameter query.id']],
    },
  ],
});
