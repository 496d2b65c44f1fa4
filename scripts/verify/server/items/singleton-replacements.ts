import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { encodeBody, sentBody } from '../../../requirements/request/request-parts.ts';
import type { AcknowledgedItem } from '../../../requirements/resource/item/acknowledged-item.ts';
import type { Change } from '../../../requirements/resource/item/item-observation.ts';
import { keptProperties } from '../../../requirements/resource/item/item-properties.ts';
import type { Session } from '../session/session.ts';
import { changeInParts } from './partial-changes.ts';
import { changeBy, otherThan } from './replacements.ts';
import type { StoredItems } from './stored-items.ts';

/** Changes what there is one of, as a whole and in parts, and reads it each time. */
export async function changeSingleton(session: Session, stored: StoredItems): Promise<void> {
  const { replace, merge } = stored.resource;
  await changeWhole(session, stored, replace);
  await changeWhole(session, stored, merge);
  await changeInParts(session, stored);
}

/** By all that it can have, by what is required, or by null where there may be nothing, and both once more. */
async function changeWhole(session: Session, stored: StoredItems, operation: Operation | undefined): Promise<void> {
  const { read, merge } = stored.resource;
  const by = changeBy(session, operation);
  if (read === undefined || by === undefined) return;
  const base = await session.source.base(by.operation);
  const reading = { ...(await session.source.base(read)), path: base.path };
  let before: Exact = operation === merge ? ((await session.call(reading)).body ?? {}) : {};
  // What the server gives by itself shows at first, and is not what was put in between.
  let preset: Exact | undefined;
  for (const isWhole of [true, false, true, false]) {
    const extent = isWhole || operation === merge ? 'all' : 'required';
    const made = await session.source.validBody(by.operation, by.mediaType, extent);
    const sent = isWhole ? otherThan(session, by.schema, made, before) : withNulls(session, by.schema, made);
    const parts = await session.source.tags.withCurrentTag({ ...base, body: encodeBody(by.mediaType, sent) });
    const answer = await session.call(parts);
    // What the server goes on with is not there yet (RFC 9110 section 15.3.3).
    if (!isSuccess(answer.response) || answer.response.status === 202) continue;
    const change: Change = { parts, before, preset, answer };
    stored.observe({ of: 'change', ...change });
    const known = operation === merge ? afterMerge(session, stored, change) : afterReplacement(session, change);
    const seen = await session.call(reading);
    stored.observe({ of: 'reading', read, known, after: by.operation, change, answer: seen });
    before = operation === merge ? (seen.body ?? {}) : known.item;
    if (!isWhole && operation !== merge) preset = seen.body;
  }
}

/** An answer of which the contract says nothing may be anything, as `{ "ok": true }`. */
function afterReplacement({ description }: Session, { parts, answer }: Change): AcknowledgedItem {
  const isDescribed = successSchema(description.contract, parts.operation) !== undefined;
  const isAnswered = isDescribed && isExactObject(answer.body);
  return { id: null, item: (isAnswered ? answer.body : sentBody(parts)) ?? null, isAnswered, exchange: answer };
}

/** What clients set of it: what the server sets by itself may be another value by now. */
function afterMerge(session: Session, { resource }: StoredItems, { parts, answer }: Change): AcknowledgedItem {
  const shown = answer.body ?? sentBody(parts);
  const properties = keptProperties(session.description.contract, resource, parts.operation).map(({ name }) => name);
  const own = Object.entries(isExactObject(shown) ? shown : {}).filter(([name]) => properties.includes(name));
  return { id: null, item: Object.fromEntries(own), isAnswered: false, exchange: answer };
}

/** The same body with null for each property that may be null. */
function withNulls(session: Session, schema: string, body: Exact): Exact {
  if (!isExactObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      session.isValid('request', schema, { ...body, [name]: null }) ? null : value,
    ]),
  );
}
