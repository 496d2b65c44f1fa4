import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { toUnavailable as ofPostgres } from './postgres/errors.ts';
import { isLocked, toUnavailable as ofSqlite, read } from './sqlite/errors.ts';
import { StorageUnavailable } from './store.ts';

const inPostgres = (code: string | undefined) => Object.assign(new DatabaseError('no', 2, 'error'), { code });
const inSqlite = (errcode: unknown) => Object.assign(new Error('no'), { errcode });

test.each<[what: string, error: unknown, reason: string]>([
  ['a lost connection', inPostgres('08006'), 'the connection to the database was lost'],
  ['a column of another type', inPostgres('0A000'), 'the tables of the database were changed'],
  ['a standby', inPostgres('25006'), 'the database takes no writes'],
  ['a deadlock', inPostgres('40P01'), 'the database has given up a transaction for another one'],
  ['a full disk', inPostgres('53100'), 'the database has run out of memory, disk or connections'],
  ['a lock', inPostgres('55P03'), 'another session holds a lock of the database'],
  ['a time-out', inPostgres('57014'), 'the database took too long'],
  ['a wrong password', inPostgres('28P01'), 'the database refuses the login'],
  ['a role that may not log in', inPostgres('28000'), 'the database refuses the login'],
  ['a database that was dropped', inPostgres('3D000'), 'the database is not there'],
  ['a damaged index', inPostgres('XX002'), 'the database is damaged'],
  ['a shutdown', inPostgres('57P01'), 'the database is stopping, or not there yet'],
  ['a missing table', inPostgres('42P01'), 'no'],
  ['a missing column', inPostgres('42703'), 'no'],
  ['a missing function', inPostgres('42883'), 'no'],
  ['a missing index', inPostgres('42P10'), 'no'],
  ['a column of another type', inPostgres('42804'), 'no'],
  ['no identifier that is left', inPostgres('2200H'), 'the database has no identifier left up to 2^53 - 1'],
  ['a table that may not be read', inPostgres('42501'), 'no'],
  ['a column that must be given', inPostgres('23502'), 'no'],
  ['a condition', inPostgres('23514'), 'no'],
  ['a trigger that refuses', inPostgres('P0001'), 'no'],
  ['a failing disk', inPostgres('58030'), 'the database cannot read or write its files'],
  ['what is no answer', new Error('ECONNREFUSED'), 'the database does not answer: ECONNREFUSED'],
  ['what is no answer of PostgreSQL', inPostgres(undefined), 'the database does not answer: no'],
  ['what is no error', 'gone', 'the database does not answer: gone'],
])('in PostgreSQL, %s may be mended by another time', (_, error, reason) => {
  expect(ofPostgres(error)).toEqual(new StorageUnavailable(reason, { cause: error }));
});

test.each(['23505', '42601', '57000', '55000', '25001'])('in PostgreSQL, %s stays as it is', (code) => {
  const error = inPostgres(code);
  expect(ofPostgres(error)).toBe(error);
});

test.each([
  [5, 'another process holds the lock of the database'],
  [517, 'another process holds the lock of the database'],
  [8, 'the database file cannot be written'],
  [10, 'the database file cannot be read or written'],
  [778, 'the database file cannot be read or written'],
  [11, 'the database file is damaged'],
  [13, 'the disk is full'],
  [14, 'the database file cannot be opened'],
  [26, 'the database file is damaged'],
  [275, 'no'],
  [1299, 'no'],
  [1811, 'no'],
])('in SQLite, %d may be mended by another time, and is a lock where it says so', (code, reason) => {
  const error = inSqlite(code);
  const unavailable = ofSqlite(error);
  expect(unavailable).toEqual(new StorageUnavailable(reason, { cause: error }));
  expect(isLocked(unavailable)).toBe(reason.includes('lock'));
  expect(isLocked(error)).toBe(false);
  const failing = () => {
    throw error;
  };
  expect(() => read(failing)).toThrow(StorageUnavailable);
});

test.each([
  inSqlite(1),
  inSqlite(19),
  inSqlite(2067),
  inSqlite(1555),
  inSqlite('5'),
  new Error('no'),
  { errcode: 5 },
  undefined,
])('in SQLite, %o stays as it is', (error) => {
  expect(ofSqlite(error)).toBe(error);
});

test('what can be read is read', () => {
  expect(read(() => 7)).toBe(7);
});
