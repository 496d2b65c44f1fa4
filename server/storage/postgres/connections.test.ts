import { EventEmitter } from 'node:events';
import { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { OutcomeUnknown, StorageUnavailable } from '../store.ts';
import { Connections } from './connections.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Every connection is lost with this statement. */
function loseConnectionsWith(statement: string): void {
  const query = async (text: string) => {
    if (text === statement) throw new Error('the connection is lost');
  };
  const client = Object.assign(new EventEmitter(), { query, release: () => undefined });
  vi.spyOn(Pool.prototype, 'connect').mockImplementation((async () => client) as never);
}

test.each([
  ['BEGIN', StorageUnavailable, 'the database does not answer: the connection is lost'],
  ['INSERT', StorageUnavailable, 'the database does not answer: the connection is lost'],
  [
    'COMMIT',
    OutcomeUnknown,
    'it is not known whether the database has written: the database does not answer: the connection is lost',
  ],
])('a write whose connection is lost with %s', async (statement, kind, message) => {
  loseConnectionsWith(statement);
  const connections = new Connections('postgres://localhost/adoption');
  const error: unknown = await connections.transact((client) => client.query('INSERT')).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(error).toHaveProperty('message', message);
});
