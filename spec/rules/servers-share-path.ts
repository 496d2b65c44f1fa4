import { Cursor } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

/** Every address ends in the same path: what is found below one is found below the others. */
export const serversSharePath: Rule = () => ({
  Root(root, context) {
    const urls = (Cursor.at(root, context).child('servers')?.entries() ?? []).flatMap(
      ([, server]) => server.child('url') ?? [],
    );
    const [first, ...others] = urls;
    for (const other of others.filter(({ value }) => pathOf(value) !== pathOf(first?.value)))
      context.report({
        message: `This address ends in ${pathOf(other.value)}, the first one in ${pathOf(first?.value)}: use one path.`,
        location: other.location,
      });
  },
});

/** What follows the host, which a variable may stand for. */
function pathOf(url: unknown): string {
  return String(url).replace(/^(\w+:\/\/[^/]*|\{[^}]*\})/, '') || '/';
}
