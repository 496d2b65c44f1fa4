import { type Exact, isSame, within, writeExact } from '../../http/exact-json.ts';
import { descriptionAt } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { bodyParameters, isBodyParameter } from '../../openapi/resources/body-parameters.ts';
import { type DayFilter, dayFiltersOf, isOfOtherDay } from '../../openapi/resources/day-filters.ts';
import { describedOrderOf } from '../../openapi/resources/described-order.ts';
import { hasFields, isFieldFilter } from '../../openapi/resources/field-filters.ts';
import { valueIn, withAttributes, withRelated } from '../../openapi/resources/item-attributes.ts';
import { usualIdentifiers } from '../../openapi/resources/item-identifier.ts';
import { viewItem } from '../../openapi/resources/item-view.ts';
import { filteredProperty, isNoValueOf, namesIdentifier, soughtValue } from '../../openapi/resources/list-filters.ts';
import {
  type Cursor,
  firstPageNumber,
  type ListParameters,
  listParametersOf,
  mostListed,
} from '../../openapi/resources/list-parameters.ts';
import { pageBoundOf } from '../../openapi/resources/page-bound.ts';
import { propertyParameters } from '../../openapi/resources/property-parameters.ts';
import { isInRange, rangedValue } from '../../openapi/resources/range-filters.ts';
import type { ListOperation } from '../../openapi/resources/resource.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import { inAskedOrder, inOrder } from './asked-order.ts';
import type { Thing } from './store.ts';

/** A part of a list, as its parameters ask for it. */
export interface Page {
  things: readonly Thing[];
  /** How many there are on all pages. */
  total: number;
  /** How many pages there are. */
  pages: number;
  /** Leads to the next page; undefined on the last one. */
  next: Exact | undefined;
  /** Leads back from the page; undefined where it has nothing. */
  start: Exact | undefined;
  /** What a request for the next page has in its query; undefined on the last one, and where no parameter leads on. */
  query: { name: string; value: Exact } | undefined;
}

type ValueOf = (parameter: Parameter) => Exact | undefined;

/** A parameter that has the name of a property: only what has that value is listed. */
interface Filter {
  parameter: Parameter;
  property: string;
  /** The schema of the property. */
  pointer: string;
  /** True where a part of the text is enough. */
  isFreeText: boolean;
  /** True where a list must have every value that is asked for. */
  isForAll: boolean;
}

/** Finds what a list shows of the things of a collection. */
export class Listing {
  readonly parameters: ListParameters;
  readonly #description: Description;
  readonly list: ListOperation;
  readonly #filters: readonly Filter[];
  readonly #days: readonly DayFilter[];
  readonly #fieldFilters: readonly Parameter[];
  readonly #most: number;
  /** The property of items whose values are the cursors; undefined where these are tokens. */
  readonly #cursorProperty: string | undefined;

  /** `valueParameter`: what the path of the list ends with, where it lists what has that value. */
  constructor(description: Description, list: ListOperation, valueParameter?: Parameter) {
    this.parameters = listParametersOf(description, list);
    this.#description = description;
    this.list = list;
    this.#filters = this.#findFilters(valueParameter);
    this.#days = dayFiltersOf(description.contract, list);
    this.#fieldFilters = list.operation.parameters.filter((one) => isFieldFilter(description.contract, one));
    this.#most = Math.min(mostListed(description.contract, list), this.#mostAsked());
    this.#cursorProperty = cursorProperty(description, list, this.parameters.cursor);
  }

  /** As many as a page has that is asked for more, where that is no mistake. */
  #mostAsked(): number {
    const { size } = this.parameters;
    const bound = size && pageBoundOf(this.#description.contract, size);
    return bound?.isReduced === true ? bound.most : Number.POSITIVE_INFINITY;
  }

