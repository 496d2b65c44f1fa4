import { randomUUID } from 'node:crypto';
import { operations, service } from '../generated/operations.ts';
import { createApiKey, hasAgreedLimits, idOf, isPlan, type NewApiKey } from './api-keys/api-key.ts';
import type { AppParts } from './app.ts';
import type { Clock } from './clock.ts';
import { readConfiguration } from './configuration.ts';
import { animalHandlers } from './handlers.ts';
import { type Observations, Observer } from './observer.ts';
import { MemoryRateLimiter } from './rate-limit/memory-rate-limiter.ts';
import type { Limits } from './socket/load.ts';
import { serve } from './socket/serve.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import type { ApiKeyStore, Storage } from './storage/store.ts';

/** A server with a storage of its own and a virtual clock. */
export interface Harness {
  baseUrl: string;
  /** A key that no verification exhausts. */
  key: string;
  /** A key of the plan with the lowest limits. */
  limitedKey: string;
  /** A key that the server has served before it was revoked. */
  revokedKey: string;
  /** A key of each plan that has limits of its own. */
  planKeys: Record<string, string>;
  /** What the server has noticed of itself so far. */
  observations(): Observations;
  /** Advances the clock of the server: limits and bans that run out by then are over. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/** A key whose limits no test reaches. */
export const generousKey: NewApiKey = {
  plan: 'enterprise',
  limits: { requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 },
};

/** Limits under which no verdict depends on how busy the machine is. */
export function withoutShedding(limits: Limits): Limits {
  return { ...limits, maximumEventLoopDelay: Number.POSITIVE_INFINITY };
}

/** The parts of the app over a storage, with those that depend on where it runs. */
export function partsOver(storage: Storage, own: Omit<AppParts, 'handlers' | 'keys' | 'problem'>): AppParts {
  return { handlers: animalHandlers(storage.animals), keys: storage.keys, problem: () => storage.problem(), ...own };
}

/**
 * Opens a server on a free port of the loopback interface.
 * It has the default configuration, but for requests without a valid key: they have no low limit.
 */
export async function openHarness(): Promise<Harness> {
  const configuration = readConfiguration({ PORT: '0', ANONYMOUS_REQUESTS_PER_MINUTE: '1000000' });
  const storage = openSqliteStorage(':memory:');
  let ahead = 0;
  const clock: Clock = { now: () => Date.now() + ahead, elapsed: () => performance.now() + ahead };
  const observer = new Observer();
  const shared = partsOver(storage, {
    limiter: new MemoryRateLimiter(configuration, clock),
    maximumBodyBytes: configuration.maximumBodyBytes,
    allowedOrigins: configuration.allowedOrigins,
    log: observer.log,
    clock,
    newRequestId: randomUUID,
  });
  const parts = { ...shared, handlers: observer.observed(shared.handlers) };
  const server = await serve(parts, { ...configuration, limits: withoutShedding(configuration) });
  const baseUrl = `${server.url}${service.basePath}`;
  const newKey = (key: NewApiKey) => createApiKey(storage.keys, key, new Date(clock.now()));
  return {
    baseUrl,
    key: await newKey(generousKey),
    limitedKey: await newKey({ plan: 'free' }),
    planKeys: await keysOfPlans(newKey),
    revokedKey: await revoked(storage.keys, await newKey({ plan: 'free' }), baseUrl),
    observations: () => observer.observations(),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    close: async () => {
      await server.close();
      storage.close();
    },
  };
}

/** A key of each plan whose limits the contract has. */
async function keysOfPlans(newKey: (key: NewApiKey) => Promise<string>): Promise<Record<string, string>> {
  const plans = Object.keys(service.rateLimitPlans).filter(isPlan);
  return Object.fromEntries(
    await Promise.all(
      plans.filter((plan) => !hasAgreedLimits(plan)).map(async (plan) => [plan, await newKey({ plan })] as const),
    ),
  );
}

/** Revokes a key once it was used: a server that remembers keys takes it for a valid one. */
async function revoked(keys: ApiKeyStore, key: string, baseUrl: string): Promise<string> {
  const used = fetch(baseUrl + operations.listPets.path, { headers: { Authorization: `Bearer ${key}` } });
  // What a server answers that is broken, verification reports.
  await used.then((response) => response.arrayBuffer()).catch(() => undefined);
  await keys.revoke(idOf(key) ?? '', new Date());
  return key;
}
