import type { Stage } from './refusal.ts';
import type { RequestViolation } from './request-check.ts';

/** Collects what one request keeps and breaks. */
export class Findings {
  readonly #known: ReadonlySet<string>;
  readonly #kept = new Set<string>();
  readonly #violations = new Map<string, RequestViolation>();
  readonly stages = new Set<Stage>();

  /** `known`: the ids of the requirements that there are. */
  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** Takes note that a requirement is kept, if it is one. */
  keep(...ids: readonly string[]): void {
    for (const id of ids) if (this.#known.has(id)) this.#kept.add(id);
  }

  /** Takes note of a violation from the first of the ids that is a requirement; `stage`: at which a server refuses it. */
  violate(ids: readonly [string, ...string[]], stage: Stage | undefined, documented: string, received: string): void {
    const requirementId = ids.find((id) => this.#known.has(id)) ?? ids[0];
    if (!this.#violations.has(requirementId))
      this.#violations.set(requirementId, { requirementId, documented, received });
    if (stage !== undefined) this.stages.add(stage);
  }

  get violations(): RequestViolation[] {
    return [...this.#violations.values()];
  }

  get kept(): string[] {
    return [...this.#kept].filter((id) => !this.#violations.has(id));
  }
}
