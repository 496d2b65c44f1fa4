/** What the server takes on at most. */
export interface Limits {
  maximumConnections: number;
  maximumConnectionsPerAddress: number;
  /** Milliseconds that the event loop may keep waiting what is due, twice in a row. */
  maximumEventLoopDelay: number;
  /** Bytes of responses that their clients have not taken yet. */
  maximumBytesInFlight: number;
}

/** Milliseconds between two looks at the clock. */
const interval = 20;

/** Says when the server has more to do than it can, so that it answers 503 at once instead of late. */
export class Load {
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #lookedAt: number;
  #wasLate = false;
  bytesInFlight = 0;

  constructor(limits: Limits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#lookedAt = now();
    this.#timer = setInterval(() => {
      this.#wasLate = this.#isLate();
      this.#lookedAt = now();
    }, interval).unref();
  }

  /** Why a request is not to be served now; undefined where it is. */
  excess(): string | undefined {
    // One delay may be a pause of the whole machine. With a second one, requests come in faster than they are served.
    if (this.#wasLate && this.#isLate()) return 'The server has too many requests to serve';
    return this.isFull() ? 'The server has too many responses on their way' : undefined;
  }

  isFull(): boolean {
    return this.bytesInFlight > this.#limits.maximumBytesInFlight;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #isLate(): boolean {
    return this.#now() - this.#lookedAt - interval > this.#limits.maximumEventLoopDelay;
  }
}
