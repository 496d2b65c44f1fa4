import { type Exact, isSame, within, writeIdentity } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { defineKind } from '../../kind.ts';
import { isNameable } from '../../request/request-paths.ts';
import { differenceFrom } from '../item/item-difference.ts';
import { shownValue } from '../shown-value.ts';
import { changedItems } from './changed-items.ts';
import { type ListResource, listedBy } from './list-resource.ts';
import { listedProperties } from './listed-difference.ts';
import type { ObservedList } from './observed-list.ts';

/** Items in a list, which are the same when they are read one by one. */
export const listAgrees = defineKind({
  id: '{operationId}.agrees.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list, read }) =>
      read === undefined || successSchema(contract, read) === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id, other: read.id },
              pointer: partAt(contract, list.operation.pointer).pointer,
              statement: `Each item must be listed as ${read.id} returns it.`,
            },
          ],
    ),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { description } = context;
        const { contract } = description;
        const { resource } = list;
        const { read, idProperty } = resource;
        if (read === undefined || idProperty === undefined || successSchema(contract, read) === undefined) return;
        const properties = listedProperties(description, resource, read);
        const subject = { operationId: resource.list.operation.id, other: read.id };
        const comparable = isOfOne(resource, read) ? list.all.items : knownAmong(list, idProperty);
        const some = someOf(comparable, idProperty);
        if (some.length === 0 && list.all.items.length > 0)
          judge(subject, list.all.first.answer, {
            outOfReach: `Nothing listed is known to be where ${read.id} reads.`,
          });
        for (const { id, item } of some) {
          if (!isNameable(context, resource.parameter, id)) continue;
          const answer = await list.read(read, id);
          const differenceIn = (names: readonly string[]) =>
            differenceFrom({ item, isAnswered: true }, itemIn(contract, resource, answer.body ?? null), names);
          const steady = async () => {
            const again = itemIn(contract, resource, (await list.read(read, id)).body ?? null);
            const first = itemIn(contract, resource, answer.body ?? null);
            return properties.filter((name) => isSame(within(first, [name]) ?? null, within(again, [name]) ?? null));
          };
          const difference = !isSuccess(answer.response)
            ? String(answer.response.status)
            : // What each reading changes, as a count of readings, is no other in the list.
              differenceIn(properties) && differenceIn(await steady());
          const violation = {
            documented: `What is listed: ${shownValue(item)}`,
            received: `${difference}, ${excerpt(answer)}`,
          };
          const isComparable = properties.some((name) => within(item, [name]) !== undefined);
          const kept = isComparable ? 'kept' : { outOfReach: `${read.id} returns nothing of what is listed.` };
          judge(subject, answer, difference === undefined ? kept : violation);
        }
      },
    },
    faults: (context, { subject: { operationId, other } }) =>
      listedBy(context.resources, { id: operationId }).flatMap((resource) => changedItems(context, resource, other)),
    advice: ({ other }) => `List each item as ${other} returns it.`,
  },
  client: null,
});

/** True where the path of the list says what its items are beneath, as far as what reads them does. */
function isOfOne({ list, parameter }: ListResource, read: Operation): boolean {
  const above = (path: string) => [...path.matchAll(/\{([^}/]+)\}/g)].length;
  const own = parameter !== undefined && read.path.includes(`{${parameter.name}}`) ? 1 : 0;
  return above(list.operation.path) >= above(read.path) - own;
}

/** Those that were made where this run reads them: a search finds what is beneath others, too. */
function knownAmong({ all, stored }: ObservedList, idProperty: string): Exact[] {
  const known = new Set(stored.present.map(({ id }) => writeIdentity(id)));
  return all.items.filter((item) => known.has(writeIdentity(within(item, [idProperty]) ?? null)));
}

/** Some of the items, the first and the last among them. */
function someOf(items: readonly Exact[], idProperty: string): { id: Exact; item: Exact }[] {
  const chosen = new Set([0, 1, Math.floor(items.length / 2), items.length - 2, items.length - 1]);
  const ids = [...chosen].flatMap((index) => within(items[index], [idProperty]) ?? []);
  return ids.map((id) => ({
    id,
    item: items.find((item) => isSame(within(item, [idProperty]) ?? null, id)) ?? null,
  }));
}
