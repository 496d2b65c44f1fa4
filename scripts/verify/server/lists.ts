import { type Exact, isSame, within, writeExact } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, headerOf, isSuccess } from '../../http/exchange.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import type { ListOperation } from '../../openapi/resources.ts';
import { enumOf, numberAt, viewSchema } from '../../openapi/schema-view.ts';
import { placeValue } from '../../requirements/parameter/parameter-cases.ts';
import { type Relations, shorten } from './relations.ts';
import type { Session } from './session.ts';

interface Page {
  answer: Answer;
  items: Exact[];
}

type Query = readonly (readonly [parameter: Parameter, value: Exact])[];

const mostPages = 40;

/** Holds a list against what is known of its items, in the state that the server is in. */
export class ListCheck {
  readonly #session: Session;
  readonly #relations: Relations;
  readonly #list: ListOperation;
  readonly #operation: Operation;

  constructor(session: Session, relations: Relations, list: ListOperation) {
    this.#session = session;
    this.#relations = relations;
    this.#list = list;
    this.#operation = list.operation;
  }

  async run(): Promise<void> {
    await this.#relations.adoptMade();
    const { items, isComplete, answer } = await this.#everything([]);
    if (answer === undefined) return;
    const seen = new Map(items.map((item) => [this.#idOf(item), item]));
    this.#checkStrays(items, answer);
    if (isComplete) await this.#checkTotals(items.length, answer);
    await this.#checkSizes(Math.max(items.length, this.#relations.present.length));
    await this.#checkFilters(items, seen);
    await this.#checkOffsets(items, isComplete);
    this.#checkCreated(seen, isComplete, answer);
    this.#checkNameless(items, isComplete, answer);
    await this.#checkReads(items);
  }

  get #size(): Parameter | undefined {
    return this.#relations.parameters?.size;
  }

  /** The most items that may be asked for at once. */
  get #most(): number {
    const size = this.#size;
    if (size === undefined) return Number.POSITIVE_INFINITY;
    const view = viewSchema(this.#session.description.contract, `${size.pointer}/schema`);
    return Math.min(numberAt(view, 'maximum') ?? 100, 1000);
  }

  /** The items that a list has for a query: the largest page, and those that follow it where the contract has a cursor. */
  async #everything(query: Query): Promise<{ items: Exact[]; isComplete: boolean; answer: Answer | undefined }> {
    const size = this.#size;
    const sized: Query = size === undefined ? query : [...query, [size, this.#most]];
    const first = await this.#page(sized);
    if (first === undefined) return { items: [], isComplete: false, answer: undefined };
    this.#checkOnce(first.items, first.answer);
    const cursor = this.#relations.parameters?.cursor;
    if (cursor === undefined && first.items.length < this.#most)
      return { items: first.items, isComplete: true, answer: first.answer };
    const { items, isComplete } =
      cursor === undefined ? await this.#count(sized, first) : await this.#follow(sized, first);
    return { items, isComplete, answer: first.answer };
  }

  /** From page to page, by their number or by what is passed over, until one is not full. */
  async #count(query: Query, first: Page): Promise<{ items: Exact[]; isComplete: boolean }> {
    const { offset, page: number } = this.#relations.parameters ?? {};
    const items = [...first.items];
    const parameter = offset ?? number;
    for (let index = 1; parameter !== undefined && this.#size !== undefined && index < mostPages; index += 1) {
      const page = await this.#page([
        ...query,
        [parameter, parameter === offset ? index * this.#most : this.#firstNumber + index],
      ]);
      if (page === undefined) break;
      items.push(...page.items);
      if (page.items.length < this.#most) return { items, isComplete: true };
    }
    return { items, isComplete: false };
  }

  get #firstNumber(): number {
    const page = this.#relations.parameters?.page;
    return page === undefined
      ? 1
      : (numberAt(viewSchema(this.#session.description.contract, `${page.pointer}/schema`), 'minimum') ?? 1);
  }

  /** From page to page, by the cursor that each has for the next. */
  async #follow(query: Query, first: Page): Promise<{ items: Exact[]; isComplete: boolean }> {
    const cursor = this.#relations.parameters?.cursor;
    const items = [...first.items];
    let page: Page | undefined = first;
    for (let pages = 0; cursor !== undefined && page !== undefined && pages < mostPages; pages += 1) {
      const next: Exact | undefined = within(page.answer.body, [cursor.property]);
      if (next === undefined || next === null || next === '') return { items, isComplete: true };
      page = await this.#page([...query, [cursor.parameter, next]]);
      items.push(...(page?.items ?? []));
    }
    return { items, isComplete: false };
  }

  async #page(query: Query): Promise<Page | undefined> {
    const base = await this.#session.source.base(this.#operation);
    const parts = query.reduce((built, [parameter, value]) => placeValue(built, parameter, value), base);
    const answer = await this.#session.call(parts);
    const items = within(answer.body, this.#list.segments);
    return isSuccess(answer.response) && Array.isArray(items) ? { answer, items } : undefined;
  }

  #idOf(item: Exact): string {
    const { idProperty } = this.#relations.resource;
    return writeExact((idProperty === undefined ? undefined : within(item, [idProperty])) ?? item);
  }

  #id(aspect: string, other: Operation = this.#operation, property?: string): string {
    return this.#relations.id(this.#operation, aspect, other, property);
  }

  #checkOnce(items: Exact[], answer: Answer): void {
    if (this.#relations.resource.idProperty === undefined) return;
    const ids = items.map((item) => this.#idOf(item));
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    this.#relations.judge(
      this.#id('once'),
      answer,
      twice === undefined
        ? undefined
        : { documented: 'Each thing once.', received: `${twice} more than once, of ${items.length} items` },
    );
  }

  /** What carries the mark of this run, and was never acknowledged, was stored by a request that was refused. */
  #checkStrays(items: Exact[], answer: Answer): void {
    const create = this.#relations.maker;
    if (create === undefined) return;
    const mark = this.#session.values.mark;
    const stray = items.find(
      (item) => writeExact(item).includes(mark) && !this.#session.acknowledged.has(this.#idOf(item)),
    );
    this.#relations.judge(
      this.#id('refused', create),
      answer,
      stray === undefined
        ? undefined
        : { documented: `Nothing that ${create.id} has refused.`, received: shorten(writeExact(stray)) },
    );
  }

