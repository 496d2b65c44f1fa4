/** What the server takes on at most. */
export interface Limits {
  maximumConnections: number;
  maximumConnectionsPerAddress: number;
  /** Milliseconds that the event loop may keep waiting what is due: for requests, or twice in a row. */
  maximumEventLoopDelay: number;
  /** Bytes of responses that their clients have not taken yet. */
  maximumBytesInFlight: number;
  /** Of these, those to one client: no client alone keeps the others from being served. */
  maximumBytesInFlightPerAddress: number;
}

/** Milliseconds between two looks at the clock. */
const interval = 20;
/** Requests between two looks, from which on what takes long is the requests. */
const many = 25;

/** Says when the server has more to do than it can, so that it answers 503 at once instead of late. */
export class Load {
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #lookedAt: number;
  #wasLate = false;
  #served = 0;
  #bytesInFlight = 0;
  readonly #bytesTo = new Map<string, number>();

  constructor(limits: Limits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#lookedAt = now();
    this.#timer = setInterval(() => {
      this.#wasLate = this.#isLate();
      this.#lookedAt = now();
      this.#served = 0;
    }, interval).unref();
  }

  /** Why a request is not to be served now; undefined where it is. `client` is asked for where it matters alone. */
  excess(client: () => string): string | undefined {
    // One delay with few requests may be a pause of the whole machine.
    const isBusy = this.#wasLate || this.#served > many;
    if (isBusy && this.#isLate()) return 'The server has too many requests to serve';
    if (this.isFull()) return 'The server has too many responses on their way';
    if (this.#bytesTo.size > 0 && this.#bytesInFlightTo(client()) > this.#limits.maximumBytesInFlightPerAddress)
      return 'Too many responses are on their way to this client';
    this.#served += 1;
    return undefined;
  }

  isFull(): boolean {
    return this.#bytesInFlight > this.#limits.maximumBytesInFlight;
  }

  /** Counts bytes that are on their way to a client; what it gives counts them no more. */
  count(client: string, bytes: number): () => void {
    this.#add(client, bytes);
    return () => this.#add(client, -bytes);
  }

  #add(client: string, bytes: number): void {
    this.#bytesInFlight += bytes;
    const left = this.#bytesInFlightTo(client) + bytes;
    if (left > 0) this.#bytesTo.set(client, left);
    else this.#bytesTo.delete(client);
  }

  #bytesInFlightTo(client: string): number {
    return this.#bytesTo.get(client) ?? 0;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #isLate(): boolean {
    return this.#now() - this.#lookedAt - interval > this.#limits.maximumEventLoopDelay;
  }
}
