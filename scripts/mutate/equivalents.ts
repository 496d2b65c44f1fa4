import { type Equivalent, equivalentMutants } from './equivalent-mutants.ts';
import type { MutantKind, MutantResult } from './results.ts';

/** The entry of a list that an id of this kind is under. */
export function entryOf(kind: MutantKind, id: string, listed: readonly Equivalent[]): Equivalent | undefined {
  return listed.find((one) => one.kind === kind && one.pattern.test(id));
}

/** The result, with what the list of equivalent mutants makes of it. */
export function judged(result: MutantResult, listed: readonly Equivalent[] = equivalentMutants): MutantResult {
  const entry = entryOf(result.kind, result.id, listed);
  if (entry === undefined) return result;
  if (result.verdict === 'survived') return { ...result, verdict: 'equivalent', message: entry.reason };
  return result.verdict === 'detected' ? { ...result, verdict: 'listed but detected' } : result;
}

/** The entries that no mutant of their kind is under: what they were for is gone. */
export function withoutUse(kind: MutantKind, ids: readonly string[], listed: readonly Equivalent[]): Equivalent[] {
  return listed.filter((entry) => entry.kind === kind && !ids.some((id) => entry.pattern.test(id)));
}
