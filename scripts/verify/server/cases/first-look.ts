import type { Case, RawCase } from '../../../requirements/cases.ts';
import type { PlannedCases } from '../../../requirements/planned-cases.ts';
import { kindOf } from '../../../requirements/registry.ts';
import type { Requirement } from '../../../requirements/requirement.ts';
import { headerMeaning } from '../../../requirements/response/header-meaning.ts';

/** What of a run is likely to show a violation from one requirement. */
export interface FirstLook {
  cases: readonly Case[];
  rawCases: readonly RawCase[];
  /** How much of the limit is to be spent. */
  spends: 'nothing' | 'a few' | 'all' | 'plans';
}

// Some violations show in every other response only.
const mostOfStatus = 6;

/** Looks at the cases of the requirement itself, and at some that are answered with the status that it is about. */
export function firstLookAt(
  requirement: Requirement,
  { cases, rawCases }: Pick<PlannedCases, 'cases' | 'rawCases'>,
): FirstLook {
  const status = statusOf(requirement);
  const isAnsweredSo = (one: Case) =>
    one.operation.id === requirement.operationId &&
    status !== undefined &&
    'with' in one.expectation &&
    one.expectation.with.has(status);
  return {
    cases: [
      ...cases.filter((one) => one.requirement.id === requirement.id),
      ...cases.filter(isAnsweredSo).slice(0, mostOfStatus),
    ],
    rawCases: [
      ...rawCases.filter((one) => one.requirement.id === requirement.id),
      ...(requirement.operationId === null && status !== undefined
        ? rawCases.filter(({ allowed }) => allowed.has(status)).slice(0, mostOfStatus)
        : []),
    ],
    spends: spentFor(requirement, status),
  };
}

/** The status of the responses that a requirement is about, if it is about one. */
function statusOf({ subject }: Requirement): number | undefined {
  const { status } = subject;
  return status !== undefined && /^\d{3}$/.test(status) ? Number(status) : undefined;
}

function spentFor(requirement: Requirement, status: number | undefined): FirstLook['spends'] {
  if (status === 429) return 'all';
  const reach = kindOf(requirement).server?.reach;
  if (reach?.by === 'limits') return reach.spends;
  return requirement.kind === headerMeaning.id ? 'a few' : 'nothing';
}
