import type { Contract } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../openapi/resources/item-place.ts';
import { viewItem } from '../../openapi/resources/item-view.ts';
import { isOwnList, listOperation } from '../../openapi/resources/list-operation.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { operationExists } from '../../requirements/operation/exists.ts';
import { unknownIdentifier } from '../../requirements/parameter/unknown-identifier.ts';
import type { PlannedCases } from '../../requirements/planned-cases.ts';
import { isLimited } from '../../requirements/rate-limit/limited-operations.ts';
import { kindOf } from '../../requirements/registry.ts';
import { type Requirement, requirementId } from '../../requirements/requirement.ts';
import { listedBy } from '../../requirements/resource/list/list-resource.ts';
import { stepTo } from '../../requirements/response/body-path.ts';
import { isSelected } from '../../requirements/specification.ts';
import { conflicting, noBodyMade, nothingThere, type Session } from './session/session.ts';

/** Says of each requirement that no case has reached why the contract gives no way to it, where that is so. */
export function waiveUnreachable(session: Session, planned: Pick<PlannedCases, 'cases'>): void {
  const { ledger, description } = session;
  const operations = new Map(description.operations.map((operation) => [operation.id, operation]));
  const demanded = demandedStatuses(description.operations, planned, session.keys.limitedKey !== undefined);
  for (const operation of description.operations)
    for (const status of statusesOfPut(session, operation)) demanded.add(keyOf(operation, status));
  const all = ledger.requirements();
  const shown = new Set(all.filter(({ id }) => ledger.isProven(id)).map(({ pointer }) => pointer));
  for (const requirement of all) {
    const operation = operations.get(requirement.operationId ?? '');
    if (operation === undefined || ledger.isProven(requirement.id)) continue;
    const reason = whyUnreachable(session, requirement, operation, { demanded, shown });
    if (reason !== undefined) ledger.outOfReach(requirement.id, reason);
  }
}

/**
 * An operation that has refused each file of its media type, or each example, is unproven: a server may be right to ask
 * for another one, but only its author knows.
 */
export function demandServed(session: Session): void {
  const { ledger, description } = session;
  for (const operation of description.operations) {
    const id = requirementId(operationExists.id, { operationId: operation.id });
    const status = session.refusalOfAll(operation);
    if (status === undefined || !ledger.has(id) || ledger.isProven(id)) continue;
    ledger.demand(
      id,
      `Each request was refused, the first with ${status}. Serve it, give an example in the contract that is served, ` +
        'or waive this requirement (--waivers).',
    );
  }
}

interface Seen {
  /** Operations, and the statuses that some request to them must be answered with. */
  demanded: ReadonlySet<string>;
  /** The parts of the contract of which responses have shown something. */
  shown: ReadonlySet<string>;
}

function whyUnreachable(
  session: Session,
  requirement: Requirement,
  operation: Operation,
  { demanded, shown }: Seen,
): string | undefined {
  const unserved = session.whyUnserved(operation);
  if (unserved !== undefined) return unserved;
  const { set, status } = requirement.subject;
  if (set === operation.id && status !== undefined && !demanded.has(keyOf(operation, status)))
    return `Nothing in the contract says which request is answered with ${status}.`;
  const leftOut = whyLeftOut(session, requirement);
  if (leftOut !== undefined) return leftOut;
  const by = kindOf(requirement).server?.reach?.by;
  switch (by) {
    case 'responses':
      return whyNoItemShown(session, requirement, operation, shown);
    case 'probes':
    case 'comparisons':
    case 'last probes':
      return requirement.kind === unknownIdentifier.id ? noUnknownId : nothingToShowIt;
    case 'items':
    case 'lists':
      return whyUnfollowed(session, requirement, operation, by);
    default:
      return undefined;
  }
}

/** Why no response has shown an item of a list. */
function whyNoItemShown(
  session: Session,
  requirement: Requirement,
  operation: Operation,
  shown: Seen['shown'],
): string | undefined {
  if (requirement.subject['path']?.includes('[]') !== true) return undefined;
  const listed = listedBy(session.resources, operation);
  const maker = makerAmong(listed);
  const isUnmade = maker !== undefined && session.whyUnserved(maker) !== undefined;
  const isUnlisted = maker === undefined && (isSearch(session, operation) || shown.has(requirement.pointer));
  if (isUnmade || isUnlisted) return tooFew;
  return session.hasServed(operation) && !isOfListed(session, operation, requirement, listed.length > 0)
    ? noItems
    : undefined;
}

/** Why nothing was seen of what became of an item, or of what is in a list. */
function whyUnfollowed(
  session: Session,
  { subject: { other } }: Requirement,
  operation: Operation,
  by: 'items' | 'lists',
): string | undefined {
  const needed = session.description.operations.filter((one) => one === operation || one.id === other);
  const missing = needed.find((one) => !session.hasServed(one));
  if (missing !== undefined) return `It takes a response of ${missing.id}, which has served no request.`;
  if (needed.some((one) => session.hasMissed(one))) return nothingThere;
  const own = by === 'items' ? whyNoItem(session, needed, operation) : whyTooFew(session, operation);
  if (own !== undefined) return own;
  return needed.some((one) => isNameless(session, one))
    ? 'No property is known to have the identifier of an item.'
    : undefined;
}

function whyNoItem(session: Session, needed: readonly Operation[], operation: Operation): string | undefined {
  if (needed.some((one) => session.hasConflicted(one))) return conflicting;
  if (needed.some((one) => session.hasUnmade(one))) return noBodyMade;
  if (needed.some(isAcceptedAlone)) return stillToBeDone;
  const isUnmade = session.resources.some(
    (one) => one.remove === operation && (makerOf(one) ?? one.addition) === undefined,
  );
  return isUnmade ? nothingToRemove : undefined;
}

