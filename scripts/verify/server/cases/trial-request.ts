import type { Answer } from '../../../http/exchange.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import type { Session } from '../session/session.ts';

/** Sends a request by which something is found out. What it creates is looked at later, as all that is created. */
export async function tryOut(session: Session, parts: RequestParts): Promise<Answer> {
  const answer = await session.call(parts);
  const resource = session.resources.find(({ create }) => create === parts.operation);
  if (resource !== undefined) session.source.newItems.made.push({ resource, parts, answer });
  return answer;
}
