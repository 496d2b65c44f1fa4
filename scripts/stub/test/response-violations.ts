import type { ScriptedResponse } from '../../http/scripted-response.ts';
import { requestOf } from '../../http/test/messages.ts';
import type { Description } from '../../openapi/description.ts';
import type { RequirementDraft } from '../../requirements/requirement.ts';
import { responseRequirements } from '../../requirements/response/response-requirements.ts';
import { type ResponseSet, unmatchedResponses } from '../../requirements/response/response-sets.ts';
import { Ledger } from '../../verify/ledger.ts';
import { ResponseChecks } from '../../verify/server/response-checks.ts';

/** Gives the ids of the requirements of a set that a response violates, but for those of the meaning of headers. */
export function violationsIn(description: Description, set: ResponseSet): (response: ScriptedResponse) => string[] {
  const ledger = new Ledger(description.contract);
  const failure: RequirementDraft = {
    id: `${set.name}.responses.failure`,
    operationId: null,
    pointer: '',
    statement: '',
    subject: { kind: 'status', status: 'failure' },
  };
  for (const requirement of [...responseRequirements(description, set), failure]) ledger.add(requirement);
  const responseChecks = new ResponseChecks(description, ledger, [set], unmatchedResponses(description));
  const request = requestOf(set.operation?.method ?? 'GET', '/');
  const counts = () =>
    new Map(
      ledger
        .results('http://localhost')
        .flatMap((result) => (result.verdict === 'broken' ? [[result.requirement.id, result.violation.count]] : [])),
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