  /** What a page says of the number of all items; the first page of several shows it best. */
  async #checkTotals(known: number, answer: Answer): Promise<void> {
    const size = this.#size;
    const short = size === undefined || known < 2 ? undefined : await this.#page([[size, 1]]);
    for (const name of this.#relations.totals()) {
      for (const { response, request, body } of short === undefined ? [answer] : [answer, short.answer]) {
        const total = within(body, [name]) ?? headerOf(response, name);
        if (total === undefined) continue;
        this.#relations.judge(
          this.#id('total', this.#operation, name),
          { request, response },
          String(total) === String(known)
            ? undefined
            : { documented: `${name} ${known}, the number of all items.`, received: `${name} ${textOf(total)}` },
        );
      }
    }
  }

  /** At most as many as asked for, and as many when there are. */
  async #checkSizes(known: number): Promise<void> {
    const size = this.#size;
    if (size === undefined) return;
    const preset = typeof size.default === 'number' ? size.default : undefined;
    const view = viewSchema(this.#session.description.contract, `${size.pointer}/schema`);
    const least = numberAt(view, 'minimum') ?? 1;
    const wanted = [
      ...new Set([least, 2, 3, ...(preset === undefined ? [] : [preset, preset + 1]), this.#most - 1, this.#most]),
    ].filter((count) => count >= least && count <= this.#most && count > 0);
    for (const count of wanted) this.#checkSize(await this.#page([[size, count]]), count, known);
    const page = preset === undefined ? undefined : await this.#page([]);
    if (page === undefined || preset === undefined) return;
    const { length } = page.items;
    const expected = this.#relations.isPlain ? Math.min(preset, known) : 0;
    // With fewer items than the default, nothing shows what it is.
    if (known <= preset && length <= preset) return;
    const isKept = length <= preset && length >= expected;
    this.#relations.judge(
      this.#id('default', this.#operation, size.name),
      page.answer,
      isKept
        ? undefined
        : {
            documented: `${preset} items without ${size.name}, of the ${known} there are.`,
            received: `${length} items`,
          },
    );
  }

  #checkSize(page: Page | undefined, count: number, known: number): void {
    const size = this.#size;
    if (page === undefined || size === undefined) return;
    const { length } = page.items;
    if (known > count || length > count)
      this.#relations.judge(
        this.#id('atMost', this.#operation, size.name),
        page.answer,
        length <= count ? undefined : { documented: `At most ${count} items.`, received: `${length} items` },
      );
    if (this.#relations.isPlain && known > count)
      this.#relations.judge(
        this.#id('asMany', this.#operation, size.name),
        page.answer,
        length >= count
          ? undefined
          : { documented: `${count} items, of the ${known} there are.`, received: `${length} items` },
      );
  }

  async #checkFilters(items: Exact[], seen: Map<string, Exact>): Promise<void> {
    const known = [
      ...seen.values(),
      ...this.#relations.present.filter(({ id }) => !seen.has(writeExact(id))).map(({ item }) => item),
    ];
    for (const { parameter, property } of this.#relations.parameters?.filters ?? []) {
      const values = this.#filterValues(parameter, property, items);
      for (const value of values) await this.#checkFilter(parameter, property, [value], known, seen);
      // Of several values of a list, a thing that has one value has one of them.
      const isOne = known.every((item) => !Array.isArray(within(item, [property])));
      if (parameter.types.includes('array') && isOne && values.length > 1)
        await this.#checkFilter(parameter, property, values.slice(0, 2), known, seen);
    }
  }

  /** Every value of an enumeration; else some that items have. */
  #filterValues(parameter: Parameter, property: string, items: Exact[]): Exact[] {
    const { contract } = this.#session.description;
    const view = viewSchema(contract, `${parameter.pointer}/schema`);
    const item = view.items === undefined ? view : viewSchema(contract, view.items);
    const listed = enumOf(item) ?? (item.types.includes('boolean') ? [true, false] : undefined);
    const found = items.flatMap((one) => within(one, [property]) ?? []).flat();
    return (
      listed ?? found.filter((value, index) => found.findIndex((other) => isSame(other, value)) === index).slice(0, 3)
    ).filter(
      (value) =>
        value !== null &&
        this.#session.isValid('request', `${parameter.pointer}/schema`, view.items === undefined ? value : [value]),
    );
  }

  async #checkFilter(
    parameter: Parameter,
    property: string,
    values: Exact[],
    known: Exact[],
    seen: Map<string, Exact>,
  ): Promise<void> {
    const [single = null] = values;
    const asked: Query = [[parameter, parameter.types.includes('array') ? values : single]];
    const { items, isComplete, answer } = await this.#everything(asked);
    if (answer === undefined) return;
    const matches = (item: Exact) => values.some((value) => hasValue(within(item, [property]), value));
    const text = `${parameter.name} ${values.map(textOf).join(' or ')}`;
    const wrong =
      items.find((item) => !matches(item)) ?? items.find((item) => this.#isAltered(item, seen.get(this.#idOf(item))));
    const expected = known.filter(matches);
    // An empty list shows nothing while there is nothing that the filter could let through.
    if (wrong !== undefined || items.length > 0 || known.length > expected.length)
      this.#relations.judge(
        this.#id('only', this.#operation, parameter.name),
        answer,
        wrong === undefined
          ? undefined
          : { documented: `Only items with ${text}.`, received: shorten(writeExact(wrong)) },
      );
    const listed = new Set(items.map((item) => this.#idOf(item)));
    const missing = isComplete ? expected.find((item) => !listed.has(this.#idOf(item))) : undefined;
    const isShort = !isComplete && items.length < Math.min(this.#most, expected.length);
    const received =
      missing !== undefined
        ? `without ${shorten(writeExact(missing))}`
        : `${items.length} items, of the ${expected.length} there are`;
    if (expected.length > 0)
      this.#relations.judge(
        this.#id('every', this.#operation, parameter.name),
        answer,
        missing !== undefined || isShort ? { documented: `Every item with ${text}.`, received } : undefined,
      );
    for (const item of items) if (!seen.has(this.#idOf(item))) seen.set(this.#idOf(item), item);
    await this.#checkFilteredSize(asked, matches, expected.length, text, parameter);
  }

  /** True when a thing is not as it was in another list, or in the answer to its creation. */
  #isAltered(item: Exact, other: Exact | undefined): boolean {
    const created = this.#relations.created.find(({ id }) => writeExact(id) === this.#idOf(item));
    return (
      (other !== undefined && !isSame(item, other)) ||
      (created !== undefined && this.#relations.listedDifference(created, item) !== undefined)
    );
  }

  /** The filter comes before the bound. */
  async #checkFilteredSize(
    asked: Query,
    matches: (item: Exact) => boolean,
    known: number,
    text: string,
    parameter: Parameter,
  ): Promise<void> {
    const size = this.#size;
    if (size === undefined) return;
    const count = Math.min(2, this.#most);
    const page = await this.#page([...asked, [size, count]]);
    if (page === undefined) return;
    const wrong = page.items.find((item) => !matches(item));
    if (wrong !== undefined)
      this.#relations.judge(this.#id('only', this.#operation, parameter.name), page.answer, {
        documented: `Only items with ${text}.`,
        received: shorten(writeExact(wrong)),
      });
    this.#checkSize(page, count, known);
    const all = typeof size.default === 'number' && known > size.default ? await this.#page(asked) : undefined;
    if (all !== undefined && typeof size.default === 'number') this.#checkSize(all, size.default, known);
  }

  /** Page by page, by cursor or by offset: everything, and each thing once. */
  async #checkOffsets(items: Exact[], isComplete: boolean): Promise<void> {
    const size = this.#size;
    const { cursor, offset, page } = this.#relations.parameters ?? {};
    if (!isComplete || items.length < 2 || this.#relations.resource.idProperty === undefined) return;
    const count = Math.min(this.#most, Math.max(1, Math.ceil(items.length / 12)));
    const sized: Query = size === undefined ? [] : [[size, count]];
    if (cursor !== undefined) {
      const first = await this.#page(sized);
      if (first !== undefined)
        this.#checkPages(cursor.parameter, (await this.#follow(sized, first)).items, items, first.answer);
    }
    if (size === undefined) return;
    if (offset !== undefined) await this.#checkEachPage(offset, sized, items, (index) => index * count, count);
    if (page !== undefined) await this.#checkEachPage(page, sized, items, (index) => this.#firstNumber + index, count);
  }

  async #checkEachPage(
    parameter: Parameter,
    sized: Query,
    items: Exact[],
    valueOf: (index: number) => number,
    count: number,
  ): Promise<void> {
    const pages: Exact[] = [];
    let last: Page | undefined;
    for (let index = 0; index * count < items.length; index += 1) {
      last = await this.#page([...sized, [parameter, valueOf(index)]]);
      pages.push(...(last?.items ?? []));
    }
    if (last !== undefined) this.#checkPages(parameter, pages, items, last.answer);
  }

  #checkPages(parameter: Parameter, pages: Exact[], items: Exact[], answer: Answer): void {
    const ids = pages.map((item) => this.#idOf(item));
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    const missing = items.map((item) => this.#idOf(item)).find((id) => !ids.includes(id));
    const received = twice !== undefined ? `${twice} more than once` : `without ${missing}`;
    this.#relations.judge(
      this.#id('pages', this.#operation, parameter.name),
      answer,
      twice !== undefined || missing !== undefined
        ? { documented: `All ${items.length} items, each once.`, received }
        : undefined,
    );
  }

  #checkCreated(seen: Map<string, Exact>, isComplete: boolean, answer: Answer): void {
    const create = this.#relations.maker;
    if (create === undefined) return;
    for (const created of this.#relations.present) {
      const id = this.#id('lists', create);
      const item = seen.get(writeExact(created.id));
      // A full page may have no room for it, and the contract no next one.
      if (item === undefined && !isComplete) {
        this.#session.ledger.outOfReach(
          id,
          'There are more things than the list shows, and the contract has no way to the others.',
        );
        continue;
      }
      const violation = item === undefined ? 'nothing of it' : this.#relations.listedDifference(created, item);
      const received = item === undefined ? `${seen.size} other items` : `${violation}: ${shorten(writeExact(item))}`;
      this.#relations.judge(
        id,
        answer,
        violation === undefined
          ? undefined
          : { documented: `What was answered to ${create.id}: ${excerpt(created.exchange)}`, received },
      );
    }
  }

  #checkNameless(items: Exact[], isComplete: boolean, answer: Answer): void {
    const create = this.#relations.maker;
    if (create === undefined || !isComplete) return;
    for (const created of this.#relations.nameless) {
      const isListed = items.some((item) => this.#relations.listedDifference(created, item) === undefined);
      this.#relations.judge(
        this.#id('lists', create),
        answer,
        isListed
          ? undefined
          : {
              documented: `What was answered to ${create.id}: ${excerpt(created.exchange)}`,
              received: `${items.length} other items`,
            },
      );
    }
  }

  /** Some of what is listed, the first and the last among them, as it is read under its identifier. */
  async #checkReads(items: Exact[]): Promise<void> {
    const { read, idProperty } = this.#relations.resource;
    if (read === undefined || idProperty === undefined) return;
    const chosen = new Set([0, 1, Math.floor(items.length / 2), items.length - 2, items.length - 1]);
    const ids = [...chosen].flatMap((index) => items[index] ?? []).flatMap((item) => within(item, [idProperty]) ?? []);
    for (const id of ids) {
      const item = items.find((one) => isSame(within(one, [idProperty]) ?? null, id)) ?? null;
      const answer = await this.#session.call(await this.#session.source.at(read, this.#relations.resource, id));
      const violation = isSuccess(answer.response)
        ? this.#relations.readDifference(read, item, answer.body ?? null)
        : String(answer.response.status);
      this.#relations.judge(
        this.#id('agrees', read),
        answer,
        violation === undefined
          ? undefined
          : {
              documented: `What is listed: ${shorten(writeExact(item))}`,
              received: `${violation}, ${excerpt(answer)}`,
            },
      );
    }
  }
}

/** A property matches a filter by its value, or as a list by one of its items. */
function hasValue(own: Exact | undefined, value: Exact): boolean {
  if (own === undefined) return false;
  return Array.isArray(own) ? own.some((item) => isSame(item, value)) : isSame(own, value);
}
