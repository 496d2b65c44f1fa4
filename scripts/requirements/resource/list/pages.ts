import type { Exact } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { firstPageNumber } from '../../../openapi/resources/list-parameters.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { askedTexts, withAsked } from './asked-texts.ts';
import { listFault } from './list-changes.ts';
import { identityOf, parameterizedLists, repeated } from './list-resource.ts';
import { moreThanShown } from './listed-difference.ts';
import type { ObservedList, Page } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

/** The parameter that leads from page to page. */
export const listPages = defineKind({
  id: '{operationId}.pages.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { cursor, offset, page } }) =>
      [cursor?.parameter, offset, page].flatMap((parameter) =>
        parameter === undefined
          ? []
          : [
              {
                subject: { operationId: list.operation.id, parameter: parameter.name },
                pointer: partAt(context.description.contract, parameter.pointer).pointer,
                statement: `Page by page with ${titleOf(parameter)}, every item must be listed once.`,
              },
            ],
      ),
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { resource, parameters, all } = list;
        const { cursor, offset, page } = parameters;
        const leading = [cursor?.parameter, offset, page].filter((parameter) => parameter !== undefined);
        const waive = (names: readonly Parameter[], why: OutOfReach) => {
          for (const { name } of names)
            judge({ operationId: resource.list.operation.id, parameter: name }, all.first.answer, why);
        };
        const why = whyUnknown(list);
        if (why !== undefined) return waive(leading, why);
        if (all.items.length < 2) return;
        const { most } = pageSizes(context.description.contract, parameters);
        const size = Math.min(most, Math.max(1, Math.ceil(all.items.length / 12)));
        const ways = [
          await byCursor(list, size),
          await byOffset(list, size),
          await byNumber(context, list, size),
          await byNumberAlone(context, list),
        ];
        for (const way of ways) {
          if (way === undefined) continue;
          const subject = { operationId: resource.list.operation.id, parameter: way.parameter.name };
          judge(subject, way.page.answer, shownBy(list, way));
        }
        const followed = ways.map((way) => way?.parameter);
        const others = leading.filter((parameter) => !followed.includes(parameter));
        waive(others, {
          outOfReach: 'No request can say how many items a page has, so that the next one cannot be asked for.',
        });
      },
    },
    faults: (context, { subject: { operationId, parameter: name } }) =>
      parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters: { cursor, offset, page } }) => {
        const parameter = [cursor?.parameter, offset, page].find((one) => one?.name === name);
        if (parameter === undefined) return [];
        return [
          listFault(
            context,
            resource,
            'always the first page',
            (items) => items,
            (request) => withAsked(request, parameter, []),
          ),
          listFault(context, resource, 'without the last item of a page', (items, { request }) =>
            askedTexts(request, parameter).length > 0 ? items.slice(0, -1) : items,
          ),
        ];
      }),
    advice: ({ parameter }) => `Let the pages of ${parameter} follow each other without a gap, and without an overlap.`,
  },
  client: null,
});

/** Why it cannot be said which items the pages must have. */
function whyUnknown({ all, resource: { idProperty } }: ObservedList): OutOfReach | undefined {
  if (idProperty === undefined) return { outOfReach: 'No property of the items is known to have the identifier.' };
  return all.isComplete ? undefined : { outOfReach: moreThanShown };
}

/** What a way from page to page has led to, and a page that shows it. */
interface Way {
  parameter: Parameter;
  items: readonly Exact[];
  /** How many of them the first page has. */
  first: number;
  page: Page;
}

async function byCursor({ parameters: { cursor }, everything }: ObservedList, size: number): Promise<Way | undefined> {
  const listing = cursor === undefined ? undefined : await everything([], size);
  return cursor === undefined || listing === undefined
    ? undefined
    : {
        parameter: cursor.parameter,
        items: listing.items,
        first: listing.first.items.length,
        page: listing.first,
      };
}

function byOffset(list: ObservedList, size: number): Promise<Way | undefined> {
  return eachPage(list, list.parameters.offset, size, (index) => index * size);
}

function byNumber(
  { description: { contract } }: PlanningContext,
  list: ObservedList,
  size: number,
): Promise<Way | undefined> {
  const first = firstPageNumber(contract, list.parameters);
  return eachPage(list, list.parameters.page, size, (index) => first + index);
}

/** Where only the server knows how many items a page has. */
async function byNumberAlone(
  { description: { contract } }: PlanningContext,
  { parameters, all, page }: ObservedList,
): Promise<Way | undefined> {
  const { size, cursor, offset, page: number } = parameters;
  if (number === undefined || size !== undefined || offset !== undefined || cursor !== undefined) return undefined;
  const second = await page([[number, firstPageNumber(contract, parameters) + 1]]);
  return { parameter: number, items: all.items, first: all.first.items.length, page: second ?? all.first };
}

async function eachPage(
  { parameters: { size: parameterOfSize }, all, page }: ObservedList,
  parameter: Parameter | undefined,
  size: number,
  placeOf: (index: number) => number,
): Promise<Way | undefined> {
  if (parameter === undefined || parameterOfSize === undefined) return undefined;
  const pages: Page[] = [];
  for (let index = 0; index * size < all.items.length; index += 1) {
    const own = await page([
      [parameterOfSize, size],
      [parameter, placeOf(index)],
    ]);
    if (own !== undefined) pages.push(own);
  }
  const [first, last] = [pages.at(0), pages.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { parameter, items: pages.flatMap(({ items }) => items), first: first.items.length, page: last };
}

function shownBy({ resource, all }: ObservedList, { items, first }: Way): 'kept' | Violation | OutOfReach {
  const identities = items.map((item) => identityOf(resource, item));
  const documented = `All ${all.items.length} items, each once.`;
  const twice = repeated(identities);
  if (twice !== undefined) return { documented, received: `${twice} more than once` };
  const missing = all.items.map((item) => identityOf(resource, item)).find((one) => !identities.includes(one));
  if (missing !== undefined) return { documented, received: `without ${missing}` };
  return items.length > first ? 'kept' : { outOfReach: 'One page has always had all items.' };
}
