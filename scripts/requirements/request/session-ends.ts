import { isOpen } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';

/** Why what takes the key of the run is not sent to an operation. */
export const endsTheSession = 'It ends the session of whoever sends it, and the contract has no way to begin another.';

/** True for what logs out whoever sends it, by its path or its name: the credential may be refused from then on. */
export function endsSession(operation: Operation): boolean {
  const { id, path } = operation;
  return !isOpen(operation) && [id, path].some((name) => /\b(?:log|sign) ?(?:out|off)\b/.test(wordsOf(name).join(' ')));
}
