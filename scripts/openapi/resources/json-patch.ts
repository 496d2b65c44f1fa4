import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isJson, isJsonPatch } from '../../http/media-types.ts';
import { type Contract, resolvePart } from '../contract.ts';
import type { Description } from '../description.ts';
import { objectOf, pointerTo, stringOf } from '../json.ts';
import type { Operation } from '../operation-table.ts';
import { bodySchema, jsonBodySchema } from '../schemas/schema-pointers.ts';
import { isReadOnly, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { itemPlaceIn } from './item-place.ts';
import { makerOf, type Resource } from './resource.ts';

/** A property of an item that a JSON Patch may set. */
export interface PatchedProperty {
  /** Pointer of the schema of its value. */
  pointer: string;
  /** Whether an item always has it, so that there is something to replace. */
  isAlwaysThere: boolean;
}

/** What the JSON Patch of a resource may set, and the schema of an item as it is made, else as it is shown. */
export interface Patch {
  properties: ReadonlyMap<string, PatchedProperty>;
  item: string;
}

interface Known {
  readonly description: Description;
  readonly resources: readonly Resource[];
}

/** What the JSON Patch of an operation may set of an item; undefined where it takes none. */
export function patchOf({ description, resources }: Known, operation: Operation): Patch | undefined {
  const { contract } = description;
  const resource = resources.find(({ merge }) => merge === operation);
  const { merge, read, idProperty } = resource ?? {};
  const mediaType = merge?.requestBody?.mediaTypes.find(isJson);
  if (resource === undefined || merge === undefined || mediaType === undefined || !isJsonPatch(mediaType))
    return undefined;
  const schema = bodySchema(contract, merge, mediaType);
  const answered = successSchema(contract, merge) ?? (read === undefined ? undefined : successSchema(contract, read));
  if (schema === undefined || answered === undefined) return undefined;
  const shown = itemPlaceIn(contract, answered, resource)?.pointer ?? answered;
  const maker = makerOf(resource);
  const item = (maker === undefined ? undefined : jsonBodySchema(contract, maker)) ?? shown;
  const { properties, required } = viewSchema(contract, shown);
  const maySet = permittedBy(contract, merge, [...properties.keys()]);
  const settable = [...viewSchema(contract, item).properties].filter(
    ([name, pointer]) =>
      maySet(name) &&
      name !== idProperty &&
      properties.has(name) &&
      ![pointer, properties.get(name) ?? pointer].some((at) => isReadOnly(viewSchema(contract, at))) &&
      isPath(description, schema, pointerTo(name)),
  );
  return {
    properties: new Map(settable.map(([name, pointer]) => [name, { pointer, isAlwaysThere: required.has(name) }])),
    item,
  };
}

const setting = '(?:patched|changed|updated|modified|edited|altered|replaced|set)';
const permission = new RegExp(`\\b(?:can|may)(?: only)? be ${setting}\\b|\\bonly\\b.*\\b(?:can|may) be\\b`, 'i');
const supported = /\b(?:patchable|(?:supported|allowed|permitted) (?:paths?|members?|properties|fields?))\b/i;
const never = `\\b(?:cannot|can not|can't|must not|may not|never)(?: be)? ${setting}\\b`;
const refusal = new RegExp(`${never}|\\bread-only\\b|\\bonly (?:by|through|via)\\b`, 'i');

/** False for a property that a description leaves out of those that a patch may set, or says that none may. */
function permittedBy(contract: Contract, { pointer }: Operation, names: readonly string[]): (name: string) => boolean {
  const { summary, description, requestBody } = objectOf(resolvePart(contract, pointer).value);
  const sentences = [summary, description, objectOf(requestBody ?? {})['description']].flatMap((text) =>
    (stringOf(text) ?? '').split(/[.;!](?: |$)/),
  );
  const namedIn = (sentence: string) => sentence.split(/[^\w-]+/).filter((word) => names.includes(word));
  const refused = sentences.filter((one) => refusal.test(one)).flatMap(namedIn);
  const allowed = sentences
    .filter((one) => !refusal.test(one) && (permission.test(one) || supported.test(one)))
    .flatMap(namedIn);
  return (name) => !refused.includes(name) && (allowed.length === 0 || allowed.includes(name));
}

/** True where the schema of a patch allows a path; not where each kind of operation has a schema of its own. */
function isPath({ contract, schemas }: Description, schema: string, path: string): boolean {
  const { items } = viewSchema(contract, schema);
  const at = items === undefined ? undefined : viewSchema(contract, items).properties.get('path');
  return at !== undefined && schemas.isValid('request', at, path);
}

/** Patches that set one property to a value, whatever it was before. */
export function patchesTo({ properties }: Patch, name: string, value: Exact): Exact[] {
  const operations = properties.get(name)?.isAlwaysThere === true ? ['replace', 'add'] : ['add'];
  return operations.map((op) => [{ op, path: pointerTo(name), value }]);
}

/**
 * True for a patch that can be applied to any item. Another one may fail for what the item is, whatever the schema of
 * the patch says (RFC 6902 section 5): where there is nothing to remove, or something else than is tested.
 */
export function fitsAny({ schemas }: Description, { properties }: Patch, sent: Exact): boolean {
  if (!Array.isArray(sent)) return false;
  return sent.every((step) => {
    const { op, path, value } = isExactObject(step) ? step : {};
    const [, property] = [...properties].find(([name]) => pointerTo(name) === path) ?? [];
    if (property === undefined || value === undefined || !schemas.isValid('request', property.pointer, value))
      return false;
    return op === 'add' || (op === 'replace' && property.isAlwaysThere);
  });
}
