import type { MutantReport, MutantResult } from '../../../mutate/results.ts';

/** A mutant that was detected, but for what is said of it. */
export function mutantOf(requirementId: string | undefined, parts: Partial<MutantResult> = {}): MutantResult {
  return {
    kind: 'contract',
    id: `${parts.kind ?? 'contract'} ${requirementId}`,
    requirementIds: requirementId === undefined ? [] : [requirementId],
    what: 'required becomes optional',
    location: undefined,
    verdict: 'detected',
    detectedBy: ['server', 'released'],
    message: undefined,
    distances: { server: 0, released: null },
    ...parts,
  };
}

export function mutantReportOf(mutants: MutantResult[], fingerprint = 'now'): MutantReport {
  return { formatVersion: 2, fingerprint, at: '2030-06-01T11:00:00.000Z', seed: 7, seconds: 12, sample: null, mutants };
}
