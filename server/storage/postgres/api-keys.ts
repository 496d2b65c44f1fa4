import type { ApiKey, ApiKeyStore } from '../store.ts';
import { Batches } from './batches.ts';
import { type Connections, read } from './connections.ts';
import { fromText, toText } from './text.ts';

type ApiKeyRow = [
  id: string,
  secretHash: Buffer,
  plan: string,
  requestsPerMinute: string | null,
  requestsPerDay: string | null,
  name: string | null,
  createdAt: Date,
  revokedAt: Date | null,
  expiresAt: Date | null,
];

// By name: a later version of the server may add others while this one runs, and its prepared statements would fail.
export const keyColumns =
  'id, secret_hash, plan, requests_per_minute, requests_per_day, name, created_at, revoked_at, expires_at';
const insert = `INSERT INTO api_key (${keyColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const byIds = { name: 'keys', text: `SELECT ${keyColumns} FROM api_key WHERE id = ANY($1)` };
const all = `SELECT ${keyColumns} FROM api_key ORDER BY created_at, id`;
const revoke = 'UPDATE api_key SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2 RETURNING id';
const expire = 'UPDATE api_key SET expires_at = least(expires_at, $1) WHERE id = $2';
const setExpiry = 'UPDATE api_key SET expires_at = $1 WHERE id = $2';

export function apiKeyStore(connections: Connections): ApiKeyStore {
  // A key that is revoked must be refused with its next request, so none is kept in memory.
  const lookUps = new Batches(async (ids: string[]) => {
    const rows = await connections.query<ApiKeyRow>({ ...byIds, values: [[...new Set(ids)]] });
    const found = new Map(rows.map((row) => [row[0], toApiKey(row)]));
    return ids.map((id) => ({ key: found.get(id) }));
  });
  return {
    async add(key) {
      await connections.transact((client) => client.query(insert, valuesOf(key)));
    },
    async find(id) {
      return (await lookUps.add(id)).key;
    },
    async list() {
      return (await connections.query<ApiKeyRow>({ text: all })).map(toApiKey);
    },
    async revoke(id, at) {
      const revoked = await connections.transact((client) => read(client, { text: revoke, values: [at, id] }));
      return revoked.length === 1;
    },
    async replace(id, replacement, until) {
      await connections.transact(async (client) => {
        await client.query(insert, valuesOf(replacement));
        await client.query(expire, [until, id]);
      });
    },
    async setExpiry(id, at) {
      await connections.transact((client) => client.query(setExpiry, [at, id]));
    },
  };
}

function valuesOf({ id, secretHash, plan, requestsPerMinute, requestsPerDay, name, ...dates }: ApiKey): unknown[] {
  const { createdAt, revokedAt, expiresAt } = dates;
  const kept = name === null ? null : toText(name);
  return [id, Buffer.from(secretHash), plan, requestsPerMinute, requestsPerDay, kept, createdAt, revokedAt, expiresAt];
}

function toApiKey([id, hash, plan, perMinute, perDay, name, createdAt, revokedAt, expiresAt]: ApiKeyRow): ApiKey {
  return {
    id,
    secretHash: new Uint8Array(hash),
    plan,
    requestsPerMinute: perMinute === null ? null : Number(perMinute),
    requestsPerDay: perDay === null ? null : Number(perDay),
    name: name === null ? null : fromText(name),
    createdAt,
    revokedAt,
    expiresAt,
  };
}
