import { expect } from 'vitest';
import { operationIn } from '../../test/contracts.ts';
import type { Session } from '../../verify/server/session/session.ts';
import type { Kind, Probed } from '../kind.ts';

/** What the probes of a kind say of an operation, each in its turn. */
export async function probedJudgements<Id extends string>(
  kind: Kind<Id>,
  session: Session,
  operationId: string,
): Promise<Probed<Id>['judgement'][]> {
  const reach = kind.server?.reach;
  if (reach === undefined || !('probe' in reach)) return expect.fail(`${kind.id} is not probed.`);
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  const judgements: Probed<Id>['judgement'][] = [];
  for await (const { judgement } of reach.probe(run, operationIn(session.description, operationId)))
    judgements.push(judgement);
  return judgements;
}
