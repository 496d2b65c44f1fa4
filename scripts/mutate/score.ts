import type { MutantKind, MutantResult } from './results.ts';

/** How many of some mutants were detected; those that are equivalent do not count. */
export interface Score {
  detected: number;
  total: number;
}

export function scoreOf(mutants: readonly MutantResult[]): Score {
  const counted = mutants.filter(({ verdict }) => verdict !== 'equivalent');
  return { detected: counted.filter(({ verdict }) => verdict === 'detected').length, total: counted.length };
}

/** The score of each requirement that there is a mutant of; of one kind, or of all. */
export function requirementScores(mutants: readonly MutantResult[], kind?: MutantKind): Map<string, Score> {
  const own = mutants
    .filter((mutant) => kind === undefined || mutant.kind === kind)
    .flatMap((mutant) => mutant.requirementIds.map((requirementId) => ({ requirementId, mutant })));
  return new Map(
    [...Map.groupBy(own, ({ requirementId }) => requirementId)].map(([requirementId, all]) => [
      requirementId,
      scoreOf(all.map(({ mutant }) => mutant)),
    ]),
  );
}
