import { type Exact, within, writeExact } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { ListOperation } from '../../../openapi/resources/resource.ts';
import { type ListedKey, type SharedName, sharedNames } from '../../../requirements/request/listed-keys.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import type { Session } from '../session/session.ts';
import { refusals } from './found-references.ts';
import { tryOut } from './trial-request.ts';

// So many things of a list are enough: each may be sold out, or of another kind.
const mostValues = 20;
const mostTries = 4;
const mostRequests = 30;

/**
 * Finds out which properties of a body must have what a list shows, as a product code: what refuses one that was made
 * up, and takes that of a listed thing, names the thing by it. Little is sent of what may run out.
 */
export async function findListedKeys(session: Session, operation: Operation): Promise<void> {
  const shared = sharedNames(session, operation);
  if (shared.length === 0) return;
  const { references } = session.source;
  const made = await tryOut(session, await session.source.base(operation, 'small'));
  if (!refusals.includes(made.response.status)) return;
  const all: ListedKey[] = [];
  for (const one of shared) all.push(await keyOf(session, one));
  const isServedWith = async (keys: readonly ListedKey[]) => {
    references.listed.note(operation, keys);
    for (let tries = 0; tries < mostTries; tries += 1)
      if (isSuccess((await tryOut(session, await session.source.base(operation, 'small'))).response)) return true;
    return false;
  };
  let found = all.filter(({ values }) => values.length > 0);
  if (!(await isServedWith(found))) return references.listed.note(operation, []);
  for (const key of found.length > 1 ? found : []) {
    const others = found.filter((one) => one !== key);
    if (await isServedWith(others)) found = others;
  }
  references.listed.note(operation, found);
  session.source.preferSmall(operation);
  const usable = await servedAlone(session, operation, found);
  references.listed.note(operation, usable);
}

/** The same keys without the values that are refused: a thing may be listed and sold out. */
async function servedAlone(
  session: Session,
  operation: Operation,
  keys: readonly ListedKey[],
): Promise<readonly ListedKey[]> {
  const isIn = (parts: RequestParts, value: Exact) => parts.body?.bytes.toString().includes(writeExact(value)) === true;
  const count = keys.reduce((sum, { values }) => sum + values.length, 0);
  const sent: { parts: RequestParts; isServed: boolean }[] = [];
  for (let tries = 0; tries < Math.min(count * 2, mostRequests); tries += 1) {
    const parts = await session.source.base(operation, 'small');
    sent.push({ parts, isServed: isSuccess((await tryOut(session, parts)).response) });
  }
  return keys.map(({ property, values }) => {
    const usable = values.filter(({ value }) => {
      const own = sent.filter(({ parts }) => isIn(parts, value));
      return own.length === 0 || own.some(({ isServed }) => isServed);
    });
    return { property, values: usable.length > 0 ? usable : values };
  });
}

async function keyOf(session: Session, { property, lists }: SharedName): Promise<ListedKey> {
  const found = await Promise.all(
    lists.map(async (list) => (await valuesIn(session, list, property)).map((value) => ({ value, list }))),
  );
  return { property, values: found.flat() };
}

async function valuesIn(session: Session, list: ListOperation, property: string): Promise<Exact[]> {
  const resource = session.resources.find((one) => one.list?.operation === list.operation);
  // There need not be one before.
  if (resource?.create !== undefined) await session.source.items.existing(resource);
  const { response, body } = await session.call(await session.source.base(list.operation));
  const items = isSuccess(response) ? within(body, list.segments) : undefined;
  const values = Array.isArray(items) ? items.flatMap((item) => within(item, [property]) ?? []) : [];
  return values.filter((value) => value !== null).slice(0, mostValues);
}
