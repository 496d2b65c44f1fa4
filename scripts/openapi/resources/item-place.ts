import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { type SchemaView, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { viewItem } from './item-view.ts';
import type { Resource } from './resource.ts';

/** Where a response has an item: at its root, or in one property of it, as in `{ "data": {…} }`. */
export interface ItemPlace {
  segments: readonly string[];
  /** Pointer of the schema of the item. */
  pointer: string;
}

/** What names the things of a resource: in their schema, and in their path. */
type Names = Pick<Resource, 'idProperty' | 'parameter'>;

/**
 * Undefined for a schema that has no room for an item with this identifier. Under the name that it has in the path it
 * shows where a receipt for an item is, as what a creation answers with. Where an answer has no identifier, its item is
 * where others of the resource have it.
 */
export function itemPlaceIn(contract: Contract, pointer: string, names: Names | Resource): ItemPlace | undefined {
  const [place, ...others] = placesOf(contract, pointer, names);
  if (place !== undefined || names.idProperty === undefined) return others.length === 0 ? place : undefined;
  const holder = 'create' in names ? itemHolder(contract, names) : undefined;
  const held = holder && viewSchema(contract, pointer).properties.get(holder);
  return holder && held ? { segments: [holder], pointer: held } : { segments: [], pointer };
}

/** The places that have the identifier, under its own name or under that of the path. */
function placesOf(contract: Contract, pointer: string, { idProperty, parameter }: Names): ItemPlace[] {
  if (idProperty === undefined) return [{ segments: [], pointer }];
  const named = [idProperty, parameter?.name ?? idProperty].map((name) => placesBy(contract, pointer, name));
  return named.find((places) => places.length > 0) ?? [];
}

/** The places that have a property of this name. */
function placesBy(contract: Contract, pointer: string, name: string): ItemPlace[] {
  const view = viewItem(contract, pointer);
  if (view.properties.has(name)) return [{ segments: [], pointer }];
  if (view.alternatives.length > 0) return heldInAlternatives(contract, view.alternatives, name);
  return holdersIn(contract, view, name).map(([holder, at]) => ({ segments: [holder], pointer: at }));
}

function holdersIn(contract: Contract, { properties }: SchemaView, idProperty: string): [name: string, at: string][] {
  return [...properties].filter(([, at]) => viewItem(contract, at).properties.has(idProperty));
}

/** The one property that has the item in each alternative that has it at all: another one is that of an error. */
function heldInAlternatives(contract: Contract, alternatives: readonly string[], idProperty: string): ItemPlace[] {
  const views = alternatives.map((at) => viewSchema(contract, at));
  if (views.some(({ properties }) => properties.has(idProperty))) return [];
  const holders = views.map((view) => holdersIn(contract, view, idProperty)).filter((own) => own.length > 0);
  const [[first, ...others] = []] = holders;
  if (first === undefined || others.length > 0) return [];
  const [name, pointer] = first;
  return holders.every((own) => own.length === 1 && own[0]?.[0] === name) ? [{ segments: [name], pointer }] : [];
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
  const { create, replace, read } = resource;
  const answers = [create ?? replace, read].flatMap((operation) => {
    const pointer = operation === undefined ? undefined : successSchema(contract, operation);
    if (pointer === undefined || isIdentifierAlone(contract, pointer, resource)) return [];
    return [{ pointer, places: placesOf(contract, pointer, resource) }];
  });
  const holders = answers.flatMap(({ places }) =>
    places.length === 0 ? [] : [places.length === 1 ? places[0]?.segments[0] : undefined],
  );
  const [holder] = holders;
  if (holder === undefined || holders.some((other) => other !== holder)) return undefined;
  const isThere = ({ pointer, places }: (typeof answers)[number]) =>
    places.length > 0 || hasObject(contract, pointer, holder);
  return answers.every(isThere) ? holder : undefined;
}

function hasObject(contract: Contract, pointer: string, name: string): boolean {
  const at = viewSchema(contract, pointer).properties.get(name);
  return at !== undefined && viewItem(contract, at).properties.size > 0;
}

/** True for a schema that has no item, but its identifier, named as in the path: `{ "bookId": 1 }`. */
function isIdentifierAlone(contract: Contract, pointer: string, { parameter, idProperty }: Resource): boolean {
  const { properties } = viewSchema(contract, pointer);
  const name = parameter?.name ?? '';
  return name !== idProperty && properties.size === 1 && properties.has(name);
}

/** The item by itself, of a body that has it, or has it in a property; of a receipt, with its identifier. */
export function itemIn(contract: Contract, resource: Resource, body: Exact): Exact {
  const holder = itemHolder(contract, resource);
  const held = holder === undefined ? heldIn(resource, body) : within(body, [holder]);
  return withIdentifier(resource, held ?? body);
}

/** The same with what is named as in the path where items have their identifier. */
function withIdentifier({ idProperty, parameter }: Names, item: Exact): Exact {
  if (idProperty === undefined || !isExactObject(item) || Object.hasOwn(item, idProperty)) return item;
  const id = within(item, [parameter?.name ?? '']);
  return id === undefined ? item : { ...item, [idProperty]: id };
}

/** What alone in a body has an identifier, where operations have the item in different places. */
function heldIn({ idProperty }: Resource, body: Exact): Exact | undefined {
  if (idProperty === undefined || !isExactObject(body) || Object.hasOwn(body, idProperty)) return undefined;
  const held = Object.values(body).filter((value) => isExactObject(value) && Object.hasOwn(value, idProperty));
  return held.length === 1 ? held[0] : undefined;
}
