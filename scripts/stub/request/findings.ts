import type { RequestBreach } from './request-check.ts';
import type { Stage } from './refusal.ts';

/** Collects what one request keeps and breaks. */
export class Findings {
  readonly #known: ReadonlySet<string>;
  readonly #kept = new Set<string>();
  readonly #breaches = new Map<string, RequestBreach>();
  readonly stages = new Set<Stage>();

  /** `known`: the ids of the facts that there are. */
  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** Takes note that a fact is kept, if it is one. */
  keep(...ids: readonly string[]): void {
    for (const id of ids) if (this.#known.has(id)) this.#kept.add(id);
  }

  /** Takes note of a departure from the first of the ids that is a fact; `stage`: at which a server refuses it. */
  breach(ids: readonly [string, ...string[]], stage: Stage | undefined, documented: string, received: string): void {
    const factId = ids.find((id) => this.#known.has(id)) ?? ids[0];
    if (!this.#breaches.has(factId)) this.#breaches.set(factId, { factId, documented, received });
    if (stage !== undefined) this.stages.add(stage);
  }

  get breaches(): RequestBreach[] {
    return [...this.#breaches.values()];
  }

  get kept(): string[] {
    return [...this.#kept].filter((id) => !this.#breaches.has(id));
  }
}
