import type { Count, KeyUse, KeyUseStore } from '../store.ts';
import type { Connections } from './connections.ts';

type KeyUseRow = [
  id: string,
  lastSeen: Date,
  refused: string,
  bannedSince: Date | null,
  bannedUntil: Date | null,
  minuteCount: string | null,
  minuteResetsAt: Date | null,
  dayCount: string | null,
  dayResetsAt: Date | null,
  refusalsCount: string | null,
  refusalsResetAt: Date | null,
];

export const useColumns = `key_id, last_seen, refused, banned_since, banned_until, minute_count, minute_resets_at,
  day_count, day_resets_at, refusals_count, refusals_reset_at`;

// Of several instances, the one that has seen a key last knows it best. In the order of the keys, so that no two
// instances wait for each other.
const save = `
  INSERT INTO key_use
  SELECT used.* FROM jsonb_populate_recordset(NULL::key_use, $1) AS used ORDER BY key_id
  ON CONFLICT (key_id) DO UPDATE SET
    last_seen = excluded.last_seen, refused = excluded.refused,
    banned_since = excluded.banned_since, banned_until = excluded.banned_until,
    minute_count = excluded.minute_count, minute_resets_at = excluded.minute_resets_at,
    day_count = excluded.day_count, day_resets_at = excluded.day_resets_at,
    refusals_count = excluded.refusals_count, refusals_reset_at = excluded.refusals_reset_at
  WHERE key_use.last_seen <= excluded.last_seen`;

export function keyUseStore(connections: Connections): KeyUseStore {
  return {
    async save(uses) {
      await connections.transact((client) => client.query(save, [JSON.stringify(uses.map(toRecord))]));
    },
    async list() {
      const text = `SELECT ${useColumns} FROM key_use ORDER BY key_id`;
      return (await connections.query<KeyUseRow>({ text })).map(toKeyUse);
    },
  };
}

function toRecord({ id, lastSeen, refused, ban, minute, day, refusals }: KeyUse) {
  return {
    key_id: id,
    last_seen: lastSeen,
    refused,
    banned_since: ban?.since,
    banned_until: ban?.until,
    minute_count: minute?.count,
    minute_resets_at: minute?.resetsAt,
    day_count: day?.count,
    day_resets_at: day?.resetsAt,
    refusals_count: refusals?.count,
    refusals_reset_at: refusals?.resetsAt,
  };
}

function toKeyUse(row: KeyUseRow): KeyUse {
  const [id, lastSeen, refused, since, until, minute, minuteResetsAt, day, dayResetsAt, refusals, refusalsResetAt] =
    row;
  return {
    id,
    lastSeen,
    refused: Number(refused),
    ban: since === null || until === null ? null : { since, until },
    minute: toCount(minute, minuteResetsAt),
    day: toCount(day, dayResetsAt),
    refusals: toCount(refusals, refusalsResetAt),
  };
}

function toCount(count: string | null, resetsAt: Date | null): Count | null {
  return count === null || resetsAt === null ? null : { count: Number(count), resetsAt };
}
