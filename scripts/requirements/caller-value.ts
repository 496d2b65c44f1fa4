import type { CallerValue } from './kind.ts';
import { kindOf } from './registry.ts';
import type { Requirement } from './requirement.ts';

/** The value of a call that a requirement is about; null when it is about the client's own doing. */
export function callerValueOf(requirement: Requirement): CallerValue | null {
  return kindOf(requirement).client?.callerValue(requirement.subject) ?? null;
}
