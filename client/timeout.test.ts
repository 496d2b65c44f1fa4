import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { basePath } from '../generated/calls.ts';
import { createClient } from './create-client.ts';
import { bruno, limited } from './test/examples.ts';
import { listen } from './test/loopback-server.ts';
import { base, json, key, optionsFor } from './test/scripted-fetch.ts';

const body = { name: 'Bruno', categoryId: 3 };
/** A server that never answers, and knows nothing of signals. */
const silent = () => new Promise<Response>(() => undefined);
const stalling = () =>
  new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('[')) }), {
    headers: { 'Content-Type': 'application/json' },
  });

describe('the time for a call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** How a call ends, after how many seconds and requests. */
  async function ending(call: 'GET' | 'POST', send: () => Response | Promise<Response>, options: object = {}) {
    const fetch = vi.fn<(request: Request) => Response | Promise<Response>>(send);
    const client = createClient({ baseUrl: base, apiKey: key, fetch, timing: { random: () => 1 }, ...options });
    const started = Date.now();
    const { signal } = new AbortController();
    const made = call === 'GET' ? client.GET('/pets', { signal }) : client.POST('/pets', { body, signal });
    let seconds = 0;
    let timers = 0;
    const settled = made
      .then(({ status }) => String(status), String)
      .finally(() => {
        seconds = (Date.now() - started) / 1000;
        timers = vi.getTimerCount();
      });
    await vi.advanceTimersByTimeAsync(1_000_000);
    return { outcome: await settled, seconds, requests: fetch.mock.calls.length, timers };
  }

  /** What a server says that has no request left for 50 seconds. */
  const spent = () => ({
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 50),
  });
  const lost = (seconds: number) => `TimeoutError: No answer within ${seconds} seconds.`;
  test.each<[name: string, run: () => ReturnType<typeof ending>, expected: object]>([
    ['a POST that is not answered', () => ending('POST', silent), { outcome: lost(30), seconds: 30, requests: 1 }],
    ['a GET, which is sent again', () => ending('GET', silent), { outcome: lost(30), seconds: 93, requests: 3 }],
    ['one of its own', () => ending('POST', silent, { attemptTimeout: 2 }), { outcome: lost(2), seconds: 2 }],
    ['a body that stalls', () => ending('GET', stalling), { outcome: lost(30), seconds: 30, requests: 1 }],
    ['in all', () => ending('GET', silent, { timeout: 45 }), { outcome: lost(45), seconds: 45, requests: 2 }],
    [
      'in all, with the waits before retries',
      () => ending('GET', () => json(503, limited, { 'Retry-After': '60' }), { timeout: 100 }),
      { outcome: lost(100), seconds: 100, requests: 2 },
    ],
    [
      'in all, with the wait of a retry for the rate limit',
      () => ending('GET', () => json(503, limited, { ...spent(), 'Retry-After': '1' }), { timeout: 20 }),
      { outcome: lost(20), seconds: 20, requests: 1 },
    ],
    [
      'in all, unless given',
      () => ending('GET', silent, { attemptTimeout: 200 }),
      { outcome: lost(300), seconds: 300 },
    ],
    [
      'no time is waited for an answer that comes',
      () => ending('GET', () => json(200, [])),
      { outcome: '200', seconds: 0 },
    ],
  ])('%s', async (_, run, expected) => {
    expect(await run()).toMatchObject({ ...expected, timers: 0 });
  });

  test('does not count what it waits for the rate limit', async () => {
    const client = createClient({ baseUrl: base, apiKey: key, fetch: () => json(200, [], spent()), timeout: 1 });
    await client.GET('/pets');
    const second = client.GET('/pets');
    await vi.advanceTimersByTimeAsync(55_000);
    expect((await second).status).toBe(200);
  });
});

describe('the signal of a caller', () => {
  test.each<[name: string, answers: () => (Response | Error)[]]>([
    ['a success', () => [json(200, [])]],
    ['retries', () => [json(429, limited, { 'Retry-After': '1' }), json(502, {}), json(200, [])]],
    ['a refusal', () => [json(400, { code: 'a', message: 'b', status: 400 })]],
    ['no answer', () => [new RangeError('a mistake')]],
  ])('has no listener left after %s', async (_, answers) => {
    const { signal } = new AbortController();
    await createClient(optionsFor(...answers()))
      .GET('/pets', { signal })
      .catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('has none after an abort either', async () => {
    const controller = new AbortController();
    const { origin } = await listen(() => controller.abort(new Error('enough')));
    const client = createClient({ baseUrl: `${origin}${basePath}`, apiKey: key });
    await expect(client.GET('/pets', { signal: controller.signal })).rejects.toThrow('enough');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('reaches the request on a socket', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { origin } = await listen((incoming) => {
      incoming.socket.on('close', () => closed.resolve());
      controller.abort(new Error('enough'));
    });
    const client = createClient({ baseUrl: `${origin}${basePath}`, apiKey: key });
    await expect(client.POST('/pets', { body, signal: controller.signal })).rejects.toThrow('enough');
    await closed.promise;
  });

  test('reaches what sends the request, with its reason', async () => {
    const controller = new AbortController();
    const { promise: sent, resolve } = Promise.withResolvers<Request>();
    const fetch = (request: Request) => {
      resolve(request);
      return silent();
    };
    const call = createClient({ baseUrl: base, apiKey: key, fetch }).GET('/pets', { signal: controller.signal });
    const { signal } = await sent;
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(String(signal.reason)).toBe('enough');
  });

  test.each<[when: string, waitingBefore: number, send: () => Response | Promise<Response>]>([
    ['waits for its turn', 4, silent],
    ['waits for an answer', 0, silent],
    ['reads the body', 0, stalling],
    ['waits for its next try', 0, () => json(503, limited, { 'Retry-After': '50' })],
  ])('ends a call while it %s', async (_, waitingBefore, send) => {
    const client = createClient({ baseUrl: base, apiKey: key, fetch: send });
    const others = new AbortController();
    const before = Array.from({ length: waitingBefore }, () => client.GET('/pets', { signal: others.signal }));
    const controller = new AbortController();
    const call = client.GET('/pets', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(call).rejects.toThrow('enough');
    others.abort();
    await Promise.allSettled(before);
  });

  test('of a call that is over changes nothing', async () => {
    const controller = new AbortController();
    const { data } = await createClient(optionsFor(json(200, [bruno]))).GET('/pets', { signal: controller.signal });
    controller.abort();
    expect(data).toEqual([bruno]);
  });
});
