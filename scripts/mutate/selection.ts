import { type Equivalent, equivalentMutants, factsWithoutMutants } from './equivalent-mutants.ts';
import { entryOf, withoutUse } from './equivalents.ts';
import type { Kind, Mutant, PlacedFact, Subject } from './kind.ts';
import type { KindReport } from './report.ts';
import type { MutantResult } from './results.ts';
import { sampleOf } from './sample.ts';

/** The mutants of one kind, and those of them that a run tries. */
export interface Selection {
  kind: Kind;
  all: readonly Mutant[];
  chosen: readonly Mutant[];
  facts: readonly PlacedFact[];
}

export interface Choice {
  only: RegExp;
  /** How many of each kind at most; null for all. */
  sample: number | null;
  seed: number;
}

/** What of a kind is to be tried. */
export async function select(kind: Kind, subject: Subject, { only, sample, seed }: Choice): Promise<Selection> {
  const [all, facts] = await Promise.all([kind.list(subject), kind.facts(subject)]);
  const wanted = all.filter(({ id }) => only.test(id));
  return { kind, all, chosen: sample === null ? wanted : sampleOf(wanted, sample, seed), facts };
}

/** What need not be caught, and what need not be made. */
export interface Lists {
  mutants: readonly Equivalent[];
  facts: readonly Equivalent[];
}

/** What became of a selection. */
export function reportOf({ kind, all, chosen, facts }: Selection, results: readonly MutantResult[], lists: Lists = { mutants: equivalentMutants, facts: factsWithoutMutants }): KindReport {
  const byId = new Map(results.flatMap((result) => (result.kind === kind.name ? [[result.id, result] as const] : [])));
  const reached = new Set(all.flatMap(({ factIds }) => factIds));
  const unreached = facts.filter(({ id }) => !reached.has(id));
  return {
    kind,
    mutants: chosen.map((mutant) => byId.get(mutant.id) ?? untried(kind, mutant)),
    facts,
    unreached: unreached.filter(({ id }) => entryOf(kind.name, id, lists.facts) === undefined),
    unused: [...withoutUse(kind.name, all.map(({ id }) => id), lists.mutants), ...withoutUse(kind.name, unreached.map(({ id }) => id), lists.facts)],
  };
}

function untried({ name }: Kind, mutant: Mutant): MutantResult {
  return { kind: name, id: mutant.id, factIds: mutant.factIds, what: mutant.what, location: undefined, verdict: 'failed', caughtBy: [], told: 'no result came', distances: {} };
}
