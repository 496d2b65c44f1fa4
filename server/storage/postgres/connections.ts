import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { OutcomeUnknown, StorageUnavailable } from '../store.ts';
import { isAnswer, toUnavailable } from './errors.ts';
import { SharingPool } from './sharing-pool.ts';

/** Milliseconds that a connection may take to come, and a statement to be answered: no request waits longer. */
const patience = 2_000;
/** Milliseconds that a request waits for a database that was away, before another attempt to reach it is made. */
const interval = 250;
/** More statements that wait for a connection than this would be memory without a bound. */
const mostWaiting = 1_000;

/** Of each connection, also of those that migrate the schema. */
export function connectionTo(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'animal-adoption',
    connectionTimeoutMillis: patience,
    keepAlive: true,
  };
}

/** The connections of this process to PostgreSQL. Nothing here waits for longer than some seconds. */
export class Connections {
  readonly #settings: PoolConfig;
  #pool: SharingPool;
  /** Whether the last that is known of the database is that it does not answer. */
  #isAway = false;
  #attempt: Promise<void> | undefined;

  constructor(url: string) {
    this.#settings = {
      ...connectionTo(url),
      max: 10,
      query_timeout: patience,
      statement_timeout: patience,
      // Of an instance that hangs in the middle of a transaction: others must not wait for its locks.
      idle_in_transaction_session_timeout: patience,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
    };
    this.#pool = this.#newPool();
  }

  /** Reads. Rows are arrays, in the order of the columns. Throws StorageUnavailable. */
  async query<Row extends unknown[]>(statement: QueryConfig): Promise<Row[]> {
    return this.#use((client) => read<Row>(client, statement));
  }

  /**
   * Writes in a transaction. Throws StorageUnavailable where nothing was written, and OutcomeUnknown where the answer
   * to the last statement is missing.
   */
  async transact<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    let isCommitting = false;
    return this.#use(async (client) => {
      await client.query('BEGIN');
      const result = await work(client);
      isCommitting = true;
      await client.query('COMMIT');
      return result;
    }).catch((error: unknown) => {
      if (isCommitting && error instanceof StorageUnavailable)
        throw new OutcomeUnknown(`it is not known whether the database has written: ${error.message}`, {
          cause: error,
        });
      throw error;
    });
  }

  /** Ends, at the latest when no statement can still be answered. */
  async close(): Promise<void> {
    await Promise.race([this.#pool.end(), sleep(patience, undefined, { ref: false })]);
  }

  async #use<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    if (this.#isAway) await this.#reach();
    const pool = this.#pool;
    if (pool.waitingCount >= mostWaiting) throw new StorageUnavailable('too many statements wait for the database');
    try {
      const client = await pool.take();
      return await workWith(client, work);
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      if (!isAnswer(error) && pool === this.#pool) this.#replacePool();
      throw toUnavailable(error);
    }
  }

  /** Where one connection leads nowhere, those that wait may, too: each would cost a request to find out. */
  #replacePool(): void {
    this.#isAway = true;
    this.#pool.end().catch(() => undefined);
    this.#pool = this.#newPool();
  }

  /** Whoever comes while an attempt is made waits for the same one. */
  #reach(): Promise<void> {
    this.#attempt ??= this.#tryToConnect().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  async #tryToConnect(): Promise<void> {
    const client = new Client(this.#settings);
    client.on('error', () => undefined);
    // One that comes late says as well that the database is back: it may be slow, and each attempt would be given up.
    const connecting = client.connect().then(() => {
      this.#isAway = false;
      client.end().catch(() => undefined);
    });
    const late = sleep(interval, undefined, { ref: false }).then(() => Promise.reject(new Error('no connection yet')));
    await Promise.race([connecting, late]).catch((error: unknown) => {
      throw toUnavailable(error);
    });
  }

  #newPool(): SharingPool {
    const pool = new SharingPool(this.#settings);
    // A connection that is lost while nobody uses it: the pool makes another one. Without a listener the process ends.
    pool.on('error', () => undefined);
    // So is it with one that is lost while it is handed over, as its first words may be its last ones.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }
}

export async function read<Row extends unknown[]>(client: PoolClient, statement: QueryConfig): Promise<Row[]> {
  const { rows } = await client.query<Row>({ ...statement, rowMode: 'array' });
  return rows;
}

async function workWith<Result>(client: PoolClient, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // Whatever state it is in, it is closed: that ends its transaction.
    client.release(true);
    throw error;
  }
}
