import { isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

const deprecationFields = ['x-sunset', 'x-deprecated-since', 'x-replacement'];

/** An operation that carries a date or a replacement of its deprecation is deprecated: tools read the flag alone. */
export const deprecationIsDeclared: Rule = () => ({
  Operation(operation, { location, report }) {
    if (!isFields(operation) || operation['deprecated'] === true) return;
    for (const field of deprecationFields.filter((name) => Object.hasOwn(operation, name))) {
      report({
        message: `\`${field}\` on an operation that is not deprecated: add \`deprecated: true\`, or remove it.`,
        location: location.child(field).key(),
      });
    }
  },
});
