import { countOf } from '../../../cli/text.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { FaultDraft } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import { askedTexts, withAsked } from './asked-texts.ts';
import { listFault } from './list-changes.ts';
import { parameterizedLists } from './list-resource.ts';
import { sizedPages } from './sized-pages.ts';

/** The parameter that bounds the number of items. */
export const listAtMost = defineKind({
  id: '{operationId}.atMost.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { size } }) =>
      size === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id, parameter: size.name },
              pointer: partAt(context.description.contract, size.pointer).pointer,
              statement: `A page must have at most as many items as ${titleOf(size)} says.`,
            },
          ],
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const parameter = list.parameters.size?.name ?? '';
        for (const { page, size, available } of await sizedPages(context, list)) {
          const { length } = page.items;
          // With no more items than were asked for, nothing shows the bound.
          if (available <= size && length <= size) continue;
          judge(
            { operationId: list.resource.list.operation.id, parameter },
            page.answer,
            length <= size
              ? 'kept'
              : { documented: `At most ${countOf(size, 'item')}.`, received: countOf(length, 'item') },
          );
        }
      },
    },
    faults: (context, { subject: { operationId } }) =>
      parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters: { size } }) => {
        if (size === undefined) return [];
        const view = viewSchema(context.description.contract, parameterSchema(size));
        const most = numberAt(view, 'maximum') ?? Number.POSITIVE_INFINITY;
        const resized = (what: string, sizeFor: (asked: number) => number | undefined): FaultDraft =>
          listFault(
            context,
            resource,
            what,
            (items) => items,
            (request) => withSize(request, size, most, sizeFor),
          );
        return [
          resized('ignored', () => undefined),
          resized('one too many', (asked) => Math.min(most, asked + 1)),
          resized('always the most', () => most),
        ];
      }),
    advice: ({ parameter }) => `Let ${parameter} bound the number of items.`,
  },
  client: null,
});

/** The request with another size where it has one that the contract allows; undefined: without any. */
function withSize(
  request: HttpRequest,
  parameter: Parameter,
  most: number,
  sizeFor: (asked: number) => number | undefined,
): HttpRequest {
  const [text = ''] = askedTexts(request, parameter);
  if (!/^\d+$/.test(text) || Number(text) === 0 || Number(text) > most) return request;
  const size = sizeFor(Number(text));
  return withAsked(request, parameter, size === undefined ? [] : [String(size)]);
}
