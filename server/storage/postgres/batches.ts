import { StorageUnavailable } from '../store.ts';

interface Asked<Request, Result> {
  request: Request;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** More requests that wait than this would be memory without a bound. */
const mostWaiting = 1_000;

/**
 * Asks the database for one batch after another: what is asked for while one is under way is the next one. So many
 * requests cost one statement, and one that comes now is never answered from before it came.
 */
export class Batches<Request, Result> {
  readonly #run: (requests: Request[]) => Promise<Result[]>;
  #waiting: Asked<Request, Result>[] = [];
  #isRunning = false;

  /** `run` gives a result for each request, in their order. */
  constructor(run: (requests: Request[]) => Promise<Result[]>) {
    this.#run = run;
  }

  add(request: Request): Promise<Result> {
    if (this.#waiting.length === mostWaiting)
      return Promise.reject(new StorageUnavailable('too many requests wait for the database'));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ request, resolve, reject });
    if (!this.#isRunning) {
      this.#isRunning = true;
      setImmediate(() => void this.#runAll());
    }
    return promise;
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runNext();
    this.#isRunning = false;
  }

  async #runNext(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const results = await this.#run(batch.map(({ request }) => request));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('The database has answered less than it was asked.'));
        else resolve(result);
      }
    } catch (error) {
      // A database that is away would keep those that wait for as long again.
      const waiting = error instanceof StorageUnavailable ? this.#waiting.splice(0) : [];
      for (const { reject } of [...batch, ...waiting]) reject(error);
    }
  }
}
