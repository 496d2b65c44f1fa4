import type { ExactObject } from '../../http/exact-json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { isDefaultSuccess } from '../../openapi/success-responses.ts';
import { documentedStatus, type ResponseSet, responsesTo } from '../../requirements/response/response-sets.ts';
import type { AskedPage } from './page-body.ts';
import type { Thing } from './store.ts';

/** What an operation finds or does. */
export type StateAnswer =
  /** Something that the path names is not there. */
  | { kind: 'missing' }
  /** Something that the body names is not there: `statuses` say so. */
  | { kind: 'nowhere'; statuses: readonly number[] }
  /** A range of the request ends before it begins: `statuses` say so. */
  | { kind: 'reversed'; statuses: readonly number[] }
  /** The cursor is of no page. */
  | { kind: 'astray' }
  /** A client has given what another thing has, and one alone may have, as an identifier. */
  | { kind: 'taken' }
  /** It was done with the thing before, and can be done once. */
  | { kind: 'done' }
  /** The state of the thing does not allow it. */
  | { kind: 'barred' }
  /** `location`: path of the thing below the base URL. `echoed`: what was sent, and this answer alone may show. */
  | { kind: 'thing'; resource: Resource; thing: Thing; location: string; isNew: boolean; echoed?: ExactObject }
  | ({ kind: 'page' } & AskedPage)
  | { kind: 'removed' };

/** The statuses that say that nothing is there, the best one first. */
export const missingStatuses: readonly number[] = [404, 410, 400];

/** True where the contract has a way to say that something is not there. */
export function canBeMissing(operation: Operation): boolean {
  return missingStatuses.some((status) => refusedBy(responsesTo(operation), status) !== undefined);
}

/** The documented status of a refusal. A `default` is none where it documents the success, as where it stands alone. */
export function refusedBy(set: ResponseSet, status: number): string | undefined {
  const documented = documentedStatus(set, status);
  return documented === 'default' && isDefaultSuccess(set) ? undefined : documented;
}
