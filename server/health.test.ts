import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { openInProcess } from './test/transports.ts';

test.each([
  ['/healthz', true, 200, 'ok'],
  ['/healthz', false, 200, 'ok'],
  ['/readyz', true, 200, 'ready'],
  ['/readyz', false, 503, 'not ready'],
])('%s, of a server that can serve: %s', async (path, isReady, status, said) => {
  const { parts, close } = await openInProcess();
  const response = await createApp({ ...parts, isReady: () => isReady }).fetch(
    new Request(`http://server.invalid${path}`),
  );
  expect([response.status, await response.json()]).toEqual([status, { status: said }]);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'request-1',
  });
  await close();
});
