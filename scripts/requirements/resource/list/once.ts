import type { Exact } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { FaultDraft } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import { filteredListings } from './filtered-listings.ts';
import { listFault } from './list-changes.ts';
import { identityOf, listedBy, repeated } from './list-resource.ts';

/** Items of a page, none of which is there twice. */
export const listOnce = defineKind({
  id: '{operationId}.once',
  section: () => 'Lists',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list, idProperty }) =>
      idProperty === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id },
              pointer: partAt(contract, list.operation.pointer).pointer,
              statement: 'Each item must be listed once.',
            },
          ],
    ),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        if (list.resource.idProperty === undefined) return;
        const filtered = await filteredListings(context, list);
        for (const { first } of [list.all, ...filtered.map(({ listing }) => listing)]) {
          const twice = repeated(first.items.map((item) => identityOf(list.resource, item)));
          const received = `${twice} more than once, of ${first.items.length} items`;
          const kept = first.items.length > 1 ? 'kept' : { outOfReach: 'No page has had two items.' };
          judge(
            { operationId: list.resource.list.operation.id },
            first.answer,
            twice === undefined ? kept : { documented: 'Each item once.', received },
          );
        }
      },
    },
    faults: (context, { subject: { operationId } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) => {
        const twice = (what: string, change: (items: Exact[]) => Exact[]): FaultDraft =>
          listFault(context, resource, what, (items) => (items.length > 2 ? change(items) : items));
        return [
          twice('the last one twice', (items) => [...items.slice(0, -2), ...items.slice(-1), ...items.slice(-1)]),
          twice('the first one twice', (items) => [...items.slice(0, 1), ...items.slice(0, 1), ...items.slice(2)]),
        ];
      }),
    advice: () => 'List each item once.',
  },
  client: null,
});
