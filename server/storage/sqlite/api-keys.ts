import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey, ApiKeyStore } from '../store.ts';
import { read } from './errors.ts';
import type { Writer } from './writer.ts';

/** A row of the table as its STRICT schema has it. */
type ApiKeyRow = {
  id: string;
  secret_hash: Uint8Array;
  plan: string;
  requests_per_minute: number | null;
  requests_per_day: number | null;
  name: string | null;
  created_at: number;
  revoked_at: number | null;
  expires_at: number | null;
};

export const keyColumns =
  'id, secret_hash, plan, requests_per_minute, requests_per_day, name, created_at, revoked_at, expires_at';

/** Keys that are kept in memory. */
const mostKnown = 10_000;

export function apiKeyStore(database: DatabaseSync, writer: Writer): ApiKeyStore {
  const insert = database.prepare(`INSERT INTO api_key (${keyColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const byId = database.prepare(`SELECT ${keyColumns} FROM api_key WHERE id = ?`);
  const all = database.prepare(`SELECT ${keyColumns} FROM api_key ORDER BY created_at, id`);
  const revoke = database.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?');
  const expire = database.prepare('UPDATE api_key SET expires_at = min(coalesce(expires_at, ?1), ?1) WHERE id = ?2');
  const setExpiry = database.prepare('UPDATE api_key SET expires_at = ? WHERE id = ?');
  const known = new KnownKeys(database);
  const add = (key: ApiKey) =>
    insert.run(
      key.id,
      key.secretHash,
      key.plan,
      key.requestsPerMinute,
      key.requestsPerDay,
      key.name,
      key.createdAt.getTime(),
      key.revokedAt?.getTime() ?? null,
      key.expiresAt?.getTime() ?? null,
    );
  return {
    async add(key) {
      await writer.write(() => add(key));
    },
    async find(id) {
      return known.find(id, () => {
        const row = read(() => byId.get(id)) as ApiKeyRow | undefined;
        return row === undefined ? undefined : toApiKey(row);
      });
    },
    async list() {
      return (read(() => all.all()) as ApiKeyRow[]).map(toApiKey);
    },
    async revoke(id, at) {
      const { changes } = await writer.write(() => known.change(id, () => revoke.run(at.getTime(), id)));
      return changes === 1;
    },
    async replace(id, replacement, until) {
      await writer.write(() => {
        add(replacement);
        known.change(id, () => expire.run(until.getTime(), id));
      });
    },
    async setExpiry(id, at) {
      await writer.write(() => known.change(id, () => setExpiry.run(at?.getTime() ?? null, id)));
    },
  };
}

/** Keys that were read, until another process or this one changes them. */
class KnownKeys {
  readonly #keys = new Map<string, ApiKey>();
  readonly #version: () => number;
  #readAt: number | undefined;
  /** Requests of one turn of the event loop were all sent before it began. */
  #isLookedAtInThisTurn = false;

  constructor(database: DatabaseSync) {
    // Changes with what other connections commit (https://sqlite.org/pragma.html#pragma_data_version).
    const version = database.prepare('PRAGMA data_version');
    this.#version = () => Number(read(() => version.get())?.['data_version']);
  }

  find(id: string, read: () => ApiKey | undefined): ApiKey | undefined {
    if (!this.#isLookedAtInThisTurn) this.#forgetChanged();
    const key = this.#keys.get(id) ?? read();
    if (key !== undefined) this.#keys.set(id, key);
    return key;
  }

  #forgetChanged(): void {
    const version = this.#version();
    if (version !== this.#readAt || this.#keys.size > mostKnown) this.#keys.clear();
    this.#readAt = version;
    this.#isLookedAtInThisTurn = true;
    setImmediate(() => (this.#isLookedAtInThisTurn = false));
  }

  change<Result>(id: string, write: () => Result): Result {
    this.#keys.delete(id);
    return write();
  }
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    secretHash: row.secret_hash,
    plan: row.plan,
    requestsPerMinute: row.requests_per_minute,
    requestsPerDay: row.requests_per_day,
    name: row.name,
    createdAt: new Date(row.created_at),
    revokedAt: toDate(row.revoked_at),
    expiresAt: toDate(row.expires_at),
  };
}

function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
