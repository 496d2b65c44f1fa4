import { type MutantReport, mutantKinds } from '../../mutate/results.ts';
import { scoreOf } from '../../mutate/score.ts';
import { reportLocation } from '../report-location.ts';
import type { MutantEntry, MutationReport } from './report.ts';

/** The mutants and their scores. `fingerprint` is that of the contract as it is now. */
export function mutationReport(
  { at, seed, seconds, sample, listed, mutants, fingerprint: tried }: MutantReport,
  fingerprint: string,
): MutationReport {
  const entries = mutants.map(
    ({ location, message, ...mutant }): MutantEntry => ({
      ...mutant,
      location: location === undefined ? null : reportLocation(location),
      message: message ?? null,
    }),
  );
  const scores = mutantKinds.flatMap((kind) => {
    const own = entries.filter((mutant) => mutant.kind === kind);
    const score = scoreOf(own);
    return own.length === 0 ? [] : [{ kind, ...score, equivalent: own.length - score.total }];
  });
  return {
    at,
    seed,
    seconds,
    sample,
    listed: listed ?? null,
    isStale: tried !== fingerprint,
    scores,
    mutants: entries,
  };
}
