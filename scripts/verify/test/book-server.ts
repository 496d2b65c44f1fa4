import { type ExactObject, isExactObject, parseExact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import type { Description } from '../../openapi/description.ts';
import { descriptionOf } from '../../test/contracts.ts';

/** How a list of books is paged: by its size alone, or by something else, too. */
export type Paging = 'plain' | 'cursor' | 'offset' | 'page';

/** What a server of books does otherwise than it says. */
export interface BookServerFaults {
  /** What it answers to a creation or a change, what it stores then, and what it gives to a reader. */
  answered?(item: ExactObject): ExactObject;
  stored?(item: ExactObject): ExactObject;
  read?(item: ExactObject): ExactObject;
  /** All items as a list has them, and those of a page. */
  list?(items: ExactObject[]): ExactObject[];
  page?(items: ExactObject[], size: number): ExactObject[];
  matches?(item: ExactObject, name: string, value: string): boolean | undefined;
  total?(count: number, page: number): number;
  preset?: number;
  isFilteredLast?: boolean;
  /** How far the next page is from where it should be. */
  step?: number;
  keepsRefused?: boolean;
  keepsRemoved?: boolean;
  /** The identifier of the next book. */
  id?(next: number): number;
}

export interface BookServer {
  description: Description;
  books: Map<number, ExactObject>;
  answer(request: HttpRequest): ResponseParts;
}

const bookSchemas = `components:
  schemas:
    Input: { type: object, required: [title, kind, lent], properties: { title: { type: string, minLength: 1 }, kind: { enum: [novel, atlas] }, lent: { type: boolean }, note: { type: [string, 'null'] } } }
    Change: { type: object, properties: { title: { type: string, minLength: 1 }, lent: { type: boolean } } }
    Book: { allOf: [{ type: object, required: [id], properties: { id: { type: integer } } }, { $ref: '#/components/schemas/Input' }] }`;

function bookPaths(style: Paging): string {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const ref = (name: string) => json(`{ $ref: '#/components/schemas/${name}' }`);
  const books = "{ type: array, items: { $ref: '#/components/schemas/Book' } }";
  const listed = json(
    style === 'cursor'
      ? `{ type: object, properties: { data: ${books}, total: { type: integer }, next_cursor: { type: [string, 'null'] } } }`
      : books,
  );
  const query = [
    '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 10, default: 3 } }',
    '{ name: kind, in: query, schema: { enum: [novel, atlas] } }',
    '{ name: lent, in: query, schema: { type: boolean } }',
    ...(style === 'plain'
      ? []
      : [`{ name: ${style}, in: query, schema: { type: ${style === 'cursor' ? 'string' : 'integer'} } }`]),
  ];
  const one = (status: number) => `'${status}': { description: '', ${ref('Book')} }`;
  return `
/books:
  get: { operationId: listBooks, parameters: [${query.join(', ')}], responses: { '200': { description: '', ${listed}${style === 'offset' ? ', headers: { X-Total-Count: {} }' : ''} } } }
  post: { operationId: addBook, requestBody: { required: true, ${ref('Input')} }, responses: { ${one(201)}, '400': { description: '' } } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { ${one(200)}, '404': { description: '' } } }
  put: { operationId: replaceBook, requestBody: { required: true, ${ref('Input')} }, responses: { ${one(200)}, '404': { description: '' } } }
  patch: { operationId: mergeBook, requestBody: { required: true, ${ref('Change')} }, responses: { ${one(200)}, '404': { description: '' } } }
  delete: { operationId: removeBook, responses: { '204': { description: '' }, '404': { description: '' } } }
`;
}

/** A server of books that keeps its contract, but for these faults. */
export function bookServer(style: Paging, faults: BookServerFaults = {}): BookServer {
  const books = new Map<number, ExactObject>();
  const same = (item: ExactObject) => item;
  const {
    answered = same,
    stored = same,
    read = same,
    list = (items) => items,
    page = (items, size) => items.slice(0, size),
    total = (count) => count,
    preset = 3,
    step = 0,
    id: idOf = (next) => next,
  } = faults;
  let next = 1;
  const listed = (query: URLSearchParams): ResponseParts => {
    const matches = (item: ExactObject) =>
      [...query]
        .filter(([name]) => name === 'kind' || name === 'lent')
        .every(([name, value]) => faults.matches?.(item, name, value) ?? String(item[name]) === value);
    const all = list([...books.values()]);
    const found = faults.isFilteredLast === true ? all : all.filter(matches);
    const size = Number(query.get('limit') ?? preset);
    const asked = query.get(style);
    const from =
      asked === null
        ? 0
        : style === 'page'
          ? (Number(asked) - 1 + step) * size
          : style === 'cursor'
            ? Number(asked.slice(1))
            : asked === '0'
              ? 0
              : Number(asked) + step;
    const items = page(found.slice(from), size).filter(matches);
    const count = total(found.length, items.length);
    if (style === 'cursor')
      return {
        body: { data: items, total: count, next_cursor: from + size >= found.length ? null : `c${from + size + step}` },
      };
    return {
      body: items,
      headers: style === 'offset' ? { 'X-Total-Count': String(count), 'Content-Type': 'application/json' } : {},
    };
  };
  const create = (sent: ExactObject): ResponseParts => {
    const isRefused = typeof sent['title'] !== 'string' || (sent['kind'] !== 'novel' && sent['kind'] !== 'atlas');
    if (isRefused && faults.keepsRefused !== true) return { status: 400 };
    const item = { ...sent, id: idOf(next) };
    next += 1;
    books.set(item.id, stored(item));
    return isRefused ? { status: 400 } : { status: 201, body: answered(item) };
  };
  const onItem = (method: string, id: number, sent: ExactObject): ResponseParts => {
    const known = books.get(id);
    if (known === undefined) return { status: 404 };
    if (method === 'GET') return { body: read(known) };
    if (method === 'DELETE') {
      if (faults.keepsRemoved !== true) books.delete(id);
      return { status: 204 };
    }
    const item = { ...(method === 'PATCH' ? known : {}), ...sent, id };
    books.set(id, stored(item));
    return { body: answered(item) };
  };
  const answer = ({ method, target, body }: HttpRequest): ResponseParts => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const sent = body === null ? {} : parseExact(body);
    const object = isExactObject(sent) ? sent : {};
    if (pathname !== '/books') return onItem(method, Number(pathname.split('/').at(-1)), object);
    return method === 'POST' ? create(object) : listed(searchParams);
  };
  return { description: descriptionOf(bookPaths(style), bookSchemas), books, answer };
}
