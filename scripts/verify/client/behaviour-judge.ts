import type { Behaviour, ObservedCall } from '../../requirements/client/observed-call.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement, RequirementDraft } from '../../requirements/requirement.ts';
import type { VerdictRecorder } from '../../requirements/verdict-recorder.ts';

/** The requirements of an operation that are shown by how a client behaves in a call. */
export function behavioursOf(
  drafts: readonly RequirementDraft[],
  operationId: string,
  shownBy: readonly Behaviour[],
): Requirement[] {
  return drafts.flatMap(({ subject }) => {
    if (subject.kind !== 'registered' || subject.of.operationId !== operationId) return [];
    const by = kindOf(subject.of).client?.reach.by;
    return shownBy.some((one) => one === by) ? [subject.of] : [];
  });
}

/** Lets requirements judge a call, and records their verdicts. */
export function judgeBehaviours(
  verdicts: VerdictRecorder,
  requirements: readonly Requirement[],
  call: ObservedCall,
  title: string,
): void {
  for (const requirement of requirements) {
    const reach = kindOf(requirement).client?.reach;
    if (reach === undefined || !('judge' in reach) || reach.by === 'requests') continue;
    for (const shown of reach.judge(call, requirement.subject)) {
      if (shown === undefined) continue;
      if ('kept' in shown) verdicts.keep(requirement.id, ...shown.kept.map((exchange) => ({ ...exchange, title })));
      else {
        const { request, response } = shown.by;
        verdicts.violate(requirement.id, { ...shown.violation, title, request, response });
      }
    }
  }
}
