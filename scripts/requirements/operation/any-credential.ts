import { type Credential, noCredential } from '../../openapi/credentials.ts';
import type { PlanningContext } from '../planning-context.ts';

/** The credential of some operation that needs one. */
export function anyCredential(context: PlanningContext): Credential {
  const all = context.description.operations.map((operation) => context.credentialOf(operation));
  return all.find(({ headers, query }) => headers.length > 0 || query.length > 0) ?? noCredential;
}
