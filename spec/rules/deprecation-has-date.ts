import { isFields } from './support/cursor.ts';
import { readDay } from './support/day.ts';
import type { Rule } from './support/redocly.ts';

/**
 * A deprecated operation says since which day it is:
 * `x-deprecated-since: 'YYYY-MM-DD'`, and that day is not after its removal.
 */
export const deprecationHasDate: Rule = () => ({
  Operation(operation, { location, report }) {
    if (!isFields(operation) || operation['deprecated'] !== true) return;
    if (!Object.hasOwn(operation, 'x-deprecated-since')) {
      report({
        message: "A deprecated operation does not say since when it is: add `x-deprecated-since: 'YYYY-MM-DD'`.",
        location: location.child('deprecated').key(),
      });
      return;
    }
    const since = readDay(operation['x-deprecated-since']);
    const sunset = readDay(operation['x-sunset']);
    const place = location.child('x-deprecated-since');
    if (since === undefined) {
      report({
        message: "`x-deprecated-since` is not a day of the calendar: write it as 'YYYY-MM-DD'.",
        location: place,
      });
    } else if (sunset !== undefined && since > sunset) {
      report({
        message: `Deprecated on ${since}, after its removal on ${sunset}: correct one of the dates.`,
        location: place,
      });
    }
  },
});
