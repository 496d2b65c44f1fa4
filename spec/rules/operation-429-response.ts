import { Cursor } from './support/cursor.ts';
import { servedOperations } from './support/operations.ts';
import type { Rule } from './support/redocly.ts';
import { requireResponse } from './support/required-response.ts';

/** Every operation documents what a caller gets that is over its rate limit. */
export const operation429Response: Rule = () => ({
  Root(root, context) {
    for (const operation of servedOperations(Cursor.at(root, context))) {
      requireResponse('429', 'any request can be over the rate limit', operation, context);
    }
  },
});
