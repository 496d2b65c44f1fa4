import { type Exact, isExactObject, within } from '../http/exact-json.ts';
import type { Contract } from './contract.ts';
import { viewItem } from './item-view.ts';
import type { Resource } from './resources.ts';
import { type SchemaView, viewSchema } from './schema-view.ts';
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
  const view = viewItem(contract, pointer);
  if (idProperty === undefined || view.properties.has(idProperty)) return { segments: [], pointer };
  if (view.alternatives.length > 0)
    return heldInAlternatives(contract, view.alternatives, idProperty) ?? { segments: [], pointer };
  const holders = holdersIn(contract, view, idProperty);
  const [holder] = holders;
  if (holder !== undefined) return holders.length === 1 ? { segments: [holder[0]], pointer: holder[1] } : undefined;
  return { segments: [], pointer };
}

function holdersIn(contract: Contract, { properties }: SchemaView, idProperty: string): [name: string, at: string][] {
  return [...properties].filter(([, at]) => viewItem(contract, at).properties.has(idProperty));
}

/** The one property that has the item in each alternative that has it at all: another one is that of an error. */
function heldInAlternatives(
  contract: Contract,
  alternatives: readonly string[],
  idProperty: string,
): ItemPlace | undefined {
  const views = alternatives.map((at) => viewSchema(contract, at));
  if (views.some(({ properties }) => properties.has(idProperty))) return undefined;
  const holders = views.map((view) => holdersIn(contract, view, idProperty)).filter((own) => own.length > 0);
  const [[first, ...others] = []] = holders;
  if (first === undefined || others.length > 0) return undefined;
  const [name, pointer] = first;
  return holders.every((own) => own.length === 1 && own[0]?.[0] === name) ? { segments: [name], pointer } : undefined;
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

function findHolder(contract: Contract, resource: Resource): string | undefined {
  const { create, replace, read, idProperty } = resource;
  const holders = [create ?? replace, read].flatMap((operation) => {
    const pointer = operation === undefined ? undefined : successSchema(contract, operation);
    if (pointer === undefined || isIdentifierAlone(contract, pointer, resource)) return [];
    return [itemPlaceIn(contract, pointer, idProperty)?.segments[0]];
  });
  return holders.every((holder) => holder === holders[0]) ? holders[0] : undefined;
}

/** True for a schema that has no item, but its identifier, named as in the path: `{ "bookId": 1 }`. */
export function isIdentifierAlone(contract: Contract, pointer: string, { parameter, idProperty }: Resource): boolean {
  const { properties } = viewSchema(contract, pointer);
  const name = parameter?.name ?? '';
  return name !== idProperty && properties.size === 1 && properties.has(name);
}

/** The item by itself, of a body that has it, or has it in a property, or only its identifier: `{ "bookId": 1 }`. */
export function itemIn(contract: Contract, resource: Resource, body: Exact): Exact {
  const holder = itemHolder(contract, resource);
  const held = holder === undefined ? heldIn(resource, body) : within(body, [holder]);
  return held ?? withIdentifier(resource, body);
}

/** The same with what is named as in the path where items have their identifier. */
function withIdentifier({ idProperty, parameter }: Resource, body: Exact): Exact {
  if (idProperty === undefined || !isExactObject(body) || Object.hasOwn(body, idProperty)) return body;
  const id = within(body, [parameter?.name ?? '']);
  return id === undefined ? body : { ...body, [idProperty]: id };
}

/** What alone in a body has an identifier, where operations have the item in different places. */
function heldIn({ idProperty }: Resource, body: Exact): Exact | undefined {
  if (idProperty === undefined || !isExactObject(body) || Object.hasOwn(body, idProperty)) return undefined;
  const held = Object.values(body).filter((value) => isExactObject(value) && Object.hasOwn(value, idProperty));
  return held.length === 1 ? held[0] : undefined;
}
