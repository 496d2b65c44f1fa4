import type { Equivalent } from './equivalent.ts';
import { equivalentMutants, requirementsWithoutMutants } from './equivalent-mutants.ts';
import { entryOf, withoutUse } from './equivalents.ts';
import type { Kind, Mutant, PlacedRequirement, Subject } from './kind.ts';
import type { KindReport } from './report.ts';
import type { MutantResult } from './results.ts';
import { sampleOf } from './sample.ts';

/** The mutants of one kind, and those of them that a run tries. */
export interface Selection {
  kind: Kind;
  all: readonly Mutant[];
  chosen: readonly Mutant[];
  requirements: readonly PlacedRequirement[];
  /** What is not tried, as it would take too long. */
  leftOut: readonly string[];
}

export interface Choice {
  only: RegExp;
  /** How many of each kind at most; null for all. */
  sample: number | null;
  seed: number;
}

/** What of a kind is to be tried. */
export async function select(kind: Kind, subject: Subject, { only, sample, seed }: Choice): Promise<Selection> {
  const [all, requirements] = await Promise.all([kind.list(subject), kind.requirements(subject)]);
  const wanted = all.filter(({ id }) => only.test(id));
  const chosen = sampleOf(wanted, sample ?? kind.most ?? wanted.length, seed);
  const untried = sample === null ? wanted.length - chosen.length : 0;
  const leftOut = [
    ...(untried === 0 ? [] : [`${untried.toLocaleString('en')} mutants left out: --sample NUMBER tries more`]),
    ...((await kind.leftOut?.(subject)) ?? []),
  ];
  return { kind, all, chosen, requirements, leftOut };
}

/** What need not be detected, and what need not be made. */
export interface Lists {
  mutants: readonly Equivalent[];
  requirements: readonly Equivalent[];
}

/** What became of a selection. */
export function reportOf(
  { kind, all, chosen, requirements, leftOut }: Selection,
  results: readonly MutantResult[],
  lists: Lists = { mutants: equivalentMutants, requirements: requirementsWithoutMutants },
): KindReport {
  const byId = new Map(results.flatMap((result) => (result.kind === kind.name ? [[result.id, result] as const] : [])));
  const reached = new Set(all.flatMap(({ requirementIds }) => requirementIds));
  const unreached = requirements.filter(({ id }) => !reached.has(id));
  return {
    kind,
    mutants: chosen.map((mutant) => byId.get(mutant.id) ?? untried(kind, mutant)),
    requirements,
    leftOut,
    unreached: unreached.filter(({ id }) => entryOf(kind.name, { id }, lists.requirements) === undefined),
    unused: [
      ...withoutUse(kind.name, all, lists.mutants),
      ...withoutUse(
        kind.name,
        unreached.map(({ id }) => ({ id })),
        lists.requirements,
      ),
    ],
  };
}

function untried({ name }: Kind, mutant: Mutant): MutantResult {
  return {
    kind: name,
    id: mutant.id,
    requirementIds: mutant.requirementIds,
    what: mutant.what,
    location: undefined,
    verdict: 'failed',
    detectedBy: [],
    message: 'no result came',
    distances: {},
  };
}
