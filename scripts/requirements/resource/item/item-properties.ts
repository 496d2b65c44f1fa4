import { type Exact, within } from '../../../http/exact-json.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { remembered } from '../../../openapi/remembered.ts';
import { attributesPlace } from '../../../openapi/resources/item-attributes.ts';
import { usualIdentifiers } from '../../../openapi/resources/item-identifier.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { timeOfChange, timeOfCreation } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { sharedProperties } from '../../../openapi/resources/resources.ts';
import { tiedProperties } from '../../../openapi/resources/said-ties.ts';
import { isOfOwnKind, jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, isWriteOnly, type SchemaView, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { isPassword } from '../../request/logins.ts';

/** A property that is sent, and comes back. */
export interface KeptProperty {
  name: string;
  /** Pointer of its schema where it is sent. */
  pointer: string;
  /** Pointer of its schema where it comes back. */
  shown: string | undefined;
  /** The same, and those of the alternatives that it may come back in. */
  shownAs: readonly string[];
  /** Whether it must come back, whatever was sent. */
  isAlwaysShown: boolean;
}

/** Properties that the body of an operation has in common with what it, or else the reading operation, answers with. */
export const keptProperties = remembered(findKept);

function findKept(contract: Contract, resource: Resource, operation: Operation): readonly KeptProperty[] {
  const { read } = resource;
  const schema = jsonBodySchema(contract, operation);
  const answered =
    successSchema(contract, operation) ?? (read === undefined ? undefined : successSchema(contract, read));
  if (schema === undefined || answered === undefined) return [];
  const holder = sentHolder(contract, resource, operation);
  if (holder !== undefined) return keptBetween(contract, resource, holder.pointer, answered);
  // Of a file comes back at most where it is.
  const { files = {} } = operation.requestBody ?? {};
  return keptBetween(contract, resource, schema, answered).filter(({ name }) => !Object.hasOwn(files, name));
}

/** What is sent and comes back, and where the answer has it. */
export interface AnsweredProperties {
  properties: readonly KeptProperty[];
  /** The property of the answer that has the item; undefined where it is the answer itself. */
  holder: string | undefined;
  /** Pointer of the schema of the item in the answer. */
  answered: string;
}

/** The same in an answer, also where that has in a property what the body has by itself: `{ "data": {…} }`. */
export function answeredProperties(
  contract: Contract,
  resource: Resource,
  operation: Operation,
): AnsweredProperties | undefined {
  const answered = successSchema(contract, operation);
  return answered === undefined ? undefined : propertiesIn(contract, resource, operation, answered);
}

/** The same in what an operation, or else what reads the item, answers with. */
export function shownProperties(
  contract: Contract,
  resource: Resource,
  operation: Operation,
): AnsweredProperties | undefined {
  const { read } = resource;
  const shown = read === undefined ? undefined : successSchema(contract, read);
  return (
    answeredProperties(contract, resource, operation) ??
    (shown === undefined ? undefined : propertiesIn(contract, resource, operation, shown))
  );
}

function propertiesIn(
  contract: Contract,
  resource: Resource,
  operation: Operation,
  answered: string,
): AnsweredProperties | undefined {
  const sent = jsonBodySchema(contract, operation);
  if (sent === undefined) return undefined;
  const properties = keptProperties(contract, resource, operation);
  const { pointer = answered, segments: [holder] = [] } = itemPlaceIn(contract, answered, resource) ?? {};
  if (properties.length > 0 || holder === undefined) return { properties, holder: undefined, answered };
  const { files = {} } = operation.requestBody ?? {};
  const own = keptBetween(contract, resource, sent, pointer).filter(({ name }) => !Object.hasOwn(files, name));
  return { properties: own, holder, answered: pointer };
}

/** What is set of an item and shown of it, and where what is sent and what is shown have that. */
export interface SettableProperties {
  properties: readonly KeptProperty[];
  /** Where what is sent has them; empty where that is the body itself. */
  sentAt: readonly string[];
  /** Where the answer has them. */
  shownAt: readonly string[];
}

/** What an operation sets of an item, as it answers or else as the item is read; each of its `attributes` by itself. */
export function settableProperties(
  contract: Contract,
  resource: Resource,
  operation: Operation,
): SettableProperties | undefined {
  const sent = jsonBodySchema(contract, operation);
  const shown = [operation, resource.read].flatMap((one) => (one && successSchema(contract, one)) ?? [])[0];
  const [sentPlace, shownPlace] = [sent, shown].map((at) =>
    at === undefined ? undefined : attributesPlace(contract, at),
  );
  if (sentPlace !== undefined && shownPlace !== undefined) {
    const properties = keptBetween(contract, resource, sentPlace.pointer, shownPlace.pointer);
    return { properties, sentAt: sentPlace.segments, shownAt: shownPlace.segments };
  }
  const { properties, holder } = shownProperties(contract, resource, operation) ?? {};
  return properties && { properties, sentAt: [], shownAt: holder === undefined ? [] : [holder] };
}

/** What is at a place of an answer, or of the item that was taken out of one. */
export function heldAt(place: readonly string[], body: Exact | undefined): Exact {
  const found = place.map((_, index) => within(body, place.slice(index))).find((held) => held !== undefined);
  return found ?? body ?? null;
}

/** What an answer has of an item, where it may have it in a property. */
export function heldIn(holder: string | undefined, body: Exact | undefined): Exact {
  return heldAt(holder === undefined ? [] : [holder], body);
}

/**
 * The part of a form with a file that says what the file is, and the schema of it: what is created is answered by
 * itself, with what that part says.
 */
export function sentHolder(
  contract: Contract,
  resource: Resource,
  operation: Operation,
): { name: string; pointer: string } | undefined {
  const [sent, answered] = [jsonBodySchema(contract, operation), successSchema(contract, operation)];
  if (operation !== resource.create || sent === undefined || answered === undefined) return undefined;
  const hasFile = Object.keys(operation.requestBody?.files ?? {}).length > 0;
  if (!hasFile || sharedProperties(contract, sent, answered).length > 0) return undefined;
  // One name in common may be a chance.
  const holders = [...viewSchema(contract, sent).properties].filter(
    ([, pointer]) => sharedProperties(contract, pointer, answered).length > 1,
  );
  const [[name, pointer] = [], ...others] = holders;
  return name === undefined || pointer === undefined || others.length > 0 ? undefined : { name, pointer };
}

/** Properties that are sent by one schema and come back by another. */
export function keptBetween(
  contract: Contract,
  { idProperty }: Pick<Resource, 'idProperty'>,
  schema: string,
  answered: string,
): KeptProperty[] {
  const [view, shown] = [viewSchema(contract, schema), viewSchema(contract, answered)];
  return (
    sharedProperties(contract, schema, answered)
      .map((name) => ({ name, sent: view.properties.get(name), received: shown.properties.get(name) }))
      .filter(({ sent, received }) => isSentBack(contract, sent, received))
      .filter(({ name }) => !tiedProperties(contract, schema).includes(name))
      // What alternatives have is none of the schema itself.
      .filter(({ name, sent }) => sent !== undefined || areOpenIn(contract, schema, name, ['readOnly']))
      .filter(
        ({ name, received }) =>
          received !== undefined || areOpenIn(contract, answered, name, ['readOnly', 'writeOnly']),
      )
      .filter(({ name, sent }) => sent === undefined || !isPassword(contract, name, sent))
      // JSON:API: a request has what is made along with its `data`, a response what that is linked with.
      .filter(({ name }) => name !== 'included' || !view.properties.has('data'))
      // An identifier that need not be given is the server's to choose.
      .filter(({ name }) => ![idProperty, ...usualIdentifiers].includes(name) || view.required.has(name))
      .filter(({ name }) => !isOfServer(contract, view, name))
      .filter(({ sent }) => sent === undefined || !isOfOwnKind(contract, schema, sent))
      .map(({ name, sent = schema, received }) => ({
        name,
        pointer: sent,
        shown: received,
        shownAs: viewsOf(contract, answered, name).map(({ pointer: at }) => at),
        isAlwaysShown: shown.required.has(name),
      }))
  );
}

/**
 * True for what servers set, whether their contracts call it `readOnly` or not: when an item was created or changed,
 * and of JSON:API links, and the many things of a relationship, which may follow from what these name. What a request
 * must have of these times and things is kept.
 */
export function isOfServer(contract: Contract, { properties, required }: SchemaView, name: string): boolean {
  const pointer = properties.get(name);
  const view = pointer === undefined ? undefined : viewSchema(contract, pointer);
  if (/^_?links$/.test(name)) return view?.types.includes('object') === true;
  const isTime = timeOfCreation.test(name) || timeOfChange.test(name);
  return !required.has(name) && ((isTime && view?.types.includes('boolean') !== true) || isToMany(contract, view));
}

/** True for a relationship of JSON:API with many things: `{ data: [{ type, id }], links }`. */
function isToMany(contract: Contract, view: SchemaView | undefined): boolean {
  const data = view?.properties.get('data');
  const { items } = data === undefined ? {} : viewSchema(contract, data);
  const names = items === undefined ? [] : [...viewSchema(contract, items).properties.keys()];
  return ['type', 'id'].every((name) => names.includes(name));
}

/** False where each alternative that has the property says that it goes one way alone. */
function areOpenIn(contract: Contract, pointer: string, name: string, marks: readonly string[]): boolean {
  const found = propertiesCalled(contract, pointer, name);
  return found.length === 0 || !found.every((at) => marks.some((mark) => isMarked(contract, at, mark)));
}

const deepest = 3;

function propertiesCalled(contract: Contract, pointer: string, name: string, depth = 0): string[] {
  const { properties, alternatives } = viewSchema(contract, pointer);
  const deeper = depth === deepest ? [] : alternatives;
  const own = properties.get(name);
  return [
    ...(own === undefined ? [] : [own]),
    ...deeper.flatMap((at) => propertiesCalled(contract, at, name, depth + 1)),
  ];
}

function isMarked(contract: Contract, pointer: string, mark: string): boolean {
  return viewSchema(contract, pointer).keywords.get(mark)?.value === true;
}

/** True where both describe the same values: of another type or format, what comes back says it in another way. */
function isSentBack(contract: Contract, sent: string | undefined, received: string | undefined): boolean {
  const isSetByServer = [sent, received].some((one) => one !== undefined && isReadOnly(viewSchema(contract, one)));
  if (isSetByServer) return false;
  if (sent === undefined || received === undefined) return true;
  const [own, other] = [viewSchema(contract, sent), viewSchema(contract, received)];
  if (isWriteOnly(other)) return false;
  if (own.items !== undefined && other.items !== undefined && !isSentBack(contract, own.items, other.items))
    return false;
  const [format, another] = [own, other].map((one) => one.keywords.get('format')?.value);
  const isSameFormat = format === undefined || another === undefined || format === another;
  return haveTypeInCommon(contract, own, other) && isSameFormat;
}

function haveTypeInCommon(contract: Contract, one: SchemaView, other: SchemaView): boolean {
  const [types = [], others = []] = [one, other].map((view) =>
    typesOf(contract, view).filter((type) => type !== 'null'),
  );
  return types.length === 0 || others.length === 0 || types.some((type) => others.some((own) => isLike(type, own)));
}

function isLike(type: string, other: string): boolean {
  return type === other || (/^(integer|number)$/.test(type) && /^(integer|number)$/.test(other));
}

/** Properties that what is known of an item after an operation has in common with another schema. */
export function comparableProperties(
  contract: Contract,
  resource: Resource,
  operation: Operation,
  other: string | undefined,
): string[] {
  const own = successSchema(contract, operation);
  // Of an answer without a body, those that were sent are known.
  if (own === undefined || other === undefined)
    return keptProperties(contract, resource, operation).map(({ name }) => name);
  return sharedProperties(contract, own, other).filter((name) => {
    const [views = [], others = []] = [own, other].map((schema) => viewsOf(contract, schema, name));
    return views.some((view) => others.some((another) => haveTypeInCommon(contract, view, another)));
  });
}

/** What a schema and its alternatives say of a property. */
function viewsOf(contract: Contract, schema: string, name: string, depth = 0): SchemaView[] {
  const { properties, alternatives } = viewSchema(contract, schema);
  const own = properties.get(name);
  const others = depth > 3 ? [] : alternatives.flatMap((pointer) => viewsOf(contract, pointer, name, depth + 1));
  return own === undefined ? others : [viewSchema(contract, own), ...others];
}
