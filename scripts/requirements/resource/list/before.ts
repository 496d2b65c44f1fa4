import { type Exact, within } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import { nextCursor } from '../../../openapi/resources/list-parameters.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { withAsked } from './asked-texts.ts';
import { listFault } from './list-changes.ts';
import { identityOf, parameterizedLists, repeated } from './list-resource.ts';
import { moreThanShown } from './listed-difference.ts';
import type { ObservedList, Page } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

/** The parameter that leads back, from an item to those before it: `ending_before`. */
export const listBefore = defineKind({
  id: '{operationId}.before.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { before } }) =>
      before === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id, parameter: before.parameter.name },
              pointer: partAt(context.description.contract, before.parameter.pointer).pointer,
              statement: `${titleOf(before.parameter)} must give the items directly before the one that it names.`,
            },
          ],
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { before } = list.parameters;
        if (before === undefined) return;
        const subject = { operationId: list.resource.list.operation.id, parameter: before.parameter.name };
        const seen = await pageBefore(context, list);
        if ('outOfReach' in seen) judge(subject, list.all.first.answer, seen);
        else judge(subject, seen.page.answer, shownBy(list, seen));
      },
    },
    faults: (context, { subject: { operationId } }) =>
      parameterizedLists(context, { id: operationId }).map(({ resource, parameters: { before } }) =>
        listFault(
          context,
          resource,
          'ignored',
          (items) => items,
          (request) => (before === undefined ? request : withAsked(request, before.parameter, [])),
        ),
      ),
    advice: ({ parameter }) => `Let a page with ${parameter} end right before the item that it names.`,
  },
  client: null,
});

interface PageBefore {
  page: Page;
  /** Where the items that it must have are in the list. */
  from: number;
  to: number;
}

const tooFew: OutOfReach = { outOfReach: 'The list has too few items to tell those before one from its first ones.' };

/** The page before the last item of the list: of more items than it has, so that it does not begin with the first. */
async function pageBefore(context: PlanningContext, list: ObservedList): Promise<PageBefore | OutOfReach> {
  const { all, parameters, page, resource } = list;
  const { before, size } = parameters;
  const { least, most } = pageSizes(context.description.contract, parameters);
  const isTwice = repeated(all.items.map((item) => identityOf(resource, item))) !== undefined;
  if (!all.isComplete || isTwice || size === undefined) return { outOfReach: moreThanShown };
  const to = before?.property === undefined ? Math.min(all.items.length - 1, most) : all.items.length - 1;
  const count = Math.max(least, Math.min(2, to - 1));
  if (before === undefined || count < 1 || count >= to) return tooFew;
  const name = before.property === undefined ? await startOf(list, to) : within(all.items.at(-1), [before.property]);
  if (name === undefined) return tooFew;
  const seen = await page([
    [size, count],
    [before.parameter, name],
  ]);
  return seen === undefined ? tooFew : { page: seen, from: to - count, to };
}

/** What the page says of its start that begins after so many items. */
async function startOf({ parameters, page }: ObservedList, count: number): Promise<Exact | undefined> {
  const { size, cursor, before } = parameters;
  if (size === undefined || cursor === undefined || before === undefined) return undefined;
  const first = await page([[size, count]]);
  const next = first === undefined ? undefined : nextCursor(cursor, first.answer.body);
  if (next === undefined) return undefined;
  const second = await page([
    [size, 1],
    [cursor.parameter, next],
  ]);
  return second?.items.length === 1 ? nextCursor(before, second.answer.body) : undefined;
}

/** In which order they are is left to the server: that of the list, or from the last one back. */
function shownBy({ all, resource }: ObservedList, { page, from, to }: PageBefore): 'kept' | Violation {
  const wanted = all.items.slice(from, to).map((item) => identityOf(resource, item));
  const shown = page.items.map((item) => identityOf(resource, item));
  const isKept = shown.length === wanted.length && wanted.every((one) => shown.includes(one));
  return isKept
    ? 'kept'
    : { documented: `The items before it: ${wanted.join(', ')}.`, received: shown.join(', ') || 'no items' };
}
