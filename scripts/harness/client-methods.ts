import { hasMembers, isCount, isListOf, isNull, isRecord, isText } from './guards.ts';
import type { Method } from './protocol.ts';

interface ClientOptions {
  baseUrl: string;
  apiKey: string;
}

/** Opens a client; the result stands for it in the other requests. */
export const openClient: Method<ClientOptions, number> = {
  name: 'open',
  isParams: hasMembers<ClientOptions>({ baseUrl: isText, apiKey: isText }),
  isResult: isCount,
};

/** One call of an operation. */
export interface ClientCall {
  harness: number;
  operationId: string;
  /** By `path`, `query`, `header` and `cookie`, then by name. */
  parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Absent: the call has no body. */
  body?: unknown;
}

/** What a caller gets. Values are JSON texts, so that none changes on its way; null stands for undefined. */
export interface ClientResponse {
  kind: 'answered';
  status: number;
  headers: [name: string, value: string][];
  data: string | null;
  error: string | null;
}

export interface ClientRejection {
  kind: 'rejected';
  message: string;
}

interface ClientResult {
  outcome: ClientResponse | ClientRejection;
  /** The notices of deprecated operations since the last call. */
  notices: Readonly<Record<string, unknown>>[];
}

const isTextOrNull = (value: unknown) => value === null || isText(value);
const isParameters = (value: unknown): value is ClientCall['parameters'] =>
  isRecord(value) && Object.values(value).every(isRecord);
const isHeader = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);
const isResponse = hasMembers<ClientResponse>({
  kind: (value) => value === 'answered',
  status: (value) => typeof value === 'number',
  headers: isListOf(isHeader),
  data: isTextOrNull,
  error: isTextOrNull,
});
const isRejection = hasMembers<ClientRejection>({ kind: (value) => value === 'rejected', message: isText });

export const callClient: Method<ClientCall, ClientResult> = {
  name: 'call',
  isParams: hasMembers<Omit<ClientCall, 'body'>>({ harness: isCount, operationId: isText, parameters: isParameters }),
  isResult: hasMembers<ClientResult>({
    outcome: (value) => isResponse(value) || isRejection(value),
    notices: isListOf(isRecord),
  }),
};

export const closeClient: Method<{ harness: number }, null> = {
  name: 'close',
  isParams: hasMembers<{ harness: number }>({ harness: isCount }),
  isResult: isNull,
};

/** A request of the process: the client waits. Its clock advances when the driver has responded. */
export const sleepMethod: Method<{ harness: number; milliseconds: number }, null> = {
  name: 'sleep',
  isParams: hasMembers<{ harness: number; milliseconds: number }>({
    harness: isCount,
    milliseconds: (value) => typeof value === 'number',
  }),
  isResult: isNull,
};
