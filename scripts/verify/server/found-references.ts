import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isSuccess } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { ownIdentifierOf } from '../../openapi/own-identifier.ts';
import type { Resource } from '../../openapi/resources.ts';
import { jsonBodySchema } from '../../openapi/schema-pointers.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { encodeBody, type RequestParts, sentBody } from '../../requirements/request/request-parts.ts';
import type { Session } from './session.ts';

/** By which a server says that there is no such thing as a body names. */
const refusals = [400, 404, 409, 422];

// As many combinations of several properties with what they may refer to are tried.
const mostTries = 30;

/**
 * Finds out what a property names an identifier of that has the name of no resource, as `assigneeId` may be that of
 * one of `/agents`: what refuses a value that was made up, and takes one of an item, refers to that.
 */
export async function findReferences(session: Session, operation: Operation): Promise<void> {
  await findTogether(session, operation);
  for (const [property, pointer] of unknownReferences(session, operation)) {
    const value = session.values.valueAt(pointer, 'all');
    const base = await session.source.base(operation, 'required');
    const made = withProperty(base, property, value);
    if (made === undefined || !refusals.includes((await session.call(made)).response.status)) continue;
    for (const resource of session.resources) {
      const id = await session.source.items.existing(resource);
      const parts = id === undefined ? undefined : withProperty(base, property, id);
      if (id === undefined || parts === undefined || !session.isValid('request', pointer, id)) continue;
      if (!isSuccess((await session.call(parts)).response)) continue;
      session.source.references.noteReference(property, resource);
      break;
    }
  }
}

/** The same for what a body must have several of, as from whom and to whom: none is taken without the others. */
async function findTogether(session: Session, operation: Operation): Promise<void> {
  const base = await session.source.base(operation, 'required');
  const sent = sentBody(base) ?? null;
  const required = unknownReferences(session, operation).filter(([name]) => isExactObject(sent) && name in sent);
  if (required.length < 2 || !refusals.includes((await session.call(base)).response.status)) return;
  for (const resources of combinations(session.resources, required.length).slice(0, mostTries)) {
    const references = required.map(([name, pointer], index) => ({ name, pointer, resource: resources[index] }));
    const parts = await withReferences(session, base, references);
    if (parts === undefined || !isSuccess((await session.call(parts)).response)) continue;
    for (const { name, resource } of references)
      if (resource !== undefined) session.source.references.noteReference(name, resource);
    return;
  }
}

interface Reference {
  name: string;
  pointer: string;
  resource: Resource | undefined;
}

/** The request with the identifiers of items; undefined where one cannot be had, or is none of that schema. */
async function withReferences(
  session: Session,
  base: RequestParts,
  references: readonly Reference[],
): Promise<RequestParts | undefined> {
  let parts: RequestParts | undefined = base;
  for (const [index, { name, pointer, resource }] of references.entries()) {
    if (resource === undefined) return undefined;
    const before = references.slice(0, index).filter((one) => one.resource === resource).length;
    const id = await session.source.items.existing(resource, undefined, undefined, before);
    if (id === undefined || !session.isValid('request', pointer, id)) return undefined;
    parts = parts && withProperty(parts, name, id);
  }
  return parts;
}

/** So many of some things in each order and with repetitions, those of one thing alone first. */
function combinations<Thing>(things: readonly Thing[], count: number): Thing[][] {
  const all = Array.from({ length: count - 1 }).reduce<Thing[][]>(
    (made) => made.flatMap((one) => things.map((thing) => [...one, thing])),
    things.map((thing) => [thing]),
  );
  return all.toSorted((one, other) => new Set(one).size - new Set(other).size);
}

/** The properties of a body that have the name of an identifier, but that of no resource, and their schemas. */
function unknownReferences(session: Session, operation: Operation): [property: string, pointer: string][] {
  const { contract } = session.description;
  const schema = jsonBodySchema(contract, operation);
  if (schema === undefined || operation.method === 'GET') return [];
  return [...viewSchema(contract, schema).properties].filter(
    ([name, pointer]) =>
      /.(?:_id|Id|ID)$/.test(name) &&
      viewSchema(contract, pointer).keywords.get('readOnly')?.value !== true &&
      session.source.references.resourceIn(operation, name) === undefined &&
      ownIdentifierOf(session.description.contract, session.resources, operation)?.name !== name,
  );
}

function withProperty(base: RequestParts, property: string, value: Exact): RequestParts | undefined {
  const sent = sentBody(base);
  if (sent === undefined || !isExactObject(sent) || base.body === null) return undefined;
  return { ...base, body: encodeBody(base.body.mediaType ?? '', { ...sent, [property]: value }) };
}
