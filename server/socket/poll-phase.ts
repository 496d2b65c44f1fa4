/** Requests after which responses wait no longer: what waits is memory. */
const mostRequests = 64;

/**
 * The phase of the event loop in which requests are read. A response that is sent between two of them wakes its client
 * at once, which costs more than to make it; so responses wait until what has come by now is read.
 */
export class PollPhase {
  #requests = 0;
  #ended = Promise.withResolvers<void>();

  /** Notes a request that is read. */
  read(): void {
    if (this.#requests === 0) setImmediate(() => this.#finish());
    this.#requests += 1;
    if (this.#requests === mostRequests) this.#finish();
  }

  /** Resolves once no request waits to be read. */
  get end(): Promise<void> | undefined {
    return this.#requests === 0 ? undefined : this.#ended.promise;
  }

  #finish(): void {
    this.#requests = 0;
    this.#ended.resolve();
    this.#ended = Promise.withResolvers();
  }
}
