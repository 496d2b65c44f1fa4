import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { Described } from '../found-once.ts';

/** A boolean property that a change in part sets, and no creation. */
export interface Switch {
  merge: Operation;
  name: string;
}

/** The switches of an item: a new one is in the state that they have by themselves. */
export function switchesOf({ description: { contract } }: Described, { create, merge }: Resource): Switch[] {
  const [schema, made] = [merge, create].map((one) => one && jsonBodySchema(contract, one));
  if (merge === undefined || schema === undefined) return [];
  const known = made === undefined ? undefined : viewSchema(contract, made).properties;
  return [...viewSchema(contract, schema).properties].flatMap(([name, at]) => {
    const view = viewSchema(contract, at);
    const isOwn = known?.has(name) !== true && !isReadOnly(view);
    return isOwn && typesOf(contract, view).join() === 'boolean' ? [{ merge, name }] : [];
  });
}
