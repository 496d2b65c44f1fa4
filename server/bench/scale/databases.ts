import { createApiKey } from '../../api-keys/api-key.ts';
import { generousKey } from '../../harness.ts';
import { openStorage } from '../../storage/open.ts';
import type { PostgresServer } from '../../storage/test/postgres.ts';
import type { Deployment } from '../running-server.ts';
import { reference } from '../servers.ts';

/** The address of a database as the server makes it, with so many animals; a third of them has each status. */
export async function newDatabase(postgres: PostgresServer, animals: number): Promise<string> {
  const url = await postgres.newDatabase();
  await (await openStorage({ engine: 'PostgreSQL', url })).close();
  await postgres.run(
    url,
    `INSERT INTO animal (name, category_id, status)
     SELECT 'Bruno ' || number, number % 100, (ARRAY['available', 'pending', 'sold'])[1 + number % 3]
     FROM generate_series(1, ${animals}) AS number`,
  );
  // What PostgreSQL would do by itself while something is measured.
  for (const statement of ['VACUUM ANALYZE animal', 'CHECKPOINT']) await postgres.run(url, statement);
  return url;
}

/** A key that counts in several databases. */
export async function newKey(...urls: [string, ...string[]]): Promise<string> {
  const [first, ...others] = await Promise.all(urls.map((url) => openStorage({ engine: 'PostgreSQL', url })));
  if (first === undefined) throw new Error('There is no database.');
  const text = await createApiKey(first.keys, generousKey, new Date());
  for (const key of await first.keys.list()) for (const { keys } of others) await keys.add(key);
  for (const { close } of [first, ...others]) await close();
  return text;
}

/** The reference server, with its log off. */
export function deploymentOf(name: string, environment: Record<string, string>): Deployment {
  return {
    server: { ...reference, name, environment: { LOG_LEVEL: 'silent', ...environment } },
    databasePath: '',
  };
}
