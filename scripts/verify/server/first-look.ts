import type { Case } from '../../requirements/cases.ts';
import type { OtherCase } from '../../requirements/operation/other-requests.ts';
import type { RequirementDraft } from '../../requirements/requirement.ts';

/** What of a run is likely to show a violation from one requirement. */
export interface FirstLook {
  cases: readonly Case[];
  others: readonly OtherCase[];
  /** Whether limits are to be counted, or even to be reached. */
  limits: 'none' | 'counted' | 'reached';
}

// Some violations show in every other response only.
const mostOfStatus = 6;

/** Looks at the cases of the requirement itself, and at some that are answered with the status that it is about. */
export function firstLookAt(
  requirement: RequirementDraft,
  cases: readonly Case[],
  others: readonly OtherCase[],
): FirstLook {
  const status = statusOf(requirement);
  const isAnsweredSo = (one: Case) =>
    one.operation.id === requirement.operationId &&
    status !== undefined &&
    one.expectation.kind !== 'accepted' &&
    one.expectation.with.has(status);
  return {
    cases: [
      ...cases.filter((one) => one.requirement.id === requirement.id),
      ...cases.filter(isAnsweredSo).slice(0, mostOfStatus),
    ],
    others: [
      ...others.filter((one) => one.requirement.id === requirement.id),
      ...(requirement.operationId === null && status !== undefined
        ? others.filter(({ allowed }) => allowed.has(status)).slice(0, mostOfStatus)
        : []),
    ],
    limits: limitsOf(requirement, status),
  };
}

/** The status of the responses that a requirement is about, if it is about one. */
function statusOf({ subject }: RequirementDraft): number | undefined {
  return 'status' in subject && /^\d{3}$/.test(subject.status) ? Number(subject.status) : undefined;
}

function limitsOf({ subject }: RequirementDraft, status: number | undefined): FirstLook['limits'] {
  if (status === 429) return 'reached';
  if (subject.kind === 'rateLimit') return subject.aspect === 'counted' ? 'counted' : 'reached';
  return subject.kind === 'header' && subject.aspect === 'meaning' ? 'counted' : 'none';
}
