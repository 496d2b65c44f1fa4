import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type AppParts, type Connection, createApp, probePaths } from '../app.ts';
import { respondToUnreadable, type Unreadable } from '../binding.ts';
import { type Refusal, unavailable } from '../refusal.ts';
import { clientOf, TrustedProxies } from '../request/client-address.ts';
import { headerOf, messageOn } from '../request/message.ts';
import { Connections } from './connections.ts';
import { type Limits, Load } from './load.ts';
import { faultOf, malformed, refusalFor } from './malformed.ts';
import { PollPhase } from './poll-phase.ts';
import { type CountBytes, send, sendTogether, toBytes } from './sending.ts';
import { shutDown } from './shutdown.ts';

/** Limits of the HTTP server, in milliseconds; those of Node.js are too long for a public one. */
export interface Timeouts {
  headers: number;
  request: number;
  idle: number;
  /** How long a client may take nothing of a response. */
  stalled: number;
  /** For which no connection must have come before a server that stops takes no more. */
  quiet: number;
  /** Of what is in flight when the server stops. */
  stop: number;
}

const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  idle: 5_000,
  stalled: 10_000,
  quiet: 50,
  stop: 3_000,
};

/** As Node.js looks for it, which then leaves the interim response to this server. */
const expectsContinue = /(?:^|\W)100-continue(?:$|\W)/i;

export interface RunningServer {
  /** Address with the base path of the contract's operations left out. */
  url: string;
  /** Stops after `lameDuck` milliseconds in which it answers as before; waits for what is in flight. */
  close(lameDuck?: number): Promise<void>;
}

export interface ServeOptions {
  port: number;
  host: string;
  limits: Limits;
  /** Addresses and blocks of addresses. */
  trustedProxies: readonly string[];
  timeouts?: Partial<Timeouts>;
}

/** Serves the app on a socket. Rejects when the address cannot be had. */
export async function serve(
  parts: AppParts,
  { port, host, limits, trustedProxies, timeouts: ownTimeouts }: ServeOptions,
): Promise<RunningServer> {
  const timeouts = { ...defaultTimeouts, ...ownTimeouts };
  const load = new Load(limits);
  const proxies = new TrustedProxies(trustedProxies);
  const connections = new Connections({ ...limits, ...timeouts }, proxies, parts.log);
  const sweeping = setInterval(() => connections.sweep(load.isFull()), timeouts.stalled / 10).unref();
  const server = createHttpServer({ parts, timeouts, connections, load, proxies });
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', (error) => parts.log.error({ err: error }, 'a connection could not be taken'));
  // A server that listens on a port has an AddressInfo; only one on a pipe has a string.
  const { address, port: actual, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
    close: async (lameDuck = 0) => {
      await shutDown(server, connections, { lameDuck, quiet: timeouts.quiet, unanswered: timeouts.stop });
      clearInterval(sweeping);
      load.close();
    },
  };
}

interface Serving {
  parts: AppParts;
  timeouts: Timeouts;
  connections: Connections;
  load: Load;
  proxies: TrustedProxies;
}

function createHttpServer(serving: Serving): Server {
  const { parts, timeouts, connections, proxies } = serving;
  const unreadable = respondToUnreadable(parts);
  const server = createServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    connectionsCheckingInterval: Math.min(1000, timeouts.headers),
    // Node.js would refuse these itself, with an empty body.
    requireHostHeader: false,
  });
  // A client that sends nothing more still gets its answers: Node.js would end the connection before those that wait.
  // Nor is any header field left away without a word: how many there are is bounded by their size.
  Object.assign(server, { httpAllowHalfOpen: true, maxHeadersCount: 0 });
  const listener = listenerFor(serving, unreadable);
  const refuse = (socket: Duplex, refusal: Refusal, reason: string, request?: IncomingMessage) => {
    const answer = async (broken: IncomingMessage | undefined) => {
      const isCounted = broken === undefined ? 'now' : 'before';
      return toBytes(await unreadable({ ...originOf(proxies, socket, broken ?? request), reason, isCounted }, refusal));
    };
    connections.refuse(socket, answer).catch((error: unknown) => {
      parts.log.error({ err: error }, 'the request could not be answered');
      socket.destroy();
    });
  };
  server.on('connection', (socket) => connections.add(socket));
  server.on('timeout', (socket) => connections.endResting(socket));
  server.on('request', listener);
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(socket, refusalFor(error.code), error.code ?? error.message),
  );
  server.on('connect', (request: IncomingMessage, socket) => {
    const refusal = malformed('This server is not a proxy.');
    refuse(socket, refusal, refusal.message, request);
  });
  return server;
}

