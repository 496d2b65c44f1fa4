import { describe, expect, test } from 'vitest';
import { basePath, operations } from '../generated/calls.ts';
import { abortable } from './abortable.ts';
import type { Gate } from './gate.ts';
import type { Hooks } from './hooks.ts';
import { type Bounds, retrying, type Send } from './retry.ts';
import { limited } from './test/examples.ts';
import { listen } from './test/loopback-server.ts';
import { answering, json, sleepless } from './test/scripted-fetch.ts';
import { realTiming, type Timing } from './timing.ts';

const bounds = { maxRetries: 2, maxRetryAfter: 60, timeout: 300, attemptTimeout: 30 };
const url = `https://adoption.example${basePath}/pets`;
const ok = () => json(200, []);
const refusal = (headers: Record<string, string> = {}) => json(429, limited, headers);
const after = (status: number, seconds: string) => json(status, limited, { 'Retry-After': seconds });
const request = (method: string, signal?: AbortSignal) =>
  new Request(url, {
    method,
    ...(method === 'POST' ? { body: '{"name":"Bruno","categoryId":3}' } : {}),
    ...(signal ? { signal } : {}),
  });

/** A gate that keeps nobody back. */
const open: Gate = { arrive: () => 0, enter: async () => undefined, leave: () => undefined };

/** Sends a request of some operation until it is over. */
async function sent(own: Request, send: Send, timing: Timing, options: Partial<Bounds> = {}, hooks: Hooks = {}) {
  const retry = retrying(send, { ...bounds, ...options }, timing, open, hooks);
  return (await retry(own, operations.listPets, own.signal)).response;
}

/** What a table of answers leads to: the waits, and the status handed on. */
async function outcome(
  method: string,
  answers: (Response | Error)[],
  options: Partial<typeof bounds> = {},
  random = 1,
) {
  const { fetch, requests } = answering(...answers);
  const { timing, waits } = sleepless(random, Date.parse('2026-11-20T08:00:00Z'));
  const response = await sent(request(method), fetch, timing, options);
  return { waits, status: response.status, bodies: await Promise.all(requests.map((sent) => sent.text())) };
}

describe('refused before it was processed: any method', () => {
  test.each([
    ['a success needs no retry', [ok()], [], 200],
    ['429 is retried after its seconds', [after(429, '7'), ok()], [7000], 200],
    ['429 is retried after its date', [after(429, 'Fri, 20 Nov 2026 08:00:09 GMT'), ok()], [9000], 200],
    ['429 without Retry-After backs off', [refusal(), refusal(), ok()], [1000, 2000], 200],
    ['429 with an unusable Retry-After backs off', [after(429, 'soon'), ok()], [1000], 200],
    ['X-RateLimit-Reset is no Retry-After', [refusal({ 'X-RateLimit-Reset': '1795248000' }), ok()], [1000], 200],
    ['503 is retried after its seconds', [after(503, '7'), ok()], [7000], 200],
    ['the last refusal is handed on', [after(429, '1'), after(429, '2'), after(429, '3')], [1000, 2000], 429],
    ['the longest wait allowed is waited', [after(429, '60'), ok()], [60_000], 200],
    ['a longer one is not', [after(429, '61')], [], 429],
    ['nor for 503', [after(503, '61')], [], 503],
    ['a refusal of another kind is final', [json(400, {})], [], 400],
  ])('%s', async (_name, answers, waits, status) => {
    const copies = answers.map((answer) => answer.clone());
    expect(await outcome('GET', answers)).toMatchObject({ waits, status });
    expect(await outcome('POST', copies)).toMatchObject({ waits, status });
  });
});

describe('perhaps processed: idempotent methods only', () => {
  const lost = new TypeError('fetch failed');
  const cases: [string, () => (Response | Error)[], number[]][] = [
    ['500', () => [json(500, {}), ok()], [1000]],
    ['502', () => [json(502, {}), ok()], [1000]],
    ['503 without Retry-After', () => [json(503, {}), ok()], [1000]],
    ['503 with an unusable Retry-After', () => [after(503, 'soon'), ok()], [1000]],
    ['504', () => [json(504, {}), ok()], [1000]],
    ['500 with Retry-After', () => [after(500, '7'), ok()], [7000]],
    ['no connection', () => [lost, lost, ok()], [1000, 2000]],
  ];

  test.each(cases)('%s: GET is retried', async (_name, answers, waits) => {
    expect(await outcome('GET', answers())).toMatchObject({ waits, status: 200 });
  });

  test.each(cases)('%s: POST is not', async (_name, answers) => {
    const { fetch, requests } = answering(...answers());
    const { timing, waits } = sleepless();
    const settled = await Promise.allSettled([sent(request('POST'), fetch, timing)]);
    expect({ requests: requests.length, waits }).toEqual({ requests: 1, waits: [] });
    expect(settled[0]).not.toMatchObject({ value: { status: 200 } });
  });

  test('POST: refused, then lost, is not sent a third time', async () => {
    await expect(outcome('POST', [after(429, '1'), lost])).rejects.toBe(lost);
  });

  test.each([['PUT'], ['DELETE'], ['HEAD']])('%s is idempotent', async (method) => {
    expect(await outcome(method, [json(502, {}), ok()])).toMatchObject({ status: 200 });
  });

  test('PATCH is not', async () => {
    expect(await outcome('PATCH', [json(502, {})])).toMatchObject({ status: 502 });
  });

  test.each([400, 401, 404, 408, 413, 425, 501, 505])('%d is final', async (status) => {
    expect(await outcome('GET', [json(status, {}), ok()])).toMatchObject({ status, waits: [] });
  });

  test('the last failure is thrown', async () => {
    const last = new TypeError('fetch failed at last');
    await expect(outcome('GET', [lost, lost, last])).rejects.toBe(last);
  });

  test.each([
    ['a mistake', new RangeError('a mistake in the fetch')],
    ['an error whose name only ends so', Object.assign(new Error('a mistake'), { name: 'MediaTypeError' })],
    ['an error whose name only begins so', Object.assign(new Error('a mistake'), { name: 'TypeErrors' })],
    ['an abort that is not of the caller', new DOMException('stopped', 'AbortError')],
  ])('what is no network failure is thrown at once: %s', async (_, thrown) => {
    await expect(outcome('GET', [thrown])).rejects.toBe(thrown);
  });
});

