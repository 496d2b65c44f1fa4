import type { Exact } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import { valueFor } from '../../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import type { ListParameters } from '../../../openapi/resources/list-parameters.ts';
import { isInRange, type RangeFilter, rangedValue } from '../../../openapi/resources/range-filters.ts';
import type { FaultDraft } from '../../fault.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { titleOf } from '../../parameter/parameter.ts';
import { shownValue } from '../shown-value.ts';
import { askedTexts } from './asked-texts.ts';
import { combinedRanges } from './combined-ranges.ts';
import { askedFor } from './filter-faults.ts';
import { listFault } from './list-changes.ts';
import { identityOf, type ListResource, parameterizedLists } from './list-resource.ts';
import type { Listing, ObservedList } from './observed-list.ts';
import { isSureAtTime, isSurelyListed, rangeBounds } from './range-bounds.ts';

/** A filter that lets through what is on one side of a value. */
export const listRange = defineKind({
  id: '{operationId}.range.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { ranges } }) =>
      ranges.map((filter) => ({
        subject: { operationId: list.operation.id, parameter: filter.parameter.name },
        pointer: partAt(context.description.contract, filter.parameter.pointer).pointer,
        statement: `With ${titleOf(filter.parameter)}, ${rangeText(filter)} must be listed, and ${restText(filter)}.`,
      })),
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        for (const filter of list.parameters.ranges) {
          const { name: parameter } = filter.parameter;
          const subject = { operationId: list.resource.list.operation.id, parameter };
          const bounds = rangeBounds(context, filter, list.all.items);
          let isShown = false;
          for (const bound of bounds) {
            const listing = await list.everything([[filter.parameter, bound]]);
            const shown = listing && shownBy(list, filter, bound, listing);
            if (listing === undefined || shown === undefined) continue;
            judge(subject, listing.first.answer, shown);
            isShown = true;
          }
          for await (const { page, violation } of combinedRanges(context, list, filter))
            judge(subject, page.answer, violation);
          if (!isShown)
            judge(subject, list.all.first.answer, { outOfReach: `No list has shown what ${parameter} does.` });
        }
      },
    },
    faults: (context, { subject: { operationId, parameter } }) =>
      parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters }) =>
        parameters.ranges
          .filter((filter) => filter.parameter.name === parameter)
          .flatMap((filter) => rangeFaults(context, resource, filter, parameters)),
      ),
    advice: ({ parameter }) => `List what is in the range of ${parameter}, and nothing else.`,
  },
  client: null,
});

function rangeText({ property, part, others, isLeast, isIncluded, own }: RangeFilter): string {
  const [more, less] = own === 'date' || own === 'date-time' ? ['after', 'before'] : ['more than', 'less than'];
  const whole = part === undefined ? property : `${property}.${part}`;
  const all = others.length === 0 ? `${whole} is` : `${[property, ...others].join(', ')} are`;
  return `items whose ${all} ${isLeast ? more : less} its value${isIncluded === true ? ', or the same,' : ''}`;
}

function restText({ others }: RangeFilter): string {
  return others.length === 0 ? 'nothing else' : 'no item of which all are outside';
}

/** Undefined where the same items would be listed without the filter. */
function shownBy(
  { resource, all }: ObservedList,
  filter: RangeFilter,
  bound: Exact,
  { items, isComplete }: Listing,
): 'kept' | Violation | undefined {
  const isListed = (item: Exact) => isSurelyListed(filter, item, bound);
  const documented = `With ${filter.parameter.name} ${textOf(bound)}, ${rangeText(filter)} must be listed.`;
  const stray = items.find((item) => isListed(item) === false);
  if (stray !== undefined) return { documented: `${documented} And ${restText(filter)}.`, received: shownValue(stray) };
  const listed = new Set(items.map((item) => identityOf(resource, item)));
  const missing = all.items.find((item) => isListed(item) === true && !listed.has(identityOf(resource, item)));
  // Without an identifier, an item that has changed is none that is known.
  if (missing !== undefined && isComplete && resource.idProperty !== undefined)
    return { documented: `${documented} All of them.`, received: `without ${shownValue(missing)}` };
  return all.items.some((item) => isListed(item) === false) ? 'kept' : undefined;
}

function rangeFaults(
  context: MessageContext,
  resource: ListResource,
  filter: RangeFilter,
  { ranges, filters, size }: ListParameters,
): FaultDraft[] {
  const { parameter, property, isIncluded } = filter;
  const { isAsked, without, widest } = askedFor(context, parameter, size);
  const besides = [...filters.filter(({ isText }) => !isText), ...ranges.filter((other) => other !== filter)];
  const listing = (what: string, isListed: (item: Exact, bound: Exact) => boolean) =>
    listFault(
      context,
      resource,
      what,
      (items, { request, size: count }) => {
        const bound = isAsked(request) ? valueFor(parameter, askedTexts(request, parameter)) : undefined;
        if (bound === undefined) return items;
        return items.filter((item) => isListed(item, bound)).slice(0, count);
      },
      (request) => (isAsked(request) ? widest(request) : request),
    );
  return [
    listFault(
      context,
      resource,
      'ignored',
      (items) => items,
      (request) => (isAsked(request) ? without(request) : request),
    ),
    ...(besides.length === 0
      ? []
      : [
          listFault(
            context,
            resource,
            'ignored beside another filter',
            (items) => items,
            (request) =>
              isAsked(request) && besides.some((other) => askedTexts(request, other.parameter).length > 0)
                ? without(request)
                : request,
          ),
        ]),
    listing('reversed', (item, bound) => isSurelyListed(filter, item, bound) === false),
    ...(isIncluded === undefined || !(['integer', 'decimal', 'date'].includes(filter.own) || isSureAtTime(filter))
      ? []
      : [
          listing('otherwise at the bound', (item, bound) =>
            isInRange({ ...filter, isIncluded: !isIncluded }, rangedValue(filter, item, property), bound),
          ),
        ]),
  ];
}
