import type { Exact } from '../../http/exact-json.ts';
import type { JsonObject } from '../../openapi/json.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';

/** One call of an operation, with the values that a caller gives. */
export interface Call {
  operation: Operation;
  parameters: ReadonlyMap<Parameter, Exact>;
  /** Undefined: no body is given. */
  body: Exact | undefined;
}

/** What a caller gets. Values are JSON texts; undefined for what is not given. */
export type Outcome =
  | {
      kind: 'answered';
      status: number;
      headers: readonly (readonly [name: string, value: string])[];
      data: string | undefined;
      error: string | undefined;
    }
  | { kind: 'rejected'; message: string };

export interface CallResult {
  outcome: Outcome;
  /** What the client reported of deprecated operations in this call. */
  notices: readonly JsonObject[];
}

/** A client that makes the calls it is asked for, at one address and with one key. */
export interface OpenedClient {
  call(call: Call): Promise<CallResult>;
  close(): Promise<void>;
}

/**
 * A client in any language, as long as a program drives it.
 * `onSleep` is called with the milliseconds of each wait; the client need not really wait.
 */
export interface CallableClient {
  open(baseUrl: string, key: string, onSleep: (milliseconds: number) => void): Promise<OpenedClient>;
  stop(): Promise<void>;
}
