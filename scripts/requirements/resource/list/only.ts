import { type Exact, isExactObject, isSame, writeIdentity } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { shownValue } from '../shown-value.ts';
import { filtersOf } from './filter-faults.ts';
import { type FilteredListing, filteredListings, seenItems, unshownTexts } from './filtered-listings.ts';
import { passes } from './list-changes.ts';
import { identityOf, parameterizedLists } from './list-resource.ts';
import { listedDifference } from './listed-difference.ts';
import type { ObservedList } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

/** A filter, which lets nothing else through. */
export const listOnly = defineKind({
  id: '{operationId}.only.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { filters } }) =>
      filters.map(({ parameter, isText }) => ({
        subject: { operationId: list.operation.id, parameter: parameter.name },
        pointer: partAt(context.description.contract, parameter.pointer).pointer,
        statement: `With ${titleOf(parameter)}, only items that have the ${isText ? 'text' : 'value'} must be listed.`,
      })),
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const operationId = list.resource.list.operation.id;
        const shownFilters = new Set<string>();
        const followed = new Set<Parameter>();
        const seen = await seenItems(context, list);
        for (const own of await filteredListings(context, list)) {
          const subject = { operationId, parameter: own.parameter.name };
          const shown = shownByAll(context, list, own, seen);
          if (shown !== undefined) judge(subject, own.listing.first.answer, shown);
          if (shown === 'kept') shownFilters.add(own.parameter.name);
          const page = await smallPage(context, list, own);
          const stray = page?.items.find(own.excludes);
          if (page !== undefined && stray !== undefined) judge(subject, page.answer, violationBy(own, stray));
          const later = followed.has(own.parameter) ? undefined : await laterPages(list, own);
          if (later === undefined) continue;
          followed.add(own.parameter);
          const lost = later.items.find(own.excludes);
          if (lost !== undefined) judge(subject, later.first.answer, violationBy(own, lost));
        }
        for (const { parameter, why } of unshownTexts(list, shownFilters))
          judge({ operationId, parameter }, list.all.first.answer, why);
      },
    },
    faults: (context, { subject }) =>
      filtersOf(context, subject).flatMap(({ property, fault, without, withoutBesideAnother, widest }) => [
        fault('ignored', (items) => items, without),
        ...(withoutBesideAnother === undefined
          ? []
          : [fault('ignored beside another filter', (items) => items, withoutBesideAnother)]),
        fault('inverted', (items, asked) => items.filter((item) => !passes(item, asked)).slice(0, asked.size), widest),
        fault(
          'what has none passes, too',
          (items, asked) =>
            items.filter((item) => passes(item, asked) || valueIn(item, property) === undefined).slice(0, asked.size),
          widest,
        ),
        fault('with the newest at the end', (items, asked) => {
          const stray = asked.known.findLast(({ item }) => !passes(item, asked))?.item;
          return items.length > 0 && stray !== undefined ? [...items.slice(0, -1), stray] : items;
        }),
      ]),
    advice: ({ parameter }) => `List only items that have the value of ${parameter}.`,
  },
  client: null,
});

function violationBy({ text }: FilteredListing, item: Exact): Violation {
  return { documented: `Only items with ${text}.`, received: shownValue(item) };
}

/** Every item matches, and is as it was in another list, or in the answer to its creation. */
function shownByAll(
  { description }: PlanningContext,
  list: ObservedList,
  own: FilteredListing,
  seen: ReadonlyMap<string, Exact>,
): 'kept' | Violation | OutOfReach | undefined {
  const { resource, stored, all } = list;
  const { items } = own.listing;
  const stray = items.find(own.excludes);
  if (stray !== undefined) return violationBy(own, stray);
  const present = new Map(stored.present.map((known) => [writeIdentity(known.id), known]));
  for (const item of items) {
    const identity = identityOf(resource, item);
    const [other, known] = [seen.get(identity), present.get(identity)];
    const isOther = other !== undefined && !isSame(steadyPart(stored, item), steadyPart(stored, other));
    const documented = `With ${own.text}, the items as they are without it.`;
    if (isOther) return { documented: `${documented} ${shownValue(other)}`, received: shownValue(item) };
    const difference = known && listedDifference(description, list, known, item);
    if (difference !== undefined)
      return {
        documented: `${documented} ${shownValue(known?.item ?? null)}`,
        received: `${difference}: ${shownValue(item)}`,
      };
  }
  // Where the list without the filter has nothing that must not pass, a server without the filter answers the same.
  if (all.items.some(own.excludes)) return 'kept';
  return items.length > 0 ? { outOfReach: 'The list has had nothing that the filter must leave out.' } : undefined;
}

/** The filter comes before the bound. */
function smallPage({ description: { contract } }: PlanningContext, list: ObservedList, { query }: FilteredListing) {
  const { size } = list.parameters;
  const { most } = pageSizes(contract, list.parameters);
  return size === undefined ? undefined : list.page([...query, [size, Math.min(2, most)]]);
}

/** The same from page to page, where that shows whether the pages after the first have the filter as well. */
async function laterPages({ parameters, all, everything }: ObservedList, own: FilteredListing) {
  const { length } = own.listing.items;
  const isShown = parameters.size !== undefined && length > 2 && all.items.some(own.excludes);
  return isShown ? everything(own.query, Math.ceil(length / 3)) : undefined;
}

/** An item without what has another value at each reading. */
function steadyPart({ fleeting }: ObservedList['stored'], item: Exact): Exact {
  if (fleeting.size === 0 || !isExactObject(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !fleeting.has(name)));
}
