import { type Exact, isExactObject, isSame, writeIdentity } from '../../../http/exact-json.ts';
import { decode } from '../../../http/percent-encoding.ts';
import { type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import type { Session } from '../session/session.ts';

/** Why a 404 to what a request names shows nothing of the request. */
export const namesUnknownThing = 'The request names something that may not exist.';

/**
 * True where the body or the query has an identifier, by its name, of something that this run knows nothing of: where
 * the contract documents 404, that may be the answer.
 */
export async function namesUnknown(session: Session, parts: RequestParts): Promise<boolean> {
  const { operation, query } = parts;
  if (!Object.hasOwn(operation.responses, '404')) return false;
  const named = [
    ...namedIn(sentBody(parts) ?? null),
    ...query.map(([name, value]): [string, Exact] => [decode(name), decode(value)]),
  ].filter(([name, value]) => /(?:_id|Id|ID)s?$/.test(name) && value !== null);
  for (const [name, value] of named) {
    const resource = session.source.references.resourceIn(operation, name);
    const existing = resource && (await session.source.items.existing(resource));
    const isKnown =
      session.journal.acknowledged.has(writeIdentity(value)) || (existing !== undefined && isSame(existing, value));
    if (!isKnown) return true;
  }
  return false;
}

/** The properties of a body at every depth. */
function namedIn(value: Exact): [name: string, value: Exact][] {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (!isExactObject(value)) return [];
  return Object.entries(value).flatMap(([name, own]) => [[name, own] as [string, Exact], ...namedIn(own)]);
}
