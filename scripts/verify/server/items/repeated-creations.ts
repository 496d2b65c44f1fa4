import { isSame, within } from '../../../http/exact-json.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { keyedBy } from '../../../requirements/request/referenced-resource.ts';
import { sentBody } from '../../../requirements/request/request-parts.ts';
import { isRepeatable } from '../../../requirements/resource/item/repeatable.ts';
import type { Session } from '../session/session.ts';
import type { StoredItems } from './stored-items.ts';

/**
 * Sends a creation twice, byte for byte, with optional properties and without. Each 201 says that there is a new item
 * (RFC 9110 section 15.3.2); any other status shows nothing, as a server may refuse to have the same twice. Under an
 * identifier that the client gives, there is one item: lists show whether it is there twice, and the answer does where
 * the contract has a 409.
 */
export async function repeatCreation(session: Session, stored: StoredItems): Promise<void> {
  const { create, list, idProperty } = stored.resource;
  if (create === undefined) return;
  for (const extent of ['required', 'all'] as const) {
    const parts = await session.source.base(create, extent);
    const body = sentBody(parts);
    const given = idProperty === undefined ? undefined : within(body, [idProperty]);
    const isRefused = given !== undefined && isTakenOnce(session, stored.resource);
    const isNamed = given !== undefined && (list !== undefined || isRefused);
    if (!isNamed && !isRepeatable(stored.resource, body)) continue;
    const send = async () => {
      const answer = await session.call(parts);
      if (!isNamed && answer.response.status === 201) await stored.accept(parts, answer);
      return answer;
    };
    const [first, answer] = [await send(), await send()];
    const ids = [first, answer].map((one) => session.idIn(stored.resource, one));
    // A server may give another identifier than that which is sent.
    const isGiven = given !== undefined && ids.every((id) => id === undefined || isSame(id, given));
    if (isRefused && first.response.status === 201 && isGiven) stored.observe({ of: 'repetition', parts, answer });
  }
}

/** True where the contract has a 409, and the identifier is of nothing else: a product is put into a cart again. */
function isTakenOnce(session: Session, resource: Resource): boolean {
  const { create, idProperty, parameter } = resource;
  if (create === undefined || idProperty === undefined || parameter === undefined) return false;
  const isOfOther =
    session.source.references.resourceIn(create, idProperty) !== undefined || keyedBy(session, resource) !== undefined;
  return !isOfOther && Object.hasOwn(create.responses, '409');
}
