import type { Description } from '../../openapi/description.ts';
import { descriptionOf } from '../../test/contracts.ts';

/** How a list of books is paged: by its size alone, or by something else, too. */
export type Paging = 'plain' | 'cursor' | 'offset' | 'page';

// Its validators are compiled once.
const known = new Map<Paging, Description>();

/** The contract of a server of books. */
export function bookContract(paging: Paging): Description {
  const description = known.get(paging) ?? descriptionOf(bookPaths(paging), bookSchemas);
  known.set(paging, description);
  return description;
}

const bookSchemas = `components:
  schemas:
    Input:
      type: object
      required: [title, kind, lent]
      properties:
        title: { type: string, minLength: 1 }
        kind: { enum: [novel, atlas] }
        lent: { type: boolean }
        note: { type: [string, 'null'] }
    Change: { type: object, properties: { title: { type: string, minLength: 1 }, lent: { type: boolean } } }
    Book:
      allOf:
        - { type: object, required: [id], properties: { id: { type: integer }, lends: { type: integer } } }
        - $ref: '#/components/schemas/Input'`;

function bookPaths(paging: Paging): string {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const ref = (name: string) => json(`{ $ref: '#/components/schemas/${name}' }`);
  const books = "{ type: array, items: { $ref: '#/components/schemas/Book' } }";
  const others = "total: { type: integer }, next_cursor: { type: [string, 'null'] }";
  const listed = json(paging === 'cursor' ? `{ type: object, properties: { data: ${books}, ${others} } }` : books);
  const headers = paging === 'offset' ? ', headers: { X-Total-Count: {} }' : '';
  const query = [
    '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 40, default: 3 } }',
    '{ name: kind, in: query, schema: { enum: [novel, atlas] } }',
    '{ name: lent, in: query, schema: { type: boolean } }',
    '{ name: title, in: query, schema: { type: string, maxLength: 40 } }',
    ...(paging === 'plain'
      ? []
      : [`{ name: ${paging}, in: query, schema: { type: ${paging === 'cursor' ? 'string' : 'integer'} } }`]),
  ];
  const one = (status: number) => `'${status}': { description: '', ${ref('Book')} }`;
  return `
/books:
  get:
    operationId: listBooks
    parameters: [${query.join(', ')}]
    responses: { '200': { description: '', ${listed}${headers} } }
  post:
    operationId: addBook
    requestBody: { required: true, ${ref('Input')} }
    responses: { ${one(201)}, '400': { description: '' } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { ${one(200)}, '404': { description: '' } } }
  put:
    operationId: replaceBook
    requestBody: { required: true, ${ref('Input')} }
    responses: { ${one(200)}, '404': { description: '' } }
  patch:
    operationId: mergeBook
    requestBody: { required: true, ${ref('Change')} }
    responses: { ${one(200)}, '404': { description: '' } }
  delete: { operationId: removeBook, responses: { '204': { description: '' }, '404': { description: '' } } }
`;
}
