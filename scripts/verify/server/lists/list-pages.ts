import { type Exact, isExactObject, isSame, within, writeExact } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { splitTarget } from '../../../http/message-changes.ts';
import { descriptionAt } from '../../../openapi/contract.ts';
import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import {
  firstPageNumber,
  type ListParameters,
  mostListed,
  nextCursor,
} from '../../../openapi/resources/list-parameters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { textAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { placeValue } from '../../../requirements/parameter/place-value.ts';
import { assemble, type RequestParts } from '../../../requirements/request/request-parts.ts';
import type { ListResource } from '../../../requirements/resource/list/list-resource.ts';
import type { Listing, Page, Query } from '../../../requirements/resource/list/observed-list.ts';
import { pageSizes } from '../../../requirements/resource/list/page-sizes.ts';
import { pathOf } from '../../../requirements/response/header-meanings/link-path.ts';
import type { Session } from '../session/session.ts';

// More pages than these are not followed.
const mostPages = 40;

/** The pages of a list in one state of the server: each is asked for once. */
export class ListPages {
  readonly #session: Session;
  readonly #resource: ListResource;
  readonly #parameters: ListParameters;
  /** The request without a query: all pages are those of one list. */
  readonly #base: RequestParts;
  readonly #known = new Map<string, Promise<Page | undefined>>();
  /** Ends of a period, which must be given: far apart, unless so long a one was refused. */
  #wide: Query;
  #isServed = false;

  constructor(session: Session, resource: ListResource, parameters: ListParameters, base: RequestParts) {
    this.#session = session;
    this.#resource = resource;
    this.#parameters = parameters;
    this.#base = base;
    this.#wide = wideRange(session, resource.list.operation);
  }

