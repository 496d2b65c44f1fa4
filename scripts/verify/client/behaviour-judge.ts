import type { Behaviour, ObservedCall } from '../../requirements/client/observed-call.ts';
import type { ClientReach } from '../../requirements/kind.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { VerdictRecorder } from '../../requirements/verdict-recorder.ts';

/** The requirements of an operation that are shown by how a client behaves in a call. */
export function behavioursOf(
  requirements: readonly Requirement[],
  operationId: string,
  shownBy: readonly Behaviour[],
): Requirement[] {
  return requirements.filter(
    (requirement) =>
      requirement.operationId === operationId && shownBy.some((behaviour) => reachOf(requirement)?.by === behaviour),
  );
}

/** Lets requirements judge a call, and records their verdicts. */
export function judgeBehaviours(
  verdicts: VerdictRecorder,
  requirements: readonly Requirement[],
  call: ObservedCall,
  title: string,
): void {
  for (const requirement of requirements) {
    for (const shown of reachOf(requirement)?.judge(call, requirement.subject) ?? []) {
      if (shown === undefined) continue;
      if ('kept' in shown) verdicts.keep(requirement.id, ...shown.kept.map((exchange) => ({ ...exchange, title })));
      else {
        const { request, response } = shown.by;
        verdicts.violate(requirement.id, { ...shown.violation, title, request, response });
      }
    }
  }
}

/** How a requirement is shown by calls; undefined for one that is shown by something else. */
function reachOf(requirement: Requirement): Extract<ClientReach<string>, { by: Behaviour }> | undefined {
  const reach = kindOf(requirement).client?.reach;
  switch (reach?.by) {
    case 'retries':
    case 'redirects':
    case 'notices':
      return reach;
    default:
      return undefined;
  }
}
