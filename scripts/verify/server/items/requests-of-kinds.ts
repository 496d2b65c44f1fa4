import type { Exact } from '../../../http/exact-json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import { usualBodyOf } from '../../../requirements/request-body/bodies.ts';
import type { Session } from '../session/session.ts';

/** Requests for a new thing of each kind but the first, where the body of an operation is one of several. */
export async function requestsOfOtherKinds(session: Session, operation: Operation): Promise<RequestParts[]> {
  const { description, values } = session;
  const body = usualBodyOf(description.contract, operation);
  const [, ...others] = body?.whole.alternatives ?? [];
  if (body === undefined || others.length === 0) return [];
  const base = await session.source.base(operation);
  const bodies = others.map((kind): Exact => kind.bodyWith(values, kind.object(values, 'all'), 'all'));
  const valid = bodies.filter((one) => session.isValid('request', body.schema, one));
  return Promise.all(valid.map((one) => session.source.withBody(base, body.mediaType, one)));
}
