import type { RequirementResult } from '../verify/result.ts';
import type { MutantResult } from './results.ts';

/** Requirements that were told as broken; where there are none, `told` names those that could not be held against a side. */
export function toldBy(requirements: readonly RequirementResult[]): Pick<MutantResult, 'caughtBy' | 'told'> {
  const broken = requirements.flatMap((result) => (result.verdict === 'broken' ? [result] : []));
  const unproven = requirements
    .filter(({ verdict }) => verdict === 'unproven')
    .map(({ requirement }) => requirement.id);
  const [first] = broken;
  if (first !== undefined)
    return {
      caughtBy: broken.map(({ requirement }) => requirement.id),
      told: `${first.violation.documented} Received: ${first.violation.received}`,
    };
  return { caughtBy: [], told: unproven.length > 0 ? `unproven: ${unproven.slice(0, 3).join(', ')}` : undefined };
}
