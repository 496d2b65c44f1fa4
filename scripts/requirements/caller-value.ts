import type { CallerValue } from './kind.ts';
import { kindOf } from './registry.ts';
import type { RequirementDraft } from './requirement.ts';

/** The value of a call that a requirement is about. */
export function callerValueOf({ subject: { of } }: RequirementDraft): CallerValue | null {
  return kindOf(of).client?.callerValue(of.subject) ?? null;
}
