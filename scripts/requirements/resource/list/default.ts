import { type Exact, isSame, within, writeExact } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import { askedTexts, withAsked } from './asked-texts.ts';
import { listFault } from './list-changes.ts';
import { isBareList, parameterizedLists } from './list-resource.ts';
import type { ObservedList, Page } from './observed-list.ts';
import { availableItems, pageSizes } from './page-sizes.ts';

/** True for a default that counts: what every request says has none, and no list is nothing by default. */
function isDefaultOf({ required, default: preset }: Parameter): boolean {
  return !required && preset !== undefined && preset !== 0;
}

/** What the number of items is bound by where a request does not say. */
export const listDefault = defineKind({
  id: '{operationId}.default.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { size } }) => {
      if (size === undefined || !isDefaultOf(size)) return [];
      const { contract } = context.description;
      const { keywords } = viewSchema(contract, parameterSchema(size));
      return [
        {
          subject: { operationId: list.operation.id, parameter: size.name },
          pointer: partAt(contract, keywords.get('default')?.pointer ?? size.pointer).pointer,
          statement: `${titleOf(size)} must default to ${JSON.stringify(size.default)}.`,
        },
      ];
    }),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async ({ description: { contract } }, list, judge) => {
        const { size } = list.parameters;
        const { preset } = pageSizes(contract, list.parameters);
        if (size === undefined || preset === undefined || !isDefaultOf(size)) return;
        const [page, asked] = [await list.page([]), await list.page([[size, preset]])];
        if (page === undefined || asked === undefined) return;
        const [available, { length }] = [availableItems(contract, list), page.items];
        const subject = { operationId: list.resource.list.operation.id, parameter: size.name };
        // As where a state of what they are beneath refuses most of them.
        const few = `There have been no more than ${Math.max(available, length)} items.`;
        if (available <= preset && length <= preset) return judge(subject, page.answer, { outOfReach: few });
        // A list that says where the next page begins may have any number of items on a page:
        // as many as when asked for it.
        const expected = isBareList(list.resource) ? Math.min(preset, available) : Math.min(preset, asked.items.length);
        const violation = {
          documented:
            `${expected} items without ${size.name}, as with ${size.name}=${preset}, ` +
            `of the ${available} there are.`,
          received: `${length} items`,
        };
        // A page that is shorter for another reason would be so with any default.
        const why = `No page has more than ${expected} items, whatever ${size.name} says.`;
        const kept = expected === preset ? (otherItems(list, size, page, asked) ?? 'kept') : { outOfReach: why };
        judge(subject, page.answer, length === expected ? kept : violation);
      },
    },
    faults: (context, { subject: { operationId } }) =>
      parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters: { size } }) => {
        if (size === undefined) return [];
        const view = viewSchema(context.description.contract, parameterSchema(size));
        const [preset, most] = [Number(size.default), numberAt(view, 'maximum') ?? 1000];
        const turned = listFault(context, resource, 'it is in another order', (items, { asked }) =>
          asked === undefined ? items.toReversed() : items,
        );
        const others = new Set([Math.max(1, Math.floor(preset / 2)), preset + 1, Math.max(1, preset - 1), most]);
        const counts = [...others]
          .filter((other) => other !== preset)
          .map((other) =>
            listFault(
              context,
              resource,
              `it is ${other}`,
              (items) => items,
              (request) =>
                askedTexts(request, size).length === 0 ? withAsked(request, size, [String(other)]) : request,
            ),
          );
        return [...counts, turned];
      }),
    advice: ({ parameter }) => `Use the default of ${parameter} where a request has none.`,
  },
  client: null,
});

/** Where a page without a size has other items than with the default one. In a list without an order any page may. */
function otherItems(list: ObservedList, { name }: Parameter, page: Page, asked: Page): Violation | undefined {
  const { idProperty } = list.resource;
  const [own, others, all] = [page, asked, list.all].map(({ items }) =>
    items.map((item) => (idProperty === undefined ? undefined : within(item, [idProperty]))),
  );
  const isOrdered = all?.includes(undefined) === false && areFirst(others, all);
  if (!isOrdered || areFirst(own, all)) return undefined;
  const shown = (items: readonly (Exact | undefined)[] = []) => writeExact(items.map((id) => id ?? null));
  return {
    documented: `The items as with the default ${name}, by ${idProperty}: ${shown(others)}`,
    received: shown(own),
  };
}

function areFirst(items: readonly (Exact | undefined)[] = [], all: readonly (Exact | undefined)[]): boolean {
  return items.every((item, index) => isSame(item ?? null, all[index] ?? null));
}
