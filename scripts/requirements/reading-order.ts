import { joinedOrder } from './joined-order.ts';
import type { Requirement } from './requirement.ts';

/**
 * The requirements of one operation, listed kind by kind, as one reads them: section by section, in each the parts of
 * the contract in the order of the document, and for each part all that is required of it.
 */
export function inReadingOrder(requirements: readonly Requirement[]): Requirement[] {
  return [...Map.groupBy(requirements, ({ section }) => section).values()].flatMap(inOrderOfParts);
}

/** Each kind lists in the order of the document, though not every part. */
function inOrderOfParts(section: readonly Requirement[]): Requirement[] {
  const byPart = Map.groupBy(section, partOf);
  const parts = joinedOrder(byKind(section).map((own) => own.map(partOf)));
  return parts.flatMap((part) => byKind(byPart.get(part) ?? []).flatMap((own) => own.toSorted(byLine)));
}

/** The part of the contract that a requirement is about: its subject, but for which keyword of it. */
function partOf({ subject }: Requirement): string {
  return JSON.stringify(Object.entries(subject).filter(([field]) => field !== 'keyword'));
}

function byKind(requirements: readonly Requirement[]): Requirement[][] {
  return [...Map.groupBy(requirements, ({ kind }) => kind).values()];
}

function byLine({ location: a }: Requirement, { location: b }: Requirement): number {
  return a.line - b.line;
}
