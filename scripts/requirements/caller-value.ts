import type { CallerValue } from './kind.ts';
import { kindOf } from './registry.ts';
import type { RequirementDraft } from './requirement.ts';

/** The value of a call that a requirement is about. */
export function callerValueOf({ subject }: RequirementDraft): CallerValue | null {
  switch (subject.kind) {
    case 'registered':
      return kindOf(subject.of).client?.callerValue(subject.of.subject) ?? null;
    case 'requestBody':
      return { kind: 'body', path: subject.path };
    default:
      return null;
  }
}
