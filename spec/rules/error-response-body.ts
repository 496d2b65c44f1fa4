import { Cursor } from './support/cursor.ts';
import { servedResponses } from './support/operations.ts';
import type { Rule } from './support/redocly.ts';

/** Every response that refuses a request, or fails, has a JSON body: it says why in one form. */
export const errorResponseBody: Rule = () => ({
  Root(root, context) {
    const reported = new Set<string>();
    for (const { status, response } of servedResponses(Cursor.at(root, context))) {
      const { location } = response.child('content') ?? response;
      const hasBody = response.child('content')?.child('application/json') !== undefined;
      if (!/^[45]/.test(status) || hasBody || reported.has(location.absolutePointer)) continue;
      reported.add(location.absolutePointer);
      context.report({
        message: `The ${status} response has no body in application/json: document one.`,
        location: location.key(),
      });
    }
  },
});
