import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { kinds } from '../../../requirements/registry.ts';
import { requirementId } from '../../../requirements/requirement.ts';
import { record } from '../../../requirements/verdict-recorder.ts';
import { nothingThere, type Session } from '../session/session.ts';
import { namesUnknown, namesUnknownThing } from './references.ts';

/**
 * Sends the requests to an operation by which kinds reach their requirements themselves,
 * and judges each by the whole answer.
 */
export async function runPlannedRequests(session: Session, operation: Operation): Promise<void> {
  for (const { id, server } of kinds) {
    if (server?.reach.by !== 'answers') continue;
    for (const { subject, build, judge } of server.reach.requests(session, operation)) {
      const parts = await build(session);
      const answer = await session.call(parts);
      const isUnknown = answer.response.status === 404 && (await namesUnknown(session, parts));
      const unserved = isSuccess(answer.response) ? undefined : session.whyUnserved(operation);
      const outOfReach = session.isMissing(parts, answer) ? nothingThere : isUnknown ? namesUnknownThing : unserved;
      const judgement = outOfReach === undefined ? judge(answer) : { outOfReach };
      record(session.ledger, requirementId(id, subject), judgement, answer);
    }
  }
}
