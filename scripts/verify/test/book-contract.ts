import { existsSync } from 'node:fs';
import type { Description } from '../../openapi/description.ts';
import { descriptionOf } from '../../test/contracts.ts';

/** How a list of books is paged: by its size alone, or by something else, too; or by its size, and in some order. */
export type Paging = 'plain' | 'cursor' | 'starting_after' | 'offset' | 'page' | 'sorted';

// Its validators are compiled once.
const known = new Map<Paging, Description>();

/** The contract of a server of books. */
export function bookContract(paging: Paging): Description {
  const kept = known.get(paging);
  // Another test file, which shared the process, has taken its file away with it.
  if (kept !== undefined && existsSync(kept.contract.file)) return kept;
  const description = descriptionOf(bookPaths(paging), bookSchemas(paging));
  known.set(paging, description);
  return description;
}

const bookSchemas = (paging: Paging) => `components:
  schemas:
    Input:
      type: object
      required: [title, kind, lent]
      properties:
        title: { type: string, minLength: 1 }
        kind: { enum: [novel, atlas] }
        lent: { type: boolean }
        note: { type: [string, 'null'] }${paging === 'sorted' ? sortedProperties : ''}
    Change: { type: object, properties: { title: { type: string, minLength: 1 }, lent: { type: boolean } } }
    Book:
      allOf:
        - { type: object, required: [id], properties: { id: { type: integer }, lends: { type: integer } } }
        - $ref: '#/components/schemas/Input'`;

const sortedProperties = `
        price: { type: integer, minimum: 1 }
        printed: { type: string, format: date }
        addedAt: { type: string, format: date-time, readOnly: true }`;

const sortedQuery = [
  '{ name: min_price, in: query, schema: { type: integer } }',
  '{ name: price_lt, in: query, schema: { type: integer } }',
  '{ name: printedAfter, in: query, schema: { type: string, format: date } }',
  '{ name: addedBefore, in: query, schema: { type: string, format: date-time } }',
  '{ name: sort, in: query, schema: { enum: [title, price, -price, addedAt] } }',
];

function bookPaths(paging: Paging): string {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const ref = (name: string) => json(`{ $ref: '#/components/schemas/${name}' }`);
  const books = "{ type: array, items: { $ref: '#/components/schemas/Book' } }";
  const others = "total: { type: integer }, pages: { type: integer }, next_cursor: { type: [string, 'null'] }";
  const beside = new Map<Paging, string>([
    ['cursor', others],
    ['starting_after', 'has_more: { type: boolean }'],
    ['page', 'number: { type: integer }, last: { type: boolean }'],
  ]).get(paging);
  const listed = json(beside === undefined ? books : `{ type: object, properties: { data: ${books}, ${beside} } }`);
  const headers = paging === 'offset' ? ', headers: { X-Total-Count: {} }' : '';
  const query = [
    '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 40, default: 3 } }',
    '{ name: kind, in: query, schema: { enum: [novel, atlas] } }',
    '{ name: lent, in: query, schema: { type: boolean } }',
    '{ name: title, in: query, schema: { type: string, maxLength: 40 } }',
    ...(paging === 'sorted' ? sortedQuery : []),
    ...(paging === 'plain' || paging === 'sorted'
      ? []
      : [`{ name: ${paging}, in: query, schema: { type: ${paging === 'cursor' ? 'string' : 'integer'} } }`]),
    ...(paging === 'starting_after' ? ['{ name: ending_before, in: query, schema: { type: integer } }'] : []),
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
