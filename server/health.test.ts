import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { MemoryRateLimiter } from './rate-limit/memory-rate-limiter.ts';
import { openInProcess } from './test/transports.ts';

test.each([
  ['/healthz', undefined, 200, { status: 'ok' }],
  ['/healthz', 'the disk is full', 200, { status: 'ok' }],
  ['/readyz', undefined, 200, { status: 'ready' }],
  ['/readyz', 'the disk is full', 503, { status: 'not ready', reason: 'the disk is full' }],
])('%s, where the problem is %s', async (path, problem, status, body) => {
  const { parts, close } = await openInProcess();
  const response = await createApp({ ...parts, problem: () => problem }).fetch(
    new Request(`http://server.invalid${path}`),
  );
  expect([response.status, await response.json()]).toEqual([status, body]);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'request-1',
  });
  await close();
});

test.each([
  [undefined, 200],
  ['the database does not answer', 503],
])('/readyz waits for what a storage says later: %s', async (problem, status) => {
  const { parts, close } = await openInProcess();
  const app = createApp({ ...parts, problem: () => Promise.resolve(problem) });
  const response = await app.fetch(new Request('http://server.invalid/readyz'));
  expect(response.status).toBe(status);
  if (problem !== undefined) expect(await response.json()).toEqual({ status: 'not ready', reason: problem });
  await close();
});

test('/readyz says what a server does without that is ready all the same', async () => {
  const { parts, close } = await openInProcess();
  const limiter = new MemoryRateLimiter({ anonymousPerMinute: 1, banAfterRefusals: 1, banSeconds: 1 }, parts.clock);
  const app = createApp({ ...parts, limiter: Object.defineProperty(limiter, 'isAway', { value: true }) });
  const response = await app.fetch(new Request('http://server.invalid/readyz'));
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      status: 'ready',
      degraded: 'the shared rate limits cannot be reached: this server counts for itself',
    },
  ]);
  await close();
});
