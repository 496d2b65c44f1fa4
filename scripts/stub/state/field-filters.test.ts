import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const book =
  '{ type: object, required: [id, status], properties: { id: { type: integer }, status: { type: string } } }';

const document = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: filter, in: query, description: 'As in \`status:lent\`.', schema: { type: string } }
      responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } }
    post:
      operationId: addBook
      requestBody: { required: true, ${json('{ type: object, properties: { status: { type: string } } }')} }
      responses: { '201': { description: '', ${json(book)} } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readBook, responses: { '200': { description: '', ${json(book)} } } }
`;

test('a filter that names its field in its text is applied', async () => {
  const { ask } = stubFor(document);
  const { body: lent } = await ask('POST /books', { status: 'lent' });
  await ask('POST /books', { status: 'free' });
  expect((await ask('GET /books?filter=status:lent')).body).toEqual([lent]);
});
