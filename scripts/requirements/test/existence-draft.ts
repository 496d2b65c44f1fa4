import type { RequirementDraft } from '../requirement.ts';

/** A requirement of any id, for tests of what keeps account of requirements: that an operation exists. */
export function existenceDraft(id: string, operationId: string, pointer: string, statement = ''): RequirementDraft {
  const own = { id, operationId, pointer, statement };
  const rest = { section: '', alsoAt: [], waiver: null, location: { file: '', line: 1, column: 1 } };
  return {
    ...own,
    subject: { kind: 'registered', of: { ...own, ...rest, kind: '{operationId}.exists', subject: { operationId } } },
  };
}
