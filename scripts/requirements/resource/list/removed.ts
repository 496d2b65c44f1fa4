import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { partAt } from '../../../openapi/contract.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { shownValue } from '../shown-value.ts';
import { listFault } from './list-changes.ts';
import { listedBy } from './list-resource.ts';
import type { ObservedList } from './observed-list.ts';

/** What was removed, which is then listed no more. */
export const listRemoved = defineKind({
  id: '{operationId}.unlisted.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list, remove, idProperty }) =>
      remove === undefined || idProperty === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id, other: remove.id },
              pointer: partAt(contract, list.operation.pointer).pointer,
              statement: `What ${remove.id} removed must not be listed as it was before.`,
            },
          ],
    ),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'lists',
      check: (_, list, judge) => {
        const { list: listed, remove } = list.resource;
        if (remove === undefined) return;
        judge({ operationId: listed.operation.id, other: remove.id }, list.all.first.answer, shownBy(list));
      },
    },
    faults: (context, { subject: { operationId } }) =>
      listedBy(context.resources, { id: operationId }).map((resource) =>
        listFault(context, resource, 'still there', (items, { known }) => [
          ...items,
          ...known.slice(-20).flatMap(({ item, id }) => {
            const isListed = items.some((one) => isSame(within(one, [resource.idProperty ?? '']) ?? null, id));
            return isListed ? [] : [item];
          }),
        ]),
      ),
    advice: ({ other }) => `List nothing that ${other} has removed.`,
  },
  client: null,
});

/** An item that is marked as removed may be listed; one that is as before is there. */
function shownBy({ stored, all, resource: { idProperty = '' } }: ObservedList): 'kept' | Violation | OutOfReach {
  if (stored.removed.size === 0) return { outOfReach: 'Nothing was removed of what the list has had.' };
  const found = all.items.flatMap((item) => {
    const before = stored.removed.get(textOf(within(item, [idProperty]) ?? null));
    return before === undefined ? [] : [{ item, before }];
  });
  const same = found.find(({ item, before }) => isPartOf(item, before));
  if (same !== undefined) return { documented: 'Nothing that was removed.', received: shownValue(same.item) };
  if (found.length > 0) return { outOfReach: 'What was removed is still listed, but changed.' };
  return all.isComplete ? 'kept' : { outOfReach: 'The list may have more items than it shows.' };
}

/** True for an item that has nothing else than was known of it. */
function isPartOf(item: Exact, known: Exact): boolean {
  return (
    isExactObject(item) &&
    isExactObject(known) &&
    Object.entries(item).every(([name, value]) => isSame(value, known[name] ?? null))
  );
}
