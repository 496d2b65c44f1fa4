import { type Exact, type ExactObject, isExactObject, within } from '../../http/exact-json.ts';
import { withPart } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Description } from '../../openapi/description.ts';
import { endsOf, isPageNumber, pageCountsOf, totalsOf } from '../../openapi/resources/beside-items.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import type { ListOperation } from '../../openapi/resources/resource.ts';
import { numberAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import { type NextLink, nextLinks } from '../../requirements/resource/list/next-links.ts';
import type { Listing, Page } from './listing.ts';

/** A page, and what asked for it. */
export interface AskedPage {
  list: ListOperation;
  listing: Listing;
  page: Page;
  sent: SentValues;
}

/**
 * The body of a page: its items, or an object like `usual` that has them and says which page it is. `next`: where the
 * page after it is, if there is one.
 */
export function pageBody(
  description: Description,
  asked: AskedPage,
  items: Exact[],
  usual: ExactObject,
  next: string | undefined,
): Exact {
  const { list, listing } = asked;
  const pointer = successSchema(description.contract, list.operation) ?? '';
  if (list.segments.length === 0) return items;
  const body = withPage(description, asked, pointer, [], { ...usual, ...holding(usual, list.segments, items) });
  return nextLinks(description, list, listing.parameters).reduce<Exact>(
    (made, link) => withLink(description, pointer, made, link, next),
    body,
  );
}

/** An object with items at the end of some names, also where it lacks what holds them. */
function holding(usual: Exact | undefined, [name = '', ...others]: readonly string[], items: Exact[]): ExactObject {
  const own = usual !== undefined && isExactObject(usual) ? usual : {};
  return { ...own, [name]: others.length === 0 ? items : holding(ownValue(own, name), others, items) };
}

/** With a link to the next page; without one, or with null, on the last, where the schema of the body has that. */
function withLink(
  { schemas }: Description,
  schema: string,
  body: Exact,
  { path, pointer, isNullable }: NextLink,
  next?: string,
): Exact {
  if (path === undefined || !isExactObject(within(body, path.slice(0, -1)) ?? null)) return body;
  const shown = next === undefined ? (isNullable ? [null] : []) : [next, `http://localhost${next}`];
  const value = shown.find((one) => schemas.isValid('response', pointer, one));
  if (value !== undefined) return withPart(body, path, value);
  const without = withoutPart(body, path.at(-1) === 'href' ? path.slice(0, -1) : path);
  return schemas.isValid('response', schema, without) ? without : body;
}

function withoutPart(value: Exact, path: readonly string[]): Exact {
  const [holder, name = ''] = [within(value, path.slice(0, -1)), path.at(-1)];
  if (holder === undefined || !isExactObject(holder)) return value;
  const { [name]: _, ...others } = holder;
  return withPart(value, path.slice(0, -1), others);
}

/** An object, here or in a property of the body, with what it says of the page. */
function withPage(
  description: Description,
  asked: AskedPage,
  pointer: string,
  above: readonly string[],
  usual: ExactObject,
): ExactObject {
  const { list, listing, page, sent } = asked;
  const { cursor, before, size, offset, page: number } = listing.parameters;
  const totals = totalsOf(description, list).properties.map((path) => path.join('.'));
  const pageCounts = pageCountsOf(description, list).map((path) => path.join('.'));
  const ends = endsOf(description, list);
  const own = [...viewSchema(description.contract, pointer).properties].flatMap(
    ([name, at]): [string, Exact | undefined][] => {
      const path = [...above, name];
      const value = ownValue(usual, name);
      if (path.join('.') === list.segments.join('.')) return [];
      if (totals.includes(path.join('.'))) return [[name, page.total]];
      if (pageCounts.includes(path.join('.'))) return [[name, pagesAs(description, at, page)]];
      if (cursor?.property === undefined && path.join('.') === cursor?.path.join('.'))
        return [[name, page.next ?? orNull(description, at)]];
      if (before?.property === undefined && path.join('.') === before?.path.join('.'))
        return [[name, page.start ?? orNull(description, at)]];
      const end = ends.find((one) => one.path.join('.') === path.join('.'));
      if (end !== undefined) return [[name, (page.next === undefined) === end.isOfLast]];
      if (above.length === 0 && isExactObject(value)) return [[name, withPage(description, asked, at, path, value)]];
      // `page` and `limit` beside the items are those that were asked for.
      const query = list.operation.parameters.filter((one) => one.in === 'query');
      const alike = [size, offset, number, ...query].find(
        (one) => one !== undefined && wordsOf(one.name).join(' ') === wordsOf(name).join(' '),
      );
      const parameter = alike ?? (isPageNumber(name) ? number : undefined);
      const given = parameter === undefined ? undefined : listing.valueOf(parameter, sent);
      const isSaid = typeof given === 'number' && description.schemas.isValid('response', at, given);
      return isSaid ? [[name, given]] : [];
    },
  );
  const body = { ...usual, ...Object.fromEntries(own.map(([name, value]) => [name, value ?? null])) };
  const absent = new Set(own.filter(([, value]) => value === undefined).map(([name]) => name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !absent.has(name)));
}

/** Nothing may be on one page or on none. */
function pagesAs({ contract }: Description, pointer: string, { pages }: Page): number {
  return Math.max(pages, numberAt(viewSchema(contract, pointer), 'minimum') ?? 0);
}

/** Null where that is allowed; else it is left out. */
function orNull({ contract }: Description, pointer: string | undefined): Exact | undefined {
  return pointer !== undefined && viewSchema(contract, pointer).types.includes('null') ? null : undefined;
}
