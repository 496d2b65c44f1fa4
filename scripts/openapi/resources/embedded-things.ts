import { type Contract, resolvePart } from '../contract.ts';
import { remembered } from '../remembered.ts';
import type { SchemaView } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { itemPlaceIn } from './item-place.ts';
import type { Resource } from './resource.ts';

/**
 * The resource one of whose things a part of a body is, where the body makes or changes a thing of another one: a book
 * that is sent with its `genre` may name one of those at `/genres` by it. Both have one component for their schema.
 */
export function embeddedThing(
  contract: Contract,
  resources: readonly Resource[],
  made: Resource,
  { parts }: Pick<SchemaView, 'parts'>,
): Resource | undefined {
  const own = componentOf(contract, made);
  const components = parts.map(({ pointer }) => pointer).filter((pointer) => pointer !== own);
  return resources.find((one) => components.includes(componentOf(contract, one) ?? ''));
}

/** The component that an item is, where clients make it by itself, read it and change it. */
const componentOf = remembered((contract: Contract, resource: Resource): string | undefined => {
  const { collectionPath, create, read, replace, merge, remove, idProperty } = resource;
  const isThing = create !== undefined && idProperty !== undefined && !collectionPath.includes('{');
  const schema = read === undefined ? undefined : successSchema(contract, read);
  if (!isThing || schema === undefined || (replace ?? merge ?? remove) === undefined) return undefined;
  const place = itemPlaceIn(contract, schema, resource);
  const component = place && resolvePart(contract, place.pointer).pointer;
  return component !== undefined && /^\/components\/schemas\/[^/]+$/.test(component) ? component : undefined;
});
