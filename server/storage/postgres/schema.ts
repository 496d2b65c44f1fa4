import { Client } from 'pg';
import { connectionTo } from './connections.ts';
import { countingSchema } from './counting-schema.ts';

// Each entry brings the schema one version further; entries are only ever added.
const migrations = [
  `CREATE TABLE animal (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     name text NOT NULL,
     category_id bigint NOT NULL,
     status text
   );
   CREATE INDEX animal_by_status ON animal (status, id);
   CREATE TABLE api_key (
     id text COLLATE "C" PRIMARY KEY,
     secret_hash bytea NOT NULL,
     plan text NOT NULL,
     requests_per_minute bigint,
     requests_per_day bigint,
     name text,
     created_at timestamptz NOT NULL,
     revoked_at timestamptz,
     expires_at timestamptz
   );
   CREATE TABLE key_use (
     key_id text COLLATE "C" PRIMARY KEY,
     last_seen timestamptz NOT NULL,
     refused bigint NOT NULL,
     banned_since timestamptz,
     banned_until timestamptz,
     minute_count bigint,
     minute_resets_at timestamptz,
     day_count bigint,
     day_resets_at timestamptz,
     refusals_count bigint,
     refusals_reset_at timestamptz
   );
   ${countingSchema}`,
];

/** What only one session may hold at a time: the number of this application among the advisory locks. */
export const migrationLock = 4_207_849_484;
/** Milliseconds that a migration may take, and the one of another instance before it. */
const patience = 600_000;

/** Brings the schema to the version of this server; several instances may do so at once. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ ...connectionTo(url), query_timeout: patience });
  // The statement that is under way says it as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
    const version = rows[0]?.version ?? 0;
    if (version > migrations.length)
      throw new Error(`it has schema version ${version}, and this server knows versions up to ${migrations.length}`);
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query('DELETE FROM schema_version');
    await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length]);
    await client.query('COMMIT');
  } finally {
    await client.end().catch(() => undefined);
  }
}
