import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApiKey } from '../api-key.ts';
import { openSqliteStorage } from '../storage/sqlite.ts';
import { firstId } from './scenarios.ts';

/** A database as the reference server makes it. */
export interface Seed {
  path: string;
  /** A key with limits that no load reaches. */
  key: string;
}

const beyondLoad = 1e12;

/** Makes a database in `folder` with so many animals, of which a third has each status. */
export async function makeSeed(folder: string, animals: number): Promise<Seed> {
  const path = join(folder, `${animals}.sqlite`);
  const storage = openSqliteStorage(path);
  const limits = { requestsPerMinute: beyondLoad, requestsPerDay: beyondLoad };
  const key = await createApiKey(storage.keys, { plan: 'enterprise', limits }, new Date());
  storage.close();
  const database = new DatabaseSync(path);
  database
    .prepare(
      `WITH RECURSIVE number (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?1)
       INSERT INTO animal (id, name, category_id, status)
       SELECT ?2 + n, 'Bruno', 3, CASE n % 3 WHEN 0 THEN 'available' WHEN 1 THEN 'pending' ELSE 'sold' END FROM number`,
    )
    .run(animals, firstId);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return { path, key };
}

/** A copy of the database for one server alone. */
export function copyOf({ path }: Seed, folder: string, name: string): string {
  const copy = join(folder, `${name}.sqlite`);
  copyFileSync(path, copy);
  return copy;
}
