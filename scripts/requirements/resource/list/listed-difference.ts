import { type Exact, within } from '../../../http/exact-json.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { makerOf } from '../../../openapi/resources/resource.ts';
import { sharedProperties } from '../../../openapi/resources/resources.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import type { AcknowledgedItem } from '../item/acknowledged-item.ts';
import { differenceFrom } from '../item/item-difference.ts';
import { comparableProperties, keptProperties } from '../item/item-properties.ts';
import { ownNames } from '../item/other-things.ts';
import type { ListResource } from './list-resource.ts';
import type { ObservedList } from './observed-list.ts';

/** Why an item that must be listed need not be seen. */
export const moreThanShown = 'There are more items than the list shows, and the contract has no way to the others.';

/** How an item differs in a list from what the server has said of it. */
export function listedDifference(
  description: Description,
  { resource, stored: { fleeting } }: Pick<ObservedList, 'resource' | 'stored'>,
  known: AcknowledgedItem,
  listed: Exact,
): string | undefined {
  const maker = makerOf(resource);
  if (maker === undefined) return undefined;
  const properties = listedProperties(description, resource, maker).filter((name) => !fleeting.has(name));
  if (known.isAnswered) return differenceFrom(known, listed, properties);
  // What was sent may come back in another way, as the videos whose identifiers were sent.
  const kept = [resource.create, resource.replace, resource.merge].flatMap((one) =>
    one === undefined ? [] : keptProperties(description.contract, resource, one).map(({ name }) => name),
  );
  const sent = properties.filter((name) => kept.includes(name) && isShowable(description, resource, known, name));
  return differenceFrom(known, listed, sent);
}

/** False for what may be sent, and no list may show: a number above the bound of the numbers that come back. */
function isShowable(
  { contract, schemas }: Description,
  { list }: ListResource,
  { item }: AcknowledgedItem,
  name: string,
): boolean {
  const pointer = viewItem(contract, list.item).properties.get(name);
  const value = within(item, [name]);
  return pointer === undefined || value === undefined || schemas.isValid('response', pointer, value);
}

/** The properties that an item in a list has in common with the item that another operation answers with. */
export function listedProperties(description: Description, resource: ListResource, operation: Operation): string[] {
  const { contract } = description;
  const answered = successSchema(contract, operation);
  const own = answered === undefined ? undefined : itemPlaceIn(contract, answered, resource);
  const shared =
    own === undefined
      ? comparableProperties(contract, resource, operation, resource.list.item)
      : sharedProperties(contract, own.pointer, resource.list.item);
  return ownNames(description, resource, resource.list.item, shared);
}
