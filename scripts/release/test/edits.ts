import { childOf, isObject, type Json, type JsonObject, segmentsOf } from '../../openapi/json.ts';

/** One edit of a document, which it changes. */
export type Edit = (document: JsonObject) => void;

/** Sets the part at a JSON pointer; `-` adds to a list. */
export function put(pointer: string, value: Json): Edit {
  return (document) => {
    const { holder, key } = placeOf(document, pointer);
    if (Array.isArray(holder)) holder.splice(key === '-' ? holder.length : Number(key), key === '-' ? 0 : 1, value);
    else holder[key] = value;
  };
}

/** Takes the part at a JSON pointer away. */
export function drop(pointer: string): Edit {
  return (document) => {
    const { holder, key } = placeOf(document, pointer);
    if (childOf(holder, key) === undefined) throw new Error(`There is nothing to drop at ${pointer}.`);
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  };
}

/** Changes the part at a JSON pointer. */
export function alter(pointer: string, change: (part: Json) => Json): Edit {
  return (document) => {
    const { holder, key } = placeOf(document, pointer);
    put(pointer, change(childOf(holder, key) ?? null))(document);
  };
}

/** Gives the part at a JSON pointer another name in the same holder, and its references with it. */
export function rename(pointer: string, name: string): Edit {
  return (document) => {
    const { holder, key } = placeOf(document, pointer);
    if (Array.isArray(holder)) throw new Error(`${pointer} has no name.`);
    const members = Object.entries(holder);
    for (const [own] of members) delete holder[own];
    for (const [own, value] of members) holder[own === key ? name : own] = value;
    const target = `#${pointer}`;
    const next = target.slice(0, target.lastIndexOf('/') + 1) + name;
    visit(document, (one) => {
      for (const [own, value] of Object.entries(one)) if (value === target) one[own] = next;
    });
  };
}

function visit(value: Json, see: (object: JsonObject) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (isObject(value)) {
    see(value);
    for (const member of Object.values(value)) visit(member, see);
  }
}

function placeOf(document: JsonObject, pointer: string): { holder: Json[] | JsonObject; key: string } {
  const segments = segmentsOf(pointer);
  const holder = segments.slice(0, -1).reduce<Json | undefined>(childOf, document);
  if (!Array.isArray(holder) && !isObject(holder)) throw new Error(`There is no ${pointer}.`);
  return { holder, key: segments.at(-1) ?? '' };
}

/** A document with these edits. */
export function edited(document: JsonObject, edits: readonly Edit[]): JsonObject {
  const copy = structuredClone(document);
  for (const edit of edits) edit(copy);
  return copy;
}
