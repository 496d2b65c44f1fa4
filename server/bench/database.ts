import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApiKey, idOf } from '../api-keys/api-key.ts';
import { openSqliteStorage } from '../storage/sqlite/storage.ts';
import { firstId } from './scenarios.ts';

/** A database as the reference server makes it, and keys to it. */
export interface Seed {
  path: string;
  /** Its limits are beyond every load. */
  key: string;
  /** Of the plan with the smallest limits. */
  limitedKey: string;
  revokedKey: string;
}

const beyondLoad = 1e12;

/** Makes a database in `folder` with a thousand animals. */
export async function makeSeed(folder: string): Promise<Seed> {
  const path = join(folder, 'seed.sqlite');
  const { keys, close } = openSqliteStorage(path);
  const now = new Date();
  const limits = { requestsPerMinute: beyondLoad, requestsPerDay: beyondLoad };
  const key = await createApiKey(keys, { plan: 'enterprise', limits }, now);
  const limitedKey = await createApiKey(keys, { plan: 'free' }, now);
  const revokedKey = await createApiKey(keys, { plan: 'free' }, now);
  await keys.revoke(idOf(revokedKey) ?? '', now);
  close();
  insertAnimals(path, 1000);
  return { path, key, limitedKey, revokedKey };
}

/** The same with so many animals more. */
export function withMoreAnimals(seed: Seed, animals: number): Seed {
  const path = copyOf(seed);
  insertAnimals(path, animals);
  return { ...seed, path };
}

/** A third of them has each status. */
function insertAnimals(path: string, count: number): void {
  const database = new DatabaseSync(path);
  database
    .prepare(
      `WITH RECURSIVE number (n) AS
         (SELECT coalesce(max(id) + 1, ?2) FROM animal UNION ALL SELECT n + 1 FROM number LIMIT ?1)
       INSERT INTO animal (id, name, category_id, status)
       SELECT n, 'Bruno', 3, CASE n % 3 WHEN 0 THEN 'available' WHEN 1 THEN 'pending' ELSE 'sold' END FROM number`,
    )
    .run(count, firstId);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

let copies = 0;

/** A copy of the database for one process alone. */
export function copyOf({ path }: Seed): string {
  copies += 1;
  const copy = `${path}-${copies}`;
  copyFileSync(path, copy);
  return copy;
}
