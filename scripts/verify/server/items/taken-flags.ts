import { type Exact, isExactObject, isNumber, isSame, within } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { itemAsked, sentBody } from '../../../requirements/request/request-parts.ts';
import type { Session } from '../session/session.ts';

// Others may be made in between, by requests at the same time.
const mostTries = 5;

/**
 * True where one item at most has a flag: that it is true of one, as of a default address, makes it false of another
 * one. A server that stores it wrong shows it nowhere.
 */
export async function isTakenFlag(session: Session, resource: Resource, flag: string): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const first = await makeWith(session, resource, flag);
    if (first === undefined) return false;
    const before = await shownIn(session, resource, first, flag);
    const second = await makeWith(session, resource, flag);
    if (second === undefined) return false;
    const [after, own] = [
      await shownIn(session, resource, first, flag),
      await shownIn(session, resource, second, flag),
    ];
    if (before === true && after === false && own === true) return true;
    // It stays with the first one: nothing takes it.
    if (before === true && after === true) return false;
  }
  return false;
}

/**
 * True where an item gets another number while others are made and removed, as its position among them: no request was
 * to it. So it may be with a number of what names it, where nothing reads an item by itself to show how many there are.
 */
export async function isMovedByOthers(session: Session, resource: Resource, name: string): Promise<boolean> {
  const { create, remove, read } = resource;
  if (create === undefined) return false;
  if (read === undefined && isNamedByOthers(session, resource)) return true;
  const { newItems } = session.source;
  const first = await newItems.newId(resource, true);
  const second = await newItems.newId(resource, true);
  if (first === undefined || second === undefined) return false;
  const before = await shownIn(session, resource, second, name);
  await newItems.newId(resource, true);
  if (remove !== undefined) await session.call(await session.source.at(remove, resource, first));
  const after = await shownIn(session, resource, second, name);
  return isNumber(before) && isNumber(after) && !isSame(before, after);
}

/** True where the body of a request that makes or changes something else names such an item. */
function isNamedByOthers(session: Session, resource: Resource): boolean {
  const { contract } = session.description;
  const makers = session.resources.flatMap((other) =>
    other === resource ? [] : [other.create, other.replace, other.merge],
  );
  return makers.some((maker) => {
    const schema = maker && jsonBodySchema(contract, maker);
    if (maker === undefined || schema === undefined) return false;
    const names = [...viewSchema(contract, schema).properties.keys()];
    return names.some((property) => session.source.references.resourceIn(maker, property) === resource);
  });
}

/** The identifier of a new item with the flag. */
async function makeWith(session: Session, resource: Resource, flag: string): Promise<Exact | undefined> {
  const maker = makerOf(resource);
  const base = maker && (await session.source.base(maker));
  const sent = base && sentBody(base);
  if (base === undefined || sent === undefined || !isExactObject(sent) || !Object.hasOwn(sent, flag)) return undefined;
  const parts = await session.source.withBody(base, base.body?.mediaType ?? '', { ...sent, [flag]: true });
  const answer = await session.call(parts);
  if (!isSuccess(answer.response)) return undefined;
  return maker === resource.create
    ? session.idIn(resource, answer)
    : itemAsked(session.description.contract, resource, parts);
}

/** A property of an item, as it is read, else listed. */
async function shownIn(session: Session, resource: Resource, id: Exact, name: string): Promise<Exact | undefined> {
  const { read, list, idProperty = '' } = resource;
  const { contract } = session.description;
  if (read !== undefined) {
    const { body = null } = await session.call(await session.source.at(read, resource, id));
    return within(itemIn(contract, resource, body), [name]);
  }
  if (list === undefined) return undefined;
  const { body } = await session.call(await session.source.base(list.operation));
  const items = within(body, list.segments);
  const item = Array.isArray(items) ? items.find((one) => isSame(within(one, [idProperty]) ?? null, id)) : undefined;
  return within(item, [name]);
}
