import type { HttpRequest } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { JsonObject } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';

/** A request as it came, and its response; `at` in milliseconds since the epoch, by the clock of both sides. */
export interface Arrival {
  request: HttpRequest;
  response: ScriptedResponse;
  at: number;
}

/**
 * Which calls show a behaviour: every call, by its retries; those that a redirect leads to another server;
 * the first one of an operation.
 */
export type Behaviour = 'retries' | 'redirects' | 'notices';

/** What is seen of one call of a client. */
export interface ObservedCall {
  operation: Operation;
  /** The only key that the client has. */
  key: string;
  /** Its requests, in the order in which they came. */
  arrivals: readonly [Arrival, ...Arrival[]];
  /** The requests that another server got, where a response led to it. */
  elsewhere: readonly Arrival[];
  /** What the client reported of deprecated operations. */
  notices: readonly JsonObject[];
}
