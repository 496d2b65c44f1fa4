import { Cursor, isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

const deprecationHeaders = new Set(['deprecation', 'sunset']);

/** Only a deprecated operation documents the headers that announce a removal: any other would have no date to send. */
export const responseDeprecationHeaders: Rule = () => ({
  Operation(operation, context) {
    if (!isFields(operation) || operation['deprecated'] === true) return;
    const responses = Cursor.at(operation, context).child('responses')?.entries() ?? [];
    for (const [status, response] of responses) {
      const all = (response.child('headers')?.entries() ?? []).map(([name]) => name);
      const names = all.filter((name) => deprecationHeaders.has(name.toLowerCase()));
      if (names.length === 0) continue;
      const headers = names.length === 1 ? 'header' : 'headers';
      const problem = `The ${status} response has the ${headers} ${names.join(' and ')}`;
      context.report({
        message: `${problem}, but its operation is not deprecated: leave out the ${headers}, or deprecate it.`,
        location: context.location.child(['responses', status]).key(),
      });
    }
  },
});
