import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const nothing: Buffer = Buffer.alloc(0);
const endOfHead = Buffer.from('\r\n\r\n');

/**
 * The request lines of a connection, as they were written. Where RFC 9112 section 3 wants a single blank, Node.js takes
 * several, and does not show it.
 */
export class RequestLines {
  #recent = nothing;
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
    const { method, url, httpVersion, headers } = request;
    const line = `${method} ${url} HTTP/${httpVersion}\r\n`;
    this.#latest = request;
    // Most requests come alone: their line is where the bytes begin.
    const isFirst = this.#recent.toString('latin1', 0, line.length) === line;
    const start = isFirst ? 0 : this.#recent.indexOf(line, 0, 'latin1');
    const end = this.#recent.indexOf(endOfHead, Math.max(0, start)) + endOfHead.length;
    const length = Number(headers['content-length'] ?? 0);
    this.#recent = end + length < this.#recent.length ? this.#recent.subarray(end + length) : nothing;
    return start >= 0;
  }
}
