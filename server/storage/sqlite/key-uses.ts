import type { DatabaseSync } from 'node:sqlite';
import type { Count, KeyUseStore } from '../store.ts';
import { read } from './errors.ts';
import type { Writer } from './writer.ts';

/** A row of the table as its STRICT schema has it. */
type KeyUseRow = {
  key_id: string;
  last_seen: number;
  refused: number;
  banned_since: number | null;
  banned_until: number | null;
  minute_count: number | null;
  minute_resets_at: number | null;
  day_count: number | null;
  day_resets_at: number | null;
  refusals_count: number | null;
  refusals_reset_at: number | null;
};

export const useColumns =
  'key_id, last_seen, refused, banned_since, banned_until, minute_count, minute_resets_at, day_count, day_resets_at, ' +
  'refusals_count, refusals_reset_at';

export function keyUseStore(database: DatabaseSync, writer: Writer): KeyUseStore {
  const replace = database.prepare(
    `INSERT OR REPLACE INTO key_use (${useColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const all = database.prepare(`SELECT ${useColumns} FROM key_use`);
  const countOf = (count: Count | null) => [count?.count ?? null, count?.resetsAt.getTime() ?? null];
  return {
    async save(uses) {
      await writer.write(() => {
        for (const { id, lastSeen, refused, ban, minute, day, refusals } of uses)
          replace.run(
            id,
            lastSeen.getTime(),
            refused,
            ...[ban?.since.getTime() ?? null, ban?.until.getTime() ?? null],
            ...[minute, day, refusals].flatMap(countOf),
          );
      });
    },
    async list() {
      return (read(() => all.all()) as KeyUseRow[]).map((row) => ({
        id: row.key_id,
        lastSeen: new Date(row.last_seen),
        refused: row.refused,
        ban:
          row.banned_since === null || row.banned_until === null
            ? null
            : { since: new Date(row.banned_since), until: new Date(row.banned_until) },
        minute: toCount(row.minute_count, row.minute_resets_at),
        day: toCount(row.day_count, row.day_resets_at),
        refusals: toCount(row.refusals_count, row.refusals_reset_at),
      }));
    },
  };
}

function toCount(count: number | null, resetsAt: number | null): Count | null {
  return count === null || resetsAt === null ? null : { count, resetsAt: new Date(resetsAt) };
}
