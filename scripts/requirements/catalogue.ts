import type { Operation } from '../openapi/operation-table.ts';
import type { Kind } from './kind.ts';
import type { Listed } from './listed.ts';
import { offlineContext, type PlanningContext } from './planning-context.ts';
import { inReadingOrder } from './reading-order.ts';
import { kinds } from './registry.ts';
import { type Requirement, requirementId } from './requirement.ts';
import type { Side } from './side.ts';
import type { Specification } from './specification.ts';
import { waiverAt } from './waiver.ts';

const known = new WeakMap<Specification, Map<Side, readonly Requirement[]>>();

/**
 * Everything that a contract, and the workflows beside it, require of a side:
 * operation by operation, then what concerns none.
 */
export function catalogueOf(specification: Specification, side: Side): readonly Requirement[] {
  const bySide = known.get(specification) ?? new Map<Side, readonly Requirement[]>();
  known.set(specification, bySide);
  const catalogue = bySide.get(side) ?? newCatalogue(specification, side);
  bySide.set(side, catalogue);
  return catalogue;
}

/** What a contract requires of servers, without what is waived. */
export function verifiableRequirements(specification: Specification): Requirement[] {
  return catalogueOf(specification, 'server').filter(({ waiver }) => waiver === null);
}

function newCatalogue(specification: Specification, side: Side): Requirement[] {
  const context = offlineContext(specification);
  const all = [...specification.description.operations, null].flatMap((operation) =>
    inReadingOrder(kinds.flatMap((kind) => requirementsOfKind(context, kind, operation, side))),
  );
  return [...new Map(all.map((requirement) => [requirement.id, requirement])).values()];
}

function requirementsOfKind(
  context: PlanningContext,
  kind: Kind,
  operation: Operation | null,
  side: Side,
): Requirement[] {
  if (kind[side] === null) return [];
  return kind
    .list(context, operation, side)
    .filter((listed) => listed.side === undefined || listed.side === side)
    .map((listed) => requirementOf(context, kind, operation, side, listed));
}

function requirementOf(
  { description: { contract } }: PlanningContext,
  kind: Kind,
  operation: Operation | null,
  side: Side,
  { subject, pointer, statement, location, under, alsoAt, waiver }: Listed<string>,
): Requirement {
  return {
    id: requirementId(kind.id, subject),
    kind: kind.id,
    subject,
    operationId: operation?.id ?? null,
    pointer,
    location: location ?? contract.locate(pointer),
    statement,
    section: kind.section(subject),
    alsoAt: alsoAt ?? [],
    // What no request can show on a server, a stub can show to a client.
    waiver: side === 'client' || location !== undefined ? null : (waiver ?? waiverAt(contract, under, pointer)),
  };
}
