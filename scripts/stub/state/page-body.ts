import type { Exact, ExactObject } from '../../http/exact-json.ts';
import type { Description } from '../../openapi/description.ts';
import { totalsOf } from '../../openapi/list-parameters.ts';
import type { ListOperation } from '../../openapi/resources.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import type { Listing, Page } from './listing.ts';

/** A page, and what asked for it. */
export interface AskedPage {
  list: ListOperation;
  listing: Listing;
  page: Page;
  sent: SentValues;
}

/** The body of a page: its items, or an object like `usual` that has them and says which page it is. */
export function pageBody(
  description: Description,
  { list, listing, page, sent }: AskedPage,
  items: Exact[],
  usual: ExactObject,
): Exact {
  const [segment] = list.segments;
  if (segment === undefined) return items;
  const { properties } = viewSchema(description.contract, successSchema(description.contract, list.operation) ?? '');
  const totals = totalsOf(description, list).properties;
  const own = [...properties.keys()].flatMap((name): [string, Exact | undefined][] => {
    if (name === segment) return [[name, items]];
    if (totals.includes(name)) return [[name, page.total]];
    if (name === listing.parameters.cursor?.property)
      return [[name, page.next ?? orNull(description, properties.get(name))]];
    if (/^has_?(more|next)/i.test(name)) return [[name, page.next !== undefined]];
    // `page` and `limit` beside the items are those that were asked for.
    const asked = list.operation.parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
    const value = asked === undefined ? undefined : listing.valueOf(asked, sent);
    return typeof value === 'number' ? [[name, value]] : [];
  });
  const body = { ...usual, ...Object.fromEntries(own.map(([name, value]) => [name, value ?? null])) };
  const absent = new Set(own.filter(([, value]) => value === undefined).map(([name]) => name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !absent.has(name)));
}

/** Null where that is allowed; else it is left out. */
function orNull({ contract }: Description, pointer: string | undefined): Exact | undefined {
  return pointer !== undefined && viewSchema(contract, pointer).types.includes('null') ? null : undefined;
}
