import { within } from '../../http/exact-json.ts';
import { sentBody } from '../../requirements/request/request-parts.ts';
import { isRepeatable } from '../../requirements/resource/item/repeatable.ts';
import type { Session } from './session.ts';
import type { StoredItems } from './stored-items.ts';

/**
 * Sends a creation twice, byte for byte, with optional properties and without. Each 201 says that there is a new item
 * (RFC 9110 section 15.3.2); any other status shows nothing, as a server may refuse to have the same twice. Under an
 * identifier that the client gives, lists alone show whether it is there twice.
 */
export async function repeatCreation(session: Session, stored: StoredItems): Promise<void> {
  const { create, list, idProperty } = stored.resource;
  if (create === undefined) return;
  for (const extent of ['required', 'all'] as const) {
    const parts = await session.source.base(create, extent);
    const body = sentBody(parts);
    const isNamed = list !== undefined && idProperty !== undefined && within(body, [idProperty]) !== undefined;
    if (!isNamed && !isRepeatable(stored.resource, body)) continue;
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await session.call(parts);
      if (!isNamed && answer.response.status === 201) await stored.accept(parts, answer);
    }
  }
}
