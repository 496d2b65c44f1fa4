import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../pipeline.ts';
import { clientOf, type TrustedProxies } from '../request/client-address.ts';
import { Arrivals } from './arrivals.ts';
import type { Limits } from './load.ts';
import { RequestLines } from './request-line.ts';

/** Milliseconds that a client has to hang up after the server has. */
const lingering = 250;

/** Milliseconds that a client has to send its first request when the server stops. */
const arriving = 1000;

/** Requests of a connection that may wait for their turn before no more are read: what waits is memory. */
const mostWaiting = 64;
/** Bytes behind a request that is not answered, from which on no more are read either: what waits may have a body. */
const mostBytesWaiting = 2 ** 15;

interface Connection {
  socket: Socket;
  lines: RequestLines;
  /** The response to the latest request that was read, and that the one before it is sent. */
  latest: { response: ServerResponse; answeredBefore: Answered } | undefined;
  /** That the latest is sent. */
  answered: Answered;
  unanswered: number;
  /** Bytes read when the last request was answered: with more, another one is on its way. */
  bytesRead: number;
  /** Bytes read when each request came that is not answered, oldest first. */
  begunAt: number[];
  isHeldBack: boolean;
  isRefused: boolean;
  address: string;
  /** When the client had taken all that was sent, and when it last took something, by the time of sweeps. */
  emptiedAt: number;
  progressedAt: number;
  bytesWritten: number;
  /** The answer that was the latest one when it was last looked, and since when nothing else has come. */
  restingBehind: Answered | undefined;
  restingSince: number;
}

interface Bounds extends Pick<Limits, 'maximumConnections' | 'maximumConnectionsPerAddress'> {
  /**
   * Milliseconds after which a client is cut off that was refused and has not hung up, and for which a connection may
   * rest.
   */
  idle: number;
  /** Milliseconds after which a client is cut off that takes nothing of a response. */
  stalled: number;
}

/**
 * What is under way on each connection, which the HTTP server of Node.js does not show: so that a refusal neither
 * overtakes nor interrupts a response, and that stopping waits for the requests in flight and for nothing else.
 */
export class Connections {
  readonly #connections = new Map<Duplex, Connection>();
  readonly #perAddress = new Map<string, number>();
  readonly #bounds: Bounds;
  readonly #proxies: TrustedProxies;
  readonly #log: Log;
  /** What is said, and done, once a request is answered. */
  #state: 'open' | 'last answers' | 'closing' = 'open';
  #held: Promise<void> | undefined;
  readonly #arrivals = new Arrivals();
  /** Milliseconds in which clients could be seen to do something. */
  #time = 0;
  #sweptAt = performance.now();

  /** The clients of a trusted proxy all come from its address. */
  constructor(bounds: Bounds, proxies: TrustedProxies, log: Log) {
    this.#bounds = bounds;
    this.#proxies = proxies;
    this.#log = log;
  }

