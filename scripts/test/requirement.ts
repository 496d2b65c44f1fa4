import type { Requirement } from '../requirements/requirement.ts';

/** A requirement for tests that are about what becomes of one. */
export function requirementWith(parts: Partial<Requirement> & Pick<Requirement, 'id'>): Requirement {
  return {
    kind: '{operationId}.exists',
    subject: { operationId: 'listBooks' },
    operationId: 'listBooks',
    pointer: '',
    location: { file: 'openapi.yaml', line: 8, column: 1 },
    statement: `${parts.id} is so.`,
    section: 'Operation',
    alsoAt: [],
    waiver: null,
    ...parts,
  };
}
