import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The request lines of a connection, as they were written. Where RFC 9112 section 3 wants a single blank, Node.js takes
 * several, and does not show it.
 */
export class RequestLines {
  #recent: Buffer = Buffer.alloc(0);
  #latest: IncomingMessage | undefined;

  constructor(socket: Socket) {
    socket.prependListener('data', (chunk) => {
      // Within a body, no line goes on that began before.
      const goesOn = this.#recent.length > 0 && this.#latest?.complete !== false;
      this.#recent = goesOn ? Buffer.concat([this.#recent, chunk]) : chunk;
    });
  }

  /** True when the line of the request that has just been read is as it must be. */
  isStrict(request: IncomingMessage): boolean {
    const { method, url, httpVersion } = request;
    const line = `${method} ${url} HTTP/${httpVersion}\r\n`;
    const start = this.#recent.indexOf(line, 0, 'latin1');
    this.#latest = request;
    this.#recent = this.#recent.subarray(Math.max(0, start + line.length));
    return start >= 0;
  }
}
