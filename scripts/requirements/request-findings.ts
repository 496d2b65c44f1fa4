import type { Violation } from './judgement.ts';
import type { Stage } from './refusal.ts';

/** A requirement that a request does not keep. */
export interface RequestViolation extends Violation {
  requirementId: string;
}

/** Collects the requirements that one request keeps and violates. */
export class RequestFindings {
  readonly #kept = new Set<string>();
  readonly #violations = new Map<string, RequestViolation>();
  /** Where on its way the request is refused. */
  readonly stages = new Set<Stage>();

  keep(requirementId: string): void {
    this.#kept.add(requirementId);
  }

  /** Of several violations of a requirement the first counts. `stage`: where a server refuses the request for it. */
  violate(requirementId: string, stage: Stage | undefined, violation: Violation): void {
    if (!this.#violations.has(requirementId)) this.#violations.set(requirementId, { requirementId, ...violation });
    if (stage !== undefined) this.stages.add(stage);
  }

  get violations(): RequestViolation[] {
    return [...this.#violations.values()];
  }

  get kept(): string[] {
    return [...this.#kept].filter((id) => !this.#violations.has(id));
  }
}
