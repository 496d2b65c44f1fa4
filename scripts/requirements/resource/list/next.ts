import type { Exact } from '../../../http/exact-json.ts';
import { headerOf } from '../../../http/exchange.ts';
import { withHeader } from '../../../http/message-changes.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { linksIn } from '../../response/links.ts';
import { filteredListings } from './filtered-listings.ts';
import { identityOf, type ParameterizedList, parameterizedLists } from './list-resource.ts';
import type { Listing, ObservedList, Page, Query } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

/** The link of a page to the one after it (RFC 8288, `next` of the IANA registry of link relations). */
export const listNext = defineKind({
  id: '{operationId}.next.{name}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap((list) =>
      linkHeaders(list).map(({ name, pointer }) => ({
        subject: { operationId: list.resource.list.operation.id, name },
        pointer,
        statement: `The next page that ${name} links to must have the items right after those of the page.`,
      })),
    ),
  contractAdvice: ({ name }) => `change ${name}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        for (const { name } of linkHeaders(list)) {
          const subject = { operationId: operation.id, name };
          let isLinked = false;
          for (const { page, listing } of await smallPages(context, list)) {
            const link = nextIn(headerOf(page.answer.response, name) ?? '');
            const next = link === undefined ? undefined : await list.linked(link);
            if (link === undefined || next === undefined) continue;
            isLinked = true;
            judge(subject, page.answer, shownBy(list, { link, page, listing, next }));
          }
          if (!isLinked) judge(subject, list.all.first.answer, noLink);
        }
      },
    },
    faults: (context, { subject: { operationId, name } }) => {
      const isTo = context.isTo(context.operation(operationId));
      const itself = altering((response, request) => {
        const isNext = isTo(request) && nextIn(headerOf(response, name) ?? '') !== undefined;
        return isNext ? withHeader(response, name, `<${request.target}>; rel="next"`) : response;
      });
      return [faultDraft('links to the page itself', itself)];
    },
    advice: ({ name }) => `Let the next page in ${name} begin after this one, with the same filters.`,
  },
  client: null,
});

const noLink: OutOfReach = { outOfReach: 'No page has linked to another page of the list.' };

/** The `Link` of a list in pages, where it is none to what replaces a deprecated operation. */
function linkHeaders({ resource: { list }, parameters }: Pick<ParameterizedList, 'resource' | 'parameters'>) {
  const { size, cursor, offset, page } = parameters;
  const isPaged = [size, cursor, offset, page].some((parameter) => parameter !== undefined);
  if (!isPaged || list.operation.deprecation?.replacement != null) return [];
  return Object.entries(list.operation.responses).flatMap(([status, { headers }]) =>
    /^2/.test(status) ? headers.filter(({ name }) => name.toLowerCase() === 'link') : [],
  );
}

function nextIn(value: string): string | undefined {
  return linksIn(value).find(({ relations }) => relations.includes('next'))?.link;
}

/** A page of the list without a filter, and one with a filter, each shorter than what it is a part of. */
async function smallPages(context: PlanningContext, list: ObservedList): Promise<{ page: Page; listing: Listing }[]> {
  const { size } = list.parameters;
  const { least, most } = pageSizes(context.description.contract, list.parameters);
  const short = Math.min(Math.max(least, 2), most);
  const parts = (await filteredListings(context, list)).filter(
    ({ listing }) => listing.items.length > short && listing.items.length < list.all.items.length,
  );
  const filtered = parts.find(({ listing }) => isInterrupted(list, listing, short)) ?? parts[0];
  const queries: { query: Query; listing: Listing }[] = [
    { query: [], listing: list.all },
    ...(filtered === undefined ? [] : [filtered]),
  ];
  const found: { page: Page; listing: Listing }[] = [];
  for (const { query, listing } of queries) {
    const page = await list.page(size === undefined ? query : [...query, [size, short]]);
    if (page !== undefined) found.push({ page, listing });
  }
  return found;
}

/** True where what follows a page in the whole list is none of the listing: a link without its filter leads to that. */
function isInterrupted({ resource, all }: ObservedList, { items }: Listing, size: number): boolean {
  const [whole, part] = [all.items, items].map((some) => some.map((item) => identityOf(resource, item)));
  if (whole === undefined || part === undefined) return false;
  const after = whole.indexOf(part[size - 1] ?? '') + 1;
  return whole.slice(after, after + size).some((identity) => !part.includes(identity));
}

/** A page, the listing that it is the beginning of, and the page that it links to. */
interface LinkedPage {
  link: string;
  page: Page;
  listing: Listing;
  next: Page;
}

function shownBy(
  { resource }: ObservedList,
  { link, page: { items }, listing: { items: all, isComplete }, next }: LinkedPage,
): 'kept' | Violation {
  const identities = (some: readonly Exact[]) => some.map((item) => identityOf(resource, item));
  const [before, listed, found] = [identities(items), identities(all), identities(next.items)];
  const documented = `${link} has items after those of the page.`;
  // Two items without an identifier may be alike.
  const isOne = (identity: string) => listed.indexOf(identity) === listed.lastIndexOf(identity);
  const again = found.find((identity) => before.includes(identity) && isOne(identity));
  if (again !== undefined) return { documented, received: `${again} again` };
  const stray = isComplete ? found.find((identity) => !listed.includes(identity)) : undefined;
  if (stray !== undefined) return { documented, received: `${stray}, which is not in the list` };
  const skipped = firstSkipped(before, found, listed);
  if (skipped !== undefined) return { documented, received: `${found[0]}, but not ${skipped} before it` };
  return found.length === 0 && isComplete && all.length > items.length ? { documented, received: 'no items' } : 'kept';
}

/**
 * The first item between a page and the next one, where the whole list has both as they are: its order is steady. One
 * item alone is in no order.
 */
function firstSkipped(
  before: readonly string[],
  found: readonly string[],
  listed: readonly string[],
): string | undefined {
  const place = listed.indexOf(found[0] ?? '');
  const isThere = (page: readonly string[], start: number) =>
    page.every((identity, index) => identity === listed[start + index]);
  const isLater = place > before.length && found.length > 1;
  return isLater && isThere(before, 0) && isThere(found, place) ? listed[before.length] : undefined;
}
