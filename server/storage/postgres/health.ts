import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../error-message.ts';
import { idOutOfRange, noIdentifierLeft } from '../animal-row.ts';
import { animalColumns } from './animals.ts';
import { keyColumns } from './api-keys.ts';
import type { Connections } from './connections.ts';
import { useColumns } from './key-uses.ts';

/** Milliseconds for which the outcome of a trial stands: whoever asks must not cost a statement each time. */
const validity = 500;
/** Milliseconds within which whoever asks gets an answer. */
const patience = 1_000;

/** In a standby, each transaction is read-only. What requests read is read, from a table and not its index. */
const trial = `
  SELECT current_setting('transaction_read_only') = 'off' AND has_table_privilege('animal', 'INSERT'),
    (SELECT max(id) FROM animal),
    (SELECT last_value >= ${Number.MAX_SAFE_INTEGER} FROM pg_sequences
     WHERE format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence('animal', 'id')),
    (SELECT (${animalColumns}) IS NULL FROM animal ORDER BY id DESC LIMIT 1),
    (SELECT (${keyColumns}) IS NULL FROM api_key LIMIT 1), (SELECT (${useColumns}) IS NULL FROM key_use LIMIT 1)`;

/** What the trial finds, as far as it is looked at. `hasUsedLast`: null for whoever may not see the last identifier. */
type Found = [takesWrites: boolean, newest: string | null, hasUsedLast: boolean | null];

/** Whether the database answers, reads and takes writes, found out by asking it. */
export class Health {
  readonly #connections: Connections;
  #last: { problem: Promise<string | undefined>; at: number } | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async problem(): Promise<string | undefined> {
    const now = performance.now();
    if (this.#last === undefined || now - this.#last.at > validity) this.#last = { problem: this.#try(), at: now };
    return this.#last.problem;
  }

  async #try(): Promise<string | undefined> {
    const late = sleep(patience, 'the database does not answer in time', { ref: false });
    return Promise.race([this.#ask(), late]);
  }

  async #ask(): Promise<string | undefined> {
    try {
      const [row = []] = await this.#connections.query<Found>({ text: trial });
      const [takesWrites, newest, hasUsedLast] = row;
      if (takesWrites !== true) return 'the database takes no writes';
      if (hasUsedLast === true) return noIdentifierLeft;
      return Number.isSafeInteger(Number(newest ?? 1)) ? undefined : idOutOfRange(newest);
    } catch (error) {
      return errorMessage(error);
    }
  }
}
