import { type Exact, within, writeIdentity } from '../../../http/exact-json.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { remembered } from '../../../openapi/remembered.ts';
import { type ListParameters, listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import type { ListOperation, Resource } from '../../../openapi/resources/resource.ts';

/** A resource whose items are listed by an operation. */
export interface ListResource extends Resource {
  list: ListOperation;
}

function isListResource(resource: Resource): resource is ListResource {
  return resource.list !== undefined;
}

/** A resource with its list, and with each of its searches in the place of that; the same objects each time. */
export const listsOf = remembered((resource: Resource): readonly ListResource[] => [
  ...[resource].filter(isListResource),
  ...resource.searches.map((list) => ({ ...resource, list })),
]);

/** Those of the resources that an operation lists, or finds. */
export function listedBy(resources: readonly Resource[], operation: Pick<Operation, 'id'> | null): ListResource[] {
  return resources.flatMap((resource) => listsOf(resource)).filter(({ list }) => list.operation.id === operation?.id);
}

/** True for what finds things by the body of a request: it may leave out what it is not asked for. */
export function isSearch({ list, searches }: ListResource): boolean {
  return searches.includes(list) && list.operation.method === 'POST';
}

/** A list that an operation has, and its parameters by the part that they play. */
export interface ParameterizedList {
  resource: ListResource;
  parameters: ListParameters;
}

/** The lists of an operation, with their parameters. */
export function parameterizedLists(
  { description, resources }: { description: Description; resources: readonly Resource[] },
  operation: Pick<Operation, 'id'> | null,
): ParameterizedList[] {
  return listedBy(resources, operation).map((resource) => ({
    resource,
    parameters: listParametersOf(description, resource.list),
  }));
}

/** True when the list is the body itself: its length is then all that it can be. */
export function isBareList({ list }: ListResource): boolean {
  return list.segments.length === 0;
}

/** What distinguishes an item from all others: its identifier, else all that it has. */
export function identityOf({ idProperty }: Resource, item: Exact): string {
  return writeIdentity((idProperty === undefined ? undefined : within(item, [idProperty])) ?? item);
}

/** The first identity that is there more than once. */
export function repeated(identities: readonly string[]): string | undefined {
  return identities.find((identity, index) => identities.indexOf(identity) !== index);
}
