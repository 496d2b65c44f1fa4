import type { Operation } from '../openapi/operation-table.ts';
import type { Kind } from './kind.ts';
import type { Listed } from './listed.ts';
import { offlineContext, type PlanningContext } from './planning-context.ts';
import { inReadingOrder } from './reading-order.ts';
import { kinds } from './registry.ts';
import { type Requirement, requirementId } from './requirement.ts';
import type { Side } from './side.ts';
import { isSelected, type Specification } from './specification.ts';
import { waiverAt } from './waiver.ts';

/** What a contract requires of one side, operation by operation; what nobody asks for is not listed. */
class Catalogue {
  readonly #specification: Specification;
  readonly #side: Side;
  readonly #context: PlanningContext;
  readonly #byOperation = new Map<Operation | null, readonly Requirement[]>();
  #all: readonly Requirement[] | undefined;

  constructor(specification: Specification, side: Side) {
    this.#specification = specification;
    this.#side = side;
    this.#context = offlineContext(specification);
  }

  of(operation: Operation | null): readonly Requirement[] {
    const own = this.#byOperation.get(operation) ?? inReadingOrder(this.ofKinds(kinds, operation));
    this.#byOperation.set(operation, own);
    return own;
  }

  ofKinds(asked: readonly Kind[], operation: Operation | null): Requirement[] {
    return asked.flatMap((kind) => requirementsOfKind(this.#context, kind, operation, this.#side));
  }

  all(): readonly Requirement[] {
    const listed = () => this.operations().flatMap((operation) => this.of(operation));
    this.#all ??= [...new Map(listed().map((requirement) => [requirement.id, requirement])).values()];
    return this.#all;
  }

  /** Those of the contract that are selected, and null for what concerns none. */
  operations(): (Operation | null)[] {
    const all = [...this.#specification.description.operations, null];
    return all.filter((operation) => isSelected(this.#specification, operation));
  }
}

const known = new WeakMap<Specification, Map<Side, Catalogue>>();

function catalogueFor(specification: Specification, side: Side): Catalogue {
  const bySide = known.get(specification) ?? new Map<Side, Catalogue>();
  known.set(specification, bySide);
  const catalogue = bySide.get(side) ?? new Catalogue(specification, side);
  bySide.set(side, catalogue);
  return catalogue;
}

/**
 * Everything that a contract, and the workflows beside it, require of a side:
 * operation by operation, then what concerns none.
 */
export function catalogueOf(specification: Specification, side: Side): readonly Requirement[] {
  return catalogueFor(specification, side).all();
}

/** What a contract requires of a side in one operation. */
export function requirementsOf(specification: Specification, side: Side, operation: Operation): readonly Requirement[] {
  return catalogueFor(specification, side).of(operation);
}

/** What a contract requires of a side by some kinds, without listing the others. */
export function requirementsOfKinds(specification: Specification, side: Side, asked: readonly Kind[]): Requirement[] {
  const catalogue = catalogueFor(specification, side);
  return catalogue.operations().flatMap((operation) => catalogue.ofKinds(asked, operation));
}

/** What a contract requires of servers, without what is waived. */
export function verifiableRequirements(specification: Specification): Requirement[] {
  return catalogueOf(specification, 'server').filter(({ waiver }) => waiver === null);
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
