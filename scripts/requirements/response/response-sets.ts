import type { Description } from '../../openapi/description.ts';
import type { DocumentedResponse, Operation } from '../../openapi/operation-table.ts';

/** Responses that stand together: those of an operation, or those of requests that reach none. */
export interface ResponseSet {
  /** Begins the ids of its requirements. */
  name: string;
  pointer: string;
  operation: Operation | null;
  responses: Readonly<Record<string, DocumentedResponse>>;
}

/** A response of a set, and the key under which it is documented: `404`, `4XX` or `default`. */
export interface KeyedResponse {
  set: ResponseSet;
  status: string;
  response: DocumentedResponse;
}

/** The responses of an operation. */
export function responsesTo(operation: Operation): ResponseSet {
  return { name: operation.id, pointer: `${operation.pointer}/responses`, operation, responses: operation.responses };
}

/** The responses to requests that reach no operation. */
export function unmatchedResponses({ service }: Description): ResponseSet {
  return {
    name: 'unmatched',
    pointer: '/x-unmatched-responses',
    operation: null,
    responses: service.unmatchedResponses,
  };
}

/**
 * The responses to an operation, or without one to requests that reach none;
 * undefined where the contract documents none of these.
 */
export function responsesFor(description: Description, operation: Operation | null): ResponseSet | undefined {
  if (operation !== null) return responsesTo(operation);
  const unmatched = unmatchedResponses(description);
  return Object.keys(unmatched.responses).length === 0 ? undefined : unmatched;
}

/** The documented status that covers one (OpenAPI, Responses Object). */
export function documentedStatus({ responses }: ResponseSet, status: number): string | undefined {
  return [String(status), `${String(status)[0]}XX`, 'default'].find((key) => Object.hasOwn(responses, key));
}
