import { EventEmitter } from 'node:events';
import { Client, DatabaseError, Pool } from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { timesWithin } from '../../test/timers.ts';
import { OutcomeUnknown, StorageUnavailable } from '../store.ts';
import { Connections } from './connections.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const open = () => new Connections('postgres://localhost/adoption');
const ask = (connections: Connections) => connections.query({ text: 'SELECT 1' });

/** A connection on which each statement is answered by `query`. */
function clientWith(query: (text: unknown) => Promise<unknown>) {
  return { query, release: vi.fn<(isBroken?: boolean) => void>() };
}

/** What the pool gives whoever asks for a connection. */
function connectWith(connect: () => Promise<unknown>) {
  return vi.spyOn(Pool.prototype, 'connect').mockImplementation(connect as never);
}

const answered = async () => ({ rows: [[1]] });

/** Every connection is lost with this statement. */
function loseConnectionsWith(statement: string): void {
  const client = clientWith(async (text) => {
    if (text === statement) throw new Error('the connection is lost');
  });
  connectWith(async () => client);
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
  const error: unknown = await open()
    .transact((client) => client.query('INSERT'))
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(error).toHaveProperty('message', message);
});

test.each<[what: string, query: typeof answered, end: unknown[]]>([
  ['that answers is used again', answered, []],
  ['that fails is closed, which ends its transaction', () => Promise.reject(new Error('no')), [true]],
])('a connection %s', async (_, query, end) => {
  const client = clientWith(query);
  connectWith(async () => client);
  await ask(open()).catch(() => undefined);
  expect(client.release.mock.calls).toEqual([end]);
});

test.each([
  [999, undefined],
  [1_000, 'too many statements wait for the database'],
])('where %d statements wait for a connection, another one: %s', async (waiting, refusal) => {
  connectWith(async () => clientWith(answered));
  vi.spyOn(Pool.prototype, 'waitingCount', 'get').mockReturnValue(waiting);
  const asked = ask(open());
  if (refusal === undefined) expect(await asked).toEqual([[1]]);
  else await expect(asked).rejects.toThrow(new StorageUnavailable(refusal));
});

describe('a database that does not answer', () => {
  const away = new StorageUnavailable('the database does not answer: no route');
  const lose = () => connectWith(() => Promise.reject(new Error('no route')));
  const attemptWith = (connect: () => Promise<void>) => {
    const end = vi.spyOn(Client.prototype, 'end').mockImplementation(() => Promise.resolve());
    return { end, attempts: vi.spyOn(Client.prototype, 'connect').mockImplementation(connect as never) };
  };

  test('is one that answers with nonsense, too: it is connected to anew', async () => {
    connectWith(() => Promise.reject(new DatabaseError('received invalid response: 0', 4, 'error')));
    const end = vi.spyOn(Pool.prototype, 'end');
    await expect(ask(open())).rejects.toThrow(StorageUnavailable);
    expect(end.mock.calls).toHaveLength(1);
  });

  test('costs each request that was on its way its answer, and the pool its connections, once', async () => {
    lose();
    const end = vi.spyOn(Pool.prototype, 'end');
    const connections = open();
    const both = [ask(connections), ask(connections)];
    for (const asked of both) await expect(asked).rejects.toThrow(away);
    expect(end.mock.calls).toHaveLength(1);
  });

  test('is tried with one connection for all that come, which wait a moment for it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { attempts, end } = attemptWith(() => promise);
    lose();
    const connections = open();
    await expect(ask(connections)).rejects.toThrow(away);
    const late = new StorageUnavailable('the database does not answer: no connection yet');
    const askTwice = async () => {
      const both = [ask(connections), ask(connections)];
      for (const asked of both) await expect(asked).rejects.toThrow(late);
    };
    expect(await timesWithin(askTwice, 200, 300)).toEqual([200]);
    expect(attempts.mock.calls).toHaveLength(1);

    // It comes late, and says that the database is back.
    connectWith(async () => clientWith(answered));
    resolve();
    await promise;
    expect(await ask(connections)).toEqual([[1]]);
    expect(attempts.mock.calls).toHaveLength(1);
    expect(end.mock.calls).toHaveLength(1);
  });

  test('is tried again with each request where that fails, until it is back', async () => {
    const attempt = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no route')));
    attemptWith(attempt);
    lose();
    const connections = open();
    for (let time = 0; time < 3; time++) await expect(ask(connections)).rejects.toThrow(away);
    expect(attempt.mock.calls).toHaveLength(2);
    attempt.mockResolvedValue();
    connectWith(async () => clientWith(answered));
    for (let time = 0; time < 2; time++) expect(await ask(connections)).toEqual([[1]]);
    expect(attempt.mock.calls).toHaveLength(3);
  });

  test('is none that refuses a statement', async () => {
    const { attempts } = attemptWith(() => Promise.resolve());
    const refusal = Object.assign(new DatabaseError('no', 2, 'error'), { code: '57014' });
    connectWith(async () => clientWith(() => Promise.reject(refusal)));
    const connections = open();
    const tooLong = new StorageUnavailable('the database took too long');
    for (let time = 0; time < 2; time++) await expect(ask(connections)).rejects.toThrow(tooLong);
    expect(attempts.mock.calls).toHaveLength(0);
  });

  test('ends no process with a connection that is lost while nobody waits for it', async () => {
    const { attempts } = attemptWith(() => Promise.resolve());
    const connects = lose();
    const connections = open();
    for (let time = 0; time < 2; time++) await ask(connections).catch(() => undefined);
    const used: unknown[] = [...connects.mock.contexts, ...attempts.mock.contexts];
    const emitters = used.filter((one) => one instanceof EventEmitter);
    for (const emitter of emitters) expect(() => emitter.emit('error', new Error('lost'))).not.toThrow();
    expect(emitters).toHaveLength(3);
  });

  test('ends no process with a connection that is lost before whoever waits for it has it', async () => {
    const connects = lose();
    await ask(open()).catch(() => undefined);
    const client = new EventEmitter();
    const pools = connects.mock.contexts.filter((one) => one instanceof Pool);
    for (const pool of pools) pool.emit('connect', client);
    expect(pools).toHaveLength(1);
    expect(() => client.emit('error', new Error('lost'))).not.toThrow();
  });

  test('holds back no server that stops: two seconds at most', async () => {
    vi.spyOn(Pool.prototype, 'end').mockImplementation(() => new Promise<void>(() => undefined));
    expect(await timesWithin(() => open().close(), 1_900, 2_100)).toEqual([1_900]);
  });
});
