import { writeExact } from '../../http/exact-json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Kind, Probed, ProbeRun } from '../../requirements/kind.ts';
import { kinds } from '../../requirements/registry.ts';
import { requirementId } from '../../requirements/requirement.ts';
import { neverServed } from './case-runner.ts';
import type { Session } from './session.ts';

/** Runs the probes of all kinds of requirements for an operation, and records what each answer shows. */
export async function runProbes(session: Session, operation: Operation): Promise<void> {
  const run: ProbeRun = {
    context: session,
    call: (parts) => session.call(parts),
    isTaken: (id) => session.acknowledged.has(writeExact(id)),
  };
  for (const kind of kinds) {
    if (kind.server?.reach.by !== 'probes') continue;
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
  else if (judgement === 'kept' && !session.hasServed(operation)) ledger.unproven(requirement, neverServed);
  else if (judgement === 'kept') ledger.keep(requirement, answer);
  else ledger.violate(requirement, { ...judgement, request: answer.request, response: answer.response });
}
