import type { MutantKind, MutantReport } from '../../mutate/results.ts';
import { reportLocation } from './excerpts.ts';
import type { MutantEntry, MutationReport } from './report.ts';

const kinds: readonly MutantKind[] = ['contract', 'server', 'client', 'generated'];

/** The mutants and their scores. `fingerprint` is that of the contract as it is now. */
export function mutationReport(
  { at, seed, seconds, sample, mutants, fingerprint: tried }: MutantReport,
  fingerprint: string,
): MutationReport {
  const entries = mutants.map(
    ({ location, message, ...mutant }): MutantEntry => ({
      ...mutant,
      location: location === undefined ? null : reportLocation(location),
      message: message ?? null,
    }),
  );
  const scores = kinds.flatMap((kind) => {
    const own = entries.filter((mutant) => mutant.kind === kind);
    const count = (verdict: MutantEntry['verdict']) => own.filter((mutant) => mutant.verdict === verdict).length;
    return own.length === 0
      ? []
      : [
          {
            kind,
            detected: count('detected'),
            total: own.length - count('equivalent'),
            equivalent: count('equivalent'),
          },
        ];
  });
  return { at, seed, seconds, sample, isStale: tried !== fingerprint, scores, mutants: entries };
}
