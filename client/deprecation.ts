import type { CallDescription, Deprecation } from '../generated/calls.ts';

/** What is deprecated, since when, when it is removed (ISO dates), what to use instead, and all of it in a sentence. */
export interface DeprecationNotice extends Deprecation {
  operationId: string;
}

/**
 * Reports each deprecated operation once, before its first request is sent.
 *
 * What `onDeprecated` throws stops the call, and the next call of the operation is reported again.
 */
export function deprecationNotices(
  onDeprecated: (notice: DeprecationNotice) => void = ({ message }) => console.warn(message),
): (operation: CallDescription) => void {
  const reported = new Set<string>();
  return ({ id, deprecation }) => {
    if (deprecation === null || reported.has(id)) return;
    onDeprecated({ operationId: id, ...deprecation });
    reported.add(id);
  };
}
