import { writeIdentity } from '../../../http/exact-json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Kind, Probed, ProbeRun, ProbeStep } from '../../../requirements/kind.ts';
import { kinds } from '../../../requirements/registry.ts';
import { requirementId } from '../../../requirements/requirement.ts';
import type { Session } from '../session/session.ts';
import { keepOnceServed } from './case-runner.ts';

/** Runs the probes of one step of all kinds of requirements for an operation, and records what they show. */
export async function runProbes(session: Session, operation: Operation, by: ProbeStep): Promise<void> {
  const run: ProbeRun = {
    context: session,
    call: (parts, allowed) => session.call(parts, allowed),
    wait: (milliseconds) => session.clock.wait(milliseconds),
    isTaken: (id) => session.journal.acknowledged.has(writeIdentity(id)),
  };
  for (const kind of kinds) {
    if (kind.server === null || kind.server.reach.by !== by) continue;
    for await (const probed of kind.server.reach.probe(run, operation)) record(session, kind, operation, probed);
  }
}

function record(
  session: Session,
  { id }: Kind,
  operation: Operation,
  { subject, answer, judgement }: Probed<string>,
): void {
  const { ledger } = session;
  const requirement = requirementId(id, subject);
  const unserved = session.whyUnserved(operation);
  if (judgement === 'kept' && unserved !== undefined) ledger.outOfReach(requirement, unserved);
  else if (judgement === 'kept' && !session.hasServed(operation))
    keepOnceServed(session, operation, requirement, answer);
  else if (judgement === 'kept') ledger.keep(requirement, answer);
  else if ('outOfReach' in judgement) ledger.outOfReach(requirement, judgement.outOfReach);
  else ledger.violate(requirement, { ...judgement, request: answer.request, response: answer.response });
}
