import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { writePath } from '../../../openapi/parameters/parameter-codec.ts';
import { ownIdentifierOf } from '../../../openapi/resources/own-identifier.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { calledAfter } from '../../../requirements/request/referenced-resource.ts';
import { encodeBody, type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import { shownKeys } from '../../../requirements/request/shown-keys.ts';
import type { Session } from '../session/session.ts';
import { tryOut } from './trial-request.ts';

/** By which a server says that there is no such thing as a body names. */
export const refusals = [400, 404, 409, 422];

// As many combinations of several properties with what they may refer to are tried.
const mostTries = 30;

/**
 * Finds out what a property names an identifier of that has the name of no resource, as `assigneeId` may be that of
 * one of `/agents`: what refuses a value that was made up, and takes one of an item, refers to that.
 */
export async function findReferences(session: Session, operation: Operation): Promise<void> {
  await findTogether(session, operation);
  for (const [property, pointer] of unknownReferences(session, operation)) {
    const base = await session.source.base(operation, 'required');
    const made = withProperty(base, property, madeUp(session, pointer));
    if (made === undefined || !refusals.includes((await tryOut(session, made)).response.status)) continue;
    const likely = calledAfter(session, operation, property);
    const others = session.resources.filter((resource) => resource !== likely);
    for (const resource of likely === undefined ? others : [likely, ...others]) {
      const { items } = session.source;
      const id = (await items.besideIn(base, resource)) ?? (await items.existing(resource));
      const parts = id === undefined ? undefined : withProperty(base, property, id);
      if (id === undefined || parts === undefined || !session.isValid('request', pointer, id)) continue;
      if (!isSuccess((await tryOut(session, parts)).response)) continue;
      session.source.references.noteReference(property, resource);
      break;
    }
  }
  await findKeys(session, operation);
  await findShownKeys(session, operation);
}

/**
 * The same for what the server has given items besides their identifiers, as a code that is scanned: what refuses one
 * that was made up, and takes that of an item, names the item by it.
 */
async function findShownKeys(session: Session, operation: Operation): Promise<void> {
  const { references, items } = session.source;
  for (const { property, pointer, resources } of shownKeys(session, operation)) {
    if (references.resourceIn(operation, property) !== undefined) continue;
    const base = await session.source.base(operation, 'all');
    const made = withProperty(base, property, session.values.valueAt(pointer, 'all'));
    if (made === undefined || !refusals.includes((await tryOut(session, made)).response.status)) continue;
    for (const resource of resources) {
      const id = (await items.besideIn(base, resource)) ?? (await items.existing(resource));
      const value = id === undefined ? undefined : await items.shownOf(resource, id, property);
      const parts = value === undefined ? undefined : withProperty(base, property, value);
      if (parts === undefined || !isSuccess((await tryOut(session, parts)).response)) continue;
      references.noteShownKey(operation, property, resource);
      break;
    }
  }
}

/**
 * The same for what has the very name of the parameter of another path, at any depth of a body or in the path of a PUT:
 * `sku` is that of one of `/products/{sku}`.
 */
async function findKeys(session: Session, operation: Operation): Promise<void> {
  const { references, items } = session.source;
  const own = session.resources.find((resource) => makerOf(resource) === operation);
  for (const { thing, name, extent } of await nameable(session, operation, own)) {
    if (isKnown(session, operation, own, name)) continue;
    const base = await session.source.base(operation, extent);
    if (!refusals.includes((await tryOut(session, base)).response.status)) continue;
    const id = await items.existing(thing, own);
    const parts = id === undefined ? undefined : withKey(base, own, name, id);
    if (parts === undefined || !isSuccess((await tryOut(session, parts)).response)) continue;
    references.noteKey(operation, name, thing);
    if (own !== undefined && [own.parameter?.name, own.idProperty].includes(name))
      session.source.newItems.noteKey(own, thing);
    await items.forgetMissing();
  }
}

interface Nameable {
  thing: Resource;
  name: string;
  /** Of the requests that have something of that name. */
  extent: 'required' | 'all';
}

/** The things of which requests to an operation may have the name of the parameter. */
async function nameable(session: Session, operation: Operation, own: Resource | undefined): Promise<Nameable[]> {
  const things = session.resources.flatMap((thing) => {
    const name = thing.parameter?.name ?? 'id';
    // That of its own is called so by many things.
    const isOfAny = /^(?:id|uuid|guid)$/i.test(name);
    return thing === own || isOfAny || isKnown(session, operation, own, name) ? [] : [{ thing, name }];
  });
  const found: Nameable[] = [];
  for (const extent of ['required', 'all'] as const) {
    if (found.length === things.length) break;
    const base = await session.source.base(operation, extent);
    for (const one of things) {
      const isFound = found.some(({ thing }) => thing === one.thing);
      if (!isFound && withKey(base, own, one.name, null) !== undefined) found.push({ ...one, extent });
    }
  }
  return found;
}

/**
 * True where a name shows what a body refers to: deeper in it, only what is called after the thing does. In the path of
 * what PUT makes it shows nothing.
 */
function isKnown(session: Session, operation: Operation, own: Resource | undefined, name: string): boolean {
  const { references } = session.source;
  if (own?.create === undefined && own?.parameter?.name === name) return false;
  const { contract } = session.description;
  const schema = jsonBodySchema(contract, operation);
  const isAtRoot = schema !== undefined && viewSchema(contract, schema).properties.has(name);
  return (
    (isAtRoot ? references.resourceIn(operation, name) : references.namedInPart(operation, name, '')) !== undefined
  );
}

/** The request with an identifier for all that has that name; undefined where nothing has. */
function withKey(base: RequestParts, own: Resource | undefined, name: string, id: Exact): RequestParts | undefined {
  const { parameter, create } = own ?? {};
  if (parameter?.name === name && create !== base.operation)
    return { ...base, path: { ...base.path, [name]: writePath(parameter, id) } };
  const sent = sentBody(base) ?? null;
  const made = withNamed(sent, name, id);
  return isSame(sent, made) ? undefined : { ...base, body: encodeBody(base.body?.mediaType ?? '', made) };
}

/** The value with another one for each property of that name, at any depth. */
function withNamed(value: Exact, name: string, other: Exact): Exact {
  if (Array.isArray(value)) return value.map((item) => withNamed(item, name, other));
  if (!isExactObject(value)) return value;
  const entries = Object.entries(value).map(([key, own]): [string, Exact] => {
    return [key, key === name ? other : withNamed(own, name, other)];
  });
  return Object.fromEntries(entries);
}

/** The same for what a body must have several of, as from whom and to whom: none is taken without the others. */
async function findTogether(session: Session, operation: Operation): Promise<void> {
  const { contract } = session.description;
  const schema = jsonBodySchema(contract, operation);
  const needed = schema === undefined ? new Map() : viewSchema(contract, schema).required;
  const properties = unknownReferences(session, operation).filter(([name]) => needed.has(name));
  if (properties.length < 2) return;
  const base = await session.source.base(operation, 'required');
  if (!refusals.includes((await tryOut(session, base)).response.status)) return;
  for (const resources of combinations(session.resources, properties.length)) {
    const references = resources.flatMap((resource, index) => {
      const [name, pointer] = properties[index] ?? [];
      return name === undefined || pointer === undefined ? [] : [{ name, pointer, resource }];
    });
    const parts = await withReferences(session, base, references);
    if (parts === undefined || !isSuccess((await tryOut(session, parts)).response)) continue;
    for (const { name, resource } of references) session.source.references.noteReference(name, resource);
    return;
  }
}

interface Reference {
  name: string;
  pointer: string;
  resource: Resource;
}

/** The request with the identifiers of items; undefined where one cannot be had, or is none of that schema. */
async function withReferences(
  session: Session,
  base: RequestParts,
  references: readonly Reference[],
): Promise<RequestParts | undefined> {
  let parts: RequestParts | undefined = base;
  for (const [index, { name, pointer, resource }] of references.entries()) {
    const before = references.slice(0, index).filter((one) => one.resource === resource).length;
    const id = await session.source.items.existing(resource, undefined, undefined, before);
    if (id === undefined || !session.isValid('request', pointer, id)) return undefined;
    parts = parts && withProperty(parts, name, id);
  }
  return parts;
}

/** So many of some things: each with itself first, then in any order, as far as there is time to try them. */
function combinations<Thing>(things: readonly Thing[], count: number): Thing[][] {
  const alike = things.map((thing) => Array.from({ length: count }, () => thing));
  const others = Array.from({ length: Math.min(mostTries, things.length ** count) }, (_, number) =>
    Array.from({ length: count }, (_, place) => things[Math.floor(number / things.length ** place) % things.length]),
  ).flatMap((one) => (new Set(one).size === 1 ? [] : [one.filter((thing) => thing !== undefined)]));
  return [...alike, ...others].slice(0, mostTries);
}

/** A value that no item has for its identifier: small numbers may be those of some. */
function madeUp(session: Session, pointer: string): Exact {
  const number = 1e9 + (session.values.next() % 1e6);
  const isNumber = viewSchema(session.description.contract, pointer).types.includes('integer');
  const isLarge = isNumber && session.isValid('request', pointer, number);
  return isLarge ? number : session.values.valueAt(pointer, 'all');
}

/** True for an integer of any size that is called after things: `part` may be the identifier of what is at `/parts`. */
function isCalledAfter(session: Session, operation: Operation, name: string, pointer: string): boolean {
  const { types, keywords } = viewSchema(session.description.contract, pointer);
  const isBounded = ['enum', 'const', 'minimum', 'maximum', 'multipleOf', 'default'].some((one) => keywords.has(one));
  return types.includes('integer') && !isBounded && calledAfter(session, operation, name) !== undefined;
}

/** True for a UUID: whatever it is called, it may be the identifier of something. */
function isUuid(session: Session, pointer: string): boolean {
  return viewSchema(session.description.contract, pointer).keywords.get('format')?.value === 'uuid';
}

/**
 * The properties of a body that may hold an identifier by their names or formats, but that of no resource, and their
 * schemas.
 */
function unknownReferences(session: Session, operation: Operation): [property: string, pointer: string][] {
  const { contract } = session.description;
  const schema = jsonBodySchema(contract, operation);
  if (schema === undefined || operation.method === 'GET') return [];
  return [...viewSchema(contract, schema).properties].filter(
    ([name, pointer]) =>
      (/.(?:_id|Id|ID)$/.test(name) || isUuid(session, pointer) || isCalledAfter(session, operation, name, pointer)) &&
      !isReadOnly(viewSchema(contract, pointer)) &&
      session.source.references.resourceIn(operation, name) === undefined &&
      ownIdentifierOf(session.description.contract, session.resources, operation)?.segments[0] !== name,
  );
}

function withProperty(base: RequestParts, property: string, value: Exact): RequestParts | undefined {
  const sent = sentBody(base);
  if (sent === undefined || !isExactObject(sent) || base.body === null) return undefined;
  return { ...base, body: encodeBody(base.body.mediaType ?? '', { ...sent, [property]: value }) };
}
