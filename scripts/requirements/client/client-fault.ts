import type { Respond } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { CallResult } from './calls.ts';

/** What stands between a client and the stub that it is verified at. */
export interface ClientHarness {
  key: string;
  /** Another server, to which no key belongs. */
  elsewhere: Respond;
}

/**
 * What a client does otherwise: with its requests on their way, with responses on theirs, or in what it makes of them.
 */
export interface ClientChange {
  what: string;
  between?: (respond: Respond, harness: ClientHarness) => Respond;
  view?: (result: CallResult, operation: Operation) => CallResult;
}

/** A client that violates one requirement of its contract. */
export interface ClientFault extends ClientChange {
  /** The requirement, and what is done to it. */
  id: string;
  requirementId: string;
}
