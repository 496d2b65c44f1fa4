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
  // Two resets are a window apart: what may all mean one moment within less than that does. Seconds that are left may
  // have been rounded up, also where they are whole: a window of two may be announced with three.
  const longest = known.reduce(
    (most, { exchange, state }) => Math.max(most, (state.resetsAt ?? 0) - exchange.response.receivedAt),
    0,
  );
  const windows: { from: number; to: number; samples: LimitSample[] }[] = [];
  for (const sample of known) {
    const [from, to] = [earliestReset(sample) - 1000, sample.state.resetsAt ?? 0];
    const window = windows.find((one) => Math.max(one.to, to) - Math.min(one.from, from) < longest - 1000);
    if (window === undefined) windows.push({ from, to, samples: [sample] });
    else {
      window.from = Math.min(window.from, from);
      window.to = Math.max(window.to, to);
      window.samples.push(sample);
    }
  }
  return windows.map((one) => one.samples);
}

/** Seconds from now count from when the server answered: that was before the response came, and after it was sent. */
function earliestReset({ state, exchange: { response } }: LimitSample): number {
  return (state.resetsAt ?? 0) - (response.receivedAt - (response.sentAt ?? response.receivedAt));
}

/** What announces the same reset. */
export interface AnnouncedWindow {
  begins: number;
  /** The reset comes between these two, but for rounding. */
  resetsFrom: number;
  resetsAt: number;
  samples: LimitSample[];
}

/** The samples by the reset that they announce; none where requests come back one by one and not all at once. */
export function announcedWindows(samples: LimitSample[]): AnnouncedWindow[] {
  const windows: AnnouncedWindow[] = [];
  for (const sample of samples) {
    const { resetsAt } = sample.state;
    if (resetsAt === undefined || sample.state.remaining === undefined) continue;
    const from = earliestReset(sample);
    const known = windows.find((one) => from <= one.resetsAt + tolerance && resetsAt >= one.resetsFrom - tolerance);
    if (known === undefined) {
      const begins = sample.exchange.response.receivedAt;
      windows.push({ begins, resetsFrom: from, resetsAt, samples: [sample] });
    } else {
      known.resetsFrom = Math.max(known.resetsFrom, from);
      known.resetsAt = Math.min(known.resetsAt, resetsAt);
      known.samples.push(sample);
    }
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

/**
 * Whether each response announces a reset as far ahead as all others, and so each a later one. A sliding window does,
 * of which all requests are back a whole window after the last; so does a window that wrongly begins again with each
 * request. Only a refusal tells one from the other.
 */
export function areResetsAsFarAhead(samples: readonly LimitSample[]): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { state, exchange } of samples) {
    const { receivedAt, sentAt = receivedAt } = exchange.response;
    if (state.resetsAt === undefined) continue;
    // The server has answered between these two.
    least = Math.min(least, state.resetsAt - sentAt);
    most = Math.max(most, state.resetsAt - receivedAt);
    first = Math.min(first, state.resetsAt);
    last = Math.max(last, state.resetsAt);
  }
  return last - first > tolerance && most - least <= tolerance;
}

/**
 * Whether a refusal decides between a sliding window and one that begins again: in a window of a few seconds, which are
 * rounded, requests that come back one by one and all at once look the same.
 */
export function isConclusive({ exchange: { response }, state: { resetsAt } }: LimitSample): boolean {
  return response.status === 429 && resetsAt !== undefined && resetsAt - response.receivedAt > 4 * tolerance;
}

/** Whether requests come back one by one, as a refusal says, or the first that is served after one shows. */
export function areOneByOne(samples: readonly LimitSample[]): boolean {
  const served = samples.filter(({ exchange }) => exchange.response.status !== 429);
  // What a fixed window serves around its reset may have been spent before; each of its requests announces the same.
  const margin = areResetsAsFarAhead(served) ? tolerance : -1000;
  return samples.some((sample, index) => {
    const next = samples[index + 1];
    const isSaid = returnsBeforeReset(sample.exchange.response, sample.state);
    return isSaid || (next !== undefined && isBackBefore((sample.state.resetsAt ?? 0) + margin, sample, next));
  });
}

/** True of the request after a refusal that was served when that said so, by a moment, before all others are back. */
function isBackBefore(moment: number, refused: LimitSample, { exchange, state }: LimitSample): boolean {
  const { status, receivedAt } = refused.exchange.response;
  const seconds = status === 429 ? retryAfterOf(refused.exchange.response) : undefined;
  const { limit, remaining } = state;
  if (seconds === undefined || limit === undefined || remaining === undefined || exchange.response.status >= 300)
    return false;
  const isBetween =
    exchange.response.receivedAt >= receivedAt + seconds * 1000 && exchange.response.receivedAt < moment;
  return isBetween && remaining < limit - 1;
}
