import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { withPart } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { bodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { resourceOfPath } from '../../../requirements/request/referenced-resource.ts';
import { encodeBody, itemAsked, type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import { timesOfChange } from '../../../requirements/resource/item/updated-at.ts';
import { otherValue } from '../../../requirements/resource/other-value.ts';
import type { Session } from '../session/session.ts';
import type { StoredItems } from './stored-items.ts';

/**
 * Replaces an item by what is required alone, by all that it can have of other values, and once more as at first. The
 * item was made of what is required alone as well: what a replacement of another one shows may be what that had.
 */
export async function replaceItem(session: Session, stored: StoredItems): Promise<void> {
  const change = changeBy(session, stored.resource.replace);
  if (change === undefined) return;
  const { operation, mediaType, schema } = change;
  const base = (await toBareItem(session, stored, operation)) ?? (await session.source.base(operation));
  const put = async (body: Exact) => {
    const parts = await session.source.tags.withCurrentTag(await session.source.withBody(base, mediaType, body));
    await stored.accept(parts, await session.call(parts));
  };
  const required = await session.source.validBody(operation, mediaType, 'required');
  await put(required);
  stored.preset = stored.itemAt(base);
  await untilTimeMoves(session, stored.resource, operation);
  await put(otherThan(session, schema, await session.source.validBody(operation, mediaType, 'all'), stored.preset));
  await moveItem(session, stored, base, schema);
  await put(required);
}

// Whose a thing is may stay as it was.
const ofCallers = /user|owner|author|creator|account/i;

/** Replaces an item by one that names another thing, for each property that must name one. */
async function moveItem(session: Session, stored: StoredItems, base: RequestParts, schema: string): Promise<void> {
  const { operation } = base;
  const { items, references, tags } = session.source;
  const inPath = new Set(
    operation.parameters.map((one) => (one.in === 'path' ? resourceOfPath(session, operation, one.name) : undefined)),
  );
  for (const property of viewSchema(session.description.contract, schema).required.keys()) {
    const thing = ofCallers.test(property) ? undefined : references.resourceIn(operation, property);
    const named = within(sentBody(base), [property]);
    const all = await Promise.all(
      [0, 1].map((index) => thing && items.existing(thing, stored.resource, undefined, index)),
    );
    const other = all.find((id) => id !== undefined && !isSame(id, named ?? null));
    if (named === undefined || thing === undefined || inPath.has(thing) || other === undefined) continue;
    const body = withPart(sentBody(base) ?? null, [property], other);
    if (!session.isValid('request', schema, body)) continue;
    const parts = await tags.withCurrentTag({ ...base, body: encodeBody(base.body?.mediaType ?? '', body) });
    await stored.accept(parts, await session.call(parts));
  }
}

// In milliseconds: times may be written in seconds.
const longEnough = 2100;

/** Waits where the time of the last change is shown: only what changes later shows whether that moves. */
export async function untilTimeMoves(session: Session, resource: Resource, operation: Operation): Promise<void> {
  if (timesOfChange(session.description.contract, resource, operation).length > 0) await session.clock.wait(longEnough);
}

/** A request to a new item that has what is required alone; undefined where nothing makes one. */
async function toBareItem(session: Session, stored: StoredItems, change: Operation): Promise<RequestParts | undefined> {
  const { create } = stored.resource;
  if (create === undefined) return undefined;
  const parts = await session.source.base(create, 'required');
  return toMadeItem(session, stored, change, parts, await session.call(parts));
}

/** A request that changes the item which another one has made; undefined where none was. */
export async function toMadeItem(
  session: Session,
  stored: StoredItems,
  change: Operation,
  parts: RequestParts,
  answer: Answer,
): Promise<RequestParts | undefined> {
  const { resource } = stored;
  await stored.accept(parts, answer);
  if (!isSuccess(answer.response)) return undefined;
  const id =
    parts.operation === resource.create
      ? session.idIn(resource, answer)
      : itemAsked(session.description.contract, resource, parts);
  return id === undefined ? undefined : session.source.at(change, resource, id);
}

/** How an operation changes an item by JSON, and the schema of that. */
export function changeBy(session: Session, operation: Operation | undefined) {
  const mediaType = operation?.requestBody?.mediaTypes.find(isJson);
  const schema = operation && mediaType && bodySchema(session.description.contract, operation, mediaType);
  if (operation === undefined || mediaType === undefined || schema === undefined) return undefined;
  return { operation, mediaType, schema };
}

/** A body that has another value for each property than an item has, where the contract allows one. */
export function otherThan(session: Session, schema: string, body: Exact, item: Exact | undefined): Exact {
  if (!isExactObject(body) || !isExactObject(item)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const other = isSame(value, ownValue(item, name) ?? null)
        ? otherValue(session.description.contract, schema, name, value)
        : value;
      return [name, session.isValid('request', schema, { ...body, [name]: other }) ? other : value];
    }),
  );
}
