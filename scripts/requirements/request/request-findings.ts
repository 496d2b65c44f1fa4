import type { Violation } from '../judgement.ts';
import type { Requirement } from '../requirement.ts';
import type { Stage } from './refusal.ts';

/** A requirement that a request does not keep. */
export interface RequestViolation extends Violation {
  requirementId: string;
  /** The kind of that requirement. */
  kind: string;
}

/** Collects the requirements that one request keeps and violates. */
export class RequestFindings {
  readonly #kept = new Set<string>();
  readonly #violations = new Map<string, RequestViolation>();
  /** Where on its way the request is refused. */
  readonly stages = new Set<Stage>();

  keep({ id }: Requirement): void {
    this.#kept.add(id);
  }

  /** Of several violations of a requirement the first counts. `stage`: where a server refuses the request for it. */
  violate({ id, kind }: Requirement, stage: Stage | undefined, violation: Violation): void {
    if (!this.#violations.has(id)) this.#violations.set(id, { requirementId: id, kind, ...violation });
    if (stage !== undefined) this.stages.add(stage);
  }

  get violations(): RequestViolation[] {
    return [...this.#violations.values()];
  }

  get kept(): string[] {
    return [...this.#kept].filter((id) => !this.#violations.has(id));
  }
}
