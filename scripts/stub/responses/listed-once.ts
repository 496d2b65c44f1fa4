import { type Exact, within } from '../../http/exact-json.ts';
import { withPart } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { identityOf, listedBy } from '../../requirements/resource/list/list-resource.ts';

/** An example of a list with each item once: who writes one may copy an item, with its identifier. */
export function listedOnce(resources: readonly Resource[], operation: Operation, body: Exact): Exact {
  const resource = listedBy(resources, operation).find(({ idProperty }) => idProperty !== undefined);
  const items = resource && within(body, resource.list.segments);
  if (resource === undefined || !Array.isArray(items)) return body;
  const first = new Map(items.toReversed().map((item) => [identityOf(resource, item), item]));
  return first.size === items.length ? body : withPart(body, resource.list.segments, [...first.values()].toReversed());
}
