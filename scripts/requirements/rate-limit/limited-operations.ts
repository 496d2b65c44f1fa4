import { isOpen } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type RateLimitHeader, rateLimitPartsOf } from './rate-limit-headers.ts';

/** More requests than these a run does not spend to reach a limit. */
export const mostSpent = 1500;

/** True when an operation takes a key, and the contract says of a limit on it: in headers, or by a 429. */
export function isLimited(operation: Operation): boolean {
  return !isOpen(operation) && (has429(operation) || limitHeadersOf(operation).length > 0);
}

/** True when the responses of a limited operation say how many requests are left. */
export function isCounted(operation: Operation): boolean {
  return isLimited(operation) && limitHeadersOf(operation).includes('remaining');
}

/** True when the responses of a limited operation say which limit is in force. */
export function announcesLimit(operation: Operation): boolean {
  return isLimited(operation) && limitHeadersOf(operation).includes('limit');
}

/** True when a limited operation refuses requests beyond the limit. */
export function isEnforced(operation: Operation): boolean {
  return isLimited(operation) && has429(operation);
}

/**
 * Where the contract says of the limit as a whole: its plans, else the responses of the first operation that has it.
 */
export function limitPointer({ contract, operations }: Description): string {
  const first = operations.find(isLimited);
  const hasPlans = contract.document['x-rate-limit-plans'] !== undefined;
  return hasPlans || first === undefined ? '/x-rate-limit-plans' : `${first.pointer}/responses`;
}

function has429({ responses }: Operation): boolean {
  return Object.hasOwn(responses, '429');
}

function limitHeadersOf({ responses }: Operation): RateLimitHeader[] {
  return Object.values(responses).flatMap(({ headers }) => headers.flatMap(({ name }) => rateLimitPartsOf(name)));
}
