import { randomUUID } from 'node:crypto';
import { service } from '../generated/operations.ts';
import { createApiKey, type NewApiKey } from './api-key.ts';
import type { AppParts } from './app.ts';
import { readConfiguration } from './configuration.ts';
import { animalHandlers } from './handlers.ts';
import { RateLimiter } from './rate-limit.ts';
import { serve } from './serve.ts';
import { openSqliteStorage } from './storage/sqlite.ts';
import type { Storage } from './storage/store.ts';

/** A server with a storage of its own, and a clock that can be moved on. */
export interface Harness {
  baseUrl: string;
  /** A key with as many requests as anyone needs. */
  key: string;
  /** A key of the plan that is spent first. */
  limitedKey: string;
  /** From now on it is so much later for the server: what has run out by then is forgotten. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/** A message to this program; a harness has the id of the message that opened it. */
type Order =
  | { type: 'open'; id: number }
  | { type: 'advance'; id: number; harness: number; milliseconds: number }
  | { type: 'close'; id: number; harness: number };

/** What this program answers, with the id of the order. It says `ready`, with the id 0, when it takes orders. */
type Reply =
  | { type: 'opened'; id: number; baseUrl: string; key: string; limitedKey: string }
  | { type: 'ready' | 'advanced' | 'closed'; id: number }
  | { type: 'failed'; id: number; message: string };

/** The limits of a key that nobody reaches. */
export const generousKey: NewApiKey = {
  plan: 'enterprise',
  limits: { requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 },
};

/** The parts of the app over a storage, with those that depend on where it runs. */
export function partsOver(storage: Storage, own: Omit<AppParts, 'handlers' | 'keys' | 'isReady'>): AppParts {
  return { handlers: animalHandlers(storage.animals), keys: storage.keys, isReady: () => storage.isReady(), ...own };
}

/** Opens a harness on a free port of the loopback interface, set as a server is that nobody has set, but for its patience with bad keys. */
export async function openHarness(): Promise<Harness> {
  const configuration = readConfiguration({ PORT: '0', ANONYMOUS_REQUESTS_PER_MINUTE: '1000000' });
  const storage = openSqliteStorage(':memory:');
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const parts = partsOver(storage, {
    limiter: new RateLimiter(configuration, now),
    maximumBodyBytes: configuration.maximumBodyBytes,
    log: { info: () => undefined, error: (facts, message) => console.error(message, facts) },
    now,
    newRequestId: randomUUID,
  });
  const server = await serve(parts, configuration);
  return {
    baseUrl: `${server.url}${service.basePath}`,
    key: await createApiKey(storage.keys, generousKey, new Date(now())),
    limitedKey: await createApiKey(storage.keys, { plan: 'free' }, new Date(now())),
    advance: (milliseconds) => {
      ahead += milliseconds;
      const counted = parts.limiter.snapshot();
      parts.limiter = new RateLimiter(configuration, now);
      parts.limiter.restore(expiringEarlier(counted, milliseconds));
    },
    close: async () => {
      await server.close();
      storage.close();
    },
  };
}

/**
 * The library counts by the clock of the process, which all harnesses share. So what is counted moves, not the clock: as after
 * a restart, with everything so much closer to its end.
 */
function expiringEarlier(snapshot: string, milliseconds: number): string {
  return JSON.stringify(
    JSON.parse(snapshot, (name, value: unknown) =>
      name === 'expiresAt' && typeof value === 'number' ? value - milliseconds : value,
    ),
  );
}

async function obey(order: Order, harnesses: Map<number, Harness>): Promise<Reply> {
  const { id } = order;
  if (order.type === 'open') {
    const harness = await openHarness();
    harnesses.set(id, harness);
    return { type: 'opened', id, baseUrl: harness.baseUrl, key: harness.key, limitedKey: harness.limitedKey };
  }
  const harness = harnesses.get(order.harness);
  if (harness === undefined) throw new Error(`There is no harness ${order.harness}.`);
  if (order.type === 'advance') {
    harness.advance(order.milliseconds);
    return { type: 'advanced', id };
  }
  harnesses.delete(order.harness);
  await harness.close();
  return { type: 'closed', id };
}

/** The order in a message; undefined when it is none. */
function orderOf(message: unknown): Order | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message && 'id' in message)) return undefined;
  const { type, id } = message;
  if (!isCount(id)) return undefined;
  if (type === 'open') return { type, id };
  if (!('harness' in message && isCount(message.harness))) return undefined;
  const { harness } = message;
  if (type === 'close') return { type, id, harness };
  return type === 'advance' && 'milliseconds' in message && isCount(message.milliseconds)
    ? { type, id, harness, milliseconds: message.milliseconds }
    : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Takes orders from the process that has forked this one, until that one ends. */
function serveHarness(): void {
  const harnesses = new Map<number, Harness>();
  const send = (reply: Reply) => void process.send?.(reply);
  process.on('message', (message) => {
    const order = orderOf(message);
    if (order === undefined) throw new Error(`This is no order: ${JSON.stringify(message)}`);
    obey(order, harnesses).then(send, (error: unknown) =>
      send({ type: 'failed', id: order.id, message: error instanceof Error ? error.message : String(error) }),
    );
  });
  // Nothing of a harness outlives it, so nothing need be closed.
  process.on('disconnect', () => process.exit());
  send({ type: 'ready', id: 0 });
}

if (import.meta.main) serveHarness();
