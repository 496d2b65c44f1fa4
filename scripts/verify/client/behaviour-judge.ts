import type { Behaviour, ObservedCall } from '../../requirements/client/observed-call.ts';
import type { ClientReach } from '../../requirements/kind.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { recordShown, type VerdictRecorder } from '../../requirements/verdict-recorder.ts';

/** Lets requirements of behaviours judge a call, and records what it shows. */
export function judgeBehaviours(
  verdicts: VerdictRecorder,
  requirements: readonly Requirement[],
  call: ObservedCall,
  title: string,
): void {
  for (const requirement of requirements) {
    const reach = reachOf(requirement);
    for (const shown of reach?.judge(call, requirement.subject) ?? []) {
      recordShown(verdicts, requirement.id, shown, title);
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