  #findFilters(valueParameter: Parameter | undefined): Filter[] {
    const { contract } = this.#description;
    const { size, offset, page, cursor, before } = this.parameters;
    const item = withRelated(contract, withAttributes(contract, viewItem(contract, this.list.item)));
    const { operation } = this.list;
    const query = operation.parameters
      .filter((parameter) => parameter.in === 'query' || parameter === valueParameter)
      .flatMap((parameter) => {
        const properties = propertyParameters(contract, parameter);
        return properties.length > 0 ? properties : [parameter];
      });
    const all = operation.method === 'POST' ? bodyParameters(contract, operation) : query;
    const others = all.filter(
      (parameter) => ![size, offset, page, cursor?.parameter, before?.parameter].includes(parameter),
    );
    return others.flatMap((parameter) => {
      const property = filteredProperty(contract, item, parameter);
      const pointer = property === undefined ? undefined : item.properties.get(property);
      if (property === undefined || pointer === undefined) return [];
      const view = viewSchema(contract, pointer);
      const own = view.items === undefined ? view : viewSchema(contract, view.items);
      const asked = viewSchema(contract, parameterSchema(parameter));
      const askedOne = asked.items === undefined ? asked : viewSchema(contract, asked.items);
      const isFreeText =
        own.types.includes('string') &&
        // Of several values, such as tags, each is whole.
        view.items === undefined &&
        !namesIdentifier(parameter.name) &&
        // What tells a thing from others is compared.
        !property.includes('.') &&
        // Of values that are listed, one may be a part of another one.
        [own, askedOne].every((one) => enumOf(one) === undefined) &&
        textAt(own, 'format') === undefined &&
        textAt(own, 'pattern') === undefined;
      const text = descriptionAt(contract, parameter.pointer);
      return [
        {
          ...{ parameter, property, pointer, isFreeText },
          isForAll: view.items !== undefined && /\b(every|each|all)\b/i.test(text),
        },
      ];
    });
  }

  /**
   * What passes the filters, in the order that is asked for, else as described, else the newest first, and of that the
   * page.
   * Undefined for a cursor that no page has had.
   */
  page(things: readonly Thing[], sent: SentValues): Page | undefined {
    const valueOf = (parameter: Parameter) => this.valueOf(parameter, sent);
    const askedOf = ({ parameter, pointer }: Filter) => {
      const value = valueOf(parameter);
      const wanted = Array.isArray(value) ? value : [value ?? null];
      const { contract } = this.#description;
      if (value === undefined || wanted.every((one) => isNoValueOf(contract, pointer, one))) return undefined;
      return wanted.map((one) => soughtValue(contract, pointer, one));
    };
    const passing = things.toReversed().filter(
      ({ item }) =>
        this.#filters.every((filter) => passes(filter, valueIn(item, filter.property), askedOf(filter))) &&
        this.parameters.ranges.every((filter) => {
          const bound = valueOf(filter.parameter);
          const names = [filter.property, ...filter.others];
          return bound === undefined || names.some((name) => isInRange(filter, rangedValue(filter, item, name), bound));
        }) &&
        this.#days.every((filter) => {
          const day = valueOf(filter.parameter);
          return typeof day !== 'string' || !isOfOtherDay(filter, item, day);
        }) &&
        this.#fieldFilters.every((parameter) => {
          const text = valueOf(parameter);
          return typeof text !== 'string' || hasFields(item, text);
        }) &&
        this.parameters.searches.every((parameter) => {
          const text = valueOf(parameter);
          return text === undefined || writeExact(item).toLowerCase().includes(textOf(text).toLowerCase());
        }),
    );
    const matching = inAskedOrder(this.#inDescribedOrder(passing), this.parameters.sort, valueOf);
    const { size, cursor } = this.parameters;
    const count = Math.min(this.#most, numberOf(size, valueOf) ?? Number.POSITIVE_INFINITY);
    const end = this.#endBefore(matching, valueOf);
    const start = end === undefined ? this.#start(matching, count, valueOf) : Math.max(0, end - count);
    if (start === undefined || end === -1) return undefined;
    const shown = matching.slice(start, end ?? start + count);
    const last = start + shown.length >= matching.length ? undefined : shown.at(-1);
    const next = last && this.#cursorOf(last, cursor?.parameter);
    return {
      things: shown,
      total: matching.length,
      pages: Math.ceil(matching.length / Math.max(1, Math.min(count, matching.length))),
      next,
      start: shown[0] && this.#cursorOf(shown[0], cursor?.parameter),
      query: next === undefined ? undefined : this.#queryFor(next, start, count),
    };
  }

  #inDescribedOrder(things: readonly Thing[]): readonly Thing[] {
    const order = describedOrderOf(this.#description.contract, this.list);
    const [by] = order?.properties ?? [];
    return by === undefined ? things : inOrder(things, { ...by, isAscending: order?.isAscending });
  }

  #queryFor(next: Exact, start: number, count: number): Page['query'] {
    const { offset, page, cursor } = this.parameters;
    if (cursor !== undefined) return { name: cursor.parameter.name, value: next };
    if (offset !== undefined) return { name: offset.name, value: start + count };
    if (page === undefined) return undefined;
    const first = firstPageNumber(this.#description.contract, this.parameters);
    return { name: page.name, value: first + (start + count) / count };
  }

  /** The value of a parameter as it was sent, else its default. */
  valueOf(parameter: Parameter, sent: SentValues): Exact | undefined {
    const preset =
      parameter.default === undefined
        ? undefined
        : viewSchema(this.#description.contract, parameterSchema(parameter)).keywords.get('default')?.value;
    const inBody = isBodyParameter(parameter) ? within(sent.body, parameter.segments) : undefined;
    return inBody ?? sent.parameters.get(parameter) ?? this.#partOf(parameter, sent) ?? preset;
  }

  /** Of a parameter that is an object, what was sent for one of its properties. */
  #partOf(parameter: Parameter, { parameters }: SentValues): Exact | undefined {
    for (const [own, value] of parameters) {
      if (propertyParameters(this.#description.contract, own).some((one) => one === parameter))
        return within(value, [parameter.name.slice(own.name.length + 1, -1)]);
    }
    return undefined;
  }

  #start(matching: readonly Thing[], count: number, valueOf: ValueOf): number | undefined {
    const { offset, page, cursor } = this.parameters;
    const token = cursor === undefined ? undefined : valueOf(cursor.parameter);
    if (token !== undefined) {
      const position = this.#positionIn(token, cursor?.parameter, matching);
      const last = matching.findIndex((thing) => thing.position === position);
      // What the last page ended with may be gone.
      if (last === -1 && position !== undefined) return matching.filter((thing) => thing.position >= position).length;
      return position === undefined ? undefined : last + 1;
    }
    const skipped = numberOf(offset, valueOf);
    const number = numberOf(page, valueOf);
    if (skipped !== undefined || page === undefined || number === undefined) return skipped ?? 0;
    const first = firstPageNumber(this.#description.contract, this.parameters);
    return number <= first ? 0 : (number - first) * count;
  }

  /** Where the item is that a page ends before; undefined where none is asked for, -1 where it is not there. */
  #endBefore(matching: readonly Thing[], valueOf: ValueOf): number | undefined {
    const { before } = this.parameters;
    const name = before === undefined ? undefined : valueOf(before.parameter);
    if (before === undefined || name === undefined) return undefined;
    if (before.property === undefined) {
      const position = this.#positionIn(name, this.parameters.cursor?.parameter, matching);
      return matching.findIndex((thing) => thing.position === position);
    }
    const { property } = before;
    return matching.findIndex(({ item }) => textOf(valueIn(item, property) ?? null) === textOf(name));
  }

  #cursorOf({ item, position }: Thing, parameter: Parameter | undefined): Exact | undefined {
    if (this.#cursorProperty !== undefined) return valueIn(item, this.#cursorProperty);
    return isCount(parameter) ? position : tokenOf(position);
  }

  #positionIn(token: Exact, parameter: Parameter | undefined, matching: readonly Thing[]): number | undefined {
    const property = this.#cursorProperty;
    if (property !== undefined)
      return matching.find(({ item }) => textOf(valueIn(item, property) ?? null) === textOf(token))?.position;
    if (isCount(parameter)) return Number(token);
    const [, position] = /^after (\d+)$/.exec(Buffer.from(textOf(token), 'base64url').toString()) ?? [];
    return position === undefined ? undefined : Number(position);
  }
}

