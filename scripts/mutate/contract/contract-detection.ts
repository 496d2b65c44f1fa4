import type { ContractError, Location } from '../../cli/problem.ts';
import { comparison, type MutantResult } from '../results.ts';
import type { ContractMutant } from './contract-mutants.ts';

/** What a contract is checked by, in the order in which `npm run check` reports it. */
export const contractChecks = ['lint', 'types', 'server', 'client', 'workflows', comparison] as const;
export type ContractCheck = (typeof contractChecks)[number];

/** What one check says of a mutant. */
export interface Detection {
  check: ContractCheck;
  message: string;
  /** Every place that its messages name. */
  places: readonly Location[];
}

/** What a check has detected that finds the contract to be none: the first problem, and where all of them are. */
export function detectionByProblems(check: ContractCheck, { problems }: ContractError): Detection {
  return { check, message: problems[0]?.message ?? '', places: problems.map(({ location }) => location) };
}

/** What came of a mutant, which is the file `copy` now. */
export function resultOf(mutant: ContractMutant, copy: string, all: readonly Detection[]): MutantResult {
  const detections = contractChecks.flatMap((check) => all.filter((one) => one.check === check));
  const [first] = detections.filter(({ check }) => check !== comparison);
  const { id, requirementIds, what, location } = mutant;
  return {
    kind: 'contract',
    id,
    requirementIds,
    what,
    location,
    verdict: first === undefined ? 'survived' : 'detected',
    detectedBy: detections.map(({ check }) => check),
    message: first?.message,
    distances: Object.fromEntries(detections.map(({ check, places }) => [check, distanceOf(mutant, copy, places)])),
  };
}

/** Lines to the nearest place: in the changed file, or in the one that it was before. */
function distanceOf({ location }: ContractMutant, copy: string, places: readonly Location[]): number | null {
  const distances = places
    .filter(({ file }) => file === copy || file === location.file)
    .map(({ line }) => Math.abs(line - location.line));
  return distances.length === 0 ? null : Math.min(...distances);
}
