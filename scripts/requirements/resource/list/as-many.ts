import type { Exact } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { FaultDraft } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import { type ListRequest, listFault } from './list-changes.ts';
import { isBareList, parameterizedLists } from './list-resource.ts';
import { sizedPages } from './sized-pages.ts';

/** The parameter that bounds the number of items, of which there are as many when there are enough. */
export const listAsMany = defineKind({
  id: '{operationId}.asMany.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource, parameters: { size } }) =>
      size === undefined || !isBareList(resource)
        ? []
        : [
            {
              subject: { operationId: resource.list.operation.id, parameter: size.name },
              pointer: partAt(context.description.contract, size.pointer).pointer,
              statement: `A page must have as many items as ${titleOf(size)} says, where there are that many.`,
            },
          ],
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        if (!isBareList(list.resource)) return;
        const parameter = list.parameters.size?.name ?? '';
        for (const { page, size, available } of await sizedPages(context, list)) {
          const { length } = page.items;
          if (available <= size) continue;
          judge(
            { operationId: list.resource.list.operation.id, parameter },
            page.answer,
            length >= size
              ? 'kept'
              : { documented: `${size} items, of the ${available} there are.`, received: `${length} items` },
          );
        }
      },
    },
    faults: (context, { subject: { operationId } }) =>
      parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters: { size: parameter } }) => {
        if (parameter === undefined) return [];
        const view = viewSchema(context.description.contract, parameterSchema(parameter));
        const most = numberAt(view, 'maximum') ?? Number.POSITIVE_INFINITY;
        const preset = typeof parameter.default === 'number' ? parameter.default : 20;
        const shorter = (what: string, change: (items: Exact[], asked: ListRequest) => Exact[]): FaultDraft =>
          listFault(context, resource, what, change);
        return [
          shorter('one too few', (items, { size }) => (items.length === size && size > 1 ? items.slice(0, -1) : items)),
          shorter('no more than ten', (items) => items.slice(0, 10)),
          shorter('one too few on the largest page', (items) => (items.length === most ? items.slice(0, -1) : items)),
          shorter('no more than the default', (items) => items.slice(0, preset)),
        ];
      }),
    advice: ({ parameter }) => `Fill a page as far as ${parameter} allows.`,
  },
  client: null,
});
