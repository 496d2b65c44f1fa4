import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import type { ListOperation } from '../../../openapi/resources/resource.ts';
import { placeValue } from '../../parameter/place-value.ts';
import type { PlanningContext } from '../../planning-context.ts';
import type { RequestParts } from '../../request/request-parts.ts';
import { pageSizes } from './page-sizes.ts';

/** A request for a list, with as many items as may be asked for at once. */
export async function fullestPage(
  { source, description }: PlanningContext,
  list: ListOperation,
  given: Readonly<Record<string, string>> = {},
): Promise<RequestParts> {
  const parts = await source.base(list.operation, 'all', false, given);
  const parameters = listParametersOf(description, list);
  return parameters.size === undefined
    ? parts
    : placeValue(parts, parameters.size, pageSizes(description.contract, parameters).most);
}
