import { partAt } from '../../../openapi/contract.ts';
import { type DayFilter, dayFiltersOf, isOfOtherDay } from '../../../openapi/resources/day-filters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import { shownValue } from '../shown-value.ts';
import { askedFor } from './filter-faults.ts';
import { listFault } from './list-changes.ts';
import { listedBy } from './list-resource.ts';
import type { Listing, ObservedList } from './observed-list.ts';

// Far from all that is there: what is listed then is of another day.
const days = ['2001-02-03', '2037-11-12'];

/** A filter that lets through what is of one day, by whichever time. */
export const listOfDay = defineKind({
  id: '{operationId}.ofDay.{parameter}',
  section: () => 'Lists',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list }) =>
      dayFiltersOf(contract, list).map(({ parameter }) => ({
        subject: { operationId: list.operation.id, parameter: parameter.name },
        pointer: partAt(contract, parameter.pointer).pointer,
        statement: `With ${titleOf(parameter)}, nothing that is of another day must be listed.`,
      })),
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        for (const filter of dayFiltersOf(context.description.contract, list.resource.list)) {
          const { parameter } = filter;
          const subject = { operationId: operation.id, parameter: parameter.name };
          let isShown = false;
          for (const day of days.filter((one) => context.isValid('request', parameterSchema(parameter), one))) {
            const listing = await list.everything([[parameter, day]]);
            const shown = listing && shownBy(list, filter, day, listing);
            if (listing === undefined || shown === undefined) continue;
            judge(subject, listing.first.answer, shown);
            isShown = true;
          }
          if (!isShown)
            judge(subject, list.all.first.answer, { outOfReach: `No list has shown what ${parameter.name} does.` });
        }
      },
    },
    faults: (context, { subject: { operationId, parameter } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) =>
        dayFiltersOf(context.description.contract, resource.list)
          .filter((filter) => filter.parameter.name === parameter)
          .map((filter) => {
            const { isAsked, without } = askedFor(context, filter.parameter, undefined);
            const before = (request: Parameters<typeof isAsked>[0]) => (isAsked(request) ? without(request) : request);
            return listFault(context, resource, 'ignored', (items) => items, before);
          }),
      ),
    advice: ({ parameter }) => `List what is of the day that ${parameter} has, and nothing else.`,
  },
  client: null,
});

/** Undefined where nothing of another day is known. */
function shownBy(
  { all }: ObservedList,
  filter: DayFilter,
  day: string,
  { items }: Listing,
): 'kept' | Violation | undefined {
  const stray = items.find((item) => isOfOtherDay(filter, item, day));
  if (stray !== undefined)
    return { documented: `With ${filter.parameter.name} ${day}, nothing of another day.`, received: shownValue(stray) };
  return all.items.some((item) => isOfOtherDay(filter, item, day)) ? 'kept' : undefined;
}
