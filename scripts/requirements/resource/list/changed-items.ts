import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import { makerOf } from '../../../openapi/resources/resource.ts';
import { sharedProperties } from '../../../openapi/resources/resources.ts';
import type { FaultDraft } from '../../fault.ts';
import type { MessageContext } from '../../message-context.ts';
import { otherValue } from '../other-value.ts';
import { listFault } from './list-changes.ts';
import type { ListResource } from './list-resource.ts';

/** Lists in which one property of the first item, of the last or of all is another one, or missing. */
export function changedItems(context: MessageContext, resource: ListResource, otherId: string): FaultDraft[] {
  const { contract } = context.description;
  const { item: schema } = resource.list;
  const properties = sharedWith(context, resource, otherId);
  const altered = (item: Exact, property: string): Exact =>
    isExactObject(item)
      ? { ...item, [property]: otherValue(contract, schema, property, ownValue(item, property) ?? null) }
      : item;
  const optional = properties.filter((property) => !context.requiredIn(schema).includes(property));
  return [
    ...properties.flatMap((property) => [
      listFault(context, resource, `another ${property} in the last`, (items) =>
        items.map((item, index) => (index === items.length - 1 ? altered(item, property) : item)),
      ),
      listFault(context, resource, `another ${property} in the first`, (items) =>
        items.map((item, index) => (index === 0 ? altered(item, property) : item)),
      ),
    ]),
    ...optional.map((property) =>
      listFault(context, resource, `no ${property}`, (items) => items.map((item) => without(item, property))),
    ),
  ];
}

/** Properties that the items have in common with what the operation, or else the resource's own, takes. */
function sharedWith(context: MessageContext, resource: ListResource, otherId: string): string[] {
  const { list } = resource;
  const takers = [context.operation(otherId), makerOf(resource)];
  const schema = takers.flatMap((taker) => (taker && context.requestSchemaOf(taker)) ?? [])[0];
  return schema === undefined ? [] : sharedProperties(context.description.contract, schema, list.item);
}

function without(item: Exact, property: string): Exact {
  return Object.fromEntries(Object.entries(isExactObject(item) ? item : {}).filter(([name]) => name !== property));
}
