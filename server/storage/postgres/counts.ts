import { errorMessage } from '../../error-message.ts';
import type { Log } from '../../pipeline.ts';
import type { Rules } from '../../rate-limit/rate-limit.ts';
import {
  argumentsOf,
  type Known,
  type SharedCount,
  type SharedCounts,
  toSharedCount,
} from '../../rate-limit/shared-counts.ts';
import { Batches } from './batches.ts';
import type { Connections } from './connections.ts';

interface Spending {
  name: string;
  rules: Rules;
  known: Known;
}

/** Milliseconds between two removals of what nobody counts any more. */
const interval = 60_000;

const spendAll = {
  name: 'spend',
  text: `
    SELECT spent.*
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
      WITH ORDINALITY AS asked (name, per_minute, per_day, ban_after, ban_length, known_minute, known_minute_ends_at,
        known_day, known_day_ends_at, known_banned_since, known_banned_until, known_refused, place)
    CROSS JOIN LATERAL spend_request(name, per_minute, per_day, ban_after, ban_length, known_minute,
      known_minute_ends_at, known_day, known_day_ends_at, known_banned_since, known_banned_until, known_refused
    ) AS spent
    ORDER BY place`,
};

/** What is locked is passed over: no two instances wait for each other. */
const removeEnded = `
  DELETE FROM rate_count WHERE name IN (
    SELECT name FROM rate_count
    WHERE greatest(minute_ends_at, day_ends_at, refusals_end_at, banned_until) < engine_clock()
    FOR UPDATE SKIP LOCKED)`;

/** Counts in the database; what it forgets in a crash, the servers tell it again. */
export function postgresCounts(connections: Connections, log: Log): SharedCounts {
  const spendings = new Batches((asked: Spending[]) => spend(connections, asked));
  const removing = setInterval(() => {
    connections
      .transact((client) => client.query(removeEnded))
      .catch((error: unknown) => {
        log.error({ reason: errorMessage(error) }, 'counts that have ended are not removed: the table grows');
      });
  }, interval).unref();
  return {
    spend: (name, rules, known) => spendings.add({ name, rules, known }),
    close: () => clearInterval(removing),
  };
}

async function spend(connections: Connections, asked: Spending[]): Promise<SharedCount[]> {
  // Rows are locked in this order, whoever asks: no two instances wait for each other.
  const places = [...asked.keys()].sort((a, b) => ((asked[a]?.name ?? '') < (asked[b]?.name ?? '') ? -1 : 1));
  const sorted = places.flatMap((place) => asked[place] ?? []);
  const numbers = sorted.map(({ rules, known }) => argumentsOf(rules, known));
  const columns = Array.from({ length: 11 }, (_, column) => numbers.map((row) => row[column]));
  const rows = await connections.query<string[]>({ ...spendAll, values: [sorted.map(({ name }) => name), ...columns] });
  const counts: SharedCount[] = [];
  for (const [index, row] of rows.entries()) counts[places[index] ?? 0] = toSharedCount(row.map(Number));
  return counts;
}