  /** The parameters for which requests have values with which nothing is left out. */
  get ofAll(): readonly (Parameter | undefined)[] {
    const { size, offset, page } = this.#parameters;
    return [size, offset, page, ...this.#wide.map(([parameter]) => parameter)];
  }

  /** One page; undefined where none came. Throws NoResponse. */
  page(query: Query): Promise<Page | undefined> {
    const key = query.map(([{ name }, value]) => `${name}=${writeExact(value)}`).join('&');
    const page = this.#known.get(key) ?? this.#ask(query);
    this.#known.set(key, page);
    return page;
  }

  async #ask(query: Query): Promise<Page | undefined> {
    const values = [...this.#wide, ...this.#start(), ...query];
    const page = await this.#call(values.reduce((parts, [own, value]) => placeValue(parts, own, value), this.#base));
    this.#isServed ||= page.isList;
    if (page.isList) return page;
    if (this.#wide.length === 0 || this.#isServed) return undefined;
    this.#wide = [];
    return this.#ask(query);
  }

  /** Where a request must say where its page begins, that is at the first item. */
  #start(): [Parameter, Exact][] {
    const { offset, page } = this.#parameters;
    const first = firstPageNumber(this.#session.description.contract, this.#parameters);
    return [
      ...(offset?.required === true ? [[offset, 0] satisfies [Parameter, Exact]] : []),
      ...(page?.required === true ? [[page, first] satisfies [Parameter, Exact]] : []),
    ];
  }

  /** The page that a link leads to: its query is the server's own. */
  async linked(link: string): Promise<Page | undefined> {
    const { path, pairs } = splitTarget(link.replace(/#.*/s, ''));
    if (path !== '' && !pathOf(path).endsWith(assemble({ ...this.#base, query: [] }).target.replace(/\?.*/s, '')))
      return undefined;
    const own = new Set(this.#base.credential.query.map(([name]) => name));
    return this.#call({ ...this.#base, query: pairs.filter(([name]) => !own.has(name)) });
  }

  async #call(parts: RequestParts): Promise<Page & { isList: boolean }> {
    const answer = await this.#session.call(parts);
    const { segments } = this.#resource.list;
    const items = within(answer.body, segments) ?? (isLeftOut(segments, answer.body) ? [] : null);
    const isList = isSuccess(answer.response) && Array.isArray(items);
    return { answer, items: isList ? items : [], isList };
  }

  /** All that the list has for a query, in pages of a size: the first, and those that the contract has a way to. */
  async everything(query: Query, size?: number): Promise<Listing | undefined> {
    const { contract } = this.#session.description;
    const { most } = pageSizes(contract, this.#parameters);
    const asked = Math.min(size ?? most, most, mostListed(contract, this.#resource.list));
    const { size: parameter, cursor, offset, page: number } = this.#parameters;
    const sized: Query = parameter === undefined ? query : [...query, [parameter, asked]];
    const first = await this.page(sized);
    if (first === undefined) return undefined;
    if (cursor !== undefined) return { first, ...(await this.#follow(sized, first)) };
    if (parameter === undefined && offset === undefined && number !== undefined)
      return { first, ...(await this.#turn(query, first, number)) };
    if (first.items.length < asked) return { first, items: first.items, isComplete: true };
    return { first, ...(await this.#count(sized, first, asked)) };
  }

  /** From page to page, by their number or by what is passed over, until one is not full. */
  async #count(query: Query, first: Page, size: number): Promise<Omit<Listing, 'first'>> {
    const { size: sized, offset, page: number } = this.#parameters;
    const items = [...first.items];
    const parameter = offset ?? number;
    const firstNumber = firstPageNumber(this.#session.description.contract, this.#parameters);
    for (let index = 1; parameter !== undefined && sized !== undefined && index < mostPages; index += 1) {
      const place = parameter === offset ? index * size : firstNumber + index;
      const page = await this.page([...query, [parameter, place]]);
      if (page === undefined) break;
      items.push(...page.items);
      if (page.items.length < size) return { items, isComplete: true };
    }
    return { items, isComplete: false };
  }

  /** From page to page, where only the server knows how many items one has: until one is shorter, or none is new. */
  async #turn(query: Query, first: Page, number: Parameter): Promise<Omit<Listing, 'first'>> {
    const firstNumber = firstPageNumber(this.#session.description.contract, this.#parameters);
    const items = [...first.items];
    let last = first;
    for (let index = 1; last.items.length > 0 && index < mostPages; index += 1) {
      const page = await this.page([...query, [number, firstNumber + index]]);
      // Beyond the last page, a server may refuse, or give the last one again.
      if (page === undefined || isSame([...page.items], [...last.items])) break;
      items.push(...page.items);
      if (page.items.length < first.items.length) break;
      last = page;
    }
    return { items, isComplete: true };
  }

  /** From page to page, by the cursor that each has for the next. */
  async #follow(query: Query, first: Page): Promise<Omit<Listing, 'first'>> {
    const { cursor } = this.#parameters;
    const items = [...first.items];
    let page: Page | undefined = first;
    let last: Exact | undefined;
    for (let pages = 0; cursor !== undefined && page !== undefined && pages < mostPages; pages += 1) {
      const next = nextCursor(cursor, page.answer.body);
      // The last item again leads nowhere: a server that begins with it would give it for ever.
      if (next === undefined || (last !== undefined && isSame(next, last))) return { items, isComplete: true };
      last = next;
      page = await this.page([...query, [cursor.parameter, next]]);
      items.push(...(page?.items ?? []));
    }
    return { items, isComplete: false };
  }
}

/** True for a page without what holds its items: in HAL, one without items has no `_embedded`. */
function isLeftOut(segments: readonly string[], body: Exact | undefined): boolean {
  return segments.length > 1 && isExactObject(body ?? null);
}

/**
 * Dates far apart for the ends of a range that must be given, or has a default by its description alone, such as today:
 * with others, a list need not have what was created.
 */
function wideRange({ description: { contract } }: Session, { parameters }: Operation): [Parameter, string][] {
  return parameters.flatMap((parameter): [Parameter, string][] => {
    const format = textAt(viewSchema(contract, parameterSchema(parameter)), 'format');
    const text = descriptionAt(contract, parameter.pointer);
    const isDate = format === 'date' || format === 'date-time';
    const isGiven = parameter.required || (parameter.default === undefined && /default/i.test(text));
    if (parameter.in !== 'query' || !isDate || !isGiven) return [];
    const time = format === 'date' ? '' : 'T00:00:00Z';
    if (/start|begin|from|since|after|min/i.test(parameter.name)) return [[parameter, `1970-01-01${time}`]];
    return /end|to$|until|till|before|max/i.test(parameter.name) ? [[parameter, `2999-12-31${time}`]] : [];
  });
}
