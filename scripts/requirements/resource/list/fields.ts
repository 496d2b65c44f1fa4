import { type Exact, isSame } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { fieldsIn, fieldText, isFieldFilter } from '../../../openapi/resources/field-filters.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { shownValue } from '../shown-value.ts';
import { askedTexts, withAsked } from './asked-texts.ts';
import { listFault } from './list-changes.ts';
import { identityOf, listedBy } from './list-resource.ts';
import type { Listing, ObservedList } from './observed-list.ts';

// So many values of each field are asked for.
const mostValues = 2;

/** A filter that names its field in its text, as `filter=status:open`. */
export const listFields = defineKind({
  id: '{operationId}.fields.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    operation === null || listedBy(context.resources, operation).length === 0
      ? []
      : filtersOf(context, operation).map((parameter) => ({
          subject: { operationId: operation.id, parameter: parameter.name },
          pointer: partAt(context.description.contract, parameter.pointer).pointer,
          statement: `With ${titleOf(parameter)}, what has the value in the field must be listed, and nothing else.`,
        })),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        for (const parameter of filtersOf(context, operation)) {
          const subject = { operationId: operation.id, parameter: parameter.name };
          const shown = await shownByFields(context, list, parameter);
          for (const { listing, judgement } of shown) judge(subject, listing.first.answer, judgement);
          if (shown.length === 0) judge(subject, list.all.first.answer, { outOfReach: 'No field was listed.' });
        }
      },
    },
    faults: (context, { subject: { operationId, parameter: name } }) => {
      const [resource] = listedBy(context.resources, { id: operationId });
      const parameter = resource && filtersOf(context, resource.list.operation).find((one) => one.name === name);
      if (resource === undefined || parameter === undefined) return [];
      return [
        listFault(
          context,
          resource,
          'ignored',
          (items) => items,
          (request) => withAsked(request, parameter, []),
        ),
        listFault(context, resource, 'without the last match', (items, { request }) =>
          askedTexts(request, parameter).length > 0 ? items.slice(0, -1) : items,
        ),
      ];
    },
    advice: ({ parameter }) => `List what has the value in the field that ${parameter} names, and nothing else.`,
  },
  client: null,
});

function filtersOf(
  { description: { contract } }: Pick<PlanningContext, 'description'>,
  { parameters }: { parameters: readonly Parameter[] },
): Parameter[] {
  return parameters.filter((parameter) => isFieldFilter(contract, parameter));
}

interface ShownByField {
  listing: Listing;
  judgement: 'kept' | Violation | OutOfReach;
}

async function shownByFields(
  { description: { contract } }: PlanningContext,
  list: ObservedList,
  parameter: Parameter,
): Promise<ShownByField[]> {
  const shown: ShownByField[] = [];
  for (const field of fieldsIn(contract, parameter))
    for (const value of valuesOf(field, list.all.items)) {
      const text = fieldText(field, value);
      const listing = await list.everything([[parameter, text]]);
      if (listing !== undefined)
        shown.push({ listing, judgement: judge(list, { field, value, text: `${parameter.name} ${text}` }, listing) });
    }
  return shown;
}

/** Values that need no quotes, of which some items have another one: the rarest first. */
function valuesOf(field: string, items: readonly Exact[]): Exact[] {
  const had = items.flatMap((item) => valueIn(item, field) ?? []);
  const plain = had.filter((value) =>
    typeof value === 'string' ? /^[\w-]+$/.test(value) : typeof value === 'boolean' || Number.isSafeInteger(value),
  );
  const distinct = plain.filter((value, index) => plain.findIndex((other) => isSame(other, value)) === index);
  const countOf = (value: Exact) => had.filter((other) => isSame(other, value)).length;
  return distinct.toSorted((one, other) => countOf(one) - countOf(other)).slice(0, mostValues);
}

function judge(
  { resource, all }: ObservedList,
  { field, value, text }: { field: string; value: Exact; text: string },
  { items, isComplete }: Listing,
): 'kept' | Violation | OutOfReach {
  // In another case, or as a part, a text may be had as well.
  const excludes = (item: Exact) => {
    const own = valueIn(item, field) ?? '';
    return typeof value === 'string' ? !textOf(own).toLowerCase().includes(value.toLowerCase()) : !isSame(own, value);
  };
  const stray = items.find(excludes);
  if (stray !== undefined) return { documented: `Only items with ${text}.`, received: shownValue(stray) };
  const listed = new Set(items.map((item) => identityOf(resource, item)));
  const missing = all.items.find(
    (item) => isSame(valueIn(item, field) ?? null, value) && !listed.has(identityOf(resource, item)),
  );
  if (missing !== undefined && isComplete)
    return { documented: `Every item with ${text}.`, received: `without ${shownValue(missing)}` };
  return all.items.some(excludes) ? 'kept' : { outOfReach: 'The list has had nothing that the filter must leave out.' };
}
