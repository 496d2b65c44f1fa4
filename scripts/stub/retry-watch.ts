import type { HttpRequest } from '../http/exchange.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { requirementsOfKinds } from '../requirements/catalogue.ts';
import type { Arrival } from '../requirements/client/observed-call.ts';
import { judgeWait, retryWaits } from '../requirements/client/retry-waits.ts';
import type { CheckedRequest } from '../requirements/request/request-check.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Specification } from '../requirements/specification.ts';
import { preferenceOf } from './preference.ts';

/**
 * Remembers which requests were refused with `Retry-After`, and judges when the same request comes again.
 * Who asks for a response by `Prefer` makes no retry by asking again: two tests may want the same refusal.
 */
export class RetryWatch {
  /** One for each operation that can ask to wait. */
  readonly requirements: readonly Requirement[];
  readonly #now: () => number;
  readonly #refused = new Map<string, Arrival & { requirement: Requirement }>();

  /** `now` gives milliseconds since the epoch. */
  constructor(specification: Specification, now: () => number) {
    this.requirements = requirementsOfKinds(specification, 'client', [retryWaits]);
    this.#now = now;
  }

  /**
   * To be called with each request as it comes:
   * what it shows, where the last response to the same request asked to wait.
   */
  check(request: HttpRequest): Pick<CheckedRequest, 'kept' | 'violations'> {
    if (preferenceOf(request) !== undefined) return { kept: [], violations: [] };
    const before = this.#refused.get(keyOf(request));
    this.#refused.delete(keyOf(request));
    const judgement = before === undefined ? undefined : judgeWait(before, this.#now());
    if (before === undefined || judgement === undefined) return { kept: [], violations: [] };
    const { id: requirementId, kind } = before.requirement;
    return judgement === 'kept'
      ? { kept: [requirementId], violations: [] }
      : { kept: [], violations: [{ requirementId, kind, ...judgement }] };
  }

  /** To be called with each response as it goes out. */
  note({ id }: Operation, request: HttpRequest, response: ScriptedResponse): void {
    const requirement = this.requirements.find(({ operationId }) => operationId === id);
    const isRefused = response.status === 429 || response.status === 503;
    if (requirement === undefined || !isRefused || preferenceOf(request) !== undefined) return;
    this.#refused.set(keyOf(request), { request, response, at: this.#now(), requirement });
  }
}

function keyOf({ method, target, body }: HttpRequest): string {
  return `${method} ${target} ${body?.toString('latin1') ?? ''}`;
}
