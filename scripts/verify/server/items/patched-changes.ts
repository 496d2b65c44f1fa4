import { type Exact, type ExactObject, isExactObject, isSame } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { ownValue } from '../../../http/own-value.ts';
import { type Patch, patchesTo, patchOf } from '../../../openapi/resources/json-patch.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import { otherValue } from '../../../requirements/resource/other-value.ts';
import type { Session } from '../session/session.ts';
import { itemShown, lookAt } from './partial-changes.ts';
import { untilTimeMoves } from './replacements.ts';
import type { StoredItems } from './stored-items.ts';

// Each is followed by a look at the item.
const mostPatches = 12;

/** Changes the properties of an item one by one where a JSON Patch does, and looks at it all the while. */
export async function changeByPatches(session: Session, stored: StoredItems): Promise<void> {
  const { merge, read } = stored.resource;
  const patch = merge && patchOf(session, merge);
  if (merge === undefined || patch === undefined || read === undefined) return;
  const base = await session.source.base(merge);
  let before = itemShown(session, stored, await lookAt(session, stored, base));
  await untilTimeMoves(session, stored.resource, merge);
  const names = [...patch.properties.keys()];
  // Once all are set, each is changed beside the others.
  for (const name of [...names, ...names].slice(0, mostPatches)) {
    const parts = before && (await patchTo(session, base, patch, name, before));
    const answer = parts && (await session.call(parts));
    if (before === undefined || parts === undefined || answer === undefined || !isSuccess(answer.response)) continue;
    const shown: Answer | undefined = await lookAt(session, stored, base);
    if (shown === undefined || !isSuccess(shown.response)) continue;
    stored.observe({ of: 'partial change', parts, before, answer: shown });
    before = itemShown(session, stored, shown);
  }
}

/** A patch that sets one property to another value than an item has; undefined where the schemas allow none. */
async function patchTo(
  session: Session,
  base: RequestParts,
  patch: Patch,
  name: string,
  item: ExactObject,
): Promise<RequestParts | undefined> {
  const { operation } = base;
  const { contract } = session.description;
  const pointer = patch.properties.get(name)?.pointer ?? '';
  const mediaType = operation.requestBody?.mediaTypes.find(isJson) ?? '';
  const schema = jsonBodySchema(contract, operation) ?? '';
  const made = session.values.valueAt(pointer, 'all');
  const was: Exact = ownValue(item, name) ?? null;
  const value = isSame(made, was) ? otherValue(contract, patch.item, name, made) : made;
  if (isSame(value, was) || !session.isValid('request', pointer, value)) return undefined;
  const body = patchesTo(patch, name, value).find((one) => session.isValid('request', schema, one));
  if (body === undefined || isExactObject(body)) return undefined;
  return session.source.tags.withCurrentTag(await session.source.withBody(base, mediaType, body));
}
