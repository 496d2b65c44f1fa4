import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { DevPage } from './page.ts';

test('a port that is taken cannot be had', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(new DevPage('http://127.0.0.1:1').listen(port)).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: the port is taken. --port 0 takes a free one.`,
  );
  other.close();
});

test('a page whose usual port is taken is at a free one, and at no other than that was asked for', async () => {
  const pages = [1, 2, 3].map(() => new DevPage('http://127.0.0.1:1'));
  const [first, second, third] = pages;
  try {
    const taken = Number(new URL((await first?.listen(0)) ?? '').port);
    const address = await second?.listenNear(taken, taken);
    expect(address).not.toContain(`:${taken}/`);
    expect((await fetch(address ?? '')).status).toBe(200);
    await expect(third?.listenNear(taken, taken + 1)).rejects.toThrow('the port is taken');
  } finally {
    for (const page of pages) page.close();
  }
});
