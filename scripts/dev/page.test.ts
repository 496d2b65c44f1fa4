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
