import { service } from '../../generated/operations.ts';
import { createApiKey, type NewApiKey } from '../api-keys/api-key.ts';
import { type AppParts, createApp } from '../app.ts';
import type { Clock } from '../clock.ts';
import { readConfiguration } from '../configuration.ts';
import { generousKey, partsOver, withoutShedding } from '../harness.ts';
import { MemoryRateLimiter } from '../rate-limit/memory-rate-limiter.ts';
import type { RateLimitSettings } from '../rate-limit/rate-limit.ts';
import type { Limits } from '../socket/load.ts';
import { serve, type Timeouts } from '../socket/serve.ts';
import { openSqliteStorage } from '../storage/sqlite/storage.ts';
import type { Storage } from '../storage/store.ts';

/** Sends a request to the server under test, whichever way it is reached. */
export type Send = (request: Request) => Promise<Response>;

export interface TestHarness {
  storage: Storage;
  parts: AppParts;
  /** What the server wrote to its log. */
  log: { level: 'info' | 'error'; fields: Record<string, unknown>; message: string }[];
  baseUrl: string;
  send: Send;
  newKey(key?: NewApiKey): Promise<string>;
  close(): Promise<void>;
}

export interface TestHarnessOptions {
  settings?: Partial<RateLimitSettings>;
  parts?: Partial<AppParts>;
  timeouts?: Partial<Timeouts>;
  limits?: Partial<Limits>;
  trustedProxies?: string[];
}

/** How a test reaches the server: as a function in its own process, or over a socket of the loopback interface. */
export const transports = { 'in-process': openInProcess, 'over a socket': openOnSocket };

export async function openInProcess(options: TestHarnessOptions = {}): Promise<TestHarness> {
  const harness = newTestHarness(options);
  const app = createApp(harness.parts);
  return {
    ...harness,
    baseUrl: `http://in-process.invalid${service.basePath}`,
    send: async (request) => app.fetch(request),
    close: async () => harness.storage.close(),
  };
}

export async function openOnSocket(options: TestHarnessOptions = {}): Promise<TestHarness> {
  const harness = newTestHarness(options);
  const server = await serve(harness.parts, {
    port: 0,
    host: '127.0.0.1',
    trustedProxies: options.trustedProxies ?? [],
    limits: { ...withoutShedding(readConfiguration({})), ...options.limits },
    // When a test closes its server, all that it has sent is answered.
    timeouts: { quiet: 0, ...options.timeouts },
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

/** A clock that tests can set. As in a process, its two moments are far apart: one is not to be taken for the other. */
const clock: Clock = { now: () => Date.now(), elapsed: () => Date.now() - Date.UTC(2026) };

function newTestHarness({ settings, parts }: TestHarnessOptions) {
  const storage = openSqliteStorage(':memory:');
  const log: TestHarness['log'] = [];
  let requests = 0;
  const write = (level: 'info' | 'error') => (fields: object, message: string) =>
    void log.push({ level, fields: { ...fields }, message });
  const all = partsOver(storage, {
    limiter: new MemoryRateLimiter(
      { anonymousPerMinute: 600, banAfterRefusals: 100, banSeconds: 300, ...settings },
      clock,
    ),
    maximumBodyBytes: 65_536,
    allowedOrigins: [],
    log: { info: write('info'), error: write('error') },
    clock,
    newRequestId: () => `request-${++requests}`,
    ...parts,
  });
  return { storage, parts: all, log, newKey: (key = generousKey) => createApiKey(storage.keys, key, new Date()) };
}
