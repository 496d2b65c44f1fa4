import { operations } from '../generated/calls.ts';
import { longestRefusal } from './allowance.ts';
import { createClient } from './create-client.ts';
import type { DeprecationNotice } from './deprecation.ts';

export interface HarnessOptions {
  baseUrl: string;
  apiKey: string;
  /** Stands for the time that the client waits: its clock advances by as much when this resolves. */
  sleep(milliseconds: number): Promise<void>;
}

/** One call of an operation, with the values that a caller gives. */
export interface Call {
  operationId: string;
  /** By `path`, `query`, `header` and `cookie`, then by name. */
  parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Absent: the call has no body. */
  body?: unknown;
}

/**
 * What a caller gets. Values are JSON texts, so that none changes on its way to another process;
 * null stands for undefined.
 */
export type Outcome =
  | {
      kind: 'answered';
      status: number;
      headers: [name: string, value: string][];
      data: string | null;
      error: string | null;
    }
  | { kind: 'rejected'; message: string };

/** A client as its users have it, with a virtual clock. */
export interface Harness {
  /**
   * Makes a call, with the notices of deprecated operations that the client gave since the last one.
   * Rejects for an operation that the client does not have.
   */
  call(call: Call): Promise<{ outcome: Outcome; notices: Notice[] }>;
}

/** What the contract says of a deprecation; the sentence is the client's. */
type Notice = Omit<DeprecationNotice, 'message'>;

type Method = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

export function openHarness({ baseUrl, apiKey, sleep }: HarnessOptions): Harness {
  const notices: Notice[] = [];
  let ahead = 0;
  let isRefused = false;
  const pass = async (milliseconds: number) => {
    await sleep(milliseconds);
    ahead += milliseconds;
  };
  const client = createClient({
    baseUrl,
    apiKey,
    onDeprecated: ({ message: _, ...notice }) => notices.push(notice),
    timing: {
      now: () => Date.now() + ahead,
      random: () => 0.5,
      sleep: async (milliseconds, signal) => {
        signal.throwIfAborted();
        await pass(milliseconds);
      },
    },
  });
  // The types of the client check paths and values that are written in code; here they come as data.
  const methods = { ...client } as Record<string, Method>;
  return {
    call: async ({ operationId, parameters, ...given }) => {
      const operation = Object.values(operations).find(({ id }) => id === operationId);
      const send = operation && methods[operation.method];
      if (operation === undefined || send === undefined) throw new Error(`There is no operation ${operationId}.`);
      // By then no earlier answer keeps a call back.
      if (isRefused) await pass((longestRefusal + 1) * 1000);
      const outcome = await send(operation.path, { params: parameters, ...given }).then(answered, rejected);
      isRefused = outcome.kind === 'answered' && outcome.status === 429;
      return { outcome, notices: notices.splice(0) };
    },
  };
}

function answered({ data, error, response }: Awaited<ReturnType<Method>>): Outcome {
  return {
    kind: 'answered',
    status: response.status,
    headers: [...response.headers],
    data: jsonOf(data),
    error: jsonOf(error),
  };
}

function rejected(error: unknown): Outcome {
  return { kind: 'rejected', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}

function jsonOf(value: unknown): string | null {
  return JSON.stringify(value) ?? null;
}
