import type { Requirement } from '../../requirements/requirement.ts';

/**
 * The requirement of a changed contract that is most like one of the contract before: itself, if it is still there;
 * else of the same operation and section the one whose part of the contract has most in common with its part.
 * Undefined where there are none.
 */
export function nearestRequirement(all: readonly Requirement[], wanted: Requirement): Requirement | undefined {
  return all
    .map((one) => ({ one, likeness: likeness(one, wanted) }))
    .toSorted((a, b) => compare(b.likeness, a.likeness))[0]?.one;
}

/** What counts most stands first. */
function likeness(one: Requirement, wanted: Requirement): number[] {
  const part = Object.entries(wanted.subject).filter(([field]) => field !== 'keyword');
  const common = part.filter(([field, value]) => one.subject[field] === value);
  return [
    Number(one.id === wanted.id),
    Number(one.operationId === wanted.operationId),
    Number(one.section === wanted.section),
    common.length,
    Number(one.kind === wanted.kind),
  ];
}

function compare(some: readonly number[], others: readonly number[]): number {
  return some.map((one, index) => one - (others[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
