import { type Exact, isExactObject, within } from '../http/exact-json.ts';
import type { Contract } from './contract.ts';
import type { Resource } from './resources.ts';
import { viewSchema } from './schema-view.ts';
import { successSchema } from './success-responses.ts';

/** Where a response has an item: at its root, or in one property of it, as in `{ "data": {…} }`. */
export interface ItemPlace {
  segments: readonly string[];
  /** Pointer of the schema of the item. */
  pointer: string;
}

/** Undefined for a schema that has no room for an item with this identifier. */
export function itemPlaceIn(
  contract: Contract,
  pointer: string,
  idProperty: string | undefined,
): ItemPlace | undefined {
  const view = viewSchema(contract, pointer);
  if (idProperty === undefined || view.properties.has(idProperty) || view.alternatives.length > 0)
    return { segments: [], pointer };
  const holders = [...view.properties].filter(([, at]) => viewSchema(contract, at).properties.has(idProperty));
  const [holder] = holders;
  if (holder !== undefined) return holders.length === 1 ? { segments: [holder[0]], pointer: holder[1] } : undefined;
  return { segments: [], pointer };
}

// Asked for at every response with items. A resource is of one contract.
const known = new WeakMap<Resource, { holder: string | undefined }>();

/** The property that has the item in what creates it and in what reads it; undefined where it is the body itself. */
export function itemHolder(contract: Contract, resource: Resource): string | undefined {
  const earlier = known.get(resource);
  if (earlier !== undefined) return earlier.holder;
  const holder = findHolder(contract, resource);
  known.set(resource, { holder });
  return holder;
}

function findHolder(contract: Contract, { create, replace, read, idProperty }: Resource): string | undefined {
  const holders = [create ?? replace, read].flatMap((operation) => {
    const pointer = operation === undefined ? undefined : successSchema(contract, operation);
    return pointer === undefined ? [] : [itemPlaceIn(contract, pointer, idProperty)?.segments[0]];
  });
  return holders.every((holder) => holder === holders[0]) ? holders[0] : undefined;
}

/** The item by itself, of a body that has it, or has it in a property. */
export function itemIn(contract: Contract, resource: Resource, body: Exact): Exact {
  const holder = itemHolder(contract, resource);
  return (holder === undefined ? heldIn(resource, body) : within(body, [holder])) ?? body;
}

/** What alone in a body has an identifier, where operations have the item in different places. */
function heldIn({ idProperty }: Resource, body: Exact): Exact | undefined {
  if (idProperty === undefined || !isExactObject(body) || Object.hasOwn(body, idProperty)) return undefined;
  const held = Object.values(body).filter((value) => isExactObject(value) && Object.hasOwn(value, idProperty));
  return held.length === 1 ? held[0] : undefined;
}
