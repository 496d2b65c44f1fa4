import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import type { Session } from '../session/session.ts';

type Sent = [RequestParts, Answer];

/**
 * What was sent, or, where the refusal may be for a thing that the body names, what is sent again with things of its
 * own: a coupon that others have named as well may be used up.
 */
export async function withUnusedThings(session: Session, sent: Sent, again: () => Promise<Sent>): Promise<Sent> {
  const [parts, { response }] = sent;
  const { operation } = parts;
  const isRefusal = [400, 403, 422].includes(response.status) && Object.hasOwn(operation.responses, response.status);
  if (!isRefusal || !session.source.references.isNamedIn(operation, sentBody(parts) ?? null)) return sent;
  const isServed = ([, answer]: Sent) => isSuccess(answer.response);
  return (await session.source.bodyReferences.withPlainThings(operation, again, isServed)) ?? sent;
}
