import { type ExactObject, isExactObject, parseExact } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { type ResponseParts, responseOf } from '../../http/test/messages.ts';
import type { Description } from '../../openapi/description.ts';
import { bookContract, type Paging } from './book-contract.ts';

/** How a server of books violates its contract. */
export interface BookServerFaults {
  /** What it responds to a creation or a change, what it stores then, and what it gives to a reader. */
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
  /** The identifier of the next book; `count`: how many there are. */
  id?(next: number, count: number): number;
}

const same = (item: ExactObject) => item;

/** A title is searched for in any case, and as a part; all else is compared. */
const isLike = (own: string, name: string, value: string) =>
  name === 'title' ? own.toLowerCase().includes(value.toLowerCase()) : own === value;

/** A server of books that keeps its contract, but for some faults. */
export class BookServer {
  readonly description: Description;
  readonly books = new Map<number, ExactObject>();
  readonly #paging: Paging;
  readonly #faults: BookServerFaults;
  #next = 1;

  constructor(paging: Paging, faults: BookServerFaults) {
    this.description = bookContract(paging);
    this.#paging = paging;
    this.#faults = faults;
  }

  /** As a server over HTTP. */
  readonly send = async (request: HttpRequest): Promise<HttpResponse> => responseOf(this.respond(request));

  /** What is no JSON is refused; every media type is taken for JSON. */
  readonly respond = (request: HttpRequest): ResponseParts => {
    try {
      return this.#respond(request);
    } catch {
      return { status: 400 };
    }
  };

  #respond({ method, target, body }: HttpRequest): ResponseParts {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const sent = body === null ? {} : parseExact(body);
    const object = isExactObject(sent) ? sent : {};
    if (pathname !== '/books') return this.#onItem(method, Number(pathname.split('/').at(-1)), object);
    return method === 'POST' ? this.#create(object) : this.#list(searchParams);
  }

  #list(query: URLSearchParams): ResponseParts {
    const {
      list = (items) => items,
      page = (items, size) => items.slice(0, size),
      preset = 3,
      step = 0,
    } = this.#faults;
    const matches = (item: ExactObject) => this.#matches(item, query);
    const all = list([...this.books.values()]);
    const found = this.#faults.isFilteredLast === true ? all : all.filter(matches);
    const size = Number(query.get('limit') ?? preset);
    const from = this.#firstOf(query.get(this.#paging), size, step);
    const items = page(found.slice(from), size).filter(matches);
    const total = this.#faults.total?.(found.length, items.length) ?? found.length;
    if (this.#paging === 'cursor') {
      const next_cursor = from + size >= found.length ? null : `c${from + size + step}`;
      return { body: { data: items, total, next_cursor } };
    }
    const headers = { 'X-Total-Count': String(total), 'Content-Type': 'application/json' };
    return { body: items, ...(this.#paging === 'offset' && { headers }) };
  }

  #matches(item: ExactObject, query: URLSearchParams): boolean {
    return [...query]
      .filter(([name]) => name === 'kind' || name === 'lent' || name === 'title')
      .every(([name, value]) => this.#faults.matches?.(item, name, value) ?? isLike(String(item[name]), name, value));
  }

  /** The position of the first item of the page that is asked for. */
  #firstOf(asked: string | null, size: number, step: number): number {
    if (asked === null) return 0;
    if (this.#paging === 'page') return (Number(asked) - 1 + step) * size;
    if (this.#paging === 'cursor') return Number(asked.slice(1));
    return asked === '0' ? 0 : Number(asked) + step;
  }

  #create(sent: ExactObject): ResponseParts {
    const { id = (next) => next, stored = same, answered = same } = this.#faults;
    const isRefused = typeof sent['title'] !== 'string' || (sent['kind'] !== 'novel' && sent['kind'] !== 'atlas');
    if (isRefused && this.#faults.keepsRefused !== true) return { status: 400 };
    const item = { ...sent, lends: 0, id: id(this.#next, this.books.size) };
    this.#next += 1;
    this.books.set(item.id, stored(item));
    return isRefused ? { status: 400 } : { status: 201, body: answered(item) };
  }

  #onItem(method: string, id: number, sent: ExactObject): ResponseParts {
    const { read = same, stored = same, answered = same } = this.#faults;
    const known = this.books.get(id);
    if (known === undefined) return { status: 404 };
    if (method === 'GET') return { body: read(known) };
    if (method === 'DELETE') {
      if (this.#faults.keepsRemoved !== true) this.books.delete(id);
      return { status: 204 };
    }
    const item = { ...(method === 'PATCH' ? known : {}), ...sent, lends: 0, id };
    this.books.set(id, stored(item));
    return { body: answered(item) };
  }
}

export const bookServer = (paging: Paging, faults: BookServerFaults = {}) => new BookServer(paging, faults);