  /** Takes a connection, or closes it where there are too many. */
  add(socket: Socket): void {
    const peer = socket.remoteAddress ?? 'unknown';
    const address = clientOf(peer);
    const others = this.#perAddress.get(address) ?? 0;
    const { maximumConnections, maximumConnectionsPerAddress } = this.#bounds;
    if (
      this.#connections.size >= maximumConnections ||
      (!this.#proxies.has(peer) && others >= maximumConnectionsPerAddress)
    ) {
      this.#log.info({ address }, 'a connection was closed: there were too many');
      socket.destroy();
      return;
    }
    this.#arrivals.note();
    this.#perAddress.set(address, others + 1);
    const now = this.#time;
    const connection: Connection = {
      socket,
      lines: new RequestLines(socket),
      latest: undefined,
      answered: new Answered(true),
      unanswered: 0,
      bytesRead: 0,
      begunAt: [],
      isHeldBack: false,
      isRefused: false,
      address,
      emptiedAt: now,
      progressedAt: now,
      bytesWritten: 0,
      restingBehind: undefined,
      restingSince: now,
    };
    this.#connections.set(socket, connection);
    // Of a connection that it hands over, the HTTP server no longer handles the errors: they would end the process.
    socket.on('error', () => undefined);
    // Behind the last answer, the HTTP server would not wait for what is still being sent, as the rest of a body.
    socket.destroySoon = () => hangUp(socket);
    // The HTTP server reads on with each request that is over, and with each client that has taken its responses.
    socket.on('resume', () => pauseWhereManyWait(connection));
    // Behind the listener of the HTTP server: it has read what has come.
    socket.on('data', () => pauseWhereManyWait(connection));
    socket.once('close', () => this.#remove(socket, address));
  }

  #remove(socket: Socket, address: string): void {
    this.#connections.delete(socket);
    const left = (this.#perAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#perAddress.set(address, left);
    else this.#perAddress.delete(address);
  }

  /**
   * Cuts off the clients that have taken nothing of a response for too long; where the responses on their way are too
   * many, also those that have not taken all of theirs by then.
   */
  sweep(isFull: boolean): void {
    // A pause of this process is no delay of a client: what it did meanwhile is seen only after this.
    const sinceLast = performance.now() - this.#sweptAt;
    this.#sweptAt += sinceLast;
    this.#time += Math.min(sinceLast, this.#bounds.stalled / 5);
    const now = this.#time;
    for (const connection of this.#connections.values()) {
      const { socket, address } = connection;
      // Node.js comes first, and later than it has told the client.
      if (hasRested(connection, now) > 2 * this.#bounds.idle) hangUp(socket);
      if (socket.writableLength === 0) connection.emptiedAt = now;
      if (socket.writableLength === 0 || socket.bytesWritten !== connection.bytesWritten) connection.progressedAt = now;
      connection.bytesWritten = socket.bytesWritten;
      if (now - (isFull ? connection.emptiedAt : connection.progressedAt) < this.#bounds.stalled) continue;
      this.#log.info({ address }, 'a client that reads too slowly was cut off');
      socket.destroy();
    }
  }

  /** True when the line of a request that has just been read is as it must be. */
  hasStrictLine(request: IncomingMessage): boolean {
    return this.#connections.get(request.socket)?.lines.isStrict(request) !== false;
  }

  /**
   * Ends a connection that has rested for as long as it may, unless a request has come: where the process has paused,
   * it looks at its timers before it reads that.
   */
  endResting(socket: Socket): void {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) hangUp(socket);
    });
  }

  /**
   * True when what has come behind a request that has just been read is lost: behind one that asks for another protocol
   * the parser of Node.js reads no further in what it has got.
   */
  hasLostMore({ headers, socket }: IncomingMessage): boolean {
    return headers.upgrade !== undefined && this.#connections.get(socket)?.lines.isAtRest === false;
  }

  /**
   * Notes a request that was read and is to be answered with `response`. Gives what is to be awaited before it is
   * served: the one before it may change what it reads (RFC 9112 section 9.3.2).
   */
  begin(response: ServerResponse): Promise<void> | undefined {
    const connection = this.#connections.get(response.req.socket);
    if (connection === undefined) return undefined;
    const answeredBefore = connection.answered;
    connection.latest = { response, answeredBefore };
    connection.unanswered += 1;
    connection.begunAt.push(connection.socket.bytesRead);
    pauseWhereManyWait(connection);
    const answered = new Answered();
    connection.answered = answered;
    const settle = () => {
      connection.unanswered -= 1;
      connection.begunAt.shift();
      if (connection.isHeldBack && !hasManyWaiting(connection)) readOn(connection);
      connection.bytesRead = connection.socket.bytesRead;
      answered.settle();
      if (this.#state === 'closing') hangUpWhenAnswered(connection);
    };
    // What is left of a body after its answer, as after 413, belongs to no other request.
    response.on('close', () => (response.req.complete ? settle() : response.req.once('close', settle)));
    if (this.#state !== 'open') response.setHeader('Connection', 'close');
    const held = () => this.#held ?? this.#arrivals.end;
    return connection.unanswered > 1 ? answeredBefore.promise.then(held) : held();
  }

  /**
   * Answers what cannot be read as a request, or within the body of the `broken` one,
   * when its turn comes, and hangs up.
   */
  async refuse(socket: Duplex, makeResponse: (broken: IncomingMessage | undefined) => Promise<string>): Promise<void> {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.isRefused || !socket.writable) return;
    connection.isRefused = true;
    ignoreInput(socket);
    const { latest, answered } = connection;
    // An error within the body of a request stands for the answer to that request.
    const broken = latest?.response.req.complete === false ? latest : undefined;
    const response = await makeResponse(broken?.response.req);
    await (broken?.answeredBefore ?? answered).promise;
    // A second response to one request would be taken for the answer to the next one.
    if (broken?.response.headersSent) socket.end();
    else socket.end(response);
    setTimeout(() => socket.destroy(), this.#bounds.idle).unref();
  }

  /** From now on each answer says that it is the last one of its connection. */
  announceClose(): void {
    this.#state = 'last answers';
    for (const { latest, unanswered } of this.#connections.values())
      if (unanswered > 0 && latest?.response.headersSent === false) latest.response.setHeader('Connection', 'close');
  }

  /** Requests that are read from now on are served after `until`. */
  hold(until: Promise<void>): void {
    this.#held = until;
  }

  /** Closes each connection as soon as its requests are answered: a new one has a moment for its first. */
  close(): void {
    this.#state = 'closing';
    for (const connection of this.#connections.values())
      if (connection.socket.bytesRead > 0) hangUpWhenAnswered(connection);
      else setTimeout(() => hangUpWhenAnswered(connection), arriving).unref();
  }
}

/** That a request is answered; there is a promise of it once somebody waits for it. */
class Answered {
  #isSettled: boolean;
  #resolve: (() => void) | undefined;

  constructor(isSettled = false) {
    this.#isSettled = isSettled;
  }

  get promise(): Promise<void> {
    if (this.#isSettled) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = this.#resolve;
    this.#resolve = () => {
      others?.();
      resolve();
    };
    return promise;
  }

  settle(): void {
    this.#isSettled = true;
    this.#resolve?.();
  }
}

function pauseWhereManyWait(connection: Connection): void {
  if (!hasManyWaiting(connection)) return;
  connection.isHeldBack = true;
  connection.socket.pause();
}

function readOn(connection: Connection): void {
  connection.isHeldBack = false;
  connection.socket.resume();
}

/** Where a second request has come, the first one is read to its end: it waits for nothing that is held back. */
function hasManyWaiting({ socket, unanswered, begunAt: [first = 0] }: Connection): boolean {
  return unanswered > mostWaiting || (unanswered > 1 && socket.bytesRead - first > mostBytesWaiting);
}

/**
 * Milliseconds for which nothing but empty lines has come behind the latest answer. Node.js, which ends a connection
 * that rests, waits without an end where such a line has come.
 */
function hasRested(connection: Connection, now: number): number {
  const { latest, answered, restingBehind, unanswered, lines } = connection;
  const isResting = latest !== undefined && unanswered === 0 && lines.isAtRest;
  if (!isResting || restingBehind !== answered) connection.restingSince = now;
  connection.restingBehind = isResting ? answered : undefined;
  return now - connection.restingSince;
}

/** Where more was read than requests that were answered, another one is on its way. */
function hangUpWhenAnswered({ socket, unanswered, bytesRead }: Connection): void {
  if (unanswered === 0 && socket.bytesRead === bytesRead) hangUp(socket);
}

function hangUp(socket: Socket): void {
  // What a client sends at this moment must not make the system reset the connection.
  ignoreInput(socket);
  socket.end();
  setTimeout(() => socket.destroy(), lingering).unref();
}

/** Bytes that nobody reads would make the system reset the connection before the client has read the refusal. */
function ignoreInput(socket: Duplex): void {
  socket.removeAllListeners('data').on('data', () => undefined);
}
