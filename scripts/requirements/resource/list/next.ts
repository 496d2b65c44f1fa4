import { type Exact, within } from '../../../http/exact-json.ts';
import { type HttpRequest, headerOf } from '../../../http/exchange.ts';
import { jsonIn, withHeader } from '../../../http/message-changes.ts';
import { firstPageNumber } from '../../../openapi/resources/list-parameters.ts';
import { altering, type FaultDraft, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { filteredListings } from './filtered-listings.ts';
import { withBeside } from './list-changes.ts';
import { identityOf, parameterizedLists } from './list-resource.ts';
import { linkIn, type NextLink, nextIn, nextLinks } from './next-links.ts';
import type { Listing, ObservedList, Page, Query } from './observed-list.ts';
import { pageSizes, wholePageOf } from './page-sizes.ts';

/** The link of a page to the one after it (RFC 8288, `next` of the IANA registry of link relations). */
export const listNext = defineKind({
  id: '{operationId}.next.{name}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap((list) =>
      nextLinks(context.description, list.resource.list, list.parameters).map(({ name, pointer }) => ({
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
        for (const own of nextLinks(context.description, list.resource.list, list.parameters)) {
          const subject = { operationId: operation.id, name: own.name };
          let isLinked = false;
          for (const { page, listing } of await smallPages(context, list)) {
            const link = linkIn(own, page.answer);
            const isCut = listing.isComplete && page.items.length > 0 && listing.items.length > page.items.length;
            if (link === null && isCut) judge(subject, page.answer, endsEarly(own, page, listing));
            const next = link == null ? undefined : await list.linked(link);
            if (link == null || next === undefined) continue;
            isLinked = true;
            judge(subject, page.answer, shownBy(list, { link, page, listing, next }));
          }
          const beyond = (await linkAtEnd(context, list, own)) ?? (await linkBeyond(list, own));
          if (beyond !== undefined) judge(subject, list.all.first.answer, beyond);
          if (!isLinked) judge(subject, list.all.first.answer, noLink);
        }
      },
    },
    faults: (context, { subject: { operationId, name } }) => {
      const operation = context.operation(operationId);
      const isTo = context.isTo(operation);
      const [own] = parameterizedLists(context, operation ?? null)
        .flatMap((list) => nextLinks(context.description, list.resource.list, list.parameters))
        .filter((one) => one.name === name);
      if (own?.path !== undefined) return faultsBeside(isTo, own, own.path);
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

/** The link in a body leads to the page itself, is never there, or always. */
function faultsBeside(
  isTo: (request: HttpRequest) => boolean,
  { isNullable }: NextLink,
  path: readonly string[],
): FaultDraft[] {
  const isLink = (value: Exact | undefined) => typeof value === 'string' && /[/?]/.test(value);
  const changed = (what: string, to: (request: HttpRequest) => Exact) =>
    faultDraft(
      what,
      altering((response, request) => {
        const isChanged = isTo(request) && isLink(within(jsonIn(response.body), path));
        return isChanged ? withBeside(response, path, to(request)) : response;
      }),
    );
  return [
    changed('links to the page itself', ({ target }) => target),
    ...(isNullable ? [changed('is null on every page', () => null)] : []),
  ];
}

function endsEarly({ name }: NextLink, page: Page, listing: Listing): Violation {
  const left = listing.items.length - page.items.length;
  return { documented: `${name} to the ${left} items after those of the page.`, received: `${name} null` };
}

/** What a page with all items says of the next one, where the contract has a way to say that there is none. */
async function linkBeyond(list: ObservedList, own: NextLink): Promise<'kept' | Violation | undefined> {
  const { first, items, isComplete } = list.all;
  const link = linkIn(own, first.answer);
  const isWhole = isComplete && items.length === first.items.length;
  if (!own.isNullable || !isWhole || link === undefined) return undefined;
  if (link === null) return 'kept';
  const next = await list.linked(link);
  if (next === undefined || next.items.length > 0) return undefined;
  return { documented: `No ${own.name}: the page has all ${items.length} items.`, received: link };
}

/** A link on the last page, whether that is full or not, where the description says that it has none. */
async function linkAtEnd(context: PlanningContext, list: ObservedList, own: NextLink): Promise<Violation | undefined> {
  const { length: count } = list.all.items;
  if (!own.isLeftOut || !list.all.isComplete) return undefined;
  for (const query of [
    lastPageOf(context, list.parameters, count),
    wholePageOf(context.description.contract, list.parameters, count),
  ]) {
    const page = query && (await list.page(query));
    const link = page && linkIn(own, page.answer);
    if (page === undefined || page.items.length === 0 || link == null) continue;
    const next = await list.linked(link);
    if (next !== undefined && next.items.length === 0)
      return { documented: `No ${own.name} called next on the last page of ${count} items.`, received: link };
  }
  return undefined;
}

/** The query for a last page that is not full; undefined where no number leads to it. */
function lastPageOf(
  { description: { contract } }: PlanningContext,
  parameters: ObservedList['parameters'],
  count: number,
): Query | undefined {
  const { size, offset, page } = parameters;
  const { least, most } = pageSizes(contract, parameters);
  const asked = [2, 3, 4, 5].find((one) => one >= least && one <= most && count > one && count % one > 0);
  if (size === undefined || asked === undefined) return undefined;
  const before = Math.floor(count / asked);
  if (offset !== undefined)
    return [
      [size, asked],
      [offset, before * asked],
    ];
  return (
    page && [
      [size, asked],
      [page, firstPageNumber(contract, parameters) + before],
    ]
  );
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
