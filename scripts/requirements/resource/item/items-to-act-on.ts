import { type Exact, within } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import type { ProbeRun } from '../../kind.ts';
import { isActionOnFound } from '../../request/actions.ts';

// Of items that were found, so many are tried.
const mostFound = 5;

/** What an action is tried with: a new item, or some of those that a list shows, where nothing makes one. */
export async function itemsToActOn(
  { context, call }: ProbeRun,
  operation: Operation,
  resource: Resource,
): Promise<Exact[]> {
  const { list, idProperty = '' } = resource;
  if (list === undefined || !isActionOnFound(context, operation, resource)) {
    const item = await context.source.items.newFor(operation, resource);
    return item === undefined ? [] : [item];
  }
  const found = await call(await context.source.base(list.operation, 'all', false));
  const items = isSuccess(found.response) ? within(found.body, list.segments) : undefined;
  // The first may be what other requests are sent to.
  return Array.isArray(items)
    ? items
        .flatMap((one) => within(one, [idProperty]) ?? [])
        .slice(-mostFound)
        .reverse()
    : [];
}