function whyTooFew(session: Session, operation: Operation): string | undefined {
  const listed = listedBy(session.resources, operation);
  const maker = makerAmong(listed);
  const isUnmade = maker === undefined || session.whyUnserved(maker) !== undefined;
  return listed.length > 0 && isUnmade ? tooFew : undefined;
}

function makerAmong(resources: readonly Resource[]): Operation | undefined {
  return resources.flatMap((one) => makerOf(one) ?? [])[0];
}

/** True for what makes or lists items whose identifier no property is known to hold. */
function isNameless({ description: { contract }, resources }: Session, operation: Operation): boolean {
  return resources.some((resource) => {
    const { create, list, idProperty } = resource;
    if (operation === list?.operation && idProperty === undefined) return true;
    return operation === create && (idProperty === undefined || !showsIdentifier(contract, create, resource));
  });
}

/** False where a response is known to have no property with the identifier of its item. */
function showsIdentifier(contract: Contract, operation: Operation, resource: Resource): boolean {
  const schema = successSchema(contract, operation);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  const names = place === undefined ? undefined : viewItem(contract, place.pointer).properties;
  return [resource.idProperty, resource.parameter?.name].some(
    (name) => name !== undefined && names?.has(name) !== false,
  );
}

/** An operation that the run leaves out is called at most to make or find something, and need not show more. */
function whyLeftOut({ specification, ledger }: Session, requirement: Requirement): string | undefined {
  const leftOut = specification.description.operations.filter((one) => !isSelected(specification, one));
  const needed = leftOut.find(({ id }) => id === requirement.subject['other']);
  if (needed !== undefined) return `It takes ${needed.id}, which this run leaves out.`;
  const by = kindOf(requirement).server?.reach?.by;
  const isOfItems = by === 'items' || by === 'lists';
  return leftOut.length > 0 && isOfItems && ledger.isOpen(requirement.id) ? takesLeftOut : undefined;
}

const takesLeftOut = 'It may take an operation that this run leaves out.';
const stillToBeDone = 'By its one success, 202, it need not be done yet.';
const noUnknownId = 'No identifier is known that nothing at this path has.';
const nothingToRemove = 'No operation of the contract makes what it would remove.';
const nothingToShowIt = 'The requests that show it could not be made in this run.';
const tooFew = 'The list has too few items to show it, and no operation of the contract adds one.';
const noItems = 'Each response had a list without items there, as it may.';

/** True where a request may only be accepted: when it is done nothing says (RFC 9110 section 15.3.3). */
function isAcceptedAlone({ responses }: Operation): boolean {
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
  return successes.length > 0 && successes.every((status) => status === '202');
}

/** True for what a list of things says of these, and not of what is listed within them or beside them. */
function isOfListed(
  { description }: Session,
  operation: Operation,
  { subject: { path = '', status } }: Requirement,
  isOfResource: boolean,
): boolean {
  // What is created may begin with an empty list, as an order without lines.
  if (status === '201') return false;
  const list = listOperation(description.contract, operation);
  const items = `${list?.segments.map(stepTo).join('') ?? ''}[]`;
  return (
    list !== undefined &&
    (isOfResource || isOwnList(list)) &&
    path.startsWith(items) &&
    !path.slice(items.length).includes('[]')
  );
}

/** True for what finds something only by what it is asked for. */
function isSearch({ resources }: Session, operation: Operation): boolean {
  const { method, parameters, requestBody } = operation;
  if (parameters.some((parameter) => parameter.required && parameter.in === 'query')) return true;
  return method === 'POST' && requestBody !== null && resources.every(({ create }) => create !== operation);
}

const allStatuses = Array.from({ length: 500 }, (_, index) => 100 + index);

/**
 * The documented statuses that some request of this run must be answered with: the only success, the only refusal of
 * what the contract does not allow, and 429 where a limit can be spent: whose requests without a credential are
 * counted together, the contract does not say.
 */
function demandedStatuses(
  operations: readonly Operation[],
  { cases }: Pick<PlannedCases, 'cases'>,
  isLimitSpent: boolean,
): Set<string> {
  const successes = operations.flatMap((operation) => {
    // 206 and 304 answer a request that asks for them by a header (RFC 9110 sections 14.2 and 13.1).
    const own = Object.keys(operation.responses).filter((status) => /^(?!206|304)[23]\d\d$/.test(status));
    return own.length === 1 ? own.map((status) => keyOf(operation, status)) : [];
  });
  const refusals = cases.flatMap(({ operation, expectation }) => {
    if (expectation.kind !== 'refused') return [];
    const own = allStatuses.filter((status) => expectation.with.has(status));
    return own.length === 1 ? own.map((status) => keyOf(operation, String(status))) : [];
  });
  const limited = isLimitSpent ? operations.filter(isLimited) : [];
  const limits = limited.map((operation) => keyOf(operation, '429'));
  return new Set([...successes, ...refusals, ...limits]);
}

/** PUT says by 201 that it has made something, and by 200 or 204 that it has replaced it (RFC 9110 section 9.3.4). */
function statusesOfPut(session: Session, operation: Operation): string[] {
  const [replaced, made, ...others] = Object.keys(operation.responses)
    .filter((status) => !/^[45]/.test(status))
    .toSorted((one, other) => Number(one === '201') - Number(other === '201'));
  if (made !== '201' || (replaced !== '200' && replaced !== '204') || others.length > 0) return [];
  if (!session.source.newItems.isPlacedBy(operation)) return [];
  return session.hasReplaced(operation) ? [made, replaced] : [made];
}

function keyOf({ id }: Operation, status: string): string {
  return `${id} ${status}`;
}
