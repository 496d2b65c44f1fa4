import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { service } from '../generated/operations.ts';
import { openInProcess, type TestHarness } from '../server/test/transports.ts';
import { createClient } from './create-client.ts';

const { free, pro } = service.rateLimitPlans;
const minute = 60_000;

/** A server with a clock that goes on by timers alone, and what it answered in which order. */
interface Served {
  harness: TestHarness;
  statuses: number[];
  limits: string[];
  clientFor(apiKey: string, seed: number): ReturnType<typeof createClient>;
}

function serving(harness: TestHarness): Served {
  const statuses: number[] = [];
  const limits: string[] = [];
  return {
    harness,
    statuses,
    limits,
    clientFor: (apiKey, seed) => {
      const random = randomFrom(seed);
      const fetch = async (request: Request) => {
        limits.push(new URL(request.url).searchParams.get('limit') ?? '');
        const latency = () => new Promise((resolve) => setTimeout(resolve, 5 + random() * 300));
        await latency();
        const response = await harness.send(request);
        statuses.push(response.status);
        await latency();
        return response;
      };
      return createClient({ baseUrl: harness.baseUrl, apiKey, fetch, timing: { random } });
    },
  };
}

/** The same numbers in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Lets the clock go on until the work is done: in steps, between which there is time for what needs none. */
async function until<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const done = () => void (isDone = true);
  work.then(done, done);
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  }
  return work;
}

let served: Served;
beforeEach(async () => {
  // The library that counts on the server reads the clock of the process.
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  served = serving(await openInProcess());
});
afterEach(async () => {
  // Where no server was opened, too: files that follow in this process need the real clock.
  try {
    await served.harness.close();
  } finally {
    vi.useRealTimers();
  }
});

describe('calls that are all made at once', () => {
  test('on the free plan: as many as a day allows, without one refusal, in order', async () => {
    const client = served.clientFor(await served.harness.newKey({ plan: 'free' }), 1);
    const started = Date.now();
    const numbers = Array.from({ length: free.requestsPerDay }, (_, index) => (index % 100) + 1);
    const calls = numbers.map((limit) => client.GET('/pets', { params: { query: { limit } } }));
    const results = await until(Promise.all(calls));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(served.statuses)).toEqual(new Set([200]));
    expect(served.limits.map(Number)).toEqual(numbers);
    // No slower than the plan makes it.
    const windows = Math.ceil(free.requestsPerDay / free.requestsPerMinute);
    expect(Date.now() - started).toBeLessThan((windows + 0.5) * minute);
  });

  test('on the pro plan', async () => {
    const client = served.clientFor(await served.harness.newKey({ plan: 'pro' }), 2);
    const calls = Array.from({ length: 3 * pro.requestsPerMinute }, () => client.GET('/pets'));
    await until(Promise.all(calls));
    expect(new Set(served.statuses)).toEqual(new Set([200]));
  });

  test.each([
    ['two clients', 2, 20],
    ['five clients', 5, 200],
  ])('by %s that share a key: all are served, and the key is not banned', async (_, count, mostRefusals) => {
    const key = await served.harness.newKey({ plan: 'free' });
    const clients = Array.from({ length: count }, (_, index) => served.clientFor(key, index + 3));
    const calls = clients.flatMap((client) => Array.from({ length: 200 }, () => client.GET('/pets')));
    const results = await until(Promise.all(calls));
    const refusals = served.statuses.filter((status) => status === 429).length;
    expect(new Set(results.map(({ error, status }) => error?.code ?? status))).toEqual(new Set([200]));
    expect(refusals).toBeLessThan(mostRefusals);
  });

  test('beyond the day: what the server refused is handed to all that wait, and nothing more is sent', async () => {
    const client = served.clientFor(await served.harness.newKey({ plan: 'free' }), 9);
    const calls = Array.from({ length: free.requestsPerDay + 50 }, () => client.GET('/pets'));
    const results = await until(Promise.all(calls));
    const refused = results.slice(free.requestsPerDay);
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(['rate_limited']));
    expect(served.statuses.filter((status) => status === 429)).toEqual([429]);
  });
});
