import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';

/** Milliseconds for which no further connection is asked for where the database has given none. */
const interval = 1_000;

/** A pool that goes on with the connections that it has where the database gives no more, as others have them all. */
export class SharingPool extends Pool {
  readonly #most: number;
  #connected = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: PoolConfig) {
    super(settings);
    this.#most = this.options.max;
    this.on('connect', () => (this.#connected += 1));
    this.on('remove', () => (this.#connected -= 1));
  }

  /** A connection of those that there are or may be. Throws what the database says where there is none. */
  async take(): Promise<PoolClient> {
    try {
      return await this.connect();
    } catch (error) {
      if (this.#connected === 0 || !isRefusal(error)) throw error;
      this.#makeDo();
      return this.connect();
    }
  }

  /** Each statement that waits would otherwise try to connect, and be refused. */
  #makeDo(): void {
    this.options.max = this.#connected;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.options.max = this.#most), interval).unref();
  }
}

/** Of the whole server, a database or a role. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53300';
}
