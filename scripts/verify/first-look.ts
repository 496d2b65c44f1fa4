import type { Case } from './cases.ts';
import type { FactDraft } from './facts.ts';
import type { OtherCase } from './other-requests.ts';

/** What of a run is likely to show a departure from one fact. */
export interface FirstLook {
  cases: readonly Case[];
  others: readonly OtherCase[];
  /** Whether limits are to be counted, or even to be reached. */
  limits: 'none' | 'counted' | 'reached';
}

// Some departures show in every other response only.
const mostOfStatus = 6;

/** Looks at the cases of the fact itself, and at some that are answered with the status that it is about. */
export function firstLookAt(fact: FactDraft, cases: readonly Case[], others: readonly OtherCase[]): FirstLook {
  const status = statusOf(fact);
  const isAnsweredSo = (one: Case) => one.operation.id === fact.operationId && status !== undefined && one.expectation.kind !== 'accepted' && one.expectation.with.has(status);
  return {
    cases: [...cases.filter((one) => one.fact.id === fact.id), ...cases.filter(isAnsweredSo).slice(0, mostOfStatus)],
    others: [...others.filter((one) => one.fact.id === fact.id), ...(fact.operationId === null && status !== undefined ? others.filter(({ allowed }) => allowed.has(status)).slice(0, mostOfStatus) : [])],
    limits: limitsOf(fact, status),
  };
}

/** The status of the responses that a fact is about, if it is about one. */
function statusOf({ subject }: FactDraft): number | undefined {
  return 'status' in subject && /^\d{3}$/.test(subject.status) ? Number(subject.status) : undefined;
}

function limitsOf({ subject }: FactDraft, status: number | undefined): FirstLook['limits'] {
  if (status === 429) return 'reached';
  if (subject.kind === 'rateLimit') return subject.aspect === 'counted' ? 'counted' : 'reached';
  return subject.kind === 'header' && subject.aspect === 'meaning' ? 'counted' : 'none';
}
