import { Cursor, isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

const deprecationHeaders = new Set(['deprecation', 'sunset']);

/** Only a deprecated operation documents the headers that announce a removal: any other would have no date to send. */
export const responseDeprecationHeaders: Rule = () => ({
  Operation(operation, context) {
    if (!isFields(operation) || operation['deprecated'] === true) return;
    const responses = Cursor.at(operation, context).child('responses')?.entries() ?? [];
    for (const [status, response] of responses) {
      const names = (response.child('headers')?.entries() ?? []).map(([name]) => name);
      for (const name of names.filter((candidate) => deprecationHeaders.has(candidate.toLowerCase()))) {
        const problem = `The ${status} response has the header ${name}, but its operation is not deprecated`;
        context.report({
          message: `${problem}: use another response.`,
          location: context.location.child(['responses', status]).key(),
        });
      }
    }
  },
});
