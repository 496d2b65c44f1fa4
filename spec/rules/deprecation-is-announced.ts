import { Cursor, isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

const list = new Intl.ListFormat('en-GB');
const announcements = ['Deprecation', 'Sunset'];
// What replaces it, another rule asks for: who adds it at once need not come back for its header.
const wanted = [...announcements, 'Link'];

/**
 * The successes of a deprecated operation document the headers that announce its removal (RFC 9745, RFC 8594), and what
 * replaces it (RFC 5829); so does each of its responses that has one of them.
 */
export const deprecationIsAnnounced: Rule = () => ({
  Operation(operation, context) {
    if (!isFields(operation) || operation['deprecated'] !== true) return;
    for (const [status, response] of Cursor.at(operation, context).child('responses')?.entries() ?? []) {
      const headers = response.child('headers');
      const documented = new Map((headers?.entries() ?? []).map(([name, header]) => [name.toLowerCase(), header]));
      const isAnnouncing = status.startsWith('2') || announcements.some((name) => documented.has(name.toLowerCase()));
      const lacking = wanted.filter((name) => documented.get(name.toLowerCase())?.child('required')?.value !== true);
      if (!isAnnouncing || lacking.length === 0) continue;
      const problem = `The ${status} response of a deprecated operation does not document ${list.format(lacking)}`;
      context.report({
        message: `${problem}: add to \`headers\`, with \`required: true\`.`,
        location: (headers ?? response).location.key(),
      });
    }
  },
});
