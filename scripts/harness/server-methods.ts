import { type Guard, hasMembers, isCount, isListOf, isNull, isText, isTextRecord } from './guards.ts';
import type { Method } from './protocol.ts';

/** A server that a process has opened: where it is, a key with high limits, one with low ones, and one revoked. */
export interface OpenedServer {
  harness: number;
  baseUrl: string;
  key: string;
  limitedKey: string;
  revokedKey: string;
  /** By the names of plans. */
  planKeys: Readonly<Record<string, string>>;
}

export const openServer: Method<null, OpenedServer> = {
  name: 'open',
  isParams: isNull,
  isResult: hasMembers<OpenedServer>({
    harness: isCount,
    baseUrl: isText,
    key: isText,
    limitedKey: isText,
    revokedKey: isText,
    planKeys: isTextRecord,
  }),
};

/** What a server notices of itself that none of its answers shows. */
export interface Observations {
  /**
   * Answers that it did not send, as they would violate the contract at `pointer`: a 500 was sent instead, or nothing
   * where the contract does not allow that either.
   */
  breaches: readonly { requestId: string; operationId: string | null; pointer: string; message: string }[];
  /** The operations whose handlers were called. */
  handledOperations: readonly string[];
  /** Parameters that a handler has read, as `operationId in.name`. */
  readParameters: readonly string[];
}

export const isObservations: Guard<Observations> = hasMembers<Observations>({
  breaches: isListOf(
    hasMembers<Observations['breaches'][number]>({
      requestId: isText,
      operationId: (value) => isNull(value) || isText(value),
      pointer: isText,
      message: isText,
    }),
  ),
  handledOperations: isListOf(isText),
  readParameters: isListOf(isText),
});

export const observeServer: Method<{ harness: number }, Observations> = {
  name: 'observe',
  isParams: hasMembers<{ harness: number }>({ harness: isCount }),
  isResult: isObservations,
};

/** Advances the virtual clock of a server. */
export const advanceServer: Method<{ harness: number; milliseconds: number }, null> = {
  name: 'advance',
  isParams: hasMembers<{ harness: number; milliseconds: number }>({ harness: isCount, milliseconds: isCount }),
  isResult: isNull,
};

export const closeServer: Method<{ harness: number }, null> = {
  name: 'close',
  isParams: hasMembers<{ harness: number }>({ harness: isCount }),
  isResult: isNull,
};
