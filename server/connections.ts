import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface Connection {
  socket: Socket;
  /** The response to the latest request that was read. */
  latest: ServerResponse | undefined;
  /** Resolves when that response is sent, and when the one before it was. */
  answered: Promise<void>;
  answeredBefore: Promise<void>;
  unanswered: number;
  /** Bytes read when the last request was answered: with more, another one is on its way. */
  bytesRead: number;
  isRefused: boolean;
}

/**
 * What is under way on each connection, which the HTTP server of Node.js does not show: so that a refusal neither
 * overtakes nor interrupts a response, and that stopping waits for the requests in flight and for nothing else.
 */
export class Connections {
  readonly #connections = new Map<Duplex, Connection>();
  readonly #idle: number;
  #isClosing = false;

  /** A client that was refused is cut off when it has not hung up after `idle` milliseconds. */
  constructor(idle: number) {
    this.#idle = idle;
  }

  add(socket: Socket): void {
    const answered = Promise.resolve();
    this.#connections.set(socket, {
      socket,
      latest: undefined,
      answered,
      answeredBefore: answered,
      unanswered: 0,
      bytesRead: 0,
      isRefused: false,
    });
    socket.once('close', () => this.#connections.delete(socket));
  }

  /**
   * Notes a request that was read and is to be answered with `response`. Gives what is to be awaited before it is
   * served: the one before it may change what it reads (RFC 9112 section 9.3.2).
   */
  begin(response: ServerResponse): Promise<void> | undefined {
    const connection = this.#connections.get(response.req.socket);
    if (connection === undefined) return undefined;
    connection.latest = response;
    connection.unanswered += 1;
    connection.answeredBefore = connection.answered;
    connection.answered = new Promise((resolve) => {
      const settle = () => {
        connection.unanswered -= 1;
        connection.bytesRead = connection.socket.bytesRead;
        resolve();
        if (this.#isClosing) closeWhenAnswered(connection);
      };
      // What is left of a body after its answer, as after 413, belongs to no other request.
      response.once('close', () => (response.req.complete ? settle() : response.req.once('close', settle)));
    });
    if (this.#isClosing) closeWhenAnswered(connection);
    return connection.unanswered > 1 ? connection.answeredBefore : undefined;
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
    const { latest, answered, answeredBefore } = connection;
    // An error within the body of a request stands for the answer to that request.
    const broken = latest?.req.complete === false ? latest : undefined;
    const response = await makeResponse(broken?.req);
    await (broken === undefined ? answered : answeredBefore);
    // A second response to one request would be taken for the answer to the next one.
    if (broken?.headersSent) socket.end();
    else socket.end(response);
    setTimeout(() => socket.destroy(), this.#idle).unref();
  }

  /** Closes each connection as soon as its requests are answered. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#connections.values()) closeWhenAnswered(connection);
  }
}

function closeWhenAnswered({ socket, latest, unanswered, bytesRead }: Connection): void {
  if (unanswered > 0 && latest?.headersSent === false) latest.setHeader('Connection', 'close');
  if (unanswered === 0 && socket.bytesRead === bytesRead) socket.destroy();
}

/** Bytes that nobody reads would make the system reset the connection before the client has read the refusal. */
function ignoreInput(socket: Duplex): void {
  const ignore = () => undefined;
  socket.removeAllListeners('data').on('data', ignore);
  // Of a connection that it hands over, the HTTP server no longer handles the errors.
  socket.on('error', ignore);
}
