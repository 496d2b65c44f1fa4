import type { Exchange } from '../../http/exchange.ts';
import type { Contract } from '../../openapi/contract.ts';
import { requirementId } from '../requirement.ts';
import { headerMeaning } from '../response/header-meaning.ts';
import type { KeyedResponse } from '../response/response-sets.ts';
import type { VerdictRecorder } from '../verdict-recorder.ts';
import { rateLimitHeaderOf, rateLimitStateOf } from './rate-limit-headers.ts';
import {
  announcedWindows,
  areOneByOne,
  areResetsAsFarAhead,
  isConclusive,
  type LimitSample,
  tolerance,
  windowsOf,
} from './rate-limit-windows.ts';

// Answers to requests that are under way at the same time overtake each other.
const mostOvertaken = 70;

/** Compares the rate-limit headers of all responses to one key with each other. */
export class RateLimitConsistency {
  readonly #verdicts: VerdictRecorder;
  readonly #samples = new Map<string, LimitSample[]>();

  constructor(verdicts: VerdictRecorder) {
    this.#verdicts = verdicts;
  }

  /** Takes in a response, and how it is documented. */
  record(contract: Contract, { set, status, response: documented }: KeyedResponse, exchange: Exchange): void {
    const state = rateLimitStateOf(contract, documented, exchange.response);
    if (state.remaining === undefined && state.limit === undefined) return;
    const requirements: LimitSample['requirements'] = {};
    for (const { name } of documented.headers) {
      const part = rateLimitHeaderOf(name);
      if (part === undefined) continue;
      const id = requirementId(headerMeaning.id, { set: set.name, status, name });
      if (this.#verdicts.has(id)) requirements[part] = id;
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
    const all = [...this.#samples.values()];
    const isOneByOne = all.some(areOneByOne);
    const isDecided = all.flat().some(isConclusive);
    for (const samples of all) {
      this.#checkLimits(samples);
      // Then what is left goes up again, and the moment at which all is back moves with each request.
      if (isOneByOne || (!isDecided && areResetsAsFarAhead(samples))) continue;
      this.#checkResets(samples);
      this.#checkRemaining(samples);
    }
  }

  /** Within a window, the limit in force is one: of several, the one that most responses have. */
  #checkLimits(samples: LimitSample[]): void {
    for (const group of windowsOf(samples)) {
      const common = mostCommon(group.map(({ state }) => state.limit));
      for (const { state, requirements, exchange } of group) {
        if (state.limit === undefined || state.limit === common || requirements.limit === undefined) continue;
        this.#verdicts.violate(requirements.limit, {
          ...exchange,
          documented: `The limit in force, ${common} in all other responses of this window.`,
          received: String(state.limit),
        });
      }
    }
  }

  /** A reset that was announced does not move before it comes: until then, all other responses announce the same. */
  #checkResets(samples: LimitSample[]): void {
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
          const seconds = Math.round(((state.resetsAt ?? 0) - other.resetsAt) / 1000);
          const received = `a reset ${seconds} seconds from the announced one, with ${state.remaining} requests left`;
          this.#verdicts.violate(requirements.reset, {
            ...exchange,
            documented: 'The same reset as the responses before, until that has come.',
            received,
          });
        }
      }
    }
  }

  /**
   * Each request that is served takes one from what is left: no two of a window leave the same number.
   * Whether a refused one takes one too is for the server to decide, but what it says is left cannot be long past.
   */
  #checkRemaining(samples: LimitSample[]): void {
    for (const group of windowsOf(samples)) {
      let least = Number.POSITIVE_INFINITY;
      for (const { exchange, state, requirements } of group) {
        const { remaining = 0 } = state;
        if (remaining > least + mostOvertaken && requirements.remaining !== undefined)
          this.#verdicts.violate(requirements.remaining, {
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
        this.#verdicts.violate(requirement, {
          ...second.exchange,
          documented: 'One request less is left after each that was served.',
          received: `${same.length} responses of one window say ${first.state.remaining}`,
        });
      }
    }
  }
}

function mostCommon<Value>(values: Value[]): Value | undefined {
  const counted = [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length);
  return counted[0]?.[0];
}
