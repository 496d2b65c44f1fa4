import type { MutantResult } from './results.ts';

/** How many of some mutants were detected; those that are equivalent do not count. */
export interface Score {
  detected: number;
  total: number;
}

/** How many mutants were detected; one that is equivalent to the original does not count. */
export function scoreOf(mutants: readonly Pick<MutantResult, 'verdict'>[]): Score {
  const counted = mutants.filter(({ verdict }) => verdict !== 'equivalent');
  return { detected: counted.filter(({ verdict }) => verdict === 'detected').length, total: counted.length };
}

/** The score of each requirement that there is a mutant of. */
export function requirementScores(mutants: readonly MutantResult[]): Map<string, Score> {
  const own = mutants.flatMap((mutant) => mutant.requirementIds.map((requirementId) => ({ requirementId, mutant })));
  return new Map(
    [...Map.groupBy(own, ({ requirementId }) => requirementId)].map(([requirementId, all]) => [
      requirementId,
      scoreOf(all.map(({ mutant }) => mutant)),
    ]),
  );
}
