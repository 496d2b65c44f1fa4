import type { Operation } from '../../openapi/operation-table.ts';
import { makerOf } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { listedResource, resourceOfPath } from '../../requirements/request/referenced-resource.ts';
import { listedBy } from '../../requirements/resource/list/list-resource.ts';
import type { Session } from './session/session.ts';

/** These operations, each behind those that make what its requests name. */
export function withMakers(session: Session, operations: readonly Operation[]): Operation[] {
  const seen = new Set<Operation>();
  const inOrder: Operation[] = [];
  const add = (operation: Operation) => {
    if (seen.has(operation)) return;
    seen.add(operation);
    for (const maker of makersFor(session, operation)) add(maker);
    inOrder.push(operation);
  };
  for (const operation of operations) add(operation);
  return inOrder;
}

/** What makes the items that a path names, or a body, and those of a list. */
function makersFor(session: Session, operation: Operation): Operation[] {
  const { resources, source, description } = session;
  const schema = jsonBodySchema(description.contract, operation);
  const properties = schema === undefined ? [] : [...viewSchema(description.contract, schema).properties.keys()];
  return [
    ...operation.parameters.flatMap(({ in: place, name }) =>
      place === 'path' ? resourceOfPath(session, operation, name) : undefined,
    ),
    ...properties.map(
      (name) => source.references.resourceIn(operation, name) ?? listedResource(session, operation, name),
    ),
    ...listedBy(resources, operation),
  ].flatMap((resource) => (resource === undefined ? [] : (makerOf(resource) ?? [])));
}
