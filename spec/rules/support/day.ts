/** The day that `value` names as YYYY-MM-DD; undefined for anything else. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // What is not the start of that very day, as 30 February in March, comes back as something else.
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && dayOf(midnight) === value ? value : undefined;
}

/** The day, in UTC, that `moment` falls on. Days compare as strings. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
