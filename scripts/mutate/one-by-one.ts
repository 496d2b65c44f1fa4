import { CannotRun } from '../cli/problem.ts';
import type { RequirementResult } from '../verify/result.ts';
import { detectionBy } from './detection.ts';
import type { Mutant, Trial, TrialOptions } from './kind.ts';
import type { MutantKind, MutantResult } from './results.ts';

/** What came of holding one mutant against a contract. */
export interface Tried {
  requirements: readonly RequirementResult[];
  /** False when nothing that it could change came by: then the run has shown nothing. */
  isChanged: boolean;
}

/**
 * Tries mutants of a side one after the other.
 * What cannot be tried is reported as failed, and the others are tried all the same.
 */
export function oneByOne<Candidate extends Mutant>(
  kind: MutantKind,
  candidates: readonly Candidate[],
  run: (candidate: Candidate, options: TrialOptions) => Promise<Tried>,
  close: () => Promise<void>,
): Trial {
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return {
    async *run(ids, options) {
      for (const id of ids) {
        const candidate = known.get(id);
        if (candidate === undefined) throw new CannotRun(`There is no ${kind} mutant ${id}.`);
        yield await tryMutant(kind, candidate, () => run(candidate, options));
      }
    },
    close,
  };
}

/** The result of one mutant; `failed`, with the reason, when it cannot be tried. */
export async function tryMutant(
  kind: MutantKind,
  { id, requirementIds, what }: Mutant,
  run: () => Promise<Tried>,
): Promise<MutantResult> {
  return { kind, id, requirementIds, what, location: undefined, distances: {}, ...(await outcomeOf(run)) };
}

async function outcomeOf(run: () => Promise<Tried>): Promise<Pick<MutantResult, 'verdict' | 'detectedBy' | 'message'>> {
  try {
    const { requirements, isChanged } = await run();
    if (!isChanged) return { verdict: 'failed', detectedBy: [], message: 'nothing that it could change came by' };
    const detection = detectionBy(requirements);
    return { ...detection, verdict: detection.detectedBy.length > 0 ? 'detected' : 'survived' };
  } catch (error) {
    const message =
      error instanceof CannotRun
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    return { verdict: 'failed', detectedBy: [], message };
  }
}

/**
 * Whatever is done to a side that differs already would seem to be detected.
 * Throws CannotRun when `requirements`, of the side as it is, has one that is violated.
 */
export function checkUnchanged(side: string, requirements: readonly RequirementResult[]): void {
  const { detectedBy, message } = detectionBy(requirements);
  if (detectedBy.length > 0)
    throw new CannotRun(
      `The ${side} violates the contract without any change, in ${detectedBy[0]}: ${message} ` +
        '`npm run check` reports them all.',
    );
}
