import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** A server on a loopback socket for one test, and the requests that reached it. */
export async function listen(listener: RequestListener): Promise<{ origin: string; received: IncomingMessage[] }> {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    request.resume();
    request.on('end', () => listener(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, received };
}
