import type { Answer } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Plan } from './plans.ts';
import type { RateLimitState } from './rate-limit-headers.ts';

/** An answer to a request with the limited key, and what its headers say of the limit. */
export interface LimitedAnswer extends Answer {
  /** When the request was sent, in milliseconds since the epoch. */
  sentAt: number;
  state: RateLimitState;
}

/** What a run sees when it spends a key on purpose. */
export type LimitObservation =
  /** A request to an operation, and the one directly before it. */
  | { of: 'request'; operation: Operation; before: LimitedAnswer; answer: LimitedAnswer }
  /** As many requests as `first` leaves, and some more, all sent at once. */
  | { of: 'spending'; first: LimitedAnswer; answers: readonly Answer[] }
  /** One request to an operation, with none left. */
  | { of: 'excess'; operation: Operation; answer: Answer }
  /** A request before the reset that a refusal has announced, in milliseconds since the epoch. */
  | { of: 'request before the reset'; resetsAt: number; answer: Answer }
  /** The first request after the time that a refusal asked to wait, in whole seconds. */
  | { of: 'request after the wait'; refused: LimitedAnswer; answer: LimitedAnswer }
  /** An answer to a key of a plan, and the one before it, if there was one. */
  | { of: 'answer to a key of a plan'; plan: Plan; before: LimitedAnswer | undefined; answer: LimitedAnswer }
  /** A request of a key of a plan that was `served` so often since its first request, in milliseconds. */
  | { of: 'request after some of a day'; plan: Plan; served: number; since: number; answer: LimitedAnswer }
  /** The first request after the announced reset. */
  | { of: 'request after the reset'; refused: LimitedAnswer; answer: LimitedAnswer };
