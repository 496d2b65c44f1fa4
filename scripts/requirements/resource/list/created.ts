import { isSame, within, writeIdentity } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import { makerOf } from '../../../openapi/resources/resource.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { FaultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import type { AcknowledgedItem } from '../item/acknowledged-item.ts';
import { shownValue } from '../shown-value.ts';
import { changedItems } from './changed-items.ts';
import { passesDefaults } from './default-filters.ts';
import { seenItems } from './filtered-listings.ts';
import { listFault } from './list-changes.ts';
import { type ListResource, listedBy } from './list-resource.ts';
import { listedDifference, moreThanShown } from './listed-difference.ts';
import type { ObservedList } from './observed-list.ts';

/** What was created, which is then listed. */
export const listCreated = defineKind({
  id: '{operationId}.lists.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap((resource) => {
      const maker = makerOf(resource);
      if (maker === undefined) return [];
      return [
        {
          subject: { operationId: resource.list.operation.id, other: maker.id },
          pointer: partAt(contract, resource.list.operation.pointer).pointer,
          statement: `What ${maker.id} created must be listed, with the same properties.`,
        },
      ];
    }),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const maker = makerOf(list.resource);
        if (maker === undefined) return;
        const subject = { operationId: list.resource.list.operation.id, other: maker.id };
        const all = [...(await shownOfPresent(context, list)), ...shownOfNameless(context, list)];
        // Of what is answered in a list, or not at all, nothing is known.
        const unknown = { outOfReach: `No response of ${maker.id} has shown an item that it stored.` };
        for (const shown of all.length > 0 ? all : [unknown]) judge(subject, list.all.first.answer, shown);
      },
    },
    faults: (context, { subject: { operationId, other } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) => [
        ...missingFaults(context, resource),
        ...changedItems(context, resource, other),
      ]),
    advice: ({ other }) => `List what ${other} stored, as it was stored.`,
  },
  client: null,
});

/** Each item that is there, by its identifier. */
async function shownOfPresent(
  context: PlanningContext,
  list: ObservedList,
): Promise<('kept' | Violation | OutOfReach)[]> {
  const { resource, all, isAskedForPart, stored } = list;
  const { contract } = context.description;
  const { idProperty } = resource;
  if (idProperty === undefined) return [];
  const isNamed = all.items.some((item) => within(item, [idProperty]) !== undefined);
  const { properties, alternatives } = viewSchema(contract, resource.list.item);
  if (!isNamed && !properties.has(idProperty) && alternatives.length === 0)
    return stored.present.map(() => ({ outOfReach: `The list shows no ${idProperty}.` }));
  const seen = await seenItems(context, list);
  return stored.present.map((known) => {
    const item = seen.get(writeIdentity(known.id));
    // A full page may have no room for it, and the contract no next one.
    const mayBeLeftOut = isAskedForPart || !all.isComplete || !passesDefaults(contract, list, known.item);
    if (item === undefined && mayBeLeftOut) return { outOfReach: moreThanShown };
    if (item === undefined) return { documented: documentedBy(known), received: `${seen.size} other items` };
    const difference = listedDifference(context.description, list, known, item);
    return difference === undefined
      ? 'kept'
      : { documented: documentedBy(known), received: `${difference}: ${shownValue(item)}` };
  });
}

/** Each item without an identifier, by all that it has. */
function shownOfNameless({ description }: PlanningContext, list: ObservedList): ('kept' | Violation)[] {
  const { resource, isAskedForPart, stored } = list;
  const { items, isComplete } = list.all;
  if (isAskedForPart || !isComplete) return [];
  // The client may have named them, in the path alone.
  const named = resource.idProperty === undefined ? stored.present.filter((known) => !isAnsweredInList(known)) : [];
  const all = [...stored.nameless, ...named];
  const expected = all.filter(({ item }) => passesDefaults(description.contract, list, item));
  return expected.map((known) =>
    items.some((item) => listedDifference(description, list, known, item) === undefined)
      ? 'kept'
      : { documented: documentedBy(known), received: `${items.length} other items` },
  );
}

/** True where nothing is known of an item, as of one that is created so. */
function isAnsweredInList({ exchange }: AcknowledgedItem): boolean {
  return Array.isArray(jsonIn(exchange.response.body));
}

function documentedBy({ exchange }: AcknowledgedItem): string {
  return `What was answered to its creation: ${excerpt(exchange)}`;
}

function missingFaults(context: MessageContext, resource: ListResource): FaultDraft[] {
  const { idProperty = '' } = resource;
  const missing = (what: string, index: number): FaultDraft =>
    listFault(context, resource, what, (items, { known }) =>
      items.filter((item) => !isSame(within(item, [idProperty]) ?? null, known.at(index)?.id ?? null)),
    );
  return [missing('not the newest', -1), missing('not the oldest', 0)];
}
