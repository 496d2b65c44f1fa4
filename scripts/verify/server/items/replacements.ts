import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { bodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { itemAsked, type RequestParts } from '../../../requirements/request/request-parts.ts';
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
  await put(required);
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
