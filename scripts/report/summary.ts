import { countOf } from '../cli/text.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { responseStatus } from '../requirements/response/status.ts';
import { workflow } from '../requirements/workflow/workflow.ts';
import type { RequirementResult, Verification, Violation } from '../verify/result.ts';

export type Counts = Record<RequirementResult['verdict'], number>;

/** The requirements of one operation, or of what is none. */
export interface Group {
  name: string;
  requirements: RequirementResult[];
}

/** A requirement that is violated, and how. */
export interface ViolatedRequirement {
  requirement: Requirement;
  cases: number;
  violation: Violation;
}

/** A requirement that is unproven or waived, and why. */
export interface Reasoned {
  requirement: Requirement;
  reason: string;
}

/**
 * The requirements by operation in the order of the contract,
 * then those of requests that reach none, then the workflows.
 */
export function groupsOf({ requirements }: Verification): Group[] {
  const others = 'other requests';
  const workflows = 'workflows';
  const groups = Map.groupBy(requirements, ({ requirement: { kind, operationId } }) =>
    kind === workflow.id ? workflows : (operationId ?? others),
  );
  const last = [others, workflows];
  const names = [...[...groups.keys()].filter((name) => !last.includes(name)), ...last];
  return names
    .flatMap((name) => ({ name, requirements: groups.get(name) ?? [] }))
    .filter((group) => group.requirements.length > 0);
}

/** How many requirements have each verdict. */
export function countsOf(requirements: readonly Pick<RequirementResult, 'verdict'>[]): Counts {
  const counts: Counts = { kept: 0, violated: 0, unproven: 0, waived: 0 };
  for (const { verdict } of requirements) counts[verdict] += 1;
  return counts;
}

export function violatedOf(requirements: RequirementResult[]): ViolatedRequirement[] {
  return requirements.flatMap((result) => (result.verdict === 'violated' ? [result] : []));
}

export function unprovenOf(requirements: RequirementResult[]): Reasoned[] {
  return requirements.flatMap((result) => (result.verdict === 'unproven' ? [result] : []));
}

export function waivedOf(requirements: RequirementResult[]): Reasoned[] {
  return requirements.flatMap((result) => (result.verdict === 'waived' ? [result] : []));
}

/**
 * Without those of a response that is itself in the list:
 * one that was never seen takes all its requirements with it.
 */
export function withoutParts(reasoned: Reasoned[]): (Reasoned & { parts: number })[] {
  const byResponse = Map.groupBy(reasoned, ({ requirement: { subject } }) => responseOf(subject));
  return reasoned.flatMap((one) => {
    const own = byResponse.get(responseOf(one.requirement.subject)) ?? [];
    const whole = own.find(({ requirement: { kind } }) => kind === responseStatus.id);
    if (whole === undefined) return [{ ...one, parts: 0 }];
    return one === whole ? [{ ...one, parts: own.length - 1 }] : [];
  });
}

/** The documented response that a requirement is about, if it is about one. */
function responseOf({ set, status }: Requirement['subject']): string | undefined {
  return status === undefined ? undefined : `${set} ${status}`;
}

/** What a run says of the contract as a whole; without any requirement it has shown nothing. */
export function verdictOf({ requirements }: Verification): 'kept' | 'violated' | 'unproven' {
  const counts = countsOf(requirements);
  if (counts.violated > 0) return 'violated';
  return counts.unproven > 0 || counts.kept === 0 ? 'unproven' : 'kept';
}

/** The verdict in one line. */
export function verdictLine(verification: Verification): string {
  const { requirements, requests, unreached, seed, seconds } = verification;
  const { kept, violated, unproven, waived } = countsOf(requirements);
  const run = [
    ...(waived > 0 ? [`${waived} waived`] : []),
    countOf(requests, 'request'),
    `seed ${seed} (${seconds.toFixed(1)} s)`,
  ];
  const verdict = verdictOf(verification);
  if (verdict === 'kept') {
    const but = unreached > 0 ? `, but for ${countOf(unreached, 'requirement')} not reached` : '';
    return [`The contract is kept${but}: ${countOf(kept, 'requirement')} proven`, ...run].join(', ');
  }
  if (verdict === 'unproven')
    return [
      `The contract is not proven: ${countOf(unproven, 'requirement')} of ${requirements.length} unproven`,
      ...run,
    ].join(', ');
  return [
    `The contract is violated: ${countOf(violated, 'requirement')} of ${requirements.length}`,
    ...(unproven > 0 ? [`${unproven} unproven`] : []),
    ...run,
  ].join(', ');
}
