import { within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { endsOf } from '../../../openapi/resources/beside-items.ts';
import { firstPageNumber, nextCursor } from '../../../openapi/resources/list-parameters.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { askedTexts } from './asked-texts.ts';
import { withBeside } from './list-changes.ts';
import { identityOf, listedBy, parameterizedLists, repeated } from './list-resource.ts';
import type { ObservedList, Page, Query } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

/** Where a page says whether there is another one: `has_more`, or `last`. */
export const listMore = defineKind({
  id: '{operationId}.more.{name}',
  section: () => 'Lists',
  list: ({ description, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list }) =>
      endsOf(description, list).map(({ path, pointer }) => ({
        subject: { operationId: list.operation.id, name: path.join('.') },
        pointer,
        statement: `${path.join('.')} must say whether there are items after those of the page.`,
      })),
    ),
  contractAdvice: ({ name }) => `change ${name}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        const seen = await followedPages(context, list);
        for (const { path, isOfLast } of endsOf(context.description, list.resource.list)) {
          const subject = { operationId: operation.id, name: path.join('.') };
          if (seen.length === 0) judge(subject, list.all.first.answer, nothingFollows);
          for (const { page, isFollowed } of seen) {
            const said = within(page.answer.body, path);
            if (typeof said !== 'boolean') continue;
            const expected = isFollowed !== isOfLast;
            const violation = {
              documented: `${path.join('.')} ${expected}: there are ${isFollowed ? 'more' : 'no more'} items.`,
              received: `${path.join('.')} ${said}`,
            };
            judge(subject, page.answer, said === expected ? 'kept' : violation);
          }
        }
      },
    },
    faults: (context, { subject: { operationId, name } }) => {
      const path = name.split('.');
      const isOfLast = listedBy(context.resources, { id: operationId })
        .flatMap(({ list }) => endsOf(context.description, list))
        .some((end) => end.path.join('.') === name && end.isOfLast);
      const isList = context.isTo(context.operation(operationId));
      const [own] = parameterizedLists(context, { id: operationId });
      const size = own?.parameters.size;
      const changed = (what: string, value: boolean, isMeant: (items: number, asked: number) => boolean) =>
        faultDraft(
          what,
          altering((response, request) => {
            const body = jsonIn(response.body);
            const items = within(body, own?.resource.list.segments ?? []);
            const asked = Number(size === undefined ? Number.NaN : askedTexts(request, size)[0]);
            const isChanged = isList(request) && Array.isArray(items) && isMeant(items.length, asked);
            return isChanged && typeof within(body, path) === 'boolean' ? withBeside(response, path, value) : response;
          }),
        );
      const hasWay = own !== undefined && wayTo(own.parameters) !== undefined;
      return [
        changed('never', isOfLast, () => true),
        ...(hasWay ? [changed('after each page that is full', !isOfLast, (items, asked) => items === asked)] : []),
      ];
    },
    advice: ({ name }) => `Look for one item more than the page has, and set ${name} by that.`,
  },
  client: null,
});

const nothingFollows: OutOfReach = { outOfReach: 'No page has shown whether another one follows.' };

function wayTo({ size, cursor, offset, page }: ObservedList['parameters']) {
  return size === undefined ? undefined : (cursor?.parameter ?? offset ?? page);
}

/** Full pages, and whether the page after them has something: the first of two, and the last. */
async function followedPages(context: PlanningContext, list: ObservedList): Promise<FollowedPage[]> {
  const { size } = list.parameters;
  const { length: count } = list.all.items;
  const { least, most } = pageSizes(context.description.contract, list.parameters);
  if (size === undefined || count < 2 || least > 1) return [];
  const ends = count <= most ? [{ size: count, before: 0 }] : [{ size: 1, before: count - 1 }];
  // One item alone is easily counted to the page before it.
  const identities = list.all.items.map((item) => identityOf(list.resource, item));
  if (count > 2 && count - 1 <= most && repeated(identities) === undefined) ends.push({ size: count - 1, before: 0 });
  const found: FollowedPage[] = [];
  for (const place of [{ size: 1, before: 0 }, ...ends]) {
    const query = queryFor(context, list, place.size, place.before);
    const page = query && (await list.page(query));
    if (page === undefined || page.items.length !== place.size) continue;
    const next = await nextOf(context, list, place, page);
    if (next !== undefined) found.push({ page, isFollowed: next });
  }
  return found;
}

interface FollowedPage {
  page: Page;
  isFollowed: boolean;
}

/** The query for a page that begins after so many items; undefined where there is no way to it. */
function queryFor(
  { description: { contract } }: PlanningContext,
  { parameters, all }: ObservedList,
  size: number,
  before: number,
): Query | undefined {
  const { size: sized, offset, page, cursor } = parameters;
  if (sized === undefined) return undefined;
  if (before === 0) return [[sized, size]];
  if (cursor !== undefined) {
    const last = within(all.items[before - 1], [cursor.property ?? '']);
    return last === undefined
      ? undefined
      : [
          [sized, size],
          [cursor.parameter, last],
        ];
  }
  if (offset !== undefined)
    return [
      [sized, size],
      [offset, before],
    ];
  return (
    page && [
      [sized, size],
      [page, firstPageNumber(contract, parameters) + before / size],
    ]
  );
}

/** Whether there is something after a page; undefined where nothing shows it. */
async function nextOf(
  context: PlanningContext,
  list: ObservedList,
  { size, before }: { size: number; before: number },
  page: Page,
): Promise<boolean | undefined> {
  const { size: sized, cursor } = list.parameters;
  if (cursor === undefined) {
    const query = queryFor(context, list, size, before + size);
    const next = query && (await list.page(query));
    // Without a way to the next page, the larger one has shown that there is more.
    return next === undefined ? (query === undefined && size === 1) || undefined : next.items.length > 0;
  }
  const place = nextCursor(cursor, page.answer.body);
  if (place === undefined) return false;
  const next =
    sized &&
    (await list.page([
      [sized, size],
      [cursor.parameter, place],
    ]));
  return next === undefined ? undefined : next.items.length > 0;
}
