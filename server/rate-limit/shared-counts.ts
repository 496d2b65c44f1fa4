import type { KeyCount } from './key-counts.ts';
import type { Rules } from './rate-limit.ts';

/** What is counted for a caller. Its moments are those of the engine's clock, in milliseconds since the epoch. */
export interface SharedCount extends Pick<KeyCount, 'minute' | 'day' | 'ban' | 'refused'> {
  now: number;
}

/** What several servers count together. */
export interface SharedCounts {
  /**
   * Counts one request of `name` in one step, whoever else counts at the same time. What is `known` of earlier requests
   * and the engine has lost counts again. Rejects in bounded time where the engine does not answer.
   */
  spend(name: string, rules: Rules, known: Known): Promise<SharedCount>;
  close(): void | Promise<void>;
}

/** What this process has learnt of a caller, by the engine or by counting for itself. */
export type Known = Partial<Omit<SharedCount, 'now'>>;

/** The numbers that the engines take: 0 is for what is not there. */
export function argumentsOf(rules: Rules, { minute, day, ban, refused }: Known): number[] {
  const limitOf = (limit: number) => (Number.isFinite(limit) ? limit : 0);
  return [
    rules.requestsPerMinute,
    limitOf(rules.requestsPerDay),
    limitOf(rules.banAfterRefusals),
    rules.banMilliseconds,
    ...[minute?.count ?? 0, Math.round(minute?.endsAt ?? 0)],
    ...[day?.count ?? 0, Math.round(day?.endsAt ?? 0)],
    ...[ban?.since.getTime() ?? 0, Math.round(ban?.endsAt ?? 0)],
    refused ?? 0,
  ];
}

/** What the engines answer, in the same form. */
export function toSharedCount(numbers: readonly number[]): SharedCount {
  const [now = 0, minute = 0, minuteEndsAt = 0, day = 0, dayEndsAt = 0, bannedSince = 0, bannedUntil = 0, refused = 0] =
    numbers;
  return {
    now,
    minute: { count: minute, endsAt: minuteEndsAt },
    day: day === 0 ? undefined : { count: day, endsAt: dayEndsAt },
    ban: bannedUntil === 0 ? undefined : { since: new Date(bannedSince), endsAt: bannedUntil },
    refused,
  };
}
