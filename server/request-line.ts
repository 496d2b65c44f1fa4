import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const nothing: Buffer = Buffer.alloc(0);
const endOfLine = '\r\n';
const endOfHead = '\r\n\r\n';

/**
 * The request lines of a connection, as they were written. Where RFC 9112 section 3 wants a single blank, Node.js takes
 * several, and does not show it. Bodies are passed by their framing (RFC 9112 section 6): one may hold what looks like
 * a request line.
 */
export class RequestLines {
  /** What has come behind the latest head, without what belongs to its body. */
  #unread = nothing;
  /** Bytes of the body, or of its chunk, that are still to come. */
  #left = 0;
  /** What comes behind these. */
  #next: 'request' | 'chunk' | 'trailer' = 'request';

  constructor(socket: Socket) {
    socket.prependListener('data', (chunk) => {
      this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, chunk]) : chunk;
      this.#passBody();
    });
  }

  /** True when the line of the request that has just been read is as it must be. Is asked once for each request. */
  isStrict({ method, url, httpVersion, headers }: IncomingMessage): boolean {
    const line = `${method} ${url} HTTP/${httpVersion}${endOfLine}`;
    // A line that is empty may stand before it (RFC 9112 section 2.2).
    while (this.#unread.toString('latin1', 0, 2) === endOfLine) this.#unread = this.#unread.subarray(2);
    const isStrict = this.#unread.toString('latin1', 0, line.length) === line;
    this.#unread = behind(this.#unread, this.#unread.indexOf(endOfHead) + endOfHead.length);
    this.#left = Number(headers['content-length'] ?? 0);
    this.#next = headers['transfer-encoding'] === undefined ? 'request' : 'chunk';
    this.#passBody();
    return isStrict;
  }

  #passBody(): void {
    for (;;) {
      const passed = Math.min(this.#left, this.#unread.length);
      this.#unread = behind(this.#unread, passed);
      this.#left -= passed;
      if (this.#left > 0 || this.#next === 'request') return;
      const end = this.#unread.indexOf(endOfLine);
      if (end < 0) return;
      const line = this.#unread.toString('latin1', 0, end);
      this.#unread = behind(this.#unread, end + endOfLine.length);
      if (this.#next === 'trailer') this.#next = line === '' ? 'request' : 'trailer';
      else if (Number.parseInt(line, 16) === 0) this.#next = 'trailer';
      // A chunk ends with a line's end of its own.
      else this.#left = Number.parseInt(line, 16) + endOfLine.length;
    }
  }
}

/** What follows a number of bytes; keeps nothing alive where that is nothing. */
function behind(bytes: Buffer, length: number): Buffer {
  return length < bytes.length ? bytes.subarray(length) : nothing;
}
