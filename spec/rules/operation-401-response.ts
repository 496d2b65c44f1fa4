import { Cursor } from './support/cursor.ts';
import { servedOperations } from './support/operations.ts';
import type { Rule } from './support/redocly.ts';
import { requireResponse } from './support/required-response.ts';

/** Every operation that needs a credential documents what a caller without a valid one gets. */
export const operation401Response: Rule = () => ({
  Root(node, context) {
    const root = Cursor.at(node, context);
    for (const operation of servedOperations(root)) {
      if (needsCredential(operation.child('security') ?? root.child('security'))) {
        requireResponse('401', 'it needs a credential', operation, context);
      }
    }
  },
});

/** The requirements are alternatives, and an empty one lets everybody in. */
function needsCredential(security: Cursor | undefined): boolean {
  const alternatives = security?.entries() ?? [];
  return alternatives.length > 0 && alternatives.every(([, schemes]) => schemes.entries().length > 0);
}
