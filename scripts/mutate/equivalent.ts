import type { MutantKind } from './results.ts';

/** What no check can see, or nobody can make, by its id, and why. */
export interface Equivalent {
  kind: MutantKind;
  pattern: RegExp;
  /** Where there is one, each requirement that the mutant is about has such an id: else the entry is not about it. */
  requirements?: RegExp;
  reason: string;
}
