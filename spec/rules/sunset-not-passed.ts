import { isFields } from './support/cursor.ts';
import { dayOf, readDay } from './support/day.ts';
import type { Rule } from './support/redocly.ts';

/** An operation is gone from the document on the day of its `x-sunset`, by UTC. */
export function sunsetNotPassed(now: () => Date): Rule {
  return () => ({
    Operation(operation, { location, report }) {
      const sunset = isFields(operation) ? readDay(operation['x-sunset']) : undefined;
      const today = dayOf(now());
      if (sunset === undefined || sunset > today) return;
      const problem = `The operation was to be removed on ${sunset}, and today is ${today}`;
      report({
        message: `${problem}: remove it, or agree a later date.`,
        location: location.child('x-sunset'),
      });
    },
  });
}
