import { decode } from '../http/percent-encoding.ts';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** True for an object that is no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one: documents of others may leave out any part. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value when it is a list, else an empty one. */
export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The value when it is a text. */
export function stringOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** True for a text that is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON pointer (RFC 6901) from the root to `segments`. */
export function pointerTo(...segments: (string | number)[]): string {
  let pointer = '';
  for (const segment of segments) pointer += `/${escaped(String(segment))}`;
  return pointer;
}

/** The segments of a JSON pointer (RFC 6901), also in its URI fragment form (`#/a%20b`). */
export function segmentsOf(pointer: string): string[] {
  const path = pointer.startsWith('#') ? decode(pointer.slice(1)) : pointer;
  const segments = path.split('/').slice(1);
  // Few have anything to unescape, and a large document has millions.
  return path.includes('~') ? segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')) : segments;
}

function escaped(segment: string): string {
  return segment.includes('/') || segment.includes('~') ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

/** The child of a value under one segment of a pointer: an own member of an object, an item of an array. */
export function childOf(value: Json | undefined, segment: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(segment) ? value[Number(segment)] : undefined;
  return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

/** What stands in a value under a JSON pointer; a `$ref` on the way is not followed. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  return segmentsOf(pointer).reduce(childOf, value);
}
