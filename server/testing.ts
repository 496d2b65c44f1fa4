import { operations, service } from '../generated/operations.ts';
import * as validators from '../generated/validators.js';
import { createApiKey, type NewApiKey } from './api-key.ts';
import { type AppParts, createApp } from './app.ts';
import { generousKey, partsOver } from './harness.ts';
import type { OperationId } from './operation.ts';
import { RateLimiter, type RateLimitSettings } from './rate-limit.ts';
import { serve, type Timeouts } from './serve.ts';
import { openSqliteStorage } from './storage/sqlite.ts';
import type { Storage } from './storage/store.ts';

/** Sends a request to the server under test, whichever way it is reached. */
export type Send = (request: Request) => Promise<Response>;

export interface Harness {
  storage: Storage;
  parts: AppParts;
  /** What the server wrote to its log. */
  log: { level: 'info' | 'error'; facts: Record<string, unknown>; message: string }[];
  baseUrl: string;
  send: Send;
  newKey(key?: NewApiKey): Promise<string>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  settings?: Partial<RateLimitSettings>;
  parts?: Partial<AppParts>;
  timeouts?: Timeouts;
}

/** How a test reaches the server: as a function in its own process, or over a socket of the loopback interface. */
export const transports = { 'in-process': openInProcess, 'over a socket': openOnSocket };

export async function openInProcess(options: HarnessOptions = {}): Promise<Harness> {
  const harness = newHarness(options);
  const app = createApp(harness.parts);
  return {
    ...harness,
    baseUrl: `http://in-process.invalid${service.basePath}`,
    send: async (request) => app.fetch(request),
    close: async () => harness.storage.close(),
  };
}

export async function openOnSocket(options: HarnessOptions = {}): Promise<Harness> {
  const harness = newHarness(options);
  const server = await serve(harness.parts, {
    port: 0,
    host: '127.0.0.1',
    ...(options.timeouts && { timeouts: options.timeouts }),
  });
  return {
    ...harness,
    baseUrl: `${server.url}${service.basePath}`,
    send: (request) => fetch(request),
    close: async () => {
      await server.close();
      harness.storage.close();
    },
  };
}

function newHarness({ settings, parts }: HarnessOptions) {
  const storage = openSqliteStorage(':memory:');
  const log: Harness['log'] = [];
  let requests = 0;
  const write = (level: 'info' | 'error') => (facts: object, message: string) =>
    void log.push({ level, facts: { ...facts }, message });
  const all = partsOver(storage, {
    limiter: new RateLimiter(
      { anonymousPerMinute: 600, banAfterRefusals: 100, banSeconds: 300, ...settings },
      Date.now,
    ),
    maximumBodyBytes: 65_536,
    log: { info: write('info'), error: write('error') },
    now: Date.now,
    newRequestId: () => `request-${++requests}`,
    ...parts,
  });
  return { storage, parts: all, log, newKey: (key = generousKey) => createApiKey(storage.keys, key, new Date()) };
}

/** What a response of an operation has that the contract does not; empty when it is as documented. */
export async function departures(id: OperationId, response: Response): Promise<string[]> {
  return departuresFrom(operations[id].responses, validators.operations[id].responses, response);
}

/** The same for a response to a request that reaches no operation. */
export async function departuresUnmatched(response: Response): Promise<string[]> {
  return departuresFrom(service.unmatchedResponses, validators.unmatchedResponses, response);
}

async function departuresFrom(
  responses: Readonly<
    Record<
      string,
      { headers: readonly { name: string; pointer: string; required: boolean }[]; mediaTypes: readonly string[] }
    >
  >,
  compiled: Readonly<Record<string, validators.ResponseValidators>>,
  response: Response,
): Promise<string[]> {
  const documented = responses[response.status];
  const checks = compiled[response.status];
  if (documented === undefined || checks === undefined) return [`status ${response.status} is not documented`];
  const found = documented.headers.flatMap(({ name, pointer, required }) => {
    const text = response.headers.get(name);
    if (text === null) return required ? [`header ${name} is missing (#${pointer})`] : [];
    const value = /^-?\d+$/.test(text) ? Number(text) : text;
    return checks.headers[name]?.(value) === false ? [`header ${name} is ${text} (#${pointer})`] : [];
  });
  if (documented.mediaTypes.length === 0)
    return (await response.clone().text()) === '' ? found : [...found, 'a body is not documented'];
  const mediaType = response.headers.get('Content-Type') ?? '';
  if (!documented.mediaTypes.includes(mediaType)) found.push(`media type is ${mediaType}`);
  const body: unknown = await response.clone().json();
  const validate = checks.content[mediaType];
  if (validate?.(body) === false) found.push(`body ${JSON.stringify(body)}: ${validate.errors?.[0]?.message}`);
  const status = body !== null && typeof body === 'object' && 'status' in body ? body.status : undefined;
  if (!response.ok && status !== response.status) found.push(`the body says status ${String(status)}`);
  return found;
}
