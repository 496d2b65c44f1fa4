import { type Contract, resolvePart } from '../contract.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { jsonBodySchema } from '../schemas/schema-pointers.ts';
import { isReadOnly, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { itemHolder } from './item-place.ts';
import { viewItem } from './item-view.ts';
import { joinedWords } from './joined-words.ts';
import { wordsOf } from './name-words.ts';
import { isNamedInBody, nounOf, type Resource } from './resource.ts';

/** The property of a body that has the identifier of the very item that the request makes or changes. */
export interface OwnIdentifier {
  resource: Resource;
  name: string;
  /** Where a body, or each item of it, has the property: at its root, or in the property that has the item. */
  segments: readonly string[];
  /** Pointer of its schema. */
  pointer: string;
  /** True where the body is a list, of which each item has one. */
  isOfEach: boolean;
  /** True where no server makes one up, as a name: what is created without it could not be found. */
  isClients: boolean;
  /** True where nothing but the body says which item the request is to. */
  isOnly: boolean;
}

/** Undefined where the body of an operation has no such property, or only the server sets it. */
export function ownIdentifierOf(
  contract: Contract,
  resources: readonly Resource[],
  operation: Operation,
): OwnIdentifier | undefined {
  const schema = jsonBodySchema(contract, operation);
  if (schema === undefined) return undefined;
  const { items } = viewSchema(contract, schema);
  const resource =
    resources.find(({ create, replace, merge }) => [create, replace, merge].includes(operation)) ??
    (items === undefined ? undefined : resources.find(({ create }) => isOfSchema(contract, create, items)));
  const { idProperty: name } = resource ?? {};
  if (resource === undefined || name === undefined) return undefined;
  const isOfEach = items !== undefined;
  const place = placeOf(contract, resource, items ?? schema, name);
  if (place === undefined) return undefined;
  const { segments, pointer } = place;
  const view = viewSchema(contract, pointer);
  if (isReadOnly(view)) return undefined;
  const { keywords, types } = view;
  const isName = types.includes('string') && !keywords.has('format') && !/^(?:id|uuid|guid)$|(?:_id|Id|ID)$/.test(name);
  const isOfCreation = operation === resource.create || isOfEach;
  return {
    resource,
    name,
    segments,
    pointer,
    isOfEach,
    isClients: isOfCreation && isName && resource.parameter !== undefined,
    isOnly: isNamedInBody(resource, operation),
  };
}

/** Where a body has the property: at its root, else in the property in which responses have the item. */
function placeOf(
  contract: Contract,
  resource: Resource,
  body: string,
  name: string,
): Pick<OwnIdentifier, 'segments' | 'pointer'> | undefined {
  const { properties } = viewSchema(contract, body);
  const pointer = properties.get(name);
  if (pointer !== undefined) return { segments: [name], pointer };
  const holder = itemHolder(contract, resource);
  const held = holder && properties.get(holder);
  const inItem = held && viewSchema(contract, held).properties.get(name);
  return holder && inItem ? { segments: [holder, name], pointer: inItem } : undefined;
}

/**
 * The path parameters that a body may say again: of a change all, which say what is changed; of what is made or done
 * beneath a thing those that name its kind, as `storeId` or `ownerType`. A bare `id` may be that of what is made.
 */
export function pathNames({ method, path, parameters }: Operation): Parameter[] {
  const isChange = ['PUT', 'PATCH'].includes(method) && path.endsWith('}');
  return parameters.filter((parameter) => parameter.in === 'path' && (isChange || wordsOf(parameter.name).length > 1));
}

/**
 * The property besides its identifier that names an item in a path beneath it, by the name that it has there: the `id`
 * of what is at `/shipments` is `shipmentId`, though `/shipments/{trackingNumber}` reads it.
 */
export function otherKeyOf(
  contract: Contract,
  { read, parameter, idProperty, collectionPath }: Resource,
  name: string,
): string | undefined {
  const shown = read && successSchema(contract, read);
  if (shown === undefined || name === parameter?.name) return undefined;
  const rest = wordsOf(name)
    .slice(wordsOf(nounOf({ collectionPath })).length)
    .join('');
  const isOfThing = joinedWords(name) === joinedWords(nounOf({ collectionPath })) + rest;
  const names = [name, ...(isOfThing ? [rest] : [])].map(joinedWords);
  return [...viewItem(contract, shown).properties.keys()].find(
    (property) => property !== idProperty && names.includes(joinedWords(property)),
  );
}

/** True for an operation whose body is of the schema that another one has for each item of a list. */
function isOfSchema(contract: Contract, operation: Operation | undefined, items: string): boolean {
  const schema = operation === undefined ? undefined : jsonBodySchema(contract, operation);
  return schema !== undefined && resolvePart(contract, schema).pointer === resolvePart(contract, items).pointer;
}
