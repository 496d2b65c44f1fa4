import { type Cursor, isFields } from './cursor.ts';
import type { Context } from './redocly.ts';

/**
 * Reports an operation that does not document `status` by this number:
 * a range or `default` leaves open whether it is given.
 */
export function requireResponse(status: string, why: string, operation: Cursor, context: Context): void {
  const responses = operation.child('responses');
  if (isFields(responses?.value) && Object.hasOwn(responses.value, status)) return;
  context.report({
    message:
      responses === undefined
        ? `The operation has no responses: document what it answers, ${status} as well, as ${why}.`
        : `The operation does not document ${status}: ${why}. Add the response.`,
    location: (responses ?? operation).location.key(),
  });
}
