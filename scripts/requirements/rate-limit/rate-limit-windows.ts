import type { Exchange } from '../../http/exchange.ts';
import { type RateLimitState, retryAfterOf, returnsBeforeReset } from './rate-limit-headers.ts';

/** A response to a key, and what its headers say of the limit. */
export interface LimitSample {
  exchange: Exchange;
  state: RateLimitState;
  /** Ids of the requirements that say what its headers mean. */
  requirements: Partial<Record<'limit' | 'remaining' | 'reset', string>>;
}

/** Milliseconds: whole seconds, rounded either way, and the time that a response takes. */
export const tolerance = 1500;

/** The samples by the window that they speak of: those of one have the same reset. */
export function windowsOf(samples: LimitSample[]): LimitSample[][] {
  const known = samples.filter(({ state }) => state.resetsAt !== undefined);
  // A timestamp is the same for all of a window; seconds from now are so but for their rounding.
  if (known.every(({ state }) => (state.resetsAt ?? 0) % 1000 === 0))
    return [...Map.groupBy(known, ({ state }) => state.resetsAt).values()];
  const windows: LimitSample[][] = [];
  for (const sample of known) {
    const window = windows.find(
      ([first]) => Math.abs((first?.state.resetsAt ?? 0) - (sample.state.resetsAt ?? 0)) < 1100,
    );
    if (window === undefined) windows.push([sample]);
    else window.push(sample);
  }
  return windows;
}

/** What announces the same reset. */
export interface AnnouncedWindow {
  begins: number;
  resetsAt: number;
  samples: LimitSample[];
}

/** The samples by the reset that they announce; none where requests come back one by one and not all at once. */
export function announcedWindows(samples: LimitSample[]): AnnouncedWindow[] {
  const windows: AnnouncedWindow[] = [];
  for (const sample of samples) {
    const { resetsAt } = sample.state;
    if (resetsAt === undefined || sample.state.remaining === undefined) continue;
    const known = windows.find((window) => Math.abs(window.resetsAt - resetsAt) <= tolerance);
    if (known === undefined) windows.push({ begins: sample.exchange.response.receivedAt, resetsAt, samples: [sample] });
    else known.samples.push(sample);
  }
  const isRefilled = windows.some(
    (window, index) =>
      index > 0 &&
      (windows[index - 1]?.resetsAt ?? 0) - tolerance > window.begins &&
      leastLeft(window) > leastLeft(windows[index - 1], window.begins) + 20,
  );
  return isRefilled ? [] : windows;
}

function leastLeft(window: AnnouncedWindow | undefined, until = Number.POSITIVE_INFINITY): number {
  const samples = (window?.samples ?? []).filter(({ exchange }) => exchange.response.receivedAt <= until);
  return Math.min(...samples.map(({ state }) => state.remaining ?? Number.POSITIVE_INFINITY));
}

/** Whether requests come back one by one, as a refusal says, or the first that is served after one shows. */
export function areOneByOne(samples: readonly LimitSample[]): boolean {
  return samples.some((sample, index) => {
    const next = samples[index + 1];
    const isSaid = returnsBeforeReset(sample.exchange.response, sample.state);
    return isSaid || (next !== undefined && isBackBeforeReset(sample, next));
  });
}

/** True of the request after a refusal that was served when that said so, before all others are back, and the reset. */
function isBackBeforeReset(refused: LimitSample, { exchange, state }: LimitSample): boolean {
  const { status, receivedAt } = refused.exchange.response;
  const seconds = status === 429 ? retryAfterOf(refused.exchange.response) : undefined;
  const { limit, remaining } = state;
  if (seconds === undefined || limit === undefined || remaining === undefined || exchange.response.status >= 300)
    return false;
  const isBetween =
    exchange.response.receivedAt >= receivedAt + seconds * 1000 &&
    exchange.response.receivedAt < (refused.state.resetsAt ?? 0) - 1000;
  return isBetween && remaining < limit - 1;
}
