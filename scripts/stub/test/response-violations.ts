import type { ScriptedResponse } from '../../http/scripted-response.ts';
import { requestOf } from '../../http/test/messages.ts';
import type { Description } from '../../openapi/description.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { withoutWorkflows } from '../../requirements/test/without-workflows.ts';
import { Ledger } from '../../verify/ledger.ts';
import { ResponseChecks } from '../../verify/server/session/response-checks.ts';
import { addReachedBy } from '../../verify/test/bench.ts';

/** Gives the ids of the requirements of a set that a response violates, but for those of the meaning of headers. */
export function violationsIn(description: Description, set: ResponseSet): (response: ScriptedResponse) => string[] {
  const ledger = new Ledger('server');
  addReachedBy('responses', description, ledger);
  const responseChecks = new ResponseChecks(withoutWorkflows(description), ledger);
  const request = requestOf(set.operation?.method ?? 'GET', '/');
  const counts = () =>
    new Map(
      ledger
        .results('http://localhost')
        .flatMap((result) => (result.verdict === 'violated' ? [[result.requirement.id, result.violation.count]] : [])),
    );
  return (response) => {
    const [before, { delivery }] = [counts(), response];
    if (delivery?.kind === 'cut' || delivery?.kind === 'none') responseChecks.unanswered(set, request, 'it is cut');
    else responseChecks.check(set, { request, response }, set.operation?.path);
    return [...counts()].flatMap(([id, count]) =>
      count === before.get(id) || /\.headers\..*\.meaning$/.test(id) ? [] : [id],
    );
  };
}
