import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { CallResult } from '../../requirements/client/calls.ts';
import type { Arrival } from '../../requirements/client/observed-call.ts';
import { operationExists } from '../../requirements/operation/exists.ts';
import type { CheckedRequest, RequestCheck } from '../../requirements/request/request-check.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { requirementId } from '../../requirements/requirement.ts';
import type { Ledger } from '../ledger.ts';
import { judgeBehaviours } from './behaviour-judge.ts';
import { changedValues } from './changed-values.ts';
import { type ClientSpecification, stubKey } from './client-specification.ts';
import type { ClientTrial } from './client-trial.ts';
import { OutcomeChecks } from './outcome-checks.ts';
import { requirementsReachedBy } from './reached-requirements.ts';

/** Judges what came of calls by the requirements of a client. */
export class ClientJudge {
  readonly #ledger: Ledger;
  readonly #check: RequestCheck;
  readonly #callerRequirements: ReadonlySet<string>;
  readonly #outcomes: OutcomeChecks;
  /** What documented responses show, where a call ends with one of them. */
  readonly #shown: ReadonlyMap<ScriptedResponse, readonly string[]>;

  constructor({ specification, check, operations, callerRequirements }: ClientSpecification, ledger: Ledger) {
    this.#outcomes = new OutcomeChecks(specification, ledger);
    this.#ledger = ledger;
    this.#check = check;
    this.#callerRequirements = callerRequirements;
    this.#shown = new Map(
      operations.flatMap(({ documented }) =>
        documented.map(({ response, requirementIds }) => [response, requirementIds]),
      ),
    );
  }

  /** `elsewhere` is what another server got, where the stub led to one. */
  judge(trial: ClientTrial, arrivals: readonly Arrival[], elsewhere: readonly Arrival[], result: CallResult): void {
    const [first, ...others] = arrivals;
    if (first === undefined) return this.#checkUnsent(trial, result);
    for (const arrival of arrivals) {
      const checked = this.#check.check(arrival.request);
      this.#checkRequest(trial, arrival, checked);
      if (arrival === first) this.#checkValues(trial, arrival, checked);
    }
    const { title, call, besides } = trial;
    const shown = requirementsReachedBy(this.#ledger.requirements(), call.operation.id, ['retries', ...besides]);
    const observed = {
      operation: call.operation,
      key: stubKey,
      arrivals: [first, ...others] as const,
      elsewhere,
      notices: result.notices,
    };
    judgeBehaviours(this.#ledger, shown, observed, title);
    this.#checkOutcome(trial, arrivals.at(-1) ?? first, result);
  }

  /** A client may refuse what the contract forbids; nothing else. */
  #checkUnsent({ call, requirement, isAllowed, title }: ClientTrial, { outcome }: CallResult): void {
    if (!isAllowed) return;
    const received = outcome.kind === 'rejected' ? outcome.message : `${outcome.status}, without a request`;
    const request = { method: call.operation.method, target: call.operation.path, headers: [], body: null };
    this.#ledger.violate(requirement?.id ?? existsOf(call.operation), {
      title,
      documented: 'A call that the contract allows is sent.',
      received,
      request,
      response: null,
    });
  }

  /** Each request by itself. What the caller asked for against the contract is the caller's. */
  #checkRequest(
    { title, isAllowed }: ClientTrial,
    { request, response }: Arrival,
    { kept, violations }: CheckedRequest,
  ): void {
    const isJudged = (id: string) => isAllowed || !this.#callerRequirements.has(id);
    for (const id of kept) if (isJudged(id)) this.#ledger.keep(id, { title, request, response });
    for (const { requirementId, documented, received } of violations)
      if (isJudged(requirementId))
        this.#ledger.violate(requirementId, { title, documented, received, request, response });
  }

  /** What arrives is what the caller gave. */
  #checkValues(
    { title, call, requirement, isAllowed }: ClientTrial,
    { request, response }: Arrival,
    { sent, operation }: CheckedRequest,
  ): void {
    const evidence = { title, request, response };
    if (sent === undefined || operation !== call.operation) {
      if (isAllowed)
        this.#ledger.violate(existsOf(call.operation), {
          ...evidence,
          documented: `${call.operation.method} ${call.operation.path} is called.`,
          received: `${request.method} ${request.target}`,
        });
      return;
    }
    const problems = changedValues(call, sent);
    for (const { isAbout, given, arrived } of problems) {
      this.#ledger.violate(this.#requirementAbout(call.operation, requirement, isAbout), {
        ...evidence,
        documented: `The value arrives as the caller gave it: ${given}`,
        received: arrived,
      });
    }
    if (problems.length === 0 && requirement !== undefined) this.#ledger.keep(requirement.id, evidence);
  }

  /** The requirement of a trial if it is about the value, else the first that is. */
  #requirementAbout(
    operation: Operation,
    own: Requirement | undefined,
    isAbout: (requirement: Requirement) => boolean,
  ): string {
    if (own !== undefined && isAbout(own)) return own.id;
    return (
      this.#ledger.requirements().find((one) => one.operationId === operation.id && isAbout(one))?.id ??
      existsOf(operation)
    );
  }

  #checkOutcome(trial: ClientTrial, { request, response }: Arrival, { outcome }: CallResult): void {
    const shown = trial.ending === 'documented' ? trial.requirementIds : this.#shown.get(response);
    const is = shown === undefined ? trial.ending : 'documented';
    const evidence = { title: trial.title, request, response };
    this.#outcomes.check(trial.call.operation, evidence, outcome, is, shown ?? []);
  }
}

/** What a call violates that is not the one that was asked for. */
function existsOf({ id }: Operation): string {
  return requirementId(operationExists.id, { operationId: id });
}
