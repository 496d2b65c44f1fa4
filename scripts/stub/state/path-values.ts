import type { ExactObject } from '../../http/exact-json.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';

/**
 * The values of the path of a request, by the names of their parameters. A list of one thing names it as its identifier
 * alone does: `/books/{ids}` may be a list for some operations.
 */
export function pathValues({ parameters }: SentValues): ExactObject {
  return Object.fromEntries(
    [...parameters]
      .filter(([parameter]) => parameter.in === 'path')
      .map(([{ name }, value]) => {
        const [first, ...others] = Array.isArray(value) ? value : [];
        return [name, first === undefined || others.length > 0 ? value : first];
      }),
  );
}
