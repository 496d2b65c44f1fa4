import { isFields } from './support/cursor.ts';
import { readDay } from './support/day.ts';
import type { Rule } from './support/redocly.ts';

/** A deprecated operation says on which day it is removed: `x-sunset: 'YYYY-MM-DD'`. */
export const deprecationHasSunset: Rule = () => ({
  Operation(operation, { location, report }) {
    if (!isFields(operation) || operation['deprecated'] !== true) return;
    if (!Object.hasOwn(operation, 'x-sunset')) {
      report({
        message: "A deprecated operation has no removal date: add `x-sunset: 'YYYY-MM-DD'`.",
        location: location.child('deprecated').key(),
      });
    } else if (readDay(operation['x-sunset']) === undefined) {
      report({
        message: "`x-sunset` is not a day of the calendar: write it as 'YYYY-MM-DD'.",
        location: location.child('x-sunset'),
      });
    }
  },
});