describe('bounds', () => {
  test.each([
    ['no retries', [refusal()], { maxRetries: 0 }, 1, []],
    ['one retry', [refusal(), refusal()], { maxRetries: 1 }, 1, [1000]],
    ['full jitter: none', [refusal(), refusal(), refusal()], {}, 0, [0, 0]],
    ['full jitter: half', [refusal(), refusal(), refusal()], {}, 0.5, [500, 1000]],
    [
      'backoff doubles, within maxRetryAfter',
      Array.from({ length: 5 }, () => refusal()),
      { maxRetries: 4, maxRetryAfter: 5 },
      1,
      [1000, 2000, 4000, 5000],
    ],
  ])('%s', async (_name, answers, options, random, waits) => {
    expect(await outcome('POST', answers, options, random)).toMatchObject({ waits, status: 429 });
  });
});

test('each try waits for its turn at the place of the call', async () => {
  const places: number[] = [];
  let arrivals = 0;
  const gate: Gate = {
    ...open,
    arrive: () => arrivals++,
    enter: async (place) => {
      places.push(place);
      return undefined;
    },
  };
  const { fetch } = answering(after(429, '1'), json(502, {}), ok());
  await retrying(fetch, bounds, sleepless().timing, gate, {})(request('GET'), operations.listPets, undefined);
  expect(places).toEqual([0, 0, 0]);
});

test('each try carries the whole body', async () => {
  const { bodies } = await outcome('POST', [after(429, '1'), after(429, '1'), ok()]);
  expect(bodies).toEqual(Array(3).fill('{"name":"Bruno","categoryId":3}'));
});

test('an answer that is not handed on is not left open', async () => {
  let cancelled = false;
  const body = new ReadableStream({ cancel: () => void (cancelled = true) });
  await outcome('GET', [new Response(body, { status: 429 }), ok()]);
  expect(cancelled).toBe(true);
});

describe('the signal of the caller', () => {
  test('ends the wait', async () => {
    const { fetch, requests } = answering(after(429, '30'));
    const controller = new AbortController();
    const sleep = (milliseconds: number, signal: AbortSignal) => {
      const sleeping = realTiming.sleep(milliseconds, signal);
      controller.abort(new Error('enough'));
      return sleeping;
    };
    const call = sent(request('GET', controller.signal), fetch, { ...realTiming, sleep });
    await expect(call).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  test('ends the wait for its turn, and nothing is sent', async () => {
    const { fetch, requests } = answering(ok());
    const controller = new AbortController();
    const enter: Gate['enter'] = async (_, signal) => {
      expect(signal).toBeDefined();
      return abortable(signal, () => () => undefined);
    };
    const retry = retrying(fetch, bounds, realTiming, { ...open, enter }, {});
    const call = retry(request('GET'), operations.listPets, controller.signal);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(requests).toEqual([]);
  });

  test('ends the call on a socket, and no other try follows', async () => {
    const controller = new AbortController();
    const { origin, received } = await listen(() => controller.abort());
    const { timing, waits } = sleepless();
    const call = sent(new Request(origin, { signal: controller.signal }), fetch, timing);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect({ tries: received.length, waits }).toEqual({ tries: 1, waits: [] });
  });

  test('raised beforehand, nothing is sent, not even to a fetch that knows no signals', async () => {
    const { fetch, requests } = answering(ok());
    const call = sent(request('GET', AbortSignal.abort()), fetch, realTiming);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toEqual([]);
  });
});

describe('over a socket', () => {
  test('a GET whose connection breaks is sent again', async () => {
    const { origin, received } = await listen((incoming, answer) =>
      received.length === 1 ? incoming.socket.destroy() : answer.end('[]'),
    );
    const response = await sent(new Request(origin), fetch, sleepless().timing);
    expect([response.status, received.length]).toEqual([200, 2]);
  });

  test('a POST whose connection breaks is not', async () => {
    const { origin, received } = await listen((incoming) => incoming.socket.destroy());
    const call = sent(new Request(origin, { method: 'POST', body: '{}' }), fetch, sleepless().timing);
    await expect(call).rejects.toThrow(TypeError);
    expect(received).toHaveLength(1);
  });

  test('a POST that was refused arrives again, with its body', async () => {
    const lengths: (string | undefined)[] = [];
    const { origin } = await listen((incoming, answer) => {
      lengths.push(incoming.headers['content-length']);
      answer.writeHead(lengths.length === 1 ? 429 : 201, { 'Retry-After': '1' }).end('{}');
    });
    const own = new Request(origin, { method: 'POST', body: '{"a":1}' });
    const response = await sent(own, fetch, sleepless().timing);
    expect([response.status, lengths]).toEqual([201, ['7', '7']]);
  });
});

describe('the real sleep', () => {
  test('ends by itself', async () => {
    await expect(realTiming.sleep(0, new AbortController().signal)).resolves.toBeUndefined();
  });

  test('does not begin when it is not wanted any more', async () => {
    await expect(realTiming.sleep(60_000, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
