import { Cursor, isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';
import { whyInvalid } from './support/schema.ts';

/**
 * The example of a header is a value that its schema allows.
 * Redocly's own rules know those of parameters, bodies and schemas.
 */
export const noInvalidHeaderExamples: Rule = () => ({
  Header(header, context) {
    if (!isFields(header) || header['schema'] === undefined) return;
    for (const { value, location } of examplesOf(Cursor.at(header, context))) {
      const why = whyInvalid(value, header['schema'], context);
      if (why)
        context.report({
          message: `The example does not keep the schema of its header: ${why}. Correct one of them.`,
          location,
        });
    }
  },
});

function examplesOf(header: Cursor): Cursor[] {
  const named = header.child('examples')?.entries() ?? [];
  return [header.child('example'), ...named.map(([, example]) => example.child('value'))].filter(
    (example) => example !== undefined,
  );
}