function passes({ isFreeText, isForAll }: Filter, own: Exact | undefined, wanted: Exact | undefined): boolean {
  if (wanted === undefined) return true;
  const having = Array.isArray(own) ? own : own === undefined ? [] : [own];
  const isLike = (one: Exact, value: Exact) =>
    isSame(one, value) ||
    textOf(one) === textOf(value) ||
    (isFreeText && textOf(one).toLowerCase().includes(textOf(value).toLowerCase()));
  const hasValue = (value: Exact) => having.some((one) => isLike(one, value));
  const values = Array.isArray(wanted) ? wanted : [wanted];
  return isForAll ? values.every(hasValue) : values.some(hasValue);
}

function numberOf(parameter: Parameter | undefined, valueOf: ValueOf): number | undefined {
  const value = parameter === undefined ? undefined : valueOf(parameter);
  return value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
}

/** Where a cursor must be an identifier, as its schema takes no token, it is that of the last item of a page. */
function cursorProperty(
  { contract, schemas }: Description,
  { item }: ListOperation,
  cursor: Cursor | undefined,
): string | undefined {
  if (cursor === undefined || cursor.property !== undefined || isCount(cursor.parameter)) return cursor?.property;
  if (schemas.isValid('request', parameterSchema(cursor.parameter), tokenOf(1))) return undefined;
  const { properties } = viewItem(contract, item);
  return usualIdentifiers.find((name) => properties.has(name));
}

function tokenOf(position: number): string {
  return Buffer.from(`after ${position}`).toString('base64url');
}

function isCount(parameter: Parameter | undefined): boolean {
  return parameter?.types.includes('integer') === true && !parameter.types.includes('string');
}
