import { StorageUnavailable } from '../store.ts';

/** Primary result codes of SQLite that are not the fault of a statement: at another time it may succeed. */
const reasons: Readonly<Record<number, string>> = {
  5: 'another process holds the lock of the database',
  8: 'the database file cannot be written',
  10: 'the database file cannot be read or written',
  11: 'the database file is damaged',
  13: 'the disk is full',
  14: 'the database file cannot be opened',
  26: 'the database file is damaged',
};

/** What SQLite says of a statement that no longer fits the schema: all of them did when the database was opened. */
const schemaError = /^(?:no such (?:table|column): |table .* has ).*/;

/** Extended codes of a constraint, or a trigger, that another program has added: what is written keeps all others. */
const refusedWrites = [275, 787, 1299, 1811];

/** StorageUnavailable for such an error, and for what another program has made of the schema or a row; others stay. */
export function toUnavailable(error: unknown): unknown {
  const code = resultCodeOf(error);
  const message = error instanceof Error ? error.message : '';
  const [misfit] = (code === 1 && schemaError.exec(message)) || [];
  const refusal = refusedWrites.includes(extendedCodeOf(error) ?? 0) ? message : undefined;
  const reason =
    misfit ?? refusal ?? (isRangeError(error) ? `the database is damaged: ${error.message}` : reasons[code ?? 0]);
  return reason === undefined ? error : new StorageUnavailable(reason, { cause: error });
}

/** What a query gives. Throws StorageUnavailable where the file cannot be read. */
export function read<Result>(query: () => Result): Result {
  try {
    return query();
  } catch (error) {
    throw toUnavailable(error);
  }
}

export function isLocked(error: unknown): boolean {
  return error instanceof StorageUnavailable && resultCodeOf(error.cause) === 5;
}

/** True for an integer of a row that is no number of JavaScript. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof StorageUnavailable && isRangeError(error.cause);
}

/** As node:sqlite throws it, with the integer in its message. */
function isRangeError(error: unknown): error is RangeError {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** True where a file is not, or no longer, a database. */
export function isDamaged(error: unknown): boolean {
  return [11, 26].includes(resultCodeOf(error) ?? 0);
}

/** The primary code is the low byte of the extended one (https://sqlite.org/rescode.html). */
function resultCodeOf(error: unknown): number | undefined {
  const code = extendedCodeOf(error);
  return code === undefined ? undefined : code & 0xff;
}

function extendedCodeOf(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return isOfSqlite ? Number(error.errcode) : undefined;
}
