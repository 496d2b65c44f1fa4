import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { service } from '../generated/operations.ts';
import { type Connection, createApp, inProcess } from './app.ts';
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

test('clients who read slowly hold the same bytes of it', async () => {
  const { parts, close } = await openInProcess();
  const app = createApp(parts);
  const sent: unknown[] = [];
  const get = async (path: string) => {
    const request = new Request(new URL(path, 'http://server.invalid'));
    const whole = inProcess(request);
    const send: Connection['send'] = async (reply) => {
      sent.push((await reply).body);
      return whole.send(reply);
    };
    await app.fetch(request, { connection: { ...whole, send } });
  };
  const paths = ['/docs', '/docs/openapi-explorer.min.js'];
  for (const path of [...paths, ...paths]) await get(path);
  expect(sent.map(Buffer.isBuffer)).toEqual(sent.map(() => true));
  expect(sent.slice(2).map((bytes, index) => bytes === sent[index])).toEqual([true, true]);
  await close();
});

test('what could not be read is read anew for whoever comes next', async () => {
  let isBroken = true;
  const readFile = async () => (isBroken ? Promise.reject(new Error('too many open files')) : 'the viewer');
  vi.doMock('node:fs/promises', () => ({ readFile }));
  vi.resetModules();
  try {
    const { readViewer } = await import('./documentation.ts');
    await expect(readViewer()).rejects.toThrow('too many open files');
    isBroken = false;
    expect(await readViewer()).toBe('the viewer');
  } finally {
    vi.doUnmock('node:fs/promises');
    vi.resetModules();
  }
});
