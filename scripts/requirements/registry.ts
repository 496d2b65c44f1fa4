import type { Kind } from './kind.ts';
import { parameterOptional } from './parameter/optional.ts';
import { parameterRequired } from './parameter/required.ts';
import { rateLimitCounted } from './rate-limit/counted.ts';
import { rateLimitEnforced } from './rate-limit/enforced.ts';
import { rateLimitLimit } from './rate-limit/limit.ts';
import { rateLimitResets } from './rate-limit/resets.ts';
import type { Requirement } from './requirement.ts';
import { workflow } from './workflow/workflow.ts';

/** Every kind of requirement there is, in the order in which reports show them. */
export const kinds: readonly Kind[] = [
  parameterRequired,
  parameterOptional,
  rateLimitCounted,
  rateLimitEnforced,
  rateLimitLimit,
  rateLimitResets,
  workflow,
];

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

/** The kind of a requirement of the catalogue. */
export function kindOf({ kind: id }: Pick<Requirement, 'kind'>): Kind {
  const kind = byId.get(id);
  if (kind === undefined) throw new Error(`There is no kind of requirement ${id}.`);
  return kind;
}
