import { curlOf } from '../http/curl.ts';
import type { Exchange, HttpRequest } from '../http/exchange.ts';
import { adviceFor } from '../requirements/advice.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Side } from '../requirements/side.ts';
import type { Evidence, VerdictRecorder } from '../requirements/verdict-recorder.ts';
import { workflow } from '../requirements/workflow/workflow.ts';
import type { RequirementResult, Violation } from './result.ts';
import { Samples } from './samples.ts';

interface Entry {
  requirement: Requirement;
  cases: number;
  violations: number;
  samples: Samples;
  shortest: Evidence | undefined;
  reason: string | undefined;
  outOfReach: string | undefined;
}

/** Ends a run for which one violation is enough. */
export class Enough extends Error {}

/** Keeps, for every requirement of a contract, what the cases showed. */
export class Ledger implements VerdictRecorder {
  readonly #entries = new Map<string, Entry>();
  /** How many cases have shown a violation so far. */
  violations = 0;
  readonly #onViolation: () => void;
  readonly #side: Side;

  constructor(side: Side, onViolation: () => void = () => undefined) {
    this.#onViolation = onViolation;
    this.#side = side;
  }

  /** Takes in a requirement to be proven; one that is known already stays as it is. */
  add(requirement: Requirement): void {
    if (!this.#entries.has(requirement.id)) this.#entries.set(requirement.id, newEntry(requirement));
  }

  /** Takes in all of these, and puts those that were known already in the same order. */
  arrange(requirements: readonly Requirement[]): void {
    for (const requirement of requirements) {
      const entry = this.#entries.get(requirement.id) ?? newEntry(requirement);
      this.#entries.delete(requirement.id);
      this.#entries.set(requirement.id, entry);
    }
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Those that were taken in, in that order. */
  requirements(): Requirement[] {
    return [...this.#entries.values()].map(({ requirement }) => requirement);
  }

  /** A requirement that was taken in. */
  requirement(id: string): Requirement {
    return this.#entry(id).requirement;
  }

  /** A case shows that the requirement is kept; `exchanges` are those that show it. */
  keep(id: string, ...exchanges: (Exchange & { title?: string | undefined })[]): void {
    const entry = this.#entry(id);
    entry.cases += 1;
    for (const { title, request, response } of exchanges) entry.samples.add({ title, isKept: true, request, response });
  }

  /** A case shows that the requirement is violated. */
  violate(id: string, evidence: Evidence): void {
    const entry = this.#entry(id);
    entry.cases += 1;
    entry.violations += 1;
    this.violations += 1;
    const { title, request, response } = evidence;
    entry.samples.add({ title, isKept: false, request, response });
    if (entry.shortest === undefined || lengthOf(evidence.request) < lengthOf(entry.shortest.request))
      entry.shortest = evidence;
    this.#onViolation();
  }

  /** Says why no case could verify the requirement; of several reasons the first counts. */
  unproven(id: string, reason: string): void {
    this.#entry(id).reason ??= reason;
  }

  /** Says why the contract gives no way to verify it, as the server is now; of several reasons the first counts. */
  outOfReach(id: string, reason: string): void {
    this.#entry(id).outOfReach ??= reason;
  }

  /** Says why the requirement is unproven although the contract gives no way to verify it: its author may waive it. */
  demand(id: string, reason: string): void {
    const entry = this.#entry(id);
    entry.outOfReach = undefined;
    entry.reason = reason;
  }

  /** Says why none of the cases that kept the requirement could have shown a violation: then they show nothing. */
  discard(id: string, reason: string): void {
    const entry = this.#entry(id);
    if (entry.violations > 0) return;
    entry.cases = 0;
    entry.outOfReach = reason;
  }

  isProven(id: string): boolean {
    return this.#entry(id).cases > 0;
  }

  /** True where nothing is known of it, and no reason why. */
  isOpen(id: string): boolean {
    const { requirement, cases, reason, outOfReach } = this.#entry(id);
    return cases === 0 && requirement.waiver === null && (reason ?? outOfReach) === undefined;
  }

  /** Every requirement and what became of it, in the order in which they were added. */
  results(baseUrl: string): RequirementResult[] {
    return [...this.#entries.values()].map(
      ({ requirement, cases, violations, samples, shortest, reason, outOfReach }) => {
        const result = { requirement, cases, samples: samples.list() };
        if (shortest !== undefined) {
          const { documented, received, request, response } = shortest;
          const violation: Violation = {
            documented,
            received,
            request,
            response,
            curl: curlOf(baseUrl, request),
            advice: adviceFor(requirement, this.#side),
            count: violations,
          };
          return { ...result, verdict: 'violated', violation };
        }
        if (cases > 0) return { ...result, verdict: 'kept' };
        const waiver = requirement.waiver ?? outOfReach;
        return waiver === undefined
          ? { ...result, verdict: 'unproven', reason: reason ?? 'no case reached it' }
          : { ...result, verdict: 'waived', reason: waiver };
      },
    );
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`There is no requirement ${id}.`);
    return entry;
  }
}

function newEntry(requirement: Requirement): Entry {
  return {
    requirement,
    cases: 0,
    violations: 0,
    samples: new Samples(requirement.kind === workflow.id),
    shortest: undefined,
    reason: undefined,
    outOfReach: undefined,
  };
}

function lengthOf({ target, headers, body, method }: HttpRequest): number {
  return (
    method.length +
    target.length +
    (body?.length ?? 0) +
    headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  );
}
