import { type Exact, isSame } from '../../../http/exact-json.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { soughtValue } from '../../../openapi/resources/list-filters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { shownValue } from '../shown-value.ts';
import { filtersOf } from './filter-faults.ts';
import { type FilteredListing, filteredListings, unshownTexts } from './filtered-listings.ts';
import { passes } from './list-changes.ts';
import { identityOf, parameterizedLists } from './list-resource.ts';
import { moreThanShown } from './listed-difference.ts';
import type { ObservedList } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

/** A filter, which lets through all that has the value. */
export const listEvery = defineKind({
  id: '{operationId}.every.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { filters } }) =>
      filters.map(({ parameter }) => ({
        subject: { operationId: list.operation.id, parameter: parameter.name },
        pointer: partAt(context.description.contract, parameter.pointer).pointer,
        statement: `With ${titleOf(parameter)}, every item that has the value must be listed.`,
      })),
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const operationId = list.resource.list.operation.id;
        const shownFilters = new Set<string>();
        for (const own of await filteredListings(context, list)) {
          if (own.expected.length === 0) continue;
          const shown = shownBy(context, list, own);
          judge({ operationId, parameter: own.parameter.name }, own.listing.first.answer, shown);
          if (shown === 'kept') shownFilters.add(own.parameter.name);
        }
        for (const { parameter, why } of unshownTexts(list, shownFilters))
          judge({ operationId, parameter }, list.all.first.answer, why);
      },
    },
    faults: (context, { subject }) =>
      filtersOf(context, subject).flatMap(({ parameter, pointer, fault, without }) => {
        const { contract } = context.description;
        const asked = firstValue(contract, parameter);
        const first = asked === undefined ? undefined : soughtValue(contract, pointer, asked);
        return [
          fault('without the last match', (items) => items.slice(0, -1)),
          fault('applied after the limit', (items, asked) => items.filter((item) => passes(item, asked)), without),
          ...(first === undefined
            ? []
            : [
                fault('none for one value', (items, { filters }) =>
                  filters.some(([, text]) => text === textOf(first)) ? [] : items,
                ),
              ]),
          fault('without the oldest match', (items, asked) => {
            const oldest = asked.known.find(({ item }) => passes(item, asked))?.item;
            return oldest === undefined ? items : items.filter((item) => !isSame(item, oldest));
          }),
        ];
      }),
    advice: ({ parameter }) => `List every item that has the value of ${parameter}.`,
  },
  client: null,
});

/** The first of the values that a filter can have, where these are few. */
function firstValue(contract: Contract, parameter: Parameter): Exact | undefined {
  const view = viewSchema(contract, parameterSchema(parameter));
  const item = view.items === undefined ? view : viewSchema(contract, view.items);
  return enumOf(item)?.[0] ?? (item.types.includes('boolean') ? true : undefined);
}

function shownBy(
  { description: { contract } }: PlanningContext,
  { resource, parameters }: ObservedList,
  { text, expected, listing: { items, isComplete } }: FilteredListing,
): 'kept' | Violation | OutOfReach {
  const documented = `Every item with ${text}.`;
  const listed = new Set(items.map((item) => identityOf(resource, item)));
  const missing = expected.find((item) => !listed.has(identityOf(resource, item)));
  if (missing === undefined) return 'kept';
  if (isComplete) return { documented, received: `without ${shownValue(missing)}` };
  const { most } = pageSizes(contract, parameters);
  if (items.length < Math.min(most, expected.length))
    return { documented, received: `${items.length} items, of the ${expected.length} there are` };
  // A full page of more than it has room for shows that the filter comes before the bound; else it may be on the next.
  return expected.length >= most ? 'kept' : { outOfReach: moreThanShown };
}
