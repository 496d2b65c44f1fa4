import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey, idOf } from './api-key.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import type { Storage } from './storage/store.ts';
import { describeStorage } from './storage/test/behaviour.ts';

describeStorage('SQLite in memory', () => openSqliteStorage(':memory:'));

describe('two processes that share a file', () => {
  let folder: string;
  let one: Storage;
  let other: Storage;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'storage-'));
    const path = join(folder, 'adoption.sqlite');
    [one, other] = [openSqliteStorage(path), openSqliteStorage(path)];
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
});
