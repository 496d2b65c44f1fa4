import type { Exact } from '../../../http/exact-json.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import { type DescribedOrder, describedOrderOf } from '../../../openapi/resources/described-order.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import type { ListOperation } from '../../../openapi/resources/resource.ts';
import { comparedIn } from '../../../openapi/resources/sort-orders.ts';
import { rankOf } from '../../../openapi/values/value-rank.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { shownValue } from '../shown-value.ts';
import { listFault } from './list-changes.ts';
import { listedBy } from './list-resource.ts';

// Of longer lists, these are looked at.
const mostItems = 200;

// What is made at once may be stored in another order: milliseconds.
const atOnce = 1000;

/** The order of a list by its description alone. */
export const listOrdered = defineKind({
  id: '{operationId}.ordered.{property}',
  section: () => 'Lists',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list }) => {
      const [by] = orderOf(contract, list)?.properties ?? [];
      return by === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id, property: by.property },
              pointer: partAt(contract, list.operation.pointer).pointer,
              statement: `Items must be in the order of ${by.property}, as the description says.`,
            },
          ];
    }),
  contractAdvice: () => 'change the description of the operation',
  server: {
    reach: {
      by: 'lists',
      check: async ({ description: { contract } }, { resource: { list }, all }, judge) => {
        const order = orderOf(contract, list);
        const [by] = order?.properties ?? [];
        if (order === undefined || by === undefined) return;
        const subject = { operationId: list.operation.id, property: by.property };
        const unsaid = { outOfReach: `The items listed do not show whether they are in the order of ${by.property}.` };
        judge(subject, all.first.answer, shownIn(all.items, order) ?? unsaid);
      },
    },
    faults: (context, { subject: { operationId } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) => [
        listFault(context, resource, 'with the last one first', (items) => [...items.slice(-1), ...items.slice(0, -1)]),
      ]),
    advice: ({ property }) => `List items in the order of ${property} where no other one is asked for.`,
  },
  client: null,
});

/** The order of a list that can be asked for nothing: one of which a request must name a period is another list. */
function orderOf(contract: Contract, list: ListOperation): DescribedOrder | undefined {
  const isDemanding = list.operation.parameters.some(({ in: place, required }) => place === 'query' && required);
  return isDemanding ? undefined : describedOrderOf(contract, list);
}

/** Whether items are in the order; undefined where no two of them tell. By several times, one will do. */
function shownIn(items: readonly Exact[], { properties, isAscending }: DescribedOrder): 'kept' | Violation | undefined {
  const [main, ...others] = properties.map((by) => shownBy(items, by, isAscending));
  return typeof main === 'object' && others.includes('kept') ? undefined : main;
}

function shownBy(
  items: readonly Exact[],
  { property, ranking }: DescribedOrder['properties'][number],
  isAscending: boolean | undefined,
): 'kept' | Violation | undefined {
  const values = items.slice(0, mostItems).flatMap((item) => valueIn(item, property) ?? []);
  const isTold = (one: Exact, other: Exact) =>
    ranking !== 'date-time' || Math.abs(Number(rankOf(ranking, one)) - Number(rankOf(ranking, other))) > atOnce;
  const pairs = values.flatMap((one, index) =>
    values.slice(index + 1).flatMap((other) => {
      const compared = isTold(one, other) ? comparedIn(ranking, one, other) : undefined;
      return compared === undefined ? [] : [{ one, other, compared }];
    }),
  );
  const [rising, falling] = [-1, 1].map((way) => pairs.find(({ compared }) => compared === way));
  const wrong = isAscending === undefined ? rising && falling : isAscending ? falling : rising;
  if (wrong === undefined) return pairs.length === 0 ? undefined : 'kept';
  const direction = isAscending === undefined ? 'one' : isAscending ? 'ascending' : 'descending';
  const received = [...(isAscending === undefined ? [rising] : []), wrong].flatMap((pair) =>
    pair === undefined ? [] : [`${property} ${shownValue(pair.one)} before ${shownValue(pair.other)}`],
  );
  return { documented: `Items in ${direction} order of ${property}.`, received: received.join(', and ') };
}
