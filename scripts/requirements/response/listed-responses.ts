import type { Operation } from '../../openapi/operation-table.ts';
import type { Listed } from '../listed.ts';
import type { PlanningContext } from '../planning-context.ts';
import { type KeyedResponse, responsesFor } from './response-sets.ts';

const unspecific = 'It is documented for a range of statuses: none of them need be used.';

/**
 * What a kind requires of each documented response of an operation, or without one of the responses to requests that
 * reach none: these are the server's alone, since a client sends no such request.
 */
export function listForResponses<Id extends string>(
  { description }: PlanningContext,
  operation: Operation | null,
  list: (of: KeyedResponse) => Listed<Id>[],
): Listed<Id>[] {
  const set = responsesFor(description, operation);
  if (set === undefined) return [];
  return Object.entries(set.responses).flatMap(([status, response]) =>
    list({ set, status, response }).map((listed) => ({
      ...listed,
      under: response.pointer,
      ...(operation === null && { side: 'server' as const }),
      ...(!/^\d{3}$/.test(status) && { waiver: unspecific }),
    })),
  );
}

/** The group in which reports show what is required of a documented response. */
export function sectionOf({ status }: { status: string }): string {
  return `Response ${status}`;
}
