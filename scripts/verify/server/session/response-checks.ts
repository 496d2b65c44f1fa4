import type { Exact } from '../../../http/exact-json.ts';
import type { Exchange, HttpRequest } from '../../../http/exchange.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import type { FaultHarness } from '../../../requirements/fault.ts';
import type { ServerReach } from '../../../requirements/kind.ts';
import { RateLimitConsistency } from '../../../requirements/rate-limit/rate-limit-consistency.ts';
import { kindOf } from '../../../requirements/registry.ts';
import type { Requirement } from '../../../requirements/requirement.ts';
import { type ResponseSet, unmatchedResponses } from '../../../requirements/response/response-sets.ts';
import { SeenResponse } from '../../../requirements/response/seen-response.ts';
import type { Specification } from '../../../requirements/specification.ts';
import { record } from '../../../requirements/verdict-recorder.ts';
import type { Ledger } from '../../ledger.ts';
import { KeptResponses } from './kept-responses.ts';

interface Check {
  requirement: Requirement;
  reach: Extract<ServerReach<string>, { by: 'responses' }>;
}

/** Judges every response that is seen, whatever it was sent for, by each requirement that is reached by responses. */
export class ResponseChecks {
  readonly #description: Description;
  readonly #recorder: Ledger;
  readonly #unmatched: ResponseSet;
  readonly #checks: ReadonlyMap<string | null, readonly Check[]>;
  readonly #kept: KeptResponses;
  readonly rateLimit: RateLimitConsistency;
  /** How often a requirement was asked of a response. */
  judgements = 0;

  /** `recorder` has to know all these requirements. */
  constructor(specification: Specification, recorder: Ledger) {
    this.#description = specification.description;
    this.#recorder = recorder;
    this.#unmatched = unmatchedResponses(specification.description);
    this.#checks = Map.groupBy(checksOf(specification), ({ requirement }) => requirement.operationId);
    this.#kept = new KeptResponses(specification);
    this.rateLimit = new RateLimitConsistency(recorder);
  }

  /**
   * Judges a response, and gives its body when it is JSON. `path`:
   * the path of the contract that was asked, if it has it.
   */
  check(set: ResponseSet, { request, response }: Exchange, path: string | undefined): Exact | undefined {
    const seen = new SeenResponse(this.#description, set, { request, response }, path);
    if (seen.mayBeOfAnother) return seen.value;
    const kept: Requirement[] = [];
    const exchange = { request, response };
    const checks = this.#checksOf(set.operation);
    this.judgements += checks.length;
    for (const { requirement, reach } of checks) {
      const judgement = reach.judge(seen, requirement.subject);
      record(this.#recorder, requirement.id, judgement, exchange);
      if (judgement === 'kept') kept.push(requirement);
    }
    this.#kept.add(seen, kept);
    if (seen.hasReachedNoOperation && Object.hasOwn(this.#unmatched.responses, String(response.status)))
      return this.check(this.#unmatched, { request, response }, path);
    if (seen.keyed !== undefined) this.rateLimit.record(this.#description.contract, seen.keyed, { request, response });
    return seen.value;
  }

  /** Takes back what is kept by responses none of which could have violated it. */
  async discardUnproven(harness: FaultHarness): Promise<void> {
    for (const { id } of await this.#kept.withoutProof(harness))
      this.#recorder.discard(id, 'No response that came could have violated it.');
  }

  /** Judges that no whole response came. */
  unanswered(set: ResponseSet, request: HttpRequest, reason: string): void {
    for (const { requirement, reach } of this.#checksOf(set.operation)) {
      const violation = reach.whenUnanswered?.(reason);
      if (violation !== undefined) this.#recorder.violate(requirement.id, { ...violation, request, response: null });
    }
  }

  /** How many requirements are asked of each response to an operation. */
  countFor(operation: Operation): number {
    return this.#checksOf(operation).length;
  }

  #checksOf(operation: Operation | null): readonly Check[] {
    return this.#checks.get(operation?.id ?? null) ?? [];
  }
}

function checksOf(specification: Specification): Check[] {
  return catalogueOf(specification, 'server').flatMap((requirement) => {
    const reach = kindOf(requirement).server?.reach;
    return reach?.by === 'responses' ? [{ requirement, reach }] : [];
  });
}
