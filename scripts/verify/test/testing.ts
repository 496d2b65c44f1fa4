import type { Clock } from '../../http/clock.ts';
import { type ExactObject, isExactObject, parseExact } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse, Send } from '../../http/exchange.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type Description, describe } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { responseRequirements } from '../../requirements/response/response-requirements.ts';
import { contractOf } from '../../test/testing.ts';
import { Ledger } from '../ledger.ts';
import type { RequirementResult } from '../result.ts';
import { Session } from '../server/session.ts';

const indented = (text: string, by: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => by + line)
    .join('\n');

/** A contract that has these schemas, written one under the other, and no operation. */
export function contractWith(schemas: string, version = '3.1.0'): Contract {
  return contractOf(
    `openapi: ${version}\ninfo: { title: Library, version: 1.0.0 }\npaths: {}\ncomponents:\n  schemas:\n${indented(schemas, '    ')}\n`,
  );
}

/** A contract with these `paths` and what else the document has. */
export function descriptionOf(paths: string, others = ''): Description {
  return describe(
    contractOf(
      `openapi: 3.1.0\ninfo: { title: Library, version: 1.0.0 }\n${others}\npaths:\n${indented(paths, '  ')}\n`,
    ),
  );
}

export function operationIn({ operations }: Description, id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}

/** The moment at which the clocks of these tests start. */
export const noon = Date.UTC(2030, 5, 1, 12);

/** A clock that goes on when somebody waits, and at no other time. */
export class StillClock implements Clock {
  time = noon;

  now(): number {
    return this.time;
  }

  async wait(milliseconds: number): Promise<void> {
    this.time += milliseconds;
  }
}

export interface Reply {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** An answer: a text as it is, all else as JSON. */
export function responseOf({ status = 200, headers = {}, body }: Reply, receivedAt = noon): HttpResponse {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
  const hasType = body === undefined || Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    status,
    headers: [...(hasType ? [] : [['Content-Type', 'application/json'] as const]), ...Object.entries(headers)],
    body: bytes,
    receivedAt,
  };
}

export function requestOf(method: string, target: string, headers: HttpRequest['headers'] = []): HttpRequest {
  return { method, target, headers, body: null };
}

export interface Bench {
  session: Session;
  ledger: Ledger;
  clock: StillClock;
}

/** A session whose requests are answered by a function. All that is promised of responses is in its ledger. */
export function benchFor(
  description: Description,
  answer: (request: HttpRequest, clock: StillClock) => Reply = () => ({}),
  keys = { key: 'right-key', limitedKey: undefined as string | undefined },
): Bench {
  const ledger = new Ledger(description.contract);
  const clock = new StillClock();
  const send: Send = async (request) => responseOf(answer(request, clock), clock.now());
  const session = new Session({ description, workflows: undefined }, ledger, send, keys, clock, 7);
  for (const set of session.responseSets())
    for (const requirement of responseRequirements(description, set)) ledger.add(requirement);
  return { session, ledger, clock };
}

/** Ids of the requirements of which this became. */
export function idsOf(ledger: Ledger, verdict: RequirementResult['verdict']): string[] {
  return ledger
    .results('http://localhost')
    .filter((result) => result.verdict === verdict)
    .map(({ requirement }) => requirement.id);
}

/** How a list of books is paged: by its size alone, or by something else, too. */
export type ShelfStyle = 'plain' | 'cursor' | 'offset' | 'page';

/** What a server of books does otherwise than it says. */
export interface ShelfFaults {
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

export interface Shelf {
  description: Description;
  books: Map<number, ExactObject>;
  answer(request: HttpRequest): Reply;
}

const bookSchemas = `components:
  schemas:
    Input: { type: object, required: [title, kind, lent], properties: { title: { type: string, minLength: 1 }, kind: { enum: [novel, atlas] }, lent: { type: boolean }, note: { type: [string, 'null'] } } }
    Change: { type: object, properties: { title: { type: string, minLength: 1 }, lent: { type: boolean } } }
    Book: { allOf: [{ type: object, required: [id], properties: { id: { type: integer } } }, { $ref: '#/components/schemas/Input' }] }`;

function shelfPaths(style: ShelfStyle): string {
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
export function shelf(style: ShelfStyle, faults: ShelfFaults = {}): Shelf {
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
  const listed = (query: URLSearchParams): Reply => {
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
  const create = (sent: ExactObject): Reply => {
    const isRefused = typeof sent['title'] !== 'string' || (sent['kind'] !== 'novel' && sent['kind'] !== 'atlas');
    if (isRefused && faults.keepsRefused !== true) return { status: 400 };
    const item = { ...sent, id: idOf(next) };
    next += 1;
    books.set(item.id, stored(item));
    return isRefused ? { status: 400 } : { status: 201, body: answered(item) };
  };
  const onItem = (method: string, id: number, sent: ExactObject): Reply => {
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
  const answer = ({ method, target, body }: HttpRequest): Reply => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const sent = body === null ? {} : parseExact(body);
    const object = isExactObject(sent) ? sent : {};
    if (pathname !== '/books') return onItem(method, Number(pathname.split('/').at(-1)), object);
    return method === 'POST' ? create(object) : listed(searchParams);
  };
  return { description: descriptionOf(shelfPaths(style), bookSchemas), books, answer };
}
