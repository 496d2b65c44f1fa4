/** Milliseconds for which requests wait at most while connections keep coming. */
const longest = 20;

/**
 * The moments in which new connections come. Node.js takes one in each turn of the event loop, which the requests of
 * all others make as long as they take: so requests wait until no other connection waits to be taken.
 */
export class Arrivals {
  #hasCome = false;
  #since = 0;
  #waiting: (() => void)[] | undefined;

  /** Notes a connection that has come. */
  note(): void {
    this.#hasCome = true;
    if (this.#waiting !== undefined) return;
    this.#waiting = [];
    this.#since = performance.now();
    setImmediate(() => this.#look());
  }

  /**
   * Resolves once no connection waits to be taken; undefined where none has come. For each who asks, at a time of its
   * own: requests that went on together would all be served before what one of them costs is seen.
   */
  get end(): Promise<void> | undefined {
    if (this.#waiting === undefined) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  #look(): void {
    if (this.#hasCome && performance.now() - this.#since < longest) {
      this.#hasCome = false;
      setImmediate(() => this.#look());
      return;
    }
    for (const goOn of this.#waiting ?? []) setImmediate(goOn);
    this.#waiting = undefined;
  }
}
