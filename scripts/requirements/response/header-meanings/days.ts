/** Seconds of a day. */
export const daySeconds = 86_400;

/** Whether a moment, in milliseconds since the epoch, is on a date (`2031-02-03`) in UTC. */
export function isOnDay(moment: number, date: string): boolean {
  const start = Date.parse(`${date}T00:00:00Z`);
  return moment >= start && moment < start + daySeconds * 1000;
}
