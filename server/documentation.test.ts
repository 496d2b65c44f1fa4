import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import { createApp } from './app.ts';
import { openInProcess } from './test/transports.ts';

test('/docs and its viewer need no key, and count for nobody', async () => {
  const { parts, close } = await openInProcess();
  const app = createApp(parts);
  const get = (path: string) => app.fetch(new Request(new URL(path, 'http://server.invalid/docs')));

  const page = await get('/docs');
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toContain(`<title>${service.title} ${service.version}</title>`);

  const [, address = ''] = /<script src="([^"]+)"/.exec(text) ?? [];
  const viewer = await get(address);
  expect(viewer.status).toBe(200);
  expect(viewer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const file = import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js');
  expect((await viewer.text()) === readFileSync(new URL(file), 'utf8')).toBe(true);

  for (const { headers } of [page, viewer])
    expect([...headers.keys()].filter((name) => /ratelimit/i.test(name))).toEqual([]);
  await close();
});
