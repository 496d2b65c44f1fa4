import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const nothing: Buffer = Buffer.alloc(0);
const endOfLine = '\r\n';
const endOfHead = '\r\n\r\n';
const [carriageReturn, lineFeed] = [13, 10];
/**
 * Bytes that are kept of a head, or of the line of a chunk, that is not whole yet. Node.js itself refuses longer ones,
 * but it counts neither blanks before a value nor zeros before a length.
 */
const longest = 2 ** 16;

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
  /** More has come than is kept: where the next request begins is not known any more. */
  #isLost = false;

  constructor(socket: Socket) {
    socket.prependListener('data', (chunk) => this.#read(chunk));
  }

  /** True while nothing has come of a next request, but for lines that are empty. */
  get isAtRest(): boolean {
    const [first = lineFeed] = this.#unread;
    const hasBegun = this.#isLost || (first !== carriageReturn && first !== lineFeed);
    return !hasBegun && this.#next === 'request' && this.#left === 0;
  }

  /** True when the line of the request that has just been read is as it must be. Is asked once for each request. */
  isStrict({ method, url, httpVersion, headers }: IncomingMessage): boolean {
    const line = `${method} ${url} HTTP/${httpVersion}${endOfLine}`;
    const isStrict = this.#unread.toString('latin1', 0, line.length) === line;
    this.#unread = behind(this.#unread, this.#unread.indexOf(endOfHead) + endOfHead.length);
    this.#left = Number(headers['content-length'] ?? 0);
    this.#next = headers['transfer-encoding'] === undefined ? 'request' : 'chunk';
    this.#passBody();
    return isStrict;
  }

  #read(chunk: Buffer): void {
    if (this.#isLost) return;
    this.#isLost = this.#unread.length > longest;
    if (this.#isLost) this.#unread = nothing;
    else {
      this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, chunk]) : chunk;
      this.#passBody();
    }
  }

  /** Lines that are empty may stand before a request (RFC 9112 section 2.2), in any number. */
  #passEmptyLines(): void {
    let start = 0;
    while (this.#unread[start] === carriageReturn && this.#unread[start + 1] === lineFeed) start += endOfLine.length;
    if (start > 0) this.#unread = behind(this.#unread, start);
  }

  #passBody(): void {
    for (;;) {
      const passed = Math.min(this.#left, this.#unread.length);
      this.#unread = behind(this.#unread, passed);
      this.#left -= passed;
      if (this.#left > 0) return;
      if (this.#next === 'request') return this.#passEmptyLines();
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
