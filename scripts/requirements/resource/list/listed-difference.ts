import type { Exact } from '../../../http/exact-json.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { makerOf } from '../../../openapi/resources.ts';
import type { AcknowledgedItem } from '../item/acknowledged-item.ts';
import { differenceFrom } from '../item/item-difference.ts';
import { comparableProperties } from '../item/item-properties.ts';
import type { ListResource } from './list-resource.ts';

/** Why an item that must be listed need not be seen. */
export const moreThanShown = 'There are more items than the list shows, and the contract has no way to the others.';

/** How an item differs in a list from what the server has said of it. */
export function listedDifference(
  contract: Contract,
  resource: ListResource,
  known: AcknowledgedItem,
  listed: Exact,
): string | undefined {
  const maker = makerOf(resource);
  if (maker === undefined) return undefined;
  return differenceFrom(known, listed, comparableProperties(contract, resource, maker, resource.list.item));
}
