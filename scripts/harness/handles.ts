/** What a process has opened for its driver, each under a number that stands for it in requests. */
export class Handles<Value> {
  readonly #values = new Map<number, Value>();
  #last = 0;

  open(value: Value): number {
    this.#last += 1;
    this.#values.set(this.#last, value);
    return this.#last;
  }

  /** Throws when nothing is open under this number. */
  get(handle: number): Value {
    const value = this.#values.get(handle);
    if (value === undefined) throw new Error(`There is no harness ${handle}.`);
    return value;
  }

  /** The same, which is then no longer open. */
  close(handle: number): Value {
    const value = this.get(handle);
    this.#values.delete(handle);
    return value;
  }
}
