import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { type SchemaView, viewSchema } from '../schemas/schema-view.ts';
import type { ItemPlace } from './item-place.ts';
import { viewItem } from './item-view.ts';
import { singularOf } from './plural.ts';

/** An item with what it has in `attributes`, as in JSON:API, among its own properties. */
export function withAttributes(contract: Contract, item: SchemaView): SchemaView {
  const pointer = item.properties.get('attributes');
  const attributes = pointer === undefined ? undefined : viewSchema(contract, pointer).properties;
  if (attributes === undefined || attributes.size === 0) return item;
  const others = [...item.properties].filter(([name]) => name !== 'attributes');
  return { ...item, properties: new Map([...attributes, ...others]) };
}

/** The properties of an item, with those that it has in `attributes`. */
export function ownProperties(contract: Contract, pointer: string): ReadonlyMap<string, string> {
  return withAttributes(contract, viewItem(contract, pointer)).properties;
}

/** What a body sets of an item: its own properties, or those of the `attributes` in it. */
export function sentOf(contract: Contract, body: string): ReadonlyMap<string, string> {
  return viewItem(contract, attributesPlace(contract, body)?.pointer ?? body).properties;
}

/**
 * An item with the identifiers of what it is related to among its properties: as in JSON:API, where they have no
 * others, and as `tag.id` those of what it has in `tag` or `tags`; as `tags.name` the names of the latter.
 */
export function withRelated(contract: Contract, item: SchemaView): SchemaView {
  const pointer = item.properties.get('relationships');
  const related = pointer === undefined ? [] : [...viewItem(contract, pointer).properties];
  const identifiers = related.flatMap(([name, at]): [string, string][] => {
    const place = linkagePlace(contract, at);
    return place === undefined ? [] : [[name, place.pointer]];
  });
  return { ...item, properties: new Map([...identifiers, ...item.properties, ...identifiersWithin(contract, item)]) };
}

// What tells a thing from all others of its kind.
const telling = /^(id|user_?name|login|slug|handle|code|key)$/i;

// What people call a thing by.
const naming = /^(name|title|label)$/i;

/** The identifiers, or names, of the things that an item shows as a whole, alone or in a list. */
function identifiersWithin(contract: Contract, { properties }: SchemaView): [name: string, pointer: string][] {
  return [...properties].flatMap(([name, at]): [string, string][] => {
    const { items, properties: own } = viewSchema(contract, at);
    if (items === undefined)
      return [...own].flatMap(([inner, pointer]) => (telling.test(inner) ? [[`${name}.${inner}`, pointer]] : []));
    const singular = singularOf(name);
    const { properties: inner } = viewItem(contract, items);
    const id = inner.get('id');
    const identifiers: [string, string][] = id === undefined || singular === name ? [] : [[`${singular}.id`, id]];
    const names = namesAmong(contract, inner).map(([one, pointer]): [string, string] => [`${name}.${one}`, pointer]);
    return [...identifiers, ...names];
  });
}

/** What things are called by: their name, where nothing else of them is a text. */
function namesAmong(contract: Contract, properties: ReadonlyMap<string, string>): [name: string, pointer: string][] {
  const texts = [...properties].filter(([, pointer]) => viewSchema(contract, pointer).types.includes('string'));
  return texts.length === 1 ? texts.filter(([name]) => naming.test(name)) : [];
}

/** The identifier or the name of what an item shows as a whole, or those of all that a list of it has. */
function identifierWithin(item: Exact, property: string): Exact | undefined {
  const [, name, own] = /^(.+)\.([^.]+)$/.exec(property) ?? [];
  if (name === undefined || own === undefined || !(telling.test(own) || naming.test(own))) return undefined;
  const isOf = (one: string) => one === name || singularOf(one) === name;
  const holder = [item, within(item, ['attributes'])].flatMap((one) =>
    one !== undefined && isExactObject(one)
      ? Object.entries(one).flatMap(([key, held]) => (isOf(key) ? [held] : []))
      : [],
  )[0];
  if (holder === undefined) return undefined;
  return Array.isArray(holder) ? holder.flatMap((one) => within(one, [own]) ?? []) : within(holder, [own]);
}

/** Where a relationship has the identifier of the one thing that it leads to. */
function linkagePlace(contract: Contract, relationship: string): ItemPlace | undefined {
  const data = viewItem(contract, relationship).properties.get('data');
  const properties = data === undefined ? undefined : viewItem(contract, data).properties;
  const pointer = properties?.get('id');
  return pointer === undefined || properties?.has('type') !== true ? undefined : { segments: ['data', 'id'], pointer };
}

/** What an item has in a property of its own, or of its attributes, else the identifier of what it is related to so. */
export function valueIn(item: Exact, property: string): Exact | undefined {
  return (
    within(item, [property]) ??
    within(item, ['attributes', property]) ??
    within(item, ['relationships', property, 'data', 'id']) ??
    identifierWithin(item, property)
  );
}

/**
 * Where a body has a property of an item: in itself, in its `data` or `attributes`, as the identifier of what it is
 * related to so, or in one other part.
 */
export function propertyPlace(contract: Contract, schema: string, property: string): ItemPlace | undefined {
  const { properties } = viewSchema(contract, schema);
  const own = properties.get(property);
  if (own !== undefined) return { segments: [property], pointer: own };
  for (const holder of ['data', 'attributes']) {
    const pointer = properties.get(holder);
    const place = pointer === undefined ? undefined : propertyPlace(contract, pointer, property);
    if (place !== undefined) return { ...place, segments: [holder, ...place.segments] };
  }
  const related = properties.get('relationships');
  const relationship = related === undefined ? undefined : viewItem(contract, related).properties.get(property);
  const linkage = relationship === undefined ? undefined : linkagePlace(contract, relationship);
  if (linkage !== undefined) return { ...linkage, segments: ['relationships', property, ...linkage.segments] };
  const held = [...properties].flatMap(([holder, at]): ItemPlace[] => {
    const pointer = viewSchema(contract, at).properties.get(property);
    return pointer === undefined ? [] : [{ segments: [holder, property], pointer }];
  });
  return held.length === 1 ? held[0] : undefined;
}

// What JSON:API has beside the attributes of an item.
const besideAttributes = new Set(['type', 'id', 'lid', 'relationships', 'links', 'meta']);

/**
 * Where a body has what clients set of an item: in the `attributes` of it or of its `data`, as in JSON:API. Undefined
 * where it has that in itself.
 */
export function attributesPlace(contract: Contract, schema: string): ItemPlace | undefined {
  const { properties } = viewItem(contract, schema);
  const pointer = properties.get('attributes');
  if (pointer !== undefined && viewItem(contract, pointer).properties.size > 0) {
    const isAlone = [...properties.keys()].every((name) => name === 'attributes' || besideAttributes.has(name));
    return isAlone ? { segments: ['attributes'], pointer } : undefined;
  }
  const data = properties.get('data');
  const place = data === undefined || data === schema ? undefined : attributesPlace(contract, data);
  return place && { ...place, segments: ['data', ...place.segments] };
}
