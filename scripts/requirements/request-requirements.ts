import { requirementsOf, type Specification } from '../verify/server/run.ts';
import { registeredDrafts } from './registered.ts';
import { kindOf } from './registry.ts';
import type { RequirementDraft, RequirementSubject } from './requirement.ts';

/**
 * Everything that a client's request can be held to, in the order of the contract. What servers are held to as well is the
 * same requirement; `hasKey`: there is one key that is right.
 */
export function requestRequirements(specification: Specification, hasKey: boolean): RequirementDraft[] {
  const { description } = specification;
  const ofServers = new Map(requirementsOf(specification).map((draft) => [draft.id, draft]));
  const registered = registeredDrafts(specification, 'client').filter(({ subject }) => isOfRequests(subject, hasKey));
  const order = [...description.operations.map(({ id }) => id), null];
  const sorted = registered.toSorted((a, b) => order.indexOf(a.operationId) - order.indexOf(b.operationId));
  const all = new Map(sorted.map((draft) => [draft.id, ofServers.get(draft.id) ?? draft]));
  return [...all.values()].map((draft) => ({ ...draft, waiver: null }));
}

function isOfRequests(subject: RequirementSubject, hasKey: boolean): boolean {
  const reach = kindOf(subject.of).client?.reach;
  return reach?.by === 'routes' || (reach?.by === 'requests' && (hasKey || reach.needsRightKey !== true));
}
