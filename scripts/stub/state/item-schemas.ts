import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { type Contract, partAt } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { usualIdentifiers } from '../../openapi/resources/item-identifier.ts';
import { type ItemPlace, itemHolder, itemPlaceIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { bodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { isWriteOnly, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { isPasswordName } from '../../requirements/request/logins.ts';
import { preferred } from '../../requirements/request/request-parts.ts';
import { sentHolder } from '../../requirements/resource/item/item-properties.ts';

/** The property that has the identifier of a thing, also where it is one of several alternatives that have it. */
export function identifierOf(description: Description, resource: Resource): string | undefined {
  const { idProperty, parameter } = resource;
  if (idProperty !== undefined || parameter === undefined) return idProperty;
  const names = new Set(
    itemSchemas(description, resource).flatMap((pointer) => [...namesIn(description.contract, pointer)]),
  );
  return [parameter.name, ...usualIdentifiers].find((name) => names.has(name));
}

/** The schemas of one thing in the successes of the operations of a resource, those of its own response first. */
export function itemSchemas({ contract }: Description, resource: Resource): string[] {
  const { read, create, replace, merge, list, idProperty } = resource;
  const placesOf = (operation: Operation | undefined) => {
    const pointer = operation === undefined ? undefined : successSchema(contract, operation);
    return pointer === undefined ? [] : (itemPlaceIn(contract, pointer, resource)?.pointer ?? []);
  };
  const listed = list === undefined ? [] : [list.item];
  const places = [...[read, create, replace, merge].flatMap(placesOf), ...listed];
  const isOwn = (pointer: string) => namesIn(contract, pointer).has(idProperty ?? '');
  // A receipt for it is no thing, unless it alone has the identifier.
  const isNamed = read === undefined || [read].flatMap(placesOf).concat(listed).some(isOwn);
  const own = isNamed ? places.filter(isOwn) : [];
  return own.length > 0 ? own : places;
}

/** Pointer of the schema of the body that an operation is sent, JSON before other media types. */
export function sentSchema(contract: Contract, operation: Operation): string | undefined {
  const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
  return mediaType === undefined ? undefined : bodySchema(contract, operation, mediaType);
}

/**
 * Where the body of a request has a thing: in a property where responses have it in that one, in the part of a form
 * that says what a file is, else at its root.
 */
export function sentPlace(contract: Contract, operation: Operation, resource: Resource): ItemPlace | undefined {
  const body = sentSchema(contract, operation);
  if (body === undefined) return undefined;
  const part = sentHolder(contract, resource, operation);
  if (part !== undefined) return { segments: [part.name], pointer: partAt(contract, part.pointer).pointer };
  const answer = successSchema(contract, operation);
  // What reads an item may have it in another place than what makes it.
  const own = answer === undefined ? undefined : itemPlaceIn(contract, answer, resource)?.segments[0];
  const holder = itemHolder(contract, resource) ?? own;
  const held = holder === undefined ? undefined : viewSchema(contract, body).properties.get(holder);
  return held === undefined || holder === undefined
    ? { segments: [], pointer: partAt(contract, body).pointer }
    : { segments: [holder], pointer: partAt(contract, held).pointer };
}

/**
 * What a response with this schema shows of a thing:
 * nothing that is only ever sent, as a password that it does not describe, nothing that it refuses, in its order.
 */
export function shownAs(contract: Contract, pointer: string, item: ExactObject): ExactObject {
  const view = viewSchema(contract, pointer);
  const refusesOthers = ['additionalProperties', 'unevaluatedProperties'].some(
    (keyword) => view.keywords.get(keyword)?.value === false,
  );
  const known = namesIn(contract, pointer);
  const names = [...known]
    .filter((name) => Object.hasOwn(item, name))
    .concat(refusesOthers ? [] : Object.keys(item).filter((name) => !known.has(name) && !isHidden(view, name)));
  return Object.fromEntries(
    names
      .filter((name) => !isOnlySent(contract, view.properties.get(name)))
      .map((name) => [
        name,
        partWithout(contract, view.properties.get(name), ownValue(item, name) ?? null, 'writeOnly'),
      ]),
  );
}

/** A value without what only the other side sends, at whatever depth: what the server sets, or a password. */
export function partWithout(
  contract: Contract,
  pointer: string | undefined,
  value: Exact,
  keyword: 'readOnly' | 'writeOnly',
): Exact {
  if (pointer === undefined || typeof value !== 'object' || value === null) return value;
  const view = viewSchema(contract, pointer);
  if (Array.isArray(value)) return value.map((item) => partWithout(contract, view.items, item, keyword));
  if (!isExactObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, own]): [string, Exact][] => {
    const at = view.properties.get(name);
    const isOthers =
      at === undefined
        ? keyword === 'writeOnly' && isHidden(view, name)
        : viewSchema(contract, at).keywords.get(keyword)?.value === true;
    return isOthers ? [] : [[name, partWithout(contract, at, own, keyword)]];
  });
  return Object.fromEntries(entries);
}

/** True for a password that the schema neither describes nor requires. */
function isHidden({ properties, required }: SchemaView, name: string): boolean {
  return isPasswordName(name) && !properties.has(name) && !required.has(name);
}

/** Names of the properties of a schema and of its alternatives. */
export function namesIn(contract: Contract, pointer: string, depth = 0): Set<string> {
  const { properties, alternatives } = viewSchema(contract, pointer);
  const others = depth > 3 ? [] : alternatives.flatMap((alternative) => [...namesIn(contract, alternative, depth + 1)]);
  return new Set([...properties.keys(), ...others]);
}

function isOnlySent(contract: Contract, pointer: string | undefined): boolean {
  return pointer !== undefined && isWriteOnly(viewSchema(contract, pointer));
}
