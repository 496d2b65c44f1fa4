/** Milliseconds for which requests wait at most while connections keep coming. */
const longest = 20;

/**
 * The moments in which new connections come. Node.js takes one in each turn of the event loop, which the requests of
 * all others make as long as they take: so requests wait until no other connection waits to be taken.
 */
export class Arrivals {
  #hasCome = false;
  #since = 0;
  #ended: PromiseWithResolvers<void> | undefined;

  /** Notes a connection that has come. */
  note(): void {
    this.#hasCome = true;
    if (this.#ended !== undefined) return;
    this.#ended = Promise.withResolvers();
    this.#since = performance.now();
    setImmediate(() => this.#look());
  }

  /** Resolves once no connection waits to be taken; undefined where none has come. */
  get end(): Promise<void> | undefined {
    return this.#ended?.promise;
  }

  #look(): void {
    if (this.#hasCome && performance.now() - this.#since < longest) {
      this.#hasCome = false;
      setImmediate(() => this.#look());
      return;
    }
    this.#ended?.resolve();
    this.#ended = undefined;
  }
}
