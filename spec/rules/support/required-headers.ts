import { Cursor, isFields } from './cursor.ts';
import { servedResponses } from './operations.ts';
import type { Context, Location } from './redocly.ts';

/**
 * Reports each header that a response of `root` has to document, by its status, and does not, or that may be left out.
 */
export function requireHeaders(
  root: unknown,
  context: Context,
  headersOf: (status: string) => readonly string[],
): void {
  const reported = new Set<string>();
  const report = (name: string, location: Location, message: string) => {
    const problem = `${name} ${location.absolutePointer}`;
    if (!reported.has(problem)) context.report({ message, location: location.key() });
    reported.add(problem);
  };
  for (const { status, response } of servedResponses(Cursor.at(root, context))) {
    const headers = response.child('headers');
    const fields = isFields(headers?.value) ? Object.keys(headers.value) : [];
    for (const name of headersOf(status)) {
      const field = fields.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
      if (field === undefined) {
        const place = (headers ?? response).location;
        const problem = `The ${status} response does not document the header ${name}`;
        report(name, place, `${problem}: add it to \`headers\`, with \`required: true\`.`);
        continue;
      }
      const header = headers?.child(field);
      if (header && header.child('required')?.value !== true) {
        report(
          name,
          header.location,
          `The header ${name} of the ${status} response may be left out: give it \`required: true\`.`,
        );
      }
    }
  }
}
