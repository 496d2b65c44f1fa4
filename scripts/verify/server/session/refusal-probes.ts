import type { Clock } from '../../../http/clock.ts';
import { type Exact, isExactObject, isNumber, isSame, writeExact } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { ownValue } from '../../../http/own-value.ts';
import { descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { isBoundByOther } from '../../../openapi/resources/said-bounds.ts';
import { saidRanges } from '../../../openapi/resources/said-ranges.ts';
import { numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { type PlacedValue, valuesIn } from '../../../openapi/values/placed-values.ts';
import type { PlanningContext } from '../../../requirements/planning-context.ts';
import { encodeBody, type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import {
  boundsLength,
  hasHalfRange,
  hasLongRange,
  hasReversedRange,
} from '../../../requirements/request/reversed-range.ts';

/** So many new items are tried: each may have too little room by chance. */
const mostItems = 3;

/** What a run has of its server. */
interface Asked extends PlanningContext {
  readonly clock: Clock;
  call(parts: RequestParts): Promise<Answer>;
  hasServed(operation: Operation): boolean;
  /** The schema of the body of a request. */
  sentSchema(parts: RequestParts): string | undefined;
}

/** Requests that show what a refusal is for. */
export class RefusalProbes {
  readonly #session: Asked;
  readonly #others = new Map<Operation, Promise<boolean>>();
  /** By what it names in its body, the first request that was served. */
  readonly #naming = new Map<string, RequestParts>();

  constructor(session: Asked) {
    this.#session = session;
  }

  /** True where a conflict is that of one request, such as too much for what is in stock: others are served. */
  async servesAnother(operation: Operation): Promise<boolean> {
    for (const extent of ['all', 'required', 'all'] as const) {
      if (this.#session.hasServed(operation)) return true;
      await this.#session.call(await this.#session.source.base(operation, extent));
    }
    return this.#session.hasServed(operation);
  }

  /**
   * True where what a request makes may be too much for the item that it is beneath, whose state may be in its way: it
   * has an amount and is refused with 422, or a new item has room for it. So may a number be that a description bounds
   * by what is there.
   */
  async mayBeTooMuch(parts: RequestParts, { response: { status } }: Answer): Promise<boolean> {
    const { source } = this.#session;
    const { items } = source;
    if ([400, 422].includes(status) && this.#isBoundByOther(parts)) return true;
    const isAmount = ({ value }: PlacedValue) => isNumber(value) || /^\d+\.\d+$/.test(textOf(value));
    if (status === 422 && items.needsState(parts.operation) && this.#valuesOf(parts).some(isAmount)) return true;
    for (let tries = 0; tries < mostItems; tries += 1) {
      const path = await items.newPathAbove(parts.operation);
      if (path === undefined) return false;
      if (isSuccess((await this.#session.call(source.elsewhere(parts, path))).response)) return true;
    }
    return false;
  }

  /** True for a number, above the least one of its schema, that a description bounds by what is there. */
  #isBoundByOther(parts: RequestParts): boolean {
    const { contract } = this.#session.description;
    const { pointer: own, responses } = parts.operation;
    const described = [own, ...['400', '422'].flatMap((status) => responses[status]?.pointer ?? [])];
    if (Object.keys(parts.path).length === 0) return false;
    return this.#valuesOf(parts).some(({ pointer, steps, value }) => {
      const isLeast = !isNumber(value) || Number(value) <= (numberAt(viewSchema(contract, pointer), 'minimum') ?? 1);
      return !isLeast && isBoundByOther(contract, steps.at(-1) ?? '', pointer, described);
    });
  }

  #valuesOf(parts: RequestParts): PlacedValue[] {
    const { contract } = this.#session.description;
    const schema = this.#session.sentSchema(parts);
    const sent = sentBody(parts);
    return schema === undefined || sent === undefined ? [] : valuesIn(contract, schema, sent);
  }

  /** Takes note of a request that was served. */
  noteServed(parts: RequestParts): void {
    const named = this.#namedBy(parts);
    if (named !== undefined && !this.#naming.has(named)) this.#naming.set(named, parts);
  }

  /**
   * True where what a body names is used up, as a stock that others have taken: the first request that named it, and
   * was served, is refused in the same way.
   */
  async isUsedUp(parts: RequestParts, { response: { status } }: Answer): Promise<boolean> {
    const before = this.#naming.get(this.#namedBy(parts) ?? '');
    return before !== undefined && (await this.#session.call(before)).response.status === status;
  }

  /** The things that the body of a creation names, by the names and values of its properties at any depth. */
  #namedBy({ operation, body }: RequestParts): string | undefined {
    if (operation.method !== 'POST') return undefined;
    const namesIn = (value: Exact): string[] => {
      if (Array.isArray(value)) return value.flatMap(namesIn);
      if (!isExactObject(value)) return [];
      return Object.entries(value).flatMap(([name, own]) => [
        ...(this.#session.source.references.resourceIn(operation, name) === undefined ? [] : [writeExact([name, own])]),
        ...namesIn(own),
      ]);
    };
    const names = namesIn(sentBody({ body }) ?? null);
    return names.length === 0 ? undefined : [operation.id, ...names].join(' ');
  }

  /** True where bodies that the schema does not allow are refused with 400, and 422 is for something else. */
  async hasOther(parts: RequestParts): Promise<boolean> {
    const { operation, body } = parts;
    const sent = sentBody(parts) ?? null;
    if (!Object.hasOwn(operation.responses, '400') || body === null) return false;
    const known = this.#others.get(operation) ?? this.#refusesWith400(parts, sent);
    this.#others.set(operation, known);
    return known;
  }

  /** True where a value is another one than that of an example, which was taken where another was refused. */
  isBesideExample(parts: RequestParts): boolean {
    return this.#valuesOf(parts).some(({ pointer, value }) => {
      const fixed = this.#session.values.fixedAt(pointer);
      return fixed !== undefined && !isSame(fixed, value);
    });
  }

  /** Why a range may be refused that is sent, or that the item would have after a change of one of its ends. */
  async whyRangeRefused(parts: RequestParts, query: Exact): Promise<string | undefined> {
    const names = parts.operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    if (hasHalfRange(query, names, this.#session.clock.now()))
      return 'The end of the range that was not sent may be now: it ends before it begins then.';
    const isBound = this.#boundsLength(parts);
    const schema = this.#session.sentSchema(parts);
    const said = schema === undefined ? [] : saidRanges(this.#session.description.contract, schema);
    const found = [async () => sentBody(parts) ?? null, async () => query, () => this.#changedItem(parts)];
    for (const find of found) {
      const value = await find();
      if (hasReversedRange(value, said)) return 'The range that was sent ends before it begins.';
      if (isBound && hasLongRange(value)) return 'The range that was sent is long, and a description bounds such.';
    }
    return undefined;
  }

  /** Whether a description of an operation, or of what is sent, says how long a range may be. */
  #boundsLength(parts: RequestParts): boolean {
    const { contract } = this.#session.description;
    const schema = this.#session.sentSchema(parts);
    const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties.values()];
    const { pointer: own, parameters } = parts.operation;
    const described = [
      own,
      ...parameters.map(({ pointer }) => pointer),
      ...(schema === undefined ? [] : [schema]),
      ...properties,
    ];
    return described.some((pointer) => boundsLength(descriptionAt(contract, pointer)));
  }

  /** The item as a change in part would have it; null where it is no such change. */
  async #changedItem({ operation, path, body }: RequestParts): Promise<Exact> {
    const { description, resources, source } = this.#session;
    const resource = resources.find(({ merge }) => merge === operation);
    const { read, parameter } = resource ?? {};
    const sent = sentBody({ body });
    if (resource === undefined || read === undefined || sent === undefined) return null;
    if (parameter === undefined || !Object.hasOwn(path, parameter.name)) return null;
    const answer = await this.#session.call(await source.base(read, 'all', false, path));
    return mergedWith(itemIn(description.contract, resource, answer.body ?? null), sent);
  }

  async #refusesWith400(parts: RequestParts, sent: Exact): Promise<boolean> {
    const session = this.#session;
    const mediaType = parts.body?.mediaType ?? '';
    const schema = session.sentSchema(parts);
    if (schema === undefined) return false;
    const wrong = alteredParts(sent).filter((value) => !session.isValid('request', schema, value));
    const statuses = new Set<number>();
    for (const value of wrong.slice(0, 6)) {
      const answer = await session.call({ ...parts, body: encodeBody(mediaType, value) });
      statuses.add(answer.response.status);
    }
    return statuses.size === 1 && statuses.has(400);
  }
}

/** The value with an object or a text in place of one of its parts: a property, or that of the first item of a list. */
function alteredParts(value: Exact): Exact[] {
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    return [{}, 'x', ...alteredParts(first ?? null)].map((one) => [one, ...others]);
  }
  if (!isExactObject(value)) return [];
  return Object.keys(value).flatMap((name) => [
    { ...value, [name]: {} },
    { ...value, [name]: 'x' },
  ]);
}

/** An item with what a change in part has sent, at every depth. */
function mergedWith(item: Exact, sent: Exact): Exact {
  if (!isExactObject(item) || !isExactObject(sent)) return sent;
  const changed = Object.entries(sent).map(([name, value]): [string, Exact] => [
    name,
    mergedWith(ownValue(item, name) ?? null, value),
  ]);
  return { ...item, ...Object.fromEntries(changed) };
}
