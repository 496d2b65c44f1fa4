import type { Equivalent } from './equivalent.ts';
import { equivalentMutants } from './equivalent-mutants.ts';
import type { MutantKind, MutantResult } from './results.ts';

/** A mutant, or a requirement by itself. */
interface Listable {
  id: string;
  requirementIds?: readonly string[];
}

/** The entry of a list that something of this kind is under. */
export function entryOf(kind: MutantKind, one: Listable, listed: readonly Equivalent[]): Equivalent | undefined {
  return listed.find((entry) => isUnder(kind, one, entry));
}

function isUnder(kind: MutantKind, { id, requirementIds = [] }: Listable, entry: Equivalent): boolean {
  const { pattern, requirements = /^/ } = entry;
  return entry.kind === kind && pattern.test(id) && requirementIds.every((own) => requirements.test(own));
}

/** The result, with what the list of equivalent mutants makes of it. */
export function judged(result: MutantResult, listed: readonly Equivalent[] = equivalentMutants): MutantResult {
  const entry = entryOf(result.kind, result, listed);
  if (entry === undefined) return result;
  if (result.verdict === 'survived') return { ...result, verdict: 'equivalent', message: entry.reason };
  return result.verdict === 'detected' ? { ...result, verdict: 'listed but detected' } : result;
}

/** The entries that nothing of their kind is under: what they were for is gone. */
export function withoutUse(kind: MutantKind, all: readonly Listable[], listed: readonly Equivalent[]): Equivalent[] {
  return listed.filter((entry) => entry.kind === kind && !all.some((one) => isUnder(kind, one, entry)));
}
