import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiKey, idOf } from '../api-keys/api-key.ts';
import { openSqliteStorage } from './sqlite/storage.ts';
import type { Storage } from './store.ts';
import { describeStorage } from './test/behaviour.ts';

describeStorage('SQLite in memory', () => openSqliteStorage(':memory:'));

describe('two processes that share a file', () => {
  const forever = 600_000;
  let folder: string;
  let path: string;
  let one: Storage;
  let other: Storage;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'storage-'));
    path = join(folder, 'adoption.sqlite');
    [one, other] = [openSqliteStorage(path, { patience: forever }), openSqliteStorage(path)];
  });
  afterEach(() => {
    for (const storage of [one, other]) storage.close();
    rmSync(folder, { recursive: true });
  });

  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  test('what one process does to a key holds for another one that has read it, from its next turn on', async () => {
    const id = idOf(await createApiKey(one.keys, { plan: 'free' }, new Date(0))) ?? '';
    for (const at of [1, 2]) {
      const key = await one.keys.find(id);
      expect(key?.expiresAt).toEqual(at === 1 ? null : new Date(9));
      await other.keys.replace(id, { ...(key ?? expect.fail('There is no key.')), id: `${at}` }, new Date(10 - at));
      await nextTurn();
    }
    await other.keys.revoke(id, new Date(5));
    await nextTurn();
    expect(await one.keys.find(id)).toMatchObject({ revokedAt: new Date(5), expiresAt: new Date(8) });
  });

  test('what one process adds is there for another one at once', async () => {
    const animal = await one.animals.add({ name: 'Bruno', categoryId: 3 });
    expect(await other.animals.find(animal.id)).toEqual(animal);
    expect(await other.animals.list({ limit: 1 })).toEqual([animal]);
  });

  test('a write waits while another process holds the lock, and is done once it is released', async () => {
    const lock = new DatabaseSync(path);
    lock.exec('BEGIN IMMEDIATE');
    const write = one.animals.add({ name: 'Bruno', categoryId: 3 });
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    expect(await one.animals.list({ limit: 1 })).toEqual([]);
    lock.close();
    const animal = await write;
    expect(await one.animals.list({ limit: 1 })).toEqual([animal]);
  });

  test('whether it can be written is found out anew half a second later, and not before', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const problemAfter = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      return one.problem();
    };
    try {
      expect(problemAfter(0)).toBeUndefined();
      renameSync(path, `${path}.gone`);
      expect(problemAfter(500)).toBeUndefined();
      expect(problemAfter(1)).toBe('the database file was deleted or replaced');
      renameSync(`${path}.gone`, path);
      expect(problemAfter(501)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
