import { isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

const forms = ['unix-timestamp', 'seconds-from-now'];

/** `x-rate-limit-reset` is one of the two ways in which a header says when a limit resets. */
export const rateLimitReset: Rule = () => ({
  Header(header, { location, report }) {
    if (!isFields(header) || !Object.hasOwn(header, 'x-rate-limit-reset')) return;
    if (forms.some((form) => form === header['x-rate-limit-reset'])) return;
    report({
      message: `\`x-rate-limit-reset\` has to be ${forms.map((form) => `\`${form}\``).join(' or ')}.`,
      location: location.child('x-rate-limit-reset'),
    });
  },
});
