import { describe, expect, test } from 'vitest';
import { createClient } from './create-client.ts';
import type { Sending } from './hooks.ts';
import { limited } from './test/examples.ts';
import { json, optionsFor } from './test/scripted-fetch.ts';

const lost = new TypeError('fetch failed');

test('a log: each request with what came of it', async () => {
  const lines: string[] = [];
  const client = createClient({
    ...optionsFor(json(429, limited, { 'Retry-After': '2' }), lost, json(200, [])),
    onResponse: ({ operationId, attempt, request, response, error, wait, milliseconds }) =>
      lines.push(
        `${operationId} ${attempt} ${request.method} ${response?.status ?? String(error)} ${wait} ${milliseconds}`,
      ),
  });
  await client.GET('/pets');
  expect(lines).toEqual([
    'listPets 1 GET 429 2000 0',
    'listPets 2 GET TypeError: fetch failed 2000 0',
    'listPets 3 GET 200 undefined 0',
  ]);
});

test('a log: how long each request took', async () => {
  let now = 5;
  const took: number[] = [];
  const client = createClient({
    ...optionsFor(),
    fetch: () => {
      now += 70;
      return now < 100 ? json(502, {}) : json(200, []);
    },
    timing: { now: () => now, sleep: async () => undefined },
    onResponse: ({ milliseconds }) => took.push(milliseconds),
  });
  await client.GET('/pets');
  expect(took).toEqual([70, 70]);
});

test('a log of an abort: it is not sent again', async () => {
  const controller = new AbortController();
  const waits: unknown[] = [];
  const client = createClient({
    ...optionsFor(),
    fetch: () => {
      controller.abort(new TypeError('enough'));
      throw lost;
    },
    onResponse: ({ wait, error }) => waits.push([wait, error === lost]),
  });
  await expect(client.GET('/pets', { signal: controller.signal })).rejects.toThrow('enough');
  expect(waits).toEqual([[undefined, false]]);
});

test('a trace: a span for each request, which carries it in a header', async () => {
  const options = optionsFor(json(502, {}), json(200, []));
  const open = new Map<Request, string>();
  const spans: string[] = [];
  const client = createClient({
    ...options,
    onRequest: ({ request, operationId, attempt }) => {
      const span = `${operationId}-${attempt}`;
      request.headers.set('traceparent', span);
      open.set(request, span);
    },
    onResponse: ({ request, response }) => spans.push(`${open.get(request)} ${response?.status}`),
  });
  await client.GET('/pets');
  expect(spans).toEqual(['listPets-1 502', 'listPets-2 200']);
  expect(options.requests.map(({ headers }) => headers.get('traceparent'))).toEqual(['listPets-1', 'listPets-2']);
});

describe('what a hook throws rejects the call, and nothing is sent again', () => {
  const failing = () => {
    throw new TypeError('no log');
  };
  test.each<[name: string, hooks: object, requests: number]>([
    ['onRequest', { onRequest: failing }, 0],
    ['onResponse', { onResponse: failing }, 1],
  ])('%s', async (_, hooks, requests) => {
    const options = optionsFor(json(200, []), json(200, []));
    const client = createClient({ ...options, ...hooks });
    await expect(client.GET('/pets')).rejects.toThrow('no log');
    expect(options.requests).toHaveLength(requests);
  });

  test('and the calls after it are sent', async () => {
    let isBroken = true;
    const onRequest = (_: Sending) => {
      if (isBroken) throw new Error('no log');
    };
    const client = createClient({ ...optionsFor(json(200, [])), onRequest });
    for (let call = 0; call < 20; call++) await client.GET('/pets').catch(() => undefined);
    isBroken = false;
    expect((await client.GET('/pets')).status).toBe(200);
  });
});
