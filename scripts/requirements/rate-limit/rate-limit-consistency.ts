import type { Exchange } from '../../http/exchange.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import type { VerdictRecorder } from '../verdict-recorder.ts';
import { type RateLimitState, rateLimitHeaderOf, rateLimitStateOf } from './rate-limit-headers.ts';

interface Sample {
  exchange: Exchange;
  state: RateLimitState;
  /** Ids of the requirements that say what its headers mean. */
  requirements: Partial<Record<'limit' | 'remaining' | 'reset', string>>;
}

// Answers to requests that are under way at the same time overtake each other.
const mostOvertaken = 70;
// Whole seconds, rounded either way, and the time that a response takes.
const tolerance = 1500;

/** Holds the rate-limit headers of all responses to one key against each other. */
export class RateLimitConsistency {
  readonly #ledger: VerdictRecorder;
  readonly #samples = new Map<string, Sample[]>();

  constructor(ledger: VerdictRecorder) {
    this.#ledger = ledger;
  }

  record(contract: Contract, prefix: string, documented: DocumentedResponse, exchange: Exchange): void {
    const state = rateLimitStateOf(contract, documented, exchange.response);
    if (state.remaining === undefined && state.limit === undefined) return;
    const requirements: Sample['requirements'] = {};
    for (const { name } of documented.headers) {
      const part = rateLimitHeaderOf(name);
      if (part !== undefined && this.#ledger.has(`${prefix}.${name}.meaning`))
        requirements[part] = `${prefix}.${name}.meaning`;
    }
    // Refused credentials are nobody's: how they are counted is left to the server.
    if (exchange.response.status === 401 || exchange.response.status === 403) return;
    const caller =
      exchange.request.headers.filter(([name]) => /authorization|cookie|key|token/i.test(name)).join() +
      (/[?&][^=]*key=[^&]*/i.exec(exchange.request.target)?.[0] ?? '');
    const samples = this.#samples.get(caller) ?? [];
    samples.push({ exchange, state, requirements });
    this.#samples.set(caller, samples);
  }

  /** To be called when all responses are in. */
  conclude(): void {
    for (const samples of this.#samples.values()) {
      this.#checkLimits(samples);
      this.#checkResets(samples);
      this.#checkRemaining(samples);
    }
  }

  /** Within a window, the limit in force is one: of several, the one that most responses have. */
  #checkLimits(samples: Sample[]): void {
    for (const group of windowsOf(samples)) {
      const common = mostCommon(group.map(({ state }) => state.limit));
      for (const { state, requirements, exchange } of group) {
        if (state.limit === undefined || state.limit === common || requirements.limit === undefined) continue;
        this.#ledger.violate(requirements.limit, {
          ...exchange,
          documented: `The limit in force, ${common} in all other responses of this window.`,
          received: String(state.limit),
        });
      }
    }
  }

  /** A reset that was announced does not move before it comes: until then, all other responses announce the same. */
  #checkResets(samples: Sample[]): void {
    for (const group of Map.groupBy(samples, ({ state }) => state.limit).values()) {
      const windows = announcedWindows(group);
      for (const own of windows) {
        for (const { state, requirements, exchange } of own.samples) {
          const { receivedAt } = exchange.response;
          const other = windows.find(
            (window) =>
              window !== own &&
              window.samples.length >= own.samples.length &&
              receivedAt > window.begins &&
              receivedAt < window.resetsAt - tolerance,
          );
          // Where one window turns into the next, answers overtake each other.
          const isAtTurn = Math.abs(receivedAt - own.resetsAt) <= 2 * tolerance;
          if (other === undefined || isAtTurn || requirements.reset === undefined) continue;
          const received = `a reset ${Math.round(((state.resetsAt ?? 0) - other.resetsAt) / 1000)} seconds from the announced one, with ${state.remaining} requests left`;
          this.#ledger.violate(requirements.reset, {
            ...exchange,
            documented: 'One moment at which the limit resets, for all requests that are counted until then.',
            received,
          });
        }
      }
    }
  }

  /**
   * Each request that is served takes one from what is left: no two of a window leave the same number. Whether a refused one
   * takes one too is for the server to decide, but what it says is left cannot be long past.
   */
  #checkRemaining(samples: Sample[]): void {
    for (const group of windowsOf(samples)) {
      let least = Number.POSITIVE_INFINITY;
      for (const { exchange, state, requirements } of group) {
        const { remaining = 0 } = state;
        if (remaining > least + mostOvertaken && requirements.remaining !== undefined)
          this.#ledger.violate(requirements.remaining, {
            ...exchange,
            documented: `At most ${least} requests left, as was said before.`,
            received: String(remaining),
          });
        if (exchange.response.status < 300 && state.remaining !== undefined) least = Math.min(least, remaining);
      }
      const served = group.filter(({ exchange }) => exchange.response.status < 300);
      for (const same of Map.groupBy(served, ({ state }) => state.remaining).values()) {
        const [first, second] = same;
        const requirement = second?.requirements.remaining;
        if (
          first === undefined ||
          second === undefined ||
          requirement === undefined ||
          first.state.remaining === undefined
        )
          continue;
        this.#ledger.violate(requirement, {
          ...second.exchange,
          documented: 'One request less is left after each that was served.',
          received: `${same.length} responses of one window say ${first.state.remaining}`,
        });
      }
    }
  }
}

/** The samples that speak of the same window: those with the same reset. */
function windowsOf(samples: Sample[]): Sample[][] {
  const known = samples.filter(({ state }) => state.resetsAt !== undefined);
  // A timestamp is the same for all of a window; seconds from now are so but for their rounding.
  if (known.every(({ state }) => (state.resetsAt ?? 0) % 1000 === 0))
    return [...Map.groupBy(known, ({ state }) => state.resetsAt).values()];
  const windows: Sample[][] = [];
  for (const sample of known) {
    const window = windows.find(
      ([first]) => Math.abs((first?.state.resetsAt ?? 0) - (sample.state.resetsAt ?? 0)) < 1100,
    );
    if (window === undefined) windows.push([sample]);
    else window.push(sample);
  }
  return windows;
}

function mostCommon<Value>(values: Value[]): Value | undefined {
  const counted = [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length);
  return counted[0]?.[0];
}

interface AnnouncedWindow {
  begins: number;
  resetsAt: number;
  samples: Sample[];
}

/** The samples by the reset that they announce; none where requests come back one by one and not all at once. */
function announcedWindows(samples: Sample[]): AnnouncedWindow[] {
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
