import type { Problem } from '../cli/problem.ts';
import type { Finding } from '../report/check-verdict.ts';

/** A problem of the description itself. */
export function findingOf({ location, message, rule }: Problem): Finding {
  return { location, side: 'spec', message: rule === undefined ? message : `${message} (${rule})` };
}
