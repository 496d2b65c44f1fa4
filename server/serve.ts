import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type AppParts, createApp } from './app.ts';
import { respondToUnreadable } from './pipeline.ts';
import { Refusal } from './refusal.ts';

/** Limits of the HTTP server, in milliseconds; those of Node.js are too long for a public one. */
export interface Timeouts {
  headers: number;
  request: number;
  idle: number;
}

const defaultTimeouts: Timeouts = { headers: 10_000, request: 30_000, idle: 5_000 };

export interface RunningServer {
  /** Address with the base path of the contract's operations left out. */
  url: string;
  /** Stops taking connections, waits for what is in flight. */
  close(): Promise<void>;
}

export interface ServeOptions {
  port: number;
  host: string;
  timeouts?: Timeouts;
}

/** Serves the app on a socket. Rejects when the address cannot be had. */
export async function serve(parts: AppParts, { port, host, timeouts = defaultTimeouts }: ServeOptions): Promise<RunningServer> {
  const server = createHttpServer(parts, timeouts);
  server.listen(port, host);
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo; only one on a pipe has a string.
  const { address, port: actual, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // A client that never finishes must not keep the server from stopping.
      setTimeout(() => server.closeAllConnections(), timeouts.headers).unref();
      await closed;
    },
  };
}

function createHttpServer(parts: AppParts, timeouts: Timeouts): Server {
  const app = createApp(parts);
  const unreadable = respondToUnreadable(parts);
  const listener = getRequestListener(
    (request, { incoming }) => app.fetch(request, { address: addressOf(incoming.socket) }),
    // A request that cannot be read as one, such as a Host that is no host.
    { errorHandler: (error) => unreadable('unknown', new Refusal(400, 'malformed_request', `The request cannot be read: ${messageOf(error)}.`)) },
  );
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.idle,
      connectionsCheckingInterval: Math.min(1000, timeouts.headers),
      // Node.js would refuse these itself, with an empty body; the adapter refuses them through `errorHandler`.
      requireHostHeader: false,
    },
    listener,
  );
  const refuse = async (socket: Duplex, refusal: Refusal) => {
    if (!socket.writable) return socket.destroy();
    await writeResponse(socket, await unreadable(addressOf(socket), refusal));
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => void refuse(socket, refusalFor(error.code)));
  server.on('connect', (_request: IncomingMessage, socket) => void refuse(socket, new Refusal(400, 'malformed_request', 'This server is no proxy.')));
  server.on('checkExpectation', listener);
  return server;
}

function refusalFor(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal(408, 'request_timeout', 'The request did not arrive in time.');
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal(431, 'headers_too_large', 'The header fields of the request are too large.');
  return new Refusal(400, 'malformed_request', 'The request is not valid HTTP.');
}

/** Writes a response where the HTTP server of Node.js has none to write with. */
async function writeResponse(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text();
  const headers = { ...Object.fromEntries(response.headers), 'Content-Length': Buffer.byteLength(body), Connection: 'close', Date: new Date().toUTCString() };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join('')}\r\n${body}`);
}

function addressOf(socket: object): string {
  return 'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : 'unknown';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
