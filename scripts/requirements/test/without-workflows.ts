import type { Description } from '../../openapi/description.ts';
import type { Specification } from '../specification.ts';

const known = new WeakMap<Description, { description: Description; workflows: undefined }>();

/** A contract without workflows beside it; the same object each time, so that its requirements are listed once. */
export function withoutWorkflows(description: Description): Specification & { workflows: undefined } {
  const kept = known.get(description) ?? { description, workflows: undefined };
  known.set(description, kept);
  return kept;
}
