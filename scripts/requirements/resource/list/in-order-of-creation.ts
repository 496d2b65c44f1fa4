import { writeIdentity } from '../../../http/exact-json.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { type Contract, partAt, resolvePart } from '../../../openapi/contract.ts';
import { objectOf, stringOf } from '../../../openapi/json.ts';
import { listParametersOf } from '../../../openapi/list-parameters.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { makerOf } from '../../../openapi/resources.ts';
import { jsonBodySchema } from '../../../openapi/schema-pointers.ts';
import { textAt, viewSchema } from '../../../openapi/schema-view.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { shownValue } from '../shown-value.ts';
import { listFault } from './list-changes.ts';
import { identityOf, type ListResource, listedBy } from './list-resource.ts';
import type { ObservedList } from './observed-list.ts';

type Context = Pick<PlanningContext, 'description'>;

/** A list whose description says that the newest item comes first, or the oldest. */
export const listInOrderOfCreation = defineKind({
  id: '{operationId}.inOrderOfCreation',
  section: () => 'Lists',
  list: (context, operation) =>
    listedBy(context.resources, operation).flatMap((resource) => {
      const first = firstOf(context, resource);
      if (first === undefined) return [];
      const { id, pointer } = resource.list.operation;
      return [
        {
          subject: { operationId: id },
          pointer: partAt(context.description.contract, pointer).pointer,
          statement: `Items must be listed ${first} first, as the description says.`,
        },
      ];
    }),
  contractAdvice: () => 'change the description of the list',
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const first = firstOf(context, list.resource);
        const subject = { operationId: list.resource.list.operation.id };
        if (first !== undefined) judge(subject, list.all.first.answer, shownIn(list, first));
      },
    },
    faults: (context, { subject: { operationId } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) => [
        listFault(context, resource, 'in reverse', (items) => items.toReversed()),
        listFault(context, resource, 'with the last one first', (items) => [...items.slice(-1), ...items.slice(0, -1)]),
      ]),
    advice: () => 'List items in the order in which they were created, as the description says.',
  },
  client: null,
});

/** Which item comes first, where the contract says it and nothing but the creation of an item can be meant. */
function firstOf({ description }: Context, resource: ListResource): 'newest' | 'oldest' | undefined {
  const { contract } = description;
  const { operation } = resource.list;
  const maker = makerOf(resource);
  const isSorted = listParametersOf(description, resource.list).sort !== undefined;
  if (maker?.method !== 'POST' || isSorted || resource.idProperty === undefined || hasTime(contract, maker))
    return undefined;
  const texts = [operation, ...Object.values(operation.responses)].flatMap(({ pointer }) => {
    const { summary, description: own } = objectOf(resolvePart(contract, pointer).value);
    return [stringOf(summary) ?? '', stringOf(own) ?? ''];
  });
  const said = (['newest', 'oldest'] as const).filter((one) =>
    texts.some((text) => new RegExp(`\\b${one} first\\b`, 'i').test(text)),
  );
  return said.length === 1 ? said[0] : undefined;
}

/** True where a client gives a new item a time: it may be new by that. */
function hasTime(contract: Contract, maker: Operation): boolean {
  const schema = jsonBodySchema(contract, maker);
  const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties.values()];
  return properties.some((pointer) => /^date/.test(textAt(viewSchema(contract, pointer), 'format') ?? ''));
}

/** Whether items are in the order of their creations, of those one of which was answered before the other was sent. */
function shownIn(
  { resource, stored, all: { first: page } }: ObservedList,
  first: string,
): 'kept' | Violation | OutOfReach {
  const maker = makerOf(resource);
  const created = new Map<string, Exchange>();
  // What was changed since may be new by that.
  for (const { id, exchange } of stored.present)
    if (exchange.request.method === maker?.method) created.set(writeIdentity(id), exchange);
  const listed = page.items.flatMap((item) => {
    const exchange = created.get(identityOf(resource, item));
    return exchange === undefined ? [] : [{ item, exchange }];
  });
  const inTime = first === 'newest' ? listed.toReversed() : listed;
  let isShown = false;
  for (const [index, later] of inTime.entries())
    for (const earlier of inTime.slice(0, index)) {
      isShown ||= isBefore(earlier.exchange, later.exchange);
      if (!isBefore(later.exchange, earlier.exchange)) continue;
      const [one, other] = first === 'newest' ? [later, earlier] : [earlier, later];
      const received = `${shownValue(one.item)} before ${shownValue(other.item)}`;
      return { documented: `The ${first} item first.`, received };
    }
  return isShown ? 'kept' : { outOfReach: 'No page has had two items of which one was created before the other.' };
}

function isBefore(one: Exchange, { response: { receivedAt, sentAt = receivedAt } }: Exchange): boolean {
  return one.response.receivedAt < sentAt;
}
