import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { idPropertyOf } from '../../openapi/resources/item-identifier.ts';
import { joinedWords } from '../../openapi/resources/joined-words.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { type SchemaView, typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { answerAlike, successSchema } from '../../openapi/success-responses.ts';
import type { MessageContext } from '../message-context.ts';
import { keptBetween } from './item/item-properties.ts';

/** What is known of a contract. */
export type Known = Pick<MessageContext, 'description' | 'resources'>;

/** A part that has an identifier, among others in a list. */
export interface ListedPart {
  idProperty: string;
  /** The path parameter of the operation that names it; undefined for what adds one. */
  parameter: Parameter | undefined;
}

/** An operation that changes a part of a thing, as `PATCH /carts/{id}/lines/{lineId}`, and where the thing shows it. */
export interface PartChange {
  operation: Operation;
  /** What the part is of, and what reads that. */
  above: Resource;
  read: Operation;
  /** Where the part, or the list of parts, is in what is read. */
  segments: string[];
  /** Pointer of the schema of the part. */
  part: string;
  /** Undefined for a part of which a thing has one. */
  listed: ListedPart | undefined;
  /** What sets the part, or adds one. */
  set: Operation;
}

/**
 * The part of a thing that an operation sets, adds or takes away: without an answer, or answered with the thing. What
 * has a path to be read at is a thing of its own.
 */
export function partsBy(known: Known, operation: Operation | null): PartChange[] {
  if (operation === null || !['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method)) return [];
  return known.resources.flatMap((above): PartChange[] => {
    const { read, itemsPath, parameter } = above;
    const start = `${itemsPath}/{${parameter?.name}}/`;
    const rest = operation.path.startsWith(start) ? operation.path.slice(start.length) : '';
    const [, name, own] = /^([^/{}]+)(?:\/\{([^/{}]+)\})?$/.exec(rest) ?? [];
    if (name === undefined || read === undefined || makerOf(above) === undefined) return [];
    const change = changeOf(known, operation, read, { name, path: start + name, own });
    return change === undefined ? [] : [{ operation, above, read, ...change }];
  });
}

/** The name of a part, its path or that of its list, and the path parameter that names it in the list. */
interface PartPath {
  name: string;
  path: string;
  own: string | undefined;
}

function changeOf(
  known: Known,
  operation: Operation,
  read: Operation,
  { name, path, own }: PartPath,
): Pick<PartChange, 'segments' | 'part' | 'listed' | 'set'> | undefined {
  const { contract, operations } = known.description;
  const isRead = operations.some((one) => one.method === 'GET' && [path, operation.path].includes(one.path));
  const place = isRead ? undefined : placeOf(known, read, name);
  if (place === undefined) return undefined;
  const { items, types } = viewSchema(contract, place.pointer);
  const part = items ?? place.pointer;
  const isRemoval = operation.method === 'DELETE';
  if (isRemoval && items === undefined && !place.isOptional && !types.includes('null')) return undefined;
  const isAnsweredSo = (one: Operation) =>
    successSchema(contract, one) === undefined || answerAlike(contract, one, read);
  const at = (method: string, where: string) =>
    operations.find((one) => one.method === method && one.path === where && isSetting(known, one, part, name));
  const itemPath = operations.find((one) => one.path.startsWith(`${path}/{`))?.path ?? '';
  const set =
    items === undefined
      ? (at('PUT', path) ?? at('POST', path) ?? at('PATCH', path))
      : (at('POST', path) ?? at('PUT', itemPath));
  if (set === undefined || ![operation, set].every(isAnsweredSo)) return undefined;
  if (!isRemoval && !isSetting(known, operation, part, name)) return undefined;
  const found = { segments: place.segments, part, set };
  if (items === undefined) return own === undefined ? { ...found, listed: undefined } : undefined;
  const parameter = pathParameter(operation, own);
  const named = operations.find((one) => one.path === itemPath);
  const idProperty = idPropertyOf(contract, {
    post: undefined,
    read: undefined,
    listed: items,
    parameter: parameter ?? (named && pathParameter(named, /\{([^/{}]+)\}$/.exec(itemPath)?.[1])),
    isClients: set.method === 'PUT',
  });
  const isAdding = own === undefined && operation === set;
  if (idProperty === undefined || (parameter === undefined && !isAdding)) return undefined;
  return { ...found, listed: { idProperty, parameter } };
}

function pathParameter({ parameters }: Operation, name: string | undefined): Parameter | undefined {
  return parameters.find((one) => one.in === 'path' && one.name === name);
}

/** The property of that name in what is read: of the thing itself, or of one property that holds it. */
function placeOf(
  { description: { contract } }: Known,
  read: Operation,
  name: string,
): { segments: string[]; pointer: string; isOptional: boolean } | undefined {
  const schema = successSchema(contract, read);
  if (schema === undefined) return undefined;
  const find = (view: SchemaView, before: string[]) =>
    [...view.properties].flatMap(([property, pointer]) =>
      joinedWords(property) === joinedWords(name)
        ? [{ segments: [...before, property], pointer, isOptional: !view.required.has(property) }]
        : [],
    );
  const whole = viewSchema(contract, schema);
  const own = find(whole, []);
  const held = [...whole.properties].flatMap(([property, at]) => find(viewSchema(contract, at), [property]));
  const found = own.length > 0 ? own : held;
  return found.length === 1 ? found[0] : undefined;
}

/** True for an operation whose body has what a part has, or, of a part that is one value, that value by its name. */
function isSetting(known: Known, operation: Operation, part: string, name: string): boolean {
  return sentNames(known, operation, part, name).length > 0;
}

/** The names of what is sent that a part has as well; of a part that is one value, the name of that. */
export function sentNames(
  { description: { contract } }: Known,
  operation: Operation,
  part: string,
  name: string,
): string[] {
  const sent = jsonBodySchema(contract, operation);
  if (sent === undefined || Object.keys(operation.requestBody?.files ?? {}).length > 0) return [];
  const view = viewSchema(contract, part);
  const types = typesOf(contract, view).filter((type) => type !== 'null');
  if (types.includes('object'))
    return keptBetween(contract, { idProperty: undefined }, sent, part).map((property) => property.name);
  const isValue = types.length > 0 && types.every((type) => ['string', 'number', 'integer', 'boolean'].includes(type));
  return isValue
    ? [...viewSchema(contract, sent).properties.keys()].filter((one) => joinedWords(one) === joinedWords(name))
    : [];
}
