import { Cursor, isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

const forms = ['unix-timestamp', 'seconds-from-now'];
const choice = forms.map((form) => `\`${form}\``).join(' or ');

/** A header that says when a limit resets says which of the two forms it has. */
export const rateLimitReset: Rule = () => {
  const reported = new Set<string>();
  return {
    Header(header, { location, report }) {
      if (!isFields(header) || !Object.hasOwn(header, 'x-rate-limit-reset')) return;
      if (forms.some((form) => form === header['x-rate-limit-reset'])) return;
      report({
        message: `\`x-rate-limit-reset\` has to be ${choice}.`,
        location: location.child('x-rate-limit-reset'),
      });
    },
    Response(response, context) {
      for (const [name, header] of Cursor.at(response, context).child('headers')?.entries() ?? []) {
        const { absolutePointer } = header.location;
        if (!/^(X-)?RateLimit-Reset$/i.test(name) || reported.has(absolutePointer)) continue;
        reported.add(absolutePointer);
        if (header.child('x-rate-limit-reset') === undefined)
          context.report({
            message: `The header ${name} may be a time or seconds: give it \`x-rate-limit-reset\`, ${choice}.`,
            location: header.location.key(),
          });
      }
    },
  };
};
