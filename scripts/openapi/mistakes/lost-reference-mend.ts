import { isObject, type Json, type JsonObject } from '../json.ts';
import type { PartKind } from '../source/document-structure.ts';

/** By what a reference stands for, one that says nothing. A parameter without a name is none. */
const sayingNothing: Partial<Record<PartKind, JsonObject>> = {
  schema: {},
  response: { description: '' },
  requestBody: { content: {} },
  header: { schema: {} },
  link: {},
  pathItem: {},
};

/** Makes a reference that leads nowhere an object of its kind that says nothing; false where there is no such one. */
export function mendLostReference(kind: PartKind, value: Json): boolean {
  const nothing = sayingNothing[kind];
  if (nothing === undefined || !isObject(value)) return false;
  delete value['$ref'];
  Object.assign(value, structuredClone(nothing));
  return true;
}
