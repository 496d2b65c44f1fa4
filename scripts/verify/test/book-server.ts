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
  /** All items in the order that is asked for. */
  sorted?(items: ExactObject[], sort: string): ExactObject[] | undefined;
  total?(count: number, page: number): number;
  preset?: number;
  isFilteredLast?: boolean;
  /** How far the next page is from where it should be. */
  step?: number;
  /** Whether there is another page, where so many items are left. */
  hasMore?(left: number): boolean;
  /** The number that a page says, of that which was asked for. */
  number?(asked: number): number;
  /** The page that ends before the last of some items. */
  pageBefore?(items: ExactObject[], size: number): ExactObject[];
  keepsRefused?: boolean;
  keepsRemoved?: boolean;
  /** The identifier of the next book; `count`: how many there are. */
  id?(next: number, count: number): number;
}

const same = (item: ExactObject) => item;

/** A title is searched for in any case, and as a part; all else is compared. */
const isLike = (own: string, name: string, value: string) =>
  name === 'title' ? own.toLowerCase().includes(value.toLowerCase()) : own === value;

const ranges: { [name: string]: (item: ExactObject, value: string) => boolean } = {
  min_price: ({ price }, value) => price !== undefined && Number(price) >= Number(value),
  price_lt: ({ price }, value) => price !== undefined && Number(price) < Number(value),
  printedAfter: ({ printed }, value) => printed !== undefined && String(printed) > value,
  addedBefore: ({ addedAt }, value) => Date.parse(String(addedAt)) < Date.parse(value),
};

/** In ascending order of a property, or descending with a minus before it; what has none is the last. */
export function inOrder(items: ExactObject[], sort: string): ExactObject[] {
  const name = sort.replace('-', '');
  const [having, others] = [true, false].map((has) => items.filter((item) => (item[name] !== undefined) === has));
  const ascending = (having ?? []).toSorted(({ [name]: one }, { [name]: other }) =>
    typeof one === 'number' ? one - Number(other) : String(one).localeCompare(String(other)),
  );
  return [...(sort === name ? ascending : ascending.toReversed()), ...(others ?? [])];
}

/** The position of the first item behind the one that has an identifier. */
function placeAfter(items: ExactObject[], asked: string | null, step: number): number {
  return asked === null ? 0 : items.findIndex(({ id }) => String(id) === asked) + 1 + step;
}

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
    const passing = this.#faults.isFilteredLast === true ? all : all.filter(matches);
    const sort = query.get('sort');
    const found = sort === null ? passing : (this.#faults.sorted?.(passing, sort) ?? inOrder(passing, sort));
    const size = Number(query.get('limit') ?? preset);
    const asked = query.get(this.#paging);
    const from = this.#paging === 'starting_after' ? placeAfter(found, asked, step) : this.#firstOf(asked, size, step);
    const items = page(found.slice(from), size).filter(matches);
    const before = query.get('ending_before');
    if (before !== null) return { body: this.#pageBefore(found, before, size) };
    const total = this.#faults.total?.(found.length, items.length) ?? found.length;
    if (this.#paging === 'cursor') {
      const next_cursor = from + size >= found.length ? null : `c${from + size + step}`;
      return { body: { data: items, total, pages: Math.ceil(found.length / size), next_cursor } };
    }
    const { hasMore = (left: number) => left > 0 } = this.#faults;
    if (this.#paging === 'starting_after')
      return { body: { data: items, has_more: hasMore(found.length - from - size) } };
    if (this.#paging === 'page') {
      const { number = (asked: number) => asked - 1 } = this.#faults;
      const last = !hasMore(found.length - from - size);
      return { body: { data: items, number: number(Number(asked ?? 1)), last } };
    }
    const headers = { 'X-Total-Count': String(total), 'Content-Type': 'application/json' };
    return { body: items, ...(this.#paging === 'offset' && { headers }) };
  }

  #pageBefore(found: ExactObject[], before: string, size: number): ExactObject {
    const end = found.findIndex(({ id }) => String(id) === before);
    const { pageBefore = (items: ExactObject[]) => items.slice(0, -1).slice(-size) } = this.#faults;
    return { data: pageBefore(found.slice(0, end + 1), size), has_more: end > size };
  }

  #matches(item: ExactObject, query: URLSearchParams): boolean {
    return [...query]
      .filter(([name]) => name === 'kind' || name === 'lent' || name === 'title' || name in ranges)
      .every(
        ([name, value]) =>
          this.#faults.matches?.(item, name, value) ??
          ranges[name]?.(item, value) ??
          isLike(String(item[name]), name, value),
      );
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
    const added = this.#paging === 'sorted' && {
      addedAt: `2026-03-01T12:00:${String(this.#next % 60).padStart(2, '0')}Z`,
    };
    const item = { ...sent, lends: 0, id: id(this.#next, this.books.size), ...added };
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
    const added = this.#paging === 'sorted' && { addedAt: known['addedAt'] ?? null };
    const item = { ...(method === 'PATCH' ? known : {}), ...sent, lends: 0, id, ...added };
    this.books.set(id, stored(item));
    return { body: answered(item) };
  }
}

export const bookServer = (paging: Paging, faults: BookServerFaults = {}) => new BookServer(paging, faults);
