import { headerOf, isSuccess } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Session } from '../../verify/server/session.ts';
import type { RequirementDraft } from '../requirement.ts';

/** Where a success may be of several media types, each is given to whoever accepts it alone (RFC 9110 section 12.5.1). */
export function mediaTypeRequirements(operation: Operation): RequirementDraft[] {
  return choices(operation).map(({ status, mediaType, pointer }) => ({
    id: idOf(operation, status, mediaType),
    operationId: operation.id,
    pointer: `${pointer}/content`,
    statement: `A ${status} is ${mediaType} to whoever accepts that alone.`,
    subject: { kind: 'content', status },
  }));
}

export async function checkMediaTypes(session: Session, operation: Operation): Promise<void> {
  for (const { status, mediaType } of choices(operation)) {
    const parts = await session.source.base(operation);
    const answer = await session.call({ ...parts, headers: [...parts.headers, ['Accept', mediaType]] });
    const received = headerOf(answer.response, 'Content-Type') ?? 'no Content-Type';
    const isGiven = received.toLowerCase().split(';')[0]?.trim() === mediaType.toLowerCase();
    if (answer.response.status === 429 || (isSuccess(answer.response) && String(answer.response.status) !== status))
      continue;
    if (isGiven && isSuccess(answer.response)) session.ledger.keep(idOf(operation, status, mediaType), answer);
    else
      session.ledger.violate(idOf(operation, status, mediaType), {
        ...answer,
        documented: `${mediaType}, which alone is accepted.`,
        received: `${answer.response.status}, ${received}`,
      });
  }
}

function choices({ responses }: Operation): { status: string; mediaType: string; pointer: string }[] {
  return Object.entries(responses).flatMap(([status, { mediaTypes, pointer }]) => {
    const own = mediaTypes.filter((mediaType) => !mediaType.includes('*'));
    return /^2\d\d$/.test(status) && own.length > 1 ? own.map((mediaType) => ({ status, mediaType, pointer })) : [];
  });
}

function idOf({ id }: Operation, status: string, mediaType: string): string {
  return `${id}.responses.${status}.content.${mediaType}`;
}
