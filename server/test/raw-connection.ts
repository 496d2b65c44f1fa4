import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test sends any bytes, and reads what comes back one response at a time. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #chunks: AsyncIterator<Buffer>;
  #received = Buffer.alloc(0);
  /** Statuses of the interim responses (1xx) that came. */
  readonly interim: number[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#chunks = socket.iterator({ destroyOnReturn: false });
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  send(...bytes: (string | Uint8Array)[]): void {
    for (const part of bytes) this.#socket.write(part);
  }

  /** Says that nothing more is sent; what comes can still be read. */
  end(): void {
    this.#socket.end();
  }

  /** Hangs up as a process that died does. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** The next response. Rejects when the server hangs up before it is complete. */
  async response(method = 'GET'): Promise<Response> {
    while (!this.#received.includes('\r\n\r\n')) await this.#more();
    const [statusLine = '', ...lines] = this.#cut(this.#received.indexOf('\r\n\r\n')).split('\r\n');
    this.#cut('\r\n\r\n'.length);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (status < 200) {
      this.interim.push(status);
      return this.response(method);
    }
    const headers = new Headers(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    );
    const length = method === 'HEAD' ? 0 : Number(headers.get('Content-Length'));
    while (this.#received.length < length) await this.#more();
    return new Response(length > 0 ? this.#cut(length) : null, { status, headers });
  }

  /** What else comes until the server hangs up. */
  async rest(): Promise<string> {
    while (await this.#read());
    return this.#received.toString();
  }

  async #more(): Promise<void> {
    if (!(await this.#read()))
      throw new Error(`The server hung up after ${JSON.stringify(this.#received.toString())}.`);
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (!done) this.#received = Buffer.concat([this.#received, value]);
    return !done;
  }

  #cut(length: number): string {
    const text = this.#received.toString('utf8', 0, length);
    this.#received = this.#received.subarray(length);
    return text;
  }
}
