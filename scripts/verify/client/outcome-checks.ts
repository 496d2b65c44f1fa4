import type { Exchange } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import type { Outcome } from '../../requirements/client/calls.ts';
import type { ClientReach } from '../../requirements/kind.ts';
import { kindOf } from '../../requirements/registry.ts';
import { type Requirement, requirementId } from '../../requirements/requirement.ts';
import { responseFailure } from '../../requirements/response/failure.ts';
import { isRightlyRefused, outcomeDifference } from '../../requirements/response/outcome-difference.ts';
import type { SeenOutcome } from '../../requirements/response/seen-outcome.ts';
import { nearestTo } from '../../requirements/response/shown-requirements.ts';
import type { Specification } from '../../requirements/specification.ts';
import { record, type VerdictRecorder } from '../../requirements/verdict-recorder.ts';

type Evidence = Exchange & { title: string };

interface Check {
  requirement: Requirement;
  reach: Extract<ClientReach<string>, { by: 'outcomes' }>;
}

/** Judges what a client makes of responses. */
export class OutcomeChecks {
  readonly #description: Description;
  readonly #recorder: VerdictRecorder;
  readonly #requirements: ReadonlyMap<string, Requirement>;
  readonly #checks: ReadonlyMap<string | null, readonly Check[]>;

  /** `recorder` has to know all these requirements. */
  constructor(specification: Specification, recorder: VerdictRecorder) {
    const requirements = catalogueOf(specification, 'client');
    this.#description = specification.description;
    this.#recorder = recorder;
    this.#requirements = new Map(requirements.map((requirement) => [requirement.id, requirement]));
    this.#checks = Map.groupBy(requirements.flatMap(checkOf), ({ requirement }) => requirement.operationId);
  }

  /** `shownIds`: the requirements that the response shows if it is documented. */
  check(
    operation: Operation,
    evidence: Evidence & { response: ScriptedResponse },
    outcome: Outcome,
    is: SeenOutcome['is'],
    shownIds: readonly string[],
  ): void {
    const { response } = evidence;
    const seen: SeenOutcome = { description: this.#description, operation, response, is, outcome };
    for (const { requirement, reach } of this.#checks.get(operation.id) ?? [])
      record(this.#recorder, requirement.id, reach.judge(seen, requirement.subject), evidence);
    if (is === 'documented') this.#checkDocumented(seen, evidence, shownIds);
  }

  #checkDocumented({ operation, response, outcome }: SeenOutcome, evidence: Evidence, ids: readonly string[]): void {
    if (isRightlyRefused(response, outcome)) return;
    const difference = outcomeDifference(response, outcome);
    if (difference === undefined) {
      for (const id of ids) this.#recorder.keep(id, evidence);
      return;
    }
    const shown = ids.flatMap((id) => this.#requirements.get(id) ?? []);
    const id = nearestTo(difference, shown)?.id ?? requirementId(responseFailure.id, { set: operation.id });
    const { documented, received } = difference;
    this.#recorder.violate(id, { ...evidence, documented, received });
  }
}

function checkOf(requirement: Requirement): Check[] {
  const reach = kindOf(requirement).client?.reach;
  return reach?.by === 'outcomes' ? [{ requirement, reach }] : [];
}
