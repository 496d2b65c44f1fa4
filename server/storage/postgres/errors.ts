import { DatabaseError } from 'pg';
import { errorMessage } from '../../error-message.ts';
import { noIdentifierLeft } from '../animal-row.ts';
import { StorageUnavailable } from '../store.ts';

/**
 * Codes of PostgreSQL that are not the fault of a statement: at another time, or on another server, it may succeed
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). By class, or whole.
 */
const reasons: Readonly<Record<string, string>> = {
  // Of a statement that is prepared; the next connection prepares it anew.
  '0A000': 'the tables of the database were changed',
  '08': 'the connection to the database was lost',
  '28': 'the database refuses the login',
  '3D': 'the database is not there',
  '2200H': noIdentifierLeft,
  '25006': 'the database takes no writes',
  '40': 'the database has given up a transaction for another one',
  '53': 'the database has run out of memory, disk or connections',
  '55P03': 'another session holds a lock of the database',
  '57014': 'the database took too long',
  '57P': 'the database is stopping, or not there yet',
  '58': 'the database cannot read or write its files',
  XX: 'the database is damaged',
};

/**
 * Of a table, a column, a function or an index that is missing, as while a copy is restored, of one that has another
 * type, and of a table that may not be used: PostgreSQL names it.
 */
const schemaErrors = ['42P01', '42703', '42883', '42P10', '42804', '42501'];

/** Of a constraint, or a trigger, that another program has added: what is written keeps all others. */
const refusedWrites = ['23502', '23503', '23514', '23P01', 'P0001'];

/**
 * True for an error that PostgreSQL itself has answered: all others are of the way to it. One without a code is the
 * driver's, of bytes that are no answer.
 */
export function isAnswer(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code !== undefined;
}

/** StorageUnavailable for what another time may mend; any other error as it is. */
export function toUnavailable(error: unknown): unknown {
  if (!isAnswer(error)) {
    const reason = errorMessage(error);
    return new StorageUnavailable(`the database does not answer: ${reason}`, { cause: error });
  }
  const { code = '' } = error;
  const known = reasons[code] ?? reasons[code.slice(0, 3)] ?? reasons[code.slice(0, 2)];
  const reason = [...schemaErrors, ...refusedWrites].includes(code) ? error.message : known;
  return reason === undefined ? error : new StorageUnavailable(reason, { cause: error });
}
