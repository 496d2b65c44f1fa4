import { windowLengths } from '../../rate-limit/windows.ts';

/**
 * One request, by the rules of the limiter in memory. The row of a caller is locked while it is counted. The table is
 * not logged: what a crash of the database takes from it, the servers know.
 */
export const countingSchema = `
  CREATE UNLOGGED TABLE rate_count (
    name text COLLATE "C" PRIMARY KEY,
    minute bigint NOT NULL DEFAULT 0,
    minute_ends_at bigint NOT NULL DEFAULT 0,
    day bigint NOT NULL DEFAULT 0,
    day_ends_at bigint NOT NULL DEFAULT 0,
    refusals bigint NOT NULL DEFAULT 0,
    refusals_end_at bigint NOT NULL DEFAULT 0,
    banned_since bigint NOT NULL DEFAULT 0,
    banned_until bigint NOT NULL DEFAULT 0,
    refused bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);

  CREATE FUNCTION engine_clock() RETURNS bigint LANGUAGE sql VOLATILE AS
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

  CREATE FUNCTION spend_request(
    caller text, per_minute bigint, per_day bigint, ban_after bigint, ban_length bigint,
    known_minute bigint, known_minute_ends_at bigint, known_day bigint, known_day_ends_at bigint,
    known_banned_since bigint, known_banned_until bigint, known_refused bigint
  ) RETURNS TABLE (
    counted_at bigint, minute bigint, minute_ends_at bigint, day bigint, day_ends_at bigint,
    banned_since bigint, banned_until bigint, refused bigint
  ) LANGUAGE plpgsql VOLATILE AS $function$
  #variable_conflict use_column
  DECLARE
    kept rate_count;
    moment bigint;
    is_exceeded boolean;
  BEGIN
    LOOP
      SELECT * INTO kept FROM rate_count WHERE name = caller FOR UPDATE;
      EXIT WHEN FOUND;
      INSERT INTO rate_count (name) VALUES (caller) ON CONFLICT DO NOTHING;
    END LOOP;
    moment := engine_clock();

    IF moment < known_minute_ends_at
      AND known_minute > (CASE WHEN moment < kept.minute_ends_at THEN kept.minute ELSE 0 END) THEN
      kept.minute := known_minute;
      kept.minute_ends_at := least(known_minute_ends_at, moment + ${windowLengths.minute});
    END IF;
    IF moment < known_day_ends_at
      AND known_day > (CASE WHEN moment < kept.day_ends_at THEN kept.day ELSE 0 END) THEN
      kept.day := known_day;
      kept.day_ends_at := least(known_day_ends_at, moment + ${windowLengths.day});
    END IF;
    IF known_banned_until > kept.banned_until THEN
      kept.banned_since := known_banned_since;
      kept.banned_until := least(known_banned_until, moment + ban_length);
    END IF;
    kept.refused := greatest(kept.refused, known_refused);

    IF moment < kept.banned_until THEN
      kept.refused := kept.refused + 1;
    ELSE
      IF moment < kept.minute_ends_at THEN
        kept.minute := kept.minute + 1;
      ELSE
        kept.minute := 1;
        kept.minute_ends_at := moment + ${windowLengths.minute};
      END IF;
      is_exceeded := kept.minute > per_minute;
      IF per_day > 0 THEN
        IF is_exceeded THEN
          NULL;
        ELSIF moment < kept.day_ends_at THEN
          kept.day := kept.day + 1;
        ELSE
          kept.day := 1;
          kept.day_ends_at := moment + ${windowLengths.day};
        END IF;
        is_exceeded := is_exceeded OR (moment < kept.day_ends_at AND kept.day > per_day);
      END IF;
      IF is_exceeded THEN
        kept.refused := kept.refused + 1;
        IF moment < kept.refusals_end_at THEN
          kept.refusals := kept.refusals + 1;
        ELSE
          kept.refusals := 1;
          kept.refusals_end_at := moment + ${windowLengths.minute};
        END IF;
        IF ban_after > 0 AND kept.refusals > ban_after THEN
          kept.banned_since := moment;
          kept.banned_until := moment + ban_length;
          kept.refusals := 0;
          kept.refusals_end_at := 0;
        END IF;
      END IF;
    END IF;

    UPDATE rate_count SET
      minute = kept.minute, minute_ends_at = kept.minute_ends_at, day = kept.day, day_ends_at = kept.day_ends_at,
      refusals = kept.refusals, refusals_end_at = kept.refusals_end_at,
      banned_since = kept.banned_since, banned_until = kept.banned_until, refused = kept.refused
    WHERE name = caller;
    RETURN QUERY SELECT moment, kept.minute, kept.minute_ends_at, kept.day, kept.day_ends_at,
      kept.banned_since, kept.banned_until, kept.refused;
  END
  $function$;`;
