import type { RequirementResult } from '../verify/result.ts';
import type { MutantResult } from './results.ts';

/**
 * Requirements that were reported as violated; where there are none, `message` names those that could not be proven.
 */
export function detectionBy(requirements: readonly RequirementResult[]): Pick<MutantResult, 'detectedBy' | 'message'> {
  const violated = requirements.flatMap((result) => (result.verdict === 'violated' ? [result] : []));
  const unproven = requirements
    .filter(({ verdict }) => verdict === 'unproven')
    .map(({ requirement }) => requirement.id);
  const [first] = violated;
  if (first !== undefined)
    return {
      detectedBy: violated.map(({ requirement }) => requirement.id),
      message: `${first.violation.documented} Received: ${first.violation.received}`,
    };
  return { detectedBy: [], message: unproven.length > 0 ? `unproven: ${unproven.slice(0, 3).join(', ')}` : undefined };
}

/** True unless every requirement was kept: also for what could not be tried, which shows nothing. */
export function isReported({ verdict, message }: Pick<MutantResult, 'verdict' | 'message'>): boolean {
  return verdict !== 'survived' || message !== undefined;
}

/** The requirements that report a server, and what the first of them says. */
export function describeDetection({
  detectedBy,
  message = 'every requirement is kept',
}: Pick<MutantResult, 'detectedBy' | 'message'>): string {
  return detectedBy.length === 0 ? message : `${detectedBy.join(', ')}\n  ${message}`;
}