/** Answers a request that the pipeline does not, or of which only the head has come to it. */
function answererFor({ parts, load, proxies }: Serving, unreadable: ReturnType<typeof respondToUnreadable>) {
  return async (
    { incoming, outgoing }: HttpBindings,
    failure: unknown,
    about: Pick<Unreadable, 'reason' | 'isCounted'>,
  ): Promise<void> => {
    try {
      const origin = originOf(proxies, incoming.socket, incoming);
      send(outgoing, await unreadable({ ...origin, ...about }, failure), bytesTo(origin.address, load));
    } catch (error) {
      parts.log.error({ err: error }, 'the request could not be answered');
      // To destroy a request that is read to its end leaves the connection open, and the client waiting.
      incoming.socket.destroy();
    }
  };
}

/** Tells a client that waits with its body to send it. A refusal without that says that the body is not wanted. */
function askForBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { headers, httpVersion } = incoming;
  if (expectsContinue.test(headers.expect ?? '') && httpVersion === '1.1') outgoing.writeContinue();
}

/** Counts bytes that are on their way to an address. */
function bytesTo(address: string, load: Load): CountBytes {
  return (bytes) => load.count(clientOf(address), bytes);
}

function listenerFor(serving: Serving, unreadable: ReturnType<typeof respondToUnreadable>) {
  const { parts, connections, load, proxies } = serving;
  const app = createApp(parts);
  const phase = new PollPhase();
  const answer = answererFor(serving, unreadable);
  const refuse = (bindings: HttpBindings, refusal: Refusal) =>
    answer(bindings, refusal, { reason: refusal.message, isCounted: 'now' });
  const respond = (request: Request, bindings: HttpBindings | Http2Bindings): Response => {
    // The server speaks HTTP/1.
    const { incoming, outgoing } = bindings as HttpBindings;
    const fail = (error: unknown) =>
      answer({ incoming, outgoing }, error, { reason: 'it could not be served', isCounted: 'before' });
    const { address } = originOf(proxies, incoming.socket, incoming);
    const connection: Connection = {
      ...messageOn(incoming, () => askForBody(incoming, outgoing)),
      address,
      isAborted: () => outgoing.destroyed,
      send: (reply) => {
        reply.then((made) => sendTogether(outgoing, made, bytesTo(address, load), phase)).catch(fail);
        return RESPONSE_ALREADY_SENT;
      },
    };
    // The adapter need not wait for what is sent without it.
    try {
      const served = app.fetch(request, { connection });
      if (served instanceof Promise) served.catch(fail);
    } catch (error) {
      void fail(error);
    }
    return RESPONSE_ALREADY_SENT;
  };
  // The adapter gives this nothing of the request; it calls it, before all else, for the one that it has just got.
  let latest: HttpBindings | undefined;
  const errorHandler = async (error: unknown): Promise<Response> => {
    if (latest === undefined || !(error instanceof RequestError)) throw error;
    await refuse(latest, malformed('The target or the Host of the request cannot be read.'));
    return RESPONSE_ALREADY_SENT;
  };
  const listener = getRequestListener(respond, { errorHandler, hostname: 'localhost' });
  const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const client = () => clientOf(originOf(proxies, incoming.socket, incoming).address);
    const excess = probePaths.includes(incoming.url ?? '') ? undefined : load.excess(client);
    if (excess !== undefined) {
      void answer({ incoming, outgoing }, unavailable(excess), { reason: excess, isCounted: 'never' });
      return;
    }
    latest = { incoming, outgoing };
    void listener(incoming, outgoing);
  };
  const refuseFault = (bindings: HttpBindings, fault: string) => {
    bindings.outgoing.setHeader('Connection', 'close');
    void refuse(bindings, malformed(fault));
  };
  return inTurn(connections, phase, take, refuseFault);
}

/** Handles the requests of a connection one after another. */
function inTurn(
  connections: Connections,
  phase: PollPhase,
  take: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  refuse: (bindings: HttpBindings, fault: string) => void,
) {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    phase.read();
    const answeredBefore = connections.begin(outgoing);
    const fault = faultOf(incoming, connections.hasStrictLine(incoming));
    if (connections.hasLostMore(incoming)) outgoing.setHeader('Connection', 'close');
    const proceed = () => {
      if (outgoing.destroyed) return;
      if (fault === undefined) take(incoming, outgoing);
      else refuse({ incoming, outgoing }, fault);
    };
    if (answeredBefore === undefined) proceed();
    else void answeredBefore.then(proceed);
  };
}

/** Where a request comes from, and what its head says, as far as it could be read. */
function originOf(proxies: TrustedProxies, socket: object, request: IncomingMessage | undefined) {
  const header = (name: string) => (request === undefined ? null : headerOf(request, name));
  const peer = 'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : 'unknown';
  return { address: proxies.clientOf(peer, () => header('x-forwarded-for')), header };
}
