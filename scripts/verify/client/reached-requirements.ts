import type { ClientReach } from '../../requirements/kind.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';

/** What shows whether a client keeps a requirement. */
export type Reach = ClientReach<string>['by'];

const byResponses: readonly (Reach | undefined)[] = ['documented responses', 'outcomes', 'retries', 'redirects'];

/** True for a requirement about what a client makes of responses. */
export function isShownByResponses(requirement: Requirement): boolean {
  return byResponses.includes(kindOf(requirement).client?.reach.by);
}

/** The requirements of an operation that some of these ways show. */
export function requirementsReachedBy(
  requirements: readonly Requirement[],
  operationId: string,
  reaches: readonly Reach[],
): Requirement[] {
  return requirements.filter(
    (requirement) =>
      requirement.operationId === operationId &&
      reaches.some((reach) => kindOf(requirement).client?.reach.by === reach),
  );
}
